import class Foundation.NSLock

/// A question that is answered with yes from the n-th time on.
package final class StopQuestion: @unchecked Sendable {
  // A lock guards both numbers, so the class may be called Sendable.
  private let lock = NSLock()
  private var asked = 0
  private var limit = Int.max

  package init() {}

  /// Counts from nothing again.
  package func begin(yesAt limit: Int = .max) {
    lock.withLock {
      asked = 0
      self.limit = limit
    }
  }

  /// How often it was asked.
  package var count: Int { lock.withLock { asked } }

  package func ask() -> Bool {
    lock.withLock {
      asked += 1
      return asked >= limit
    }
  }

  /// The first questions, some in between, and the last.
  package static func samples(of count: Int) -> [Int] {
    guard count > 0 else { return [] }
    let stride = max(1, count / 6)
    return Set(Array(1...min(count, 5)) + Array(Swift.stride(from: 1, through: count, by: stride)) + [count]).sorted()
  }
}
