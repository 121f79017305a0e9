import Foundation
import Support

/// Threads on which statements run, so that one that takes long keeps neither the server nor the other students waiting.
///
/// At most one statement runs on each processor. A statement that has run for ``slice`` seconds gives way to those that wait
/// and goes to the end of the queue. New statements come first; after several of them, one that has waited goes on. Each
/// statement keeps its thread until it ends. The threads have a stack as large as the main thread's, because statements can be
/// nested and the threads of Swift's own pool have a sixteenth of it.
final class StatementWorkers: Sendable {
  /// A statement's right to run. The statement calls ``letOthersRun()`` often while it runs.
  final class Turn: Sendable {
    private let workers: StatementWorkers
    fileprivate let isNext = DispatchSemaphore(value: 0)
    fileprivate let times: Locked<(begun: Double, used: Double)>

    fileprivate init(_ workers: StatementWorkers) {
      self.workers = workers
      times = Locked((WebServer.now(), 0))
    }

    /// The seconds for which the statement has run, without those in which it waited for its turn.
    var secondsUsed: Double { times.withLock { $0.used + WebServer.now() - $0.begun } }

    /// Lets other statements run if some wait and this one has used up its slice; returns when its turn comes again. O(1)
    /// otherwise.
    func letOthersRun() {
      let now = WebServer.now()
      guard times.withLock({ now - $0.begun >= StatementWorkers.slice }), workers.park(self) else { return }
      times.withLock { $0.used += now - $0.begun }
      isNext.wait()
      let begin = WebServer.now()
      times.withLock { $0.begun = begin }
    }
  }

  private struct Job {
    var turn: Turn
    var body: @Sendable () -> Void
  }

  private struct State {
    /// The statements that have not begun, and those that have run and wait, the earliest first.
    var new: [Job] = []
    var waiting: [Turn] = []
    /// The jobs that a thread is about to take.
    var handedOut: [Job] = []
    var running = 0
    var threads = 0
    var idleThreads = 0
    /// How many new statements have begun since one of those that wait has gone on.
    var newInRow = 0
  }

  /// The seconds that a statement runs at a stretch while others wait.
  static let slice = 0.005
  /// The most threads. A statement that waits for its next turn keeps its thread.
  private static let threadLimit = 64
  private static let mostNewInRow = 8

  private let processors: Int
  private let state = Locked(State())
  private let count = DispatchSemaphore(value: 0)

  /// - Parameter threads: how many statements run at the same time.
  init(threads: Int) { processors = max(1, threads) }

  /// The number of statements that have not begun.
  var newCount: Int { state.withLock { $0.new.count } }

  /// Runs something on one of the threads, in turn.
  func run<Result: Sendable>(_ body: @escaping @Sendable (Turn) -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let turn = Turn(self)
      state.withLock { state in
        state.new.append(Job(turn: turn) { continuation.resume(returning: body(turn)) })
        schedule(&state)
      }
    }
  }

  /// Moves a running statement to the end of the queue.
  /// - Returns: whether it has to wait; false if no other statement can run.
  private func park(_ turn: Turn) -> Bool {
    state.withLock { state in
      let othersCanRun = !state.waiting.isEmpty || !state.new.isEmpty && canBegin(state)
      guard othersCanRun else { return false }
      state.waiting.append(turn)
      state.running -= 1
      schedule(&state)
      return true
    }
  }

  private func canBegin(_ state: State) -> Bool { state.idleThreads > 0 || state.threads < Self.threadLimit }

  /// Gives free processors to those who wait for one.
  private func schedule(_ state: inout State) {
    while state.running < processors {
      let newComesFirst = state.waiting.isEmpty || state.newInRow < Self.mostNewInRow
      if !state.new.isEmpty, newComesFirst, canBegin(state) {
        if state.idleThreads == 0 { addThread(&state) }
        state.idleThreads -= 1
        state.newInRow += 1
        state.running += 1
        state.handedOut.append(state.new.removeFirst())
        count.signal()
      } else if !state.waiting.isEmpty {
        state.newInRow = 0
        state.running += 1
        state.waiting.removeFirst().isNext.signal()
      } else {
        return
      }
    }
  }

  private func addThread(_ state: inout State) {
    let thread = Thread { [weak self] in
      while let self { self.work() }
    }
    thread.name = "statements \(state.threads)"
    thread.stackSize = 8 << 20
    thread.start()
    state.threads += 1
    state.idleThreads += 1
  }

  private func work() {
    // An idle thread checks once a second whether the class is over.
    guard count.wait(timeout: .now() + 1) == .success else { return }
    let job = state.withLock { $0.handedOut.removeFirst() }
    job.turn.begin()
    job.body()
    state.withLock { state in
      state.running -= 1
      state.idleThreads += 1
      schedule(&state)
    }
  }
}

extension StatementWorkers.Turn {
  /// Starts the clock, so that the time before, in which the statement waited for a thread, does not count.
  fileprivate func begin() {
    let now = WebServer.now()
    times.withLock { $0.begun = now }
  }
}
