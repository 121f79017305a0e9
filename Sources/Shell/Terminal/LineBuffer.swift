import Diagnostics

/// Bytes as they come in, given out line by line. A line that is not UTF-8 is refused, as a file is. O(bytes) in all.
struct LineBuffer {
  private var bytes: [UInt8]
  /// How many lines have been given out.
  private var lineCount = 0
  /// The number of `bytes` given out, and how far beyond them the search for a line break has come.
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

  mutating func clear() {
    bytes.removeAll()
    (used, searched) = (0, 0)
  }

  /// Whether a line is here with its line break.
  var hasLine: Bool { lineBreak != nil }

  private var lineBreak: Int? {
    bytes.withUnsafeBufferPointer { $0[searched...].firstIndex(of: UInt8(ascii: "\n")) }
  }

  /// The next line, without its line break; nil when that has not come yet.
  /// - Parameter isAtEnd: whether nothing more comes, so that a last line needs no line break.
  mutating func takeLine(isAtEnd: Bool) -> LineInput? {
    if let lineBreak {
      let end = lineBreak > used && bytes[lineBreak - 1] == UInt8(ascii: "\r") ? lineBreak - 1 : lineBreak
      defer { (used, searched) = (lineBreak + 1, lineBreak + 1) }
      return line(bytes[used..<end])
    }
    searched = bytes.count
    guard isAtEnd, used < bytes.count else { return nil }
    defer { clear() }
    return line(bytes[used...])
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> LineInput {
    lineCount += 1
    if let text = String(validating: bytes, as: UTF8.self) { return .line(text) }
    return .unreadable(
      Diagnostic("not-utf8", "line \(lineCount) of standard input is not UTF-8 text", hint: "save it as UTF-8"))
  }
}
