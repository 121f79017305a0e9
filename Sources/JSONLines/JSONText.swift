/// A JSON text as a value whose keys keep their order, so that the same record is the same bytes.
package indirect enum JSONText: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// The shortest digits that read as the same number; null for one that JSON has no digits for.
  case number(Double)
  /// A number or a part of a record in the digits that somebody else chose.
  case verbatim(String)
  case string(String)
  case array([JSONText])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONText

    package init(_ key: String, _ value: JSONText) {
      self.key = key
      self.value = value
    }
  }

  package static func optional(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }

  /// The text on one line, `", "` and `": "` between the parts.
  package var text: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): number.isFinite ? number.description : "null"
    case .verbatim(let text): text
    case .string(let string): Self.quoted(string)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ": " + $0.value.text }.joined(separator: ", ") + "}"
    }
  }

  /// RFC 8259: quotes, backslashes and control characters are escaped; so are those that move text in a terminal.
  package static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
