import CInterrupts

/// Ctrl-C while a statement runs: the statement is dropped, and the session goes on.
///
/// A session at the prompt calls ``begin`` before it evaluates and ``end`` after it, and the interpreter asks ``came``
/// at each step. In a script this is not done, and Ctrl-C ends the process as it does anywhere else.
package struct Interrupts: Sendable {
  package var begin: @Sendable () -> Void
  package var end: @Sendable () -> Void
  /// Whether there was one since it began.
  package var came: @Sendable () -> Bool

  package init(
    begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void, came: @escaping @Sendable () -> Bool
  ) {
    self.begin = begin
    self.end = end
    self.came = came
  }

  /// The interrupts of this process: SIGINT.
  package static let ofProcess = Interrupts(
    begin: { graphbook_interrupts_begin() }, end: { graphbook_interrupts_end() },
    came: { graphbook_interrupts_came() != 0 })
}

/// The terminal's other screen, which ``FullScreen`` draws on.
extension Interrupts {
  /// Switches to the other screen, and back whatever ends the process; false if there is no terminal.
  static func beginScreen() -> Bool { graphbook_screen_begin() != 0 }
  static func endScreen() { graphbook_screen_end() }
  /// Lets Ctrl-C be a signal again, or a key.
  static func screenTakesSignals(_ on: Bool) { graphbook_screen_signals(on ? 1 : 0) }
  /// Whether the window's size has changed since this was last asked.
  static func wasResized() -> Bool { graphbook_screen_resized() != 0 }
}

extension ProgressBar {
  /// The one of this process's terminal.
  package static let ofProcess = ProgressBar(
    begin: { graphbook_progress_begin() }, end: { graphbook_progress_end() },
    report: { done, total in graphbook_progress_set(thousandths(done, total)) })
}
