import CommandIO
import Diagnostics
import Platform

/// Standard input as it comes: pipes, terminals that cannot move the cursor, and builds without GNU readline.
package final class PlainReader: LineReader {
  /// Shown before each line, and only to a person.
  private let writePrompt: ((String) -> Void)?
  /// With it, Ctrl-C drops the line instead of ending the program.
  private let interrupts: Interrupts?
  private let descriptor: Int32
  private var lines = LineBuffer()
  private var isAtEnd = false
  private let isWanted: () -> Bool

  /// - Parameters:
  ///   - writePrompt: nil if no one is looking.
  ///   - interrupts: nil where Ctrl-C ends the program.
  ///   - isWanted: asked before each line; the input ends where it says no.
  package init(
    descriptor: Int32 = STDIN_FILENO, writePrompt: ((String) -> Void)? = nil, interrupts: Interrupts? = nil,
    isWanted: @escaping () -> Bool = { true }
  ) {
    self.isWanted = isWanted
    self.descriptor = descriptor
    self.writePrompt = writePrompt
    self.interrupts = interrupts
  }

  package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
    guard isWanted() else { return .end }
    writePrompt?(prompt)
    interrupts?.begin()
    defer { interrupts?.end() }
    while true {
      if let line = lines.takeLine(isAtEnd: isAtEnd) { return line }
      if isAtEnd {
        // At a terminal Ctrl-D ends what is being typed, and more may come.
        if isWatched { isAtEnd = false }
        writePrompt?("\n")
        return .end
      }
      switch readMore() {
      case .some: continue
      case .end: isAtEnd = true
      case .failed(let number):
        isAtEnd = true
        lines.clear()
        return .unreadable(InputFile.unreadable("standard input", number))
      case .interrupted:
        writePrompt?("\n")
        lines.clear()
        return .interrupted
      }
    }
  }

  package var isWatched: Bool { writePrompt != nil }

  package var mayWait: Bool { !isAtEnd && !lines.hasLine }

  private enum Progress {
    case some, end, interrupted
    /// The system's error number.
    case failed(Int32)
  }

  private func readMore() -> Progress {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        lines.append(chunk[..<count])
        return .some
      }
      if count == 0 { return .end }
      if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
      } else if errno != EINTR {
        return .failed(errno)
      }
      if interrupts?.came() == true { return .interrupted }
    }
  }
}
