import class Foundation.NSLock

/// A value that one thread at a time may touch.
///
/// Sendable although the compiler cannot see it: outside this file the value is reached only through ``withLock(_:)``,
/// which holds the lock, and `State` is Sendable, so that a copy which leaves the lock shares nothing that is unprotected.
package final class Locked<State: Sendable>: @unchecked Sendable {
  @usableFromInline let lock = NSLock()
  @usableFromInline var state: State

  package init(_ state: State) { self.state = state }

  /// Calls `body` with the value; must not be called again from inside it.
  @inlinable
  package func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
