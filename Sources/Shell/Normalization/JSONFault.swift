/// Where a text stops being JSON (RFC 8259), which Foundation's decoder does not say on every system.
enum JSONFault {
  /// The place of the first byte that cannot stand where it does, from 0; the length when the text ends too early; nil
  /// for JSON. Keeps a list of open brackets and does not recur. O(bytes).
  static func offset(in bytes: [UInt8]) -> Int? {
    var position = 0
    /// Whether each open bracket is an object's.
    var open: [Bool] = []
    var isValueNext = true
    func skipSpace() {
      while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }
    func take(_ character: Character) -> Bool {
      guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
      position += 1
      return true
    }
    func takeKey() -> Bool {
      skipSpace()
      guard takeText(bytes, &position) else { return false }
      skipSpace()
      return take(":")
    }
    while true {
      skipSpace()
      if isValueNext {
        isValueNext = false
        if take("{") {
          skipSpace()
          if take("}") { continue }
          open.append(true)
          guard takeKey() else { return position }
          isValueNext = true
        } else if take("[") {
          skipSpace()
          if take("]") { continue }
          open.append(false)
          isValueNext = true
        } else if !takeScalar(bytes, &position) {
          return position
        }
        continue
      }
      guard let isObject = open.last else { return position == bytes.count ? nil : position }
      if take(",") {
        if isObject, !takeKey() { return position }
        isValueNext = true
      } else if take(isObject ? "}" : "]") {
        open.removeLast()
      } else {
        return position
      }
    }
  }

  private static func takeScalar(_ bytes: [UInt8], _ position: inout Int) -> Bool {
    guard position < bytes.count else { return false }
    if bytes[position] == UInt8(ascii: "\"") { return takeText(bytes, &position) }
    for word in ["true", "false", "null"] where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return true
    }
    let isDigit = { (byte: UInt8) in byte >= 0x30 && byte <= 0x39 }
    let isPartOfNumber = { (byte: UInt8) in isDigit(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte) }
    guard isDigit(bytes[position]) || bytes[position] == UInt8(ascii: "-") else { return false }
    while position < bytes.count, isPartOfNumber(bytes[position]) { position += 1 }
    return true
  }

  private static func takeText(_ bytes: [UInt8], _ position: inout Int) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return false }
    position += 1
    while position < bytes.count, bytes[position] >= 0x20 {
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    position = min(position, bytes.count)
    return false
  }
}
