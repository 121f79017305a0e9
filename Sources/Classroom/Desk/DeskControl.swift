import Support

/// The hold that the class has on what a student runs: it is asked again and again while a statement runs.
final class DeskControl: Sendable {
  private struct State {
    var isStopped = false
    var turn: StatementWorkers.Turn?
  }

  private let state = Locked(State())

  /// Ends what runs, and whatever would run later.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Runs something that lets others run meanwhile.
  func during<Result>(_ turn: StatementWorkers.Turn?, _ body: () -> Result) -> Result {
    state.withLock { $0.turn = turn }
    defer { state.withLock { $0.turn = nil } }
    return body()
  }

  /// Lets others run, and says whether to stop.
  func isStopped() -> Bool {
    let (isStopped, turn) = state.withLock { ($0.isStopped, $0.turn) }
    if !isStopped { turn?.letOthersRun() }
    return isStopped || state.withLock { $0.isStopped }
  }
}
