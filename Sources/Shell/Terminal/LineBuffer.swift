/// Bytes as they come in, given out line by line. Bytes that are no UTF-8 are read as `\u{FFFD}`. O(bytes) in all.
struct LineBuffer {
  private var bytes: [UInt8]
  /// What of `bytes` has been given out, and how far behind it a line break has been looked for.
  private var used = 0
  private var searched = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Adds what came next.
  mutating func append(_ more: ArraySlice<UInt8>) {
    if used > 0 {
      bytes.removeFirst(used)
      (used, searched) = (0, searched - used)
    }
    bytes += more
  }

  mutating func clear() { self = LineBuffer() }

  /// Whether a line is here with its line break.
  var hasLine: Bool { lineBreak != nil }

  private var lineBreak: Int? {
    bytes.withUnsafeBufferPointer { $0[searched...].firstIndex(of: UInt8(ascii: "\n")) }
  }

  /// The next line, without its line break; nil when that has not come yet.
  /// - Parameter isAtEnd: whether nothing more comes, so that a last line needs no line break.
  mutating func takeLine(isAtEnd: Bool) -> String? {
    if let lineBreak {
      let end = lineBreak > used && bytes[lineBreak - 1] == UInt8(ascii: "\r") ? lineBreak - 1 : lineBreak
      defer { (used, searched) = (lineBreak + 1, lineBreak + 1) }
      return String(decoding: bytes[used..<end], as: UTF8.self)
    }
    searched = bytes.count
    guard isAtEnd, used < bytes.count else { return nil }
    defer { clear() }
    return String(decoding: bytes[used...], as: UTF8.self)
  }
}
