import ObjectGraph
import Predicates

import struct Foundation.URL

extension ObjectGraphError {
  /// A hint that says what to write instead, where that does not depend on the context.
  var advice: String? {
    switch self {
    case .wrongType(_, _, let expected, let value):
      plainLiteral.map { expected == .attribute(.boolean) ? "write \($0)" : "write \($0) without quotes" }
        ?? Self.literal(expected, for: value)
    case .notRelationship(let key, _), .notToMany(let key, _): "write \(key) = …"
    case .notOrdered: "write .add(…)"
    case .indexOutOfRange(_, 0, _, _): "it is empty: at: 0"
    default: nil
    }
  }

  /// How a value that stands in quotes is written without them, if the property takes what is in them: `3` for `"3"`, and `0.3` for
  /// `"0,3"`.
  var plainLiteral: String? {
    guard case .wrongType(_, _, .attribute(let type), .string(let text)) = self else { return nil }
    switch type {
    case .boolean where ["true", "yes", "YES"].contains(text): return "true"
    case .boolean where ["false", "no", "NO"].contains(text): return "false"
    case .date where text.wholeMatch(of: /\d{4}-\d{2}-\d{2}(T[\d:]+Z)?/) != nil: return text
    case .decimal, .double, .float:
      let number = text.replacing(",", with: ".")
      return number.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil ? number : nil
    default: return type.integerRange != nil && Int64(text) != nil ? text : nil
    }
  }

  /// How a value of the expected type is written.
  private static func literal(_ expected: Expected, for value: Value) -> String? {
    switch (expected, value) {
    case (.attribute(.boolean), .integer(0)): "write false"
    case (.attribute(.boolean), .integer(1)): "write true"
    case (.attribute(.string), .integer), (.attribute(.string), .double): "write it in quotes"
    case (.attribute(.date), _): "a date is written 2026-11-20, with a time 2026-11-20T09:30:00Z"
    case (.transformed("HexColor"), _): "write color \"#98002e\""
    case (.attribute(.binaryData), .string(let text))
    where !text.isEmpty && text.count.isMultiple(of: 2) && text.allSatisfy(\.isHexDigit):
      "write data \"\(text)\""
    case (.attribute(.binaryData), _): "bytes are written in hexadecimal: data \"0a0b\""
    case (.attribute(.uuid), _): "a UUID is written \"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\""
    case (.attribute(.uri), .string(let text)):
      URL(string: text, encodingInvalidCharacters: true).map { "write \"\($0.absoluteString)\"" }
    case (.object(let entity), .string), (.object(let entity), .integer), (.objects(let entity), .string):
      "name an object: fetch \(entity) lists them"
    case (.objects(_), .object): "write .add(…) for one more; [ ] around it replaces all that are there"
    default: nil
    }
  }
}
