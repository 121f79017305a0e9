/// The limits that the system enforces on a worker. They are far above what an answer's budgets allow: the budgets take
/// effect first, so that a verdict is the same on every machine, and these limits are only a safety net.
struct WorkerLimits: Hashable, Sendable {
  /// The address space, in bytes.
  var memory: UInt64 = 4 << 30
  /// The length of a file that it writes, in bytes; its note is the only one.
  var fileLength: UInt64 = 4096
  var openFiles: UInt64 = 16
  /// The processor time of one answer, in seconds, including the preparation of its exercise.
  var seconds: UInt64 = 30
  /// The elapsed time of one answer, for one that waits without using the processor.
  var patience: Duration = .seconds(60)

  static let standard = WorkerLimits()
}
