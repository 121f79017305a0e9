import class Foundation.NSCondition
import class Foundation.ProcessInfo
import class Foundation.Thread

/// Threads for work that needs no order.
enum Workers {
  /// The size of the stack of the program's own thread; on some systems another one gets half a mebibyte.
  private static let stackSize = 8 << 20

  /// Starts a thread with the stack of the program's own. The system may have none to give, and does not say so.
  static func start(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread(block: work)
    thread.stackSize = stackSize
    thread.start()
  }

  /// Returns what becomes of each element, in their order. The caller's thread works too, so that all is done even where
  /// the system has no other to give.
  /// - Parameter count: how many threads work at once, the caller's among them.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], count: Int = ProcessInfo.processInfo.activeProcessorCount,
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let map = ParallelMap(elements, transform)
    for _ in 1..<max(1, min(count, elements.count)) { start { map.work() } }
    map.work()
    return map.results()
  }
}

/// Elements to be worked on, and the results so far.
///
/// `@unchecked Sendable`: its variables are used with the lock held only.
private final class ParallelMap<Element: Sendable, Result: Sendable>: @unchecked Sendable {
  private let elements: [Element]
  private let transform: @Sendable (Element) -> Result
  private let condition = NSCondition()
  private var taken = 0
  private var done: [Int: Result] = [:]

  init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result) {
    self.elements = elements
    self.transform = transform
  }

  /// Works until every element is taken.
  func work() {
    while let place = take() {
      let result = transform(elements[place])
      condition.withLock {
        done[place] = result
        condition.signal()
      }
    }
  }

  private func take() -> Int? {
    condition.withLock {
      guard taken < elements.count else { return nil }
      defer { taken += 1 }
      return taken
    }
  }

  /// Waits for what other threads have taken.
  func results() -> [Result] {
    condition.withLock {
      while done.count < elements.count { condition.wait() }
      return elements.indices.compactMap { done[$0] }
    }
  }
}
