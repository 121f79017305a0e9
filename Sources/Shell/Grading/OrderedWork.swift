import class Foundation.NSCondition

/// Work on many elements by several threads, whose results are used in order. Only as many results wait as
/// ``window`` allows, so that memory does not grow with the number of elements.
enum OrderedWork {
  /// The results per thread that may wait for an earlier one.
  static let window = 16

  /// Calls `work` for the numbers below `count`, and `use` with the results in order, on the caller's thread.
  /// - Parameters:
  ///   - jobs: how many threads work, the caller's among them.
  ///   - makeWork: makes a function for one thread; what it keeps belongs to that thread.
  ///   - use: false ends the work.
  static func run<Result: Sendable, Failure: Error>(
    from first: Int, to count: Int, jobs: Int, makeWork: @escaping @Sendable () -> (Int) -> Result,
    use: (Int, Result) throws(Failure) -> Bool
  ) throws(Failure) {
    let queue = Queue<Result>(first: first, count: count, limit: max(1, jobs) * window)
    defer { queue.stop() }
    for _ in 1..<max(1, min(jobs, count - first)) {
      Workers.start {
        let work = makeWork()
        while let place = queue.take(waiting: true) { queue.put(work(place), at: place) }
      }
    }
    let work = makeWork()
    var next = first
    while next < count {
      if let result = queue.result(next) {
        guard try use(next, result) else { return }
        next += 1
      } else if let place = queue.take(waiting: false) {
        queue.put(work(place), at: place)
      } else {
        queue.wait(for: next)
      }
    }
  }

  /// The numbers that are not taken yet, and the results that are not used yet.
  ///
  /// `@unchecked Sendable`: every method holds the lock while it reads or writes a variable.
  private final class Queue<Result: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let count: Int
    private let limit: Int
    private var taken: Int
    private var used: Int
    private var done: [Int: Result] = [:]
    private var isStopped = false

    init(first: Int, count: Int, limit: Int) {
      (taken, used) = (first, first)
      self.count = count
      self.limit = limit
    }

    func take(waiting: Bool) -> Int? {
      condition.withLock {
        while true {
          if isStopped || taken >= count { return nil }
          if taken < used + limit {
            defer { taken += 1 }
            return taken
          }
          guard waiting else { return nil }
          condition.wait()
        }
      }
    }

    func put(_ result: Result, at place: Int) {
      condition.withLock {
        done[place] = result
        condition.broadcast()
      }
    }

    func result(_ place: Int) -> Result? {
      condition.withLock {
        guard let result = done.removeValue(forKey: place) else { return nil }
        used = place + 1
        condition.broadcast()
        return result
      }
    }

    func wait(for place: Int) {
      condition.withLock { while done[place] == nil { condition.wait() } }
    }

    func stop() {
      condition.withLock {
        isStopped = true
        condition.broadcast()
      }
    }
  }
}
