import class Foundation.NSLock

/// A value that one thread at a time may touch.
///
/// Sendable although the compiler cannot see it: the value is reached only inside ``withLock(_:)``, which holds the
/// lock, and what leaves it is Sendable or a copy.
final class Locked<State: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State

  init(_ state: State) { self.state = state }

  /// Calls `body` with the value; must not be called again from inside it.
  @inline(__always)
  func withLock<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
