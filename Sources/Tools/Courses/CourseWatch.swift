import Diagnostics
import Support

/// Checks a course at once, and again whenever one of its files has changed.
///
/// Everything from outside comes in as a function, so that a test needs no clock and no file.
package struct CourseWatch {
  /// The files of the course by their path in it, each with a stamp that changes when it is written.
  package typealias Files = [String: AtomicFile.Stamp]

  /// Finds the files as they are now.
  package var files: () -> Files
  /// Waits a moment; false ends the watch.
  package var wait: () -> Bool
  /// The time of day: `14:03:22`.
  package var time: () -> String
  package var write: (String) -> Void
  package var style: TextStyle

  package init(
    files: @escaping () -> Files, wait: @escaping () -> Bool, time: @escaping () -> String,
    write: @escaping (String) -> Void, style: TextStyle = .plain
  ) {
    self.files = files
    self.wait = wait
    self.time = time
    self.write = write
    self.style = style
  }

  /// Checks until waiting ends.
  /// - Parameter check: the lines to show; nil where the check was interrupted, which is not shown.
  package func run(check: () -> [String]?) {
    var known = files()
    show("\(time()): watching the course; Ctrl-C stops", check())
    while wait() {
      let now = files()
      let changed = Self.changes(from: known, to: now)
      guard let first = changed.first else { continue }
      known = now
      let what =
        changed.count == 1 ? "\(DisplayText.visible(first)) has changed" : "\(changed.count) files have changed"
      show("\(time()): \(what)", check())
    }
  }

  private func show(_ heading: String, _ lines: [String]?) {
    guard let lines else { return }
    write(([style.paint(heading, .faint)] + lines).map { $0 + "\n" }.joined())
  }

  /// The files that are new, gone or written, in the order of their paths.
  static func changes(from old: Files, to new: Files) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
