#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Standard input as it comes: pipes, terminals that cannot move the cursor, and builds without GNU readline.
///
/// Bytes that are no UTF-8 are read as `\u{FFFD}`.
package final class PlainReader: LineReader {
  /// Shown before each line, and only to a person.
  private let writePrompt: ((String) -> Void)?
  /// With it, Ctrl-C drops the line instead of ending the program.
  private let interrupts: Interrupts?
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// What of `bytes` has been given out, and how far behind it a line break has been looked for.
  private var used = 0
  private var searched = 0
  private var isAtEnd = false

  /// - Parameters:
  ///   - writePrompt: nil when nobody looks.
  ///   - interrupts: nil where Ctrl-C ends the program.
  package init(
    descriptor: Int32 = STDIN_FILENO, writePrompt: ((String) -> Void)? = nil, interrupts: Interrupts? = nil
  ) {
    self.descriptor = descriptor
    self.writePrompt = writePrompt
    self.interrupts = interrupts
  }

  package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
    writePrompt?(prompt)
    interrupts?.begin()
    defer { interrupts?.end() }
    while true {
      if let line = takeLine() { return .line(line) }
      if isAtEnd {
        writePrompt?("\n")
        return .end
      }
      switch readMore() {
      case .some: continue
      case .end: isAtEnd = true
      case .interrupted:
        writePrompt?("\n")
        (bytes, used, searched) = ([], 0, 0)
        return .interrupted
      }
    }
  }

  /// The next line of what has been read, without its line break; at the end also one that has none.
  private func takeLine() -> String? {
    if let lineBreak = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let end = lineBreak > used && bytes[lineBreak - 1] == UInt8(ascii: "\r") ? lineBreak - 1 : lineBreak
      defer { (used, searched) = (lineBreak + 1, lineBreak + 1) }
      return String(decoding: bytes[used..<end], as: UTF8.self)
    }
    searched = bytes.count
    guard isAtEnd, used < bytes.count else { return nil }
    defer { (bytes, used, searched) = ([], 0, 0) }
    return String(decoding: bytes[used...], as: UTF8.self)
  }

  private enum Progress {
    case some, end, interrupted
  }

  private func readMore() -> Progress {
    if used > 0 {
      bytes.removeFirst(used)
      (used, searched) = (0, searched - used)
    }
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
        return .some
      }
      if count == 0 || errno != EINTR { return .end }
      if interrupts?.came() == true { return .interrupted }
    }
  }
}
