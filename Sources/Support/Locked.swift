import class Foundation.NSLock

/// A value that only one thread at a time can access.
///
/// It is Sendable, although the compiler cannot check this: outside this file, the value can be reached only through
/// ``withLock(_:)``, which holds the lock, and `State` is Sendable, so a copy that leaves the lock shares no
/// unprotected state.
package final class Locked<State: Sendable>: @unchecked Sendable {
  @usableFromInline let lock = NSLock()
  @usableFromInline var state: State

  package init(_ state: State) { self.state = state }

  /// Calls `body` with the value. `body` must not call this function again.
  @inlinable
  package func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
