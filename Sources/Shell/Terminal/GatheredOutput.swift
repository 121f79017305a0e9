/// Output for a pipe or a file: what quick statements say is written together.
///
/// A system call for every line takes as long as the statement itself. So lines are collected, up to 64 KiB or a
/// twentieth of a second, and never while the program waits for input: a program that sends a statement and reads the
/// answer gets it. A terminal is written to at once, and needs none of this.
package final class GatheredOutput {
  private static let sizeLimit = 64 << 10
  private static let patience = Duration.milliseconds(50)

  private let writeThrough: (String) -> Void
  private var waiting = ""
  /// When the first of what waits came.
  private var since: ContinuousClock.Instant?

  package init(_ writeThrough: @escaping (String) -> Void) { self.writeThrough = writeThrough }

  /// Takes whole lines, each with its line break.
  package func write(_ text: String) {
    waiting += text
    let now = ContinuousClock.now
    let first = since ?? now
    since = first
    if waiting.utf8.count >= Self.sizeLimit || now - first >= Self.patience { flush() }
  }

  /// Writes what waits. Called before the program waits itself, and at its end.
  package func flush() {
    since = nil
    guard !waiting.isEmpty else { return }
    writeThrough(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
