/// Texts and their escapes.
extension JSONReader {
  mutating func readString(isKept: Bool) throws(Problem) -> String {
    position += 1
    let start = position
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        guard isKept else { return "" }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      case UInt8(ascii: "\\"): return try readEscapedString(from: start)
      case 0..<0x20: throw problem("a control character in a text must be escaped")
      default: position += 1
      }
    }
    throw problem("this text has no \" at its end")
  }

  private mutating func readEscapedString(from start: Int) throws(Problem) -> String {
    var text = Array(bytes[start..<position])
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try readEscape()).utf8
      case 0..<0x20:
        position -= 1
        throw problem("a control character in a text must be escaped")
      default: text.append(byte)
      }
    }
    throw problem("this text has no \" at its end")
  }

  private mutating func readEscape() throws(Problem) -> Unicode.Scalar {
    guard let byte = current else { throw problem("this text has no \" at its end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readCodePoint()
    default:
      position -= 1
      throw problem("there is no such escape in JSON")
    }
  }

  /// Half a character alone reads as U+FFFD, as most readers have it.
  private mutating func readCodePoint() throws(Problem) -> Unicode.Scalar {
    let first = try readHexadecimal()
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let behind = position
    if bytes[position...].starts(with: "\\u".utf8) {
      position += 2
      let second = try readHexadecimal()
      if second & 0xFC00 == 0xDC00 {
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)) ?? "\u{FFFD}"
      }
      position = behind
    }
    return "\u{FFFD}"
  }

  private mutating func readHexadecimal() throws(Problem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw problem("this escape needs four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
