/// A bar for a statement that takes longer than half a second, at a terminal.
///
/// A session begins it before it evaluates and ends it before it writes; the interpreter reports how far a loop, a file or a
/// search has come. Where that is not known, the seconds are shown.
package struct ProgressBar: Sendable {
  package var begin: @Sendable () -> Void
  package var end: @Sendable () -> Void
  /// How much of how much is done.
  package var report: @Sendable (_ done: Int, _ total: Int) -> Void

  package init(
    begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) {
    self.begin = begin
    self.end = end
    self.report = report
  }

  /// 0 to 1000; below 0 when there is no total.
  package static func thousandths(_ done: Int, _ total: Int) -> Int32 {
    guard total > 0, done >= 0 else { return -1 }
    return Int32(clamping: Int64(Double(min(done, total)) / Double(total) * 1000))
  }
}
