import Predicates

/// Texts with values inside: `"\(two.title) by \(two.author.name)"`.
extension SwiftReader {
  /// A part of the text between the quotes of a string.
  enum TextPart {
    case plain(Substring)
    /// The expression of an interpolation; nil where it is none that can be read.
    case value(SwiftTree?)
  }

  /// The parts of a text in their order. O(length).
  static func parts(of text: String) -> [TextPart] {
    var parts: [TextPart] = []
    var rest = text[...]
    while let start = rest.range(of: "\\(") {
      var (end, depth) = (start.upperBound, 1)
      while end < rest.endIndex, depth > 0 {
        if rest[end] == "(" { depth += 1 }
        if rest[end] == ")" { depth -= 1 }
        end = rest.index(after: end)
      }
      guard depth == 0 else { return parts + [.value(nil)] }
      let inside = rest[start.upperBound..<rest.index(before: end)].replacing("\\\"", with: "\"")
      parts += [.plain(rest[..<start.lowerBound]), .value(expression(String(inside)))]
      rest = rest[end...]
    }
    return parts + [.plain(rest)]
  }

  /// The expressions of a text's interpolations that can be read.
  static func interpolations(of text: String) -> [SwiftTree] {
    parts(of: text).compactMap { if case .value(let tree) = $0 { tree } else { nil } }
  }
}
