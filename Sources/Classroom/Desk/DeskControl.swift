import Support

/// Stops a student's statements, and makes them take turns with others. A running statement polls ``isStopped()``.
final class DeskControl: Sendable {
  private struct State {
    var isStopped = false
    var turn: StatementWorkers.Turn?
  }

  private let state = Locked(State())

  /// Stops the running statement and every later one.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Runs `body`, which gives up its turn whenever it polls ``isStopped()``.
  func during<Result>(_ turn: StatementWorkers.Turn?, _ body: () -> Result) -> Result {
    state.withLock { $0.turn = turn }
    defer { state.withLock { $0.turn = nil } }
    return body()
  }

  /// Lets other statements run, and returns whether this one must stop.
  func isStopped() -> Bool {
    let (isStopped, turn) = state.withLock { ($0.isStopped, $0.turn) }
    if !isStopped { turn?.letOthersRun() }
    return isStopped || state.withLock { $0.isStopped }
  }
}
