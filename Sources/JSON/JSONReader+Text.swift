/// Texts and their escapes.
extension JSONReader {
  /// - Parameter isKept: a text that is not wanted is checked and not made.
  mutating func string(isKept: Bool) throws(Problem) -> String {
    position += 1
    let start = position
    // One bit of any byte that is not ASCII stays.
    var all: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let end = position
        position += 1
        guard isKept || all >= 0x80 else { return "" }
        return try text(UnsafeBufferPointer(rebasing: bytes[start..<end]), isASCII: all < 0x80)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw problem("a control character in a text must be escaped") }
      all |= byte
      position += 1
    }
    throw problem("this text has no \" at its end")
  }

  private func text(_ bytes: some Collection<UInt8>, isASCII: Bool) throws(Problem) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Bytes that are not UTF-8 are decoded as something else.
    guard isASCII || text.utf8.elementsEqual(bytes) else { throw problem("this is not UTF-8") }
    return text
  }

  private mutating func escapedString(from start: Int) throws(Problem) -> String {
    var buffer = Array(bytes[start..<position])
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try text(buffer, isASCII: false)
      case UInt8(ascii: "\\"):
        position += 1
        buffer += UTF8.encode(try escape()).map { Array($0) } ?? []
      case 0..<0x20: throw problem("a control character in a text must be escaped")
      default:
        buffer.append(byte)
        position += 1
      }
    }
    throw problem("this text has no \" at its end")
  }

  private mutating func escape() throws(Problem) -> Unicode.Scalar {
    guard let byte = current else { throw problem("this text has no \" at its end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default:
      position -= 1
      throw problem("there is no such escape in JSON")
    }
  }

  /// Half a character alone reads as U+FFFD, as most readers have it.
  private mutating func codePoint() throws(Problem) -> Unicode.Scalar {
    let first = try hexadecimal()
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let behind = position
    if current == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") {
      position += 2
      let second = try hexadecimal()
      if second & 0xFC00 == 0xDC00 {
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)) ?? "\u{FFFD}"
      }
      position = behind
    }
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(Problem) -> UInt32 {
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
