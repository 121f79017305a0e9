import Diagnostics

/// A piece of HTML that escapes every text put into it, so that tags come only from the program.
///
/// ```swift
/// let cell: HTML = "<td>\(text: student.name)</td>"   // <td>&lt;script&gt;</td>
/// ```
struct HTML: ExpressibleByStringInterpolation, Hashable, Sendable {
  private(set) var text: String

  init(stringLiteral text: String) { self.text = text }
  init(stringInterpolation pieces: Interpolation) { text = pieces.text }

  /// Text by people: control characters are made visible, and long texts are cut.
  init(_ text: String, upTo limit: Int = 4096) {
    self.text = ""
    for scalar in text.harmless.limited(toBytes: limit).unicodeScalars {
      switch scalar {
      case "&": self.text += "&amp;"
      case "<": self.text += "&lt;"
      case ">": self.text += "&gt;"
      case "\"": self.text += "&quot;"
      case "'": self.text += "&#39;"
      default: self.text.unicodeScalars.append(scalar)
      }
    }
  }

  static func + (left: HTML, right: HTML) -> HTML {
    var sum = left
    sum.text += right.text
    return sum
  }

  static func += (left: inout HTML, right: HTML) { left.text += right.text }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text: String

    init(literalCapacity: Int, interpolationCount: Int) {
      text = ""
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ html: HTML) { text += html.text }
    mutating func appendInterpolation(_ number: Int) { text += String(number) }
    /// Text by people needs a label: without one, HTML in a conditional expression would be taken for text.
    mutating func appendInterpolation(text words: String) { text += HTML(words).text }
  }
}

extension Sequence<HTML> {
  func joined(by separator: HTML = "") -> HTML {
    var all: HTML = ""
    for (place, part) in enumerated() { all += place == 0 ? part : separator + part }
    return all
  }
}

extension Sequence {
  /// Returns the pieces one after the other.
  func html(_ piece: (Element) -> HTML) -> HTML { map(piece).joined() }
}

/// `1 student`, `300 students`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(DisplayText.grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}
