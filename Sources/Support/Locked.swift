import class Foundation.NSLock

/// A value that one thread at a time may touch.
///
/// Sendable although the compiler cannot see it: the value is reached only inside ``withLock(_:)``, which holds the
/// lock, and what leaves it is Sendable or a copy.
package final class Locked<State: Sendable>: @unchecked Sendable {
  @usableFromInline package let lock = NSLock()
  @usableFromInline package var state: State

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
