import Platform

/// The whole window of the terminal, drawn on and read key by key. The terminal is as it was before when the value is gone,
/// and also when a signal ends the process.
package final class FullScreen {
  package enum Event: Hashable, Sendable {
    case key(ScreenKey)
    /// The window has another size.
    case resized
    /// The time is up.
    case timeout
    /// There is no terminal any more.
    case end
  }

  /// - Returns: nil if standard input or output is no terminal.
  package init?() {
    guard Interrupts.beginScreen() else { return nil }
  }

  deinit { Interrupts.endScreen() }

  /// The size of the window; 80 × 24 if unknown.
  package var size: (columns: Int, rows: Int) { (Terminal.current().width, Terminal.windowHeight()) }

  /// Shows lines from the top of the window on, and nothing else.
  package func draw(_ lines: [String]) {
    // Each row is erased before it is written: after a character in the last column, the cursor is still on it.
    let rows = lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\r\n")
    StandardOutput.write("\u{1B}[H" + rows + (lines.count < size.rows ? "\r\n\u{1B}[J" : ""))
  }

  /// Waits for a key, another size of the window, or the time.
  /// - Parameter milliseconds: nil waits for ever.
  package func next(within milliseconds: Int?) -> Event {
    var left = milliseconds
    while true {
      if Interrupts.wasResized() { return .resized }
      var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      // A signal that comes just before the wait is seen after a second at the latest.
      let step = min(left ?? 1000, 1000)
      let count = poll(&request, 1, Int32(step))
      if count < 0, errno == EINTR { continue }
      if count < 0 || StandardOutput.hasEnded { return .end }
      if count == 0 {
        guard let rest = left else { continue }
        left = rest - step
        if rest - step <= 0 { return .timeout }
        continue
      }
      guard let bytes = Terminal.readKeyBytes() else { return .end }
      if let key = ScreenKey(bytes) { return .key(key) }
    }
  }

  /// Runs something that Ctrl-C may stop.
  package func interruptibly<Result>(_ body: () -> Result) -> Result {
    Interrupts.ofProcess.begin()
    Interrupts.screenTakesSignals(true)
    defer {
      Interrupts.screenTakesSignals(false)
      Interrupts.ofProcess.end()
    }
    return body()
  }
}

/// A key of a full-screen view.
package enum ScreenKey: Hashable, Sendable {
  case character(Character)
  case right, left, up, down, pageUp, pageDown, home, end
  case enter, erase, escape
  /// Ctrl-C or Ctrl-D.
  case stop

  /// The meaning of some bytes of the keyboard; nil for a key that no view uses.
  package init?(_ bytes: [UInt8]) {
    switch bytes {
    case [0x1B, 0x5B, 0x43], [0x1B, 0x4F, 0x43]: self = .right
    case [0x1B, 0x5B, 0x44], [0x1B, 0x4F, 0x44]: self = .left
    case [0x1B, 0x5B, 0x41], [0x1B, 0x4F, 0x41]: self = .up
    case [0x1B, 0x5B, 0x42], [0x1B, 0x4F, 0x42]: self = .down
    case [0x1B, 0x5B, 0x35, 0x7E]: self = .pageUp
    case [0x1B, 0x5B, 0x36, 0x7E]: self = .pageDown
    case [0x1B, 0x5B, 0x48], [0x1B, 0x4F, 0x48], [0x1B, 0x5B, 0x31, 0x7E]: self = .home
    case [0x1B, 0x5B, 0x46], [0x1B, 0x4F, 0x46], [0x1B, 0x5B, 0x34, 0x7E]: self = .end
    case [0x0A], [0x0D]: self = .enter
    case [0x7F], [0x08]: self = .erase
    case [0x1B]: self = .escape
    case [0x03], [0x04]: self = .stop
    default:
      guard bytes.first.map({ $0 >= 0x20 }) == true, let text = String(validating: bytes, as: UTF8.self),
        text.count == 1, let character = text.first
      else { return nil }
      self = .character(character)
    }
  }
}
