import Foundation
import Support

/// Threads on which statements run, so that one that takes long keeps neither the server nor the other students waiting.
///
/// They have a stack as large as the main thread's: statements can be nested, and the threads of Swift's own pool have a
/// sixteenth of it.
final class StatementWorkers: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var next = 0
  }

  private let state = Locked(State())
  private let count = DispatchSemaphore(value: 0)

  init(threads: Int) {
    for number in 0..<max(1, threads) {
      let thread = Thread { [weak self] in
        while let self { self.work() }
      }
      thread.name = "statements \(number)"
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private func work() {
    // A worker without work looks up now and then, whether the class is over.
    guard count.wait(timeout: .now() + 1) == .success else { return }
    let job = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.next < state.jobs.count else { return nil }
      let job = state.jobs[state.next]
      state.next += 1
      if state.next == state.jobs.count || state.next >= 1_024 {
        state.jobs.removeFirst(state.next)
        state.next = 0
      }
      return job
    }
    job?()
  }

  /// Runs something on one of the threads, in turn.
  func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      state.withLock { $0.jobs.append { continuation.resume(returning: body()) } }
      count.signal()
    }
  }
}
