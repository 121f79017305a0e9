import Synchronization

/// A value that only one thread at a time can access: a `Mutex` that can be shared by reference.
package final class Locked<State: Sendable>: Sendable {
  @usableFromInline let mutex: Mutex<State>

  package init(_ state: State) { mutex = Mutex(state) }

  /// Calls `body` with the value. `body` must not call this function again.
  @inlinable
  package func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try mutex.withLock { state throws(Failure) in try body(&state) }
  }
}
