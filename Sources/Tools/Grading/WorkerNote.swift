import Platform

/// The place that a worker has reached, in a file that it shares with the grader and that outlives the worker.
struct WorkerNote: Hashable, Sendable {
  /// The number of the student's work.
  var serial: Int32 = 0
  /// The index of the answer among the student's.
  var answer: Int32 = 0
  /// The number of the statement from 1; 0 before the first, -1 when the answer is checked.
  var statement: Int32 = 0
  /// The line on which the statement begins.
  var line: Int32 = 0

  /// The file descriptor in a worker.
  static let file: Int32 = 3

  /// Replaces the note. If the disk is full, only the note is lost.
  func write(to file: Int32) {
    var copy = self
    withUnsafeBytes(of: &copy) { _ = pwrite(file, $0.baseAddress, $0.count, 0) }
  }

  /// Reads the note from a file.
  static func read(from file: Int32) -> WorkerNote {
    var note = WorkerNote()
    let count = withUnsafeMutableBytes(of: &note) { pread(file, $0.baseAddress, $0.count, 0) }
    return count == MemoryLayout<WorkerNote>.size ? note : WorkerNote()
  }

  /// `at statement 7, on line 12`, or nothing.
  var place: String {
    switch statement {
    case ..<0: " while it was checked"
    case 0: ""
    default: " at statement \(statement), on line \(line)"
    }
  }
}
