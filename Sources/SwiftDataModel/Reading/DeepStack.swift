import class Foundation.DispatchSemaphore
import class Foundation.Thread

/// Room for a recursive descent through code that is nested deeply: a thread of its own with a large stack, of which only the
/// part that is used takes memory.
enum DeepStack {
  private static let size = 256 << 20

  /// Runs some work on that thread, and waits for it.
  static func run<Value>(_ work: @escaping () -> Value) -> Value {
    // The caller waits, so that nothing is used from two threads at once.
    nonisolated(unsafe) let work = work
    nonisolated(unsafe) var value: Value?
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      value = work()
      isDone.signal()
    }
    thread.stackSize = size
    thread.start()
    isDone.wait()
    guard let value else { preconditionFailure("the work of a deep stack gave no value") }
    return value
  }
}
