import Diagnostics
import Platform

/// The terminal in which the program was started: read once, at the edge, and passed on as a value.
package struct Terminal: Hashable, Sendable {
  package var isInputTerminal: Bool
  package var isOutputTerminal: Bool
  /// The cells of a line.
  package var width: Int
  /// Whether `NO_COLOR` is set to anything (no-color.org).
  package var refusesColor: Bool
  /// `TERM=dumb`, or no TERM at all: the cursor cannot be moved.
  package var isDumb: Bool

  package init(
    isInputTerminal: Bool, isOutputTerminal: Bool, width: Int = 80, refusesColor: Bool = false, isDumb: Bool = false
  ) {
    self.isInputTerminal = isInputTerminal
    self.isOutputTerminal = isOutputTerminal
    self.width = width
    self.refusesColor = refusesColor
    self.isDumb = isDumb
  }

  /// The process's own. The width is the window's, else what `COLUMNS` says, else 80; a pipe gets 100.
  package static func current() -> Terminal {
    let isOutputTerminal = isatty(STDOUT_FILENO) == 1
    let term = Self.environment("TERM") ?? ""
    return Terminal(
      isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isOutputTerminal,
      width: isOutputTerminal ? windowWidth() ?? columns() ?? 80 : columns() ?? 100,
      refusesColor: !(Self.environment("NO_COLOR") ?? "").isEmpty, isDumb: term.isEmpty || term == "dumb")
  }

  /// Whether the cursor can be moved in a line that is wide enough: GNU readline divides by the room that a prompt leaves,
  /// and in a narrow window there is none.
  package var canEditLines: Bool { !isDumb && width >= Self.leastWidth }

  /// The narrowest line that readline edits, in cells.
  package static let leastWidth = 10

  /// Whether a person sits there who reads and types.
  package var isInteractive: Bool { isInputTerminal && isOutputTerminal }

  package var style: TextStyle {
    TextStyle(dress: isOutputTerminal && !refusesColor && !isDumb ? .ansi : .plain, width: min(width, 120))
  }

  /// A variable of the process's environment; nil when it is not set.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func windowWidth() -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func columns() -> Int? {
    environment("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }
}
