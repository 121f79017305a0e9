/// A JSON text as a value whose keys keep their order, so that the same record is the same bytes.
indirect enum JSONText: Hashable, Sendable {
  case null
  case integer(Int)
  /// At most two places behind the point.
  case points(Double)
  case string(String)
  case array([JSONText])
  case object([Member])

  struct Member: Hashable, Sendable {
    var key: String
    var value: JSONText

    init(_ key: String, _ value: JSONText) {
      self.key = key
      self.value = value
    }
  }

  static func optional(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }

  /// The text on one line, `", "` and `": "` between the parts.
  var text: String {
    switch self {
    case .null: "null"
    case .integer(let number): String(number)
    case .points(let points): pointsText(points)
    case .string(let string): Self.quoted(string)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ": " + $0.value.text }.joined(separator: ", ") + "}"
    }
  }

  /// RFC 8259: quotes, backslashes and control characters are escaped; so are those that move text in a terminal.
  private static func quoted(_ string: String) -> String {
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
