extension JSONValue {
  /// The white space between the parts.
  package enum Spacing: Sendable {
    /// Nothing.
    case none
    /// `", "` and `": "`.
    case readable
  }

  /// The text on one line, readable.
  package var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes, .readable)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value's text.
  package func write(to bytes: inout [UInt8], _ spacing: Spacing = .none) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let number): Self.write(number, to: &bytes)
    case .number(let number): bytes += (number.isFinite ? number.description : "null").utf8
    case .digits(let digits): bytes += digits.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { Self.write(UInt8(ascii: ","), spacing, to: &bytes) }
        element.write(to: &bytes, spacing)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { Self.write(UInt8(ascii: ","), spacing, to: &bytes) }
        Self.write(member.key, to: &bytes)
        Self.write(UInt8(ascii: ":"), spacing, to: &bytes)
        member.value.write(to: &bytes, spacing)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ sign: UInt8, _ spacing: Spacing, to bytes: inout [UInt8]) {
    bytes.append(sign)
    if spacing == .readable { bytes.append(UInt8(ascii: " ")) }
  }

  /// Appends a whole number's digits.
  package static func write(_ number: Int64, to bytes: inout [UInt8]) {
    var rest = number.magnitude
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Appends a text in quotes. Escaped are quotes, backslashes, control characters, and what moves text in a terminal.
  package static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // These bytes begin all characters outside ASCII that are escaped.
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F && byte != 0xC2
        && byte != 0xE2
    }
    if isPlain { bytes += text.utf8 } else { for scalar in text.unicodeScalars { write(scalar, to: &bytes) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes += "\\\"".utf8
    case "\\": bytes += "\\\\".utf8
    case "\n": bytes += "\\n".utf8
    case "\r": bytes += "\\r".utf8
    case "\t": bytes += "\\t".utf8
    default:
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
  }
}
