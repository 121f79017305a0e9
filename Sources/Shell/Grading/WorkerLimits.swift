/// The limits that the system sets a worker, far above what the budgets of an answer let it use: they come first, so that a verdict
/// is the same on every machine, and these are the net below them.
struct WorkerLimits: Hashable, Sendable {
  /// The address space, in bytes.
  var memory: UInt64 = 4 << 30
  /// The length of a file that it writes, in bytes: only its note is one.
  var fileLength: UInt64 = 4096
  var openFiles: UInt64 = 16
  /// The processor time of one answer, in seconds, the preparation of its exercise among them.
  var seconds: UInt64 = 30
  /// The time of one answer on the clock, for one that waits and does not work.
  var patience: Duration = .seconds(60)

  static let standard = WorkerLimits()
}
