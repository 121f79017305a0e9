/// A word after the kind of a fence or in the braces of a heading: `fresh`, `within=3`, `keep="a, b"`.
struct Mark: Hashable {
  /// The word before the ideas that a block practises.
  static let practises = "practises"
  /// The word before the ideas that a step teaches.
  static let teaches = "teaches"

  var key: String
  /// The text after `=`, without its quotes; nil for a word alone.
  var value: String?

  /// The parts of the value between its commas.
  var texts: [String] {
    value.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed) } ?? []
  }

  /// Reads the marks of a text, in order.
  static func all(in text: Substring) -> [Mark] {
    var marks: [Mark] = []
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      let key = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest[key.endIndex...]
      guard rest.first == "=" else {
        marks.append(Mark(key: String(key), value: nil))
        rest = rest.drop(while: \.isWhitespace)
        continue
      }
      rest = rest.dropFirst()
      let isQuoted = rest.first == "\""
      if isQuoted { rest = rest.dropFirst() }
      let value = rest.prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace }
      marks.append(Mark(key: String(key), value: String(value)))
      rest = rest[value.endIndex...].drop { $0 == "\"" || $0.isWhitespace }
    }
    return marks
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
