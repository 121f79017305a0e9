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
  private var lines = LineBuffer()
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
      if let line = lines.takeLine(isAtEnd: isAtEnd) { return .line(line) }
      if isAtEnd {
        writePrompt?("\n")
        return .end
      }
      switch readMore() {
      case .some: continue
      case .end: isAtEnd = true
      case .interrupted:
        writePrompt?("\n")
        lines.clear()
        return .interrupted
      }
    }
  }

  package var mayWait: Bool { !isAtEnd && !lines.hasLine }

  private enum Progress {
    case some, end, interrupted
  }

  private func readMore() -> Progress {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        lines.append(chunk[..<count])
        return .some
      }
      if count == 0 || errno != EINTR { return .end }
      if interrupts?.came() == true { return .interrupted }
    }
  }
}
