import Predicates

import class Foundation.NSLock

/// The patterns of attributes, each compiled once in this process; at most a thousand are kept.
final class PatternCache: @unchecked Sendable {
  // `known` is only touched while `lock` is held.
  static let shared = PatternCache()
  private let lock = NSLock()
  private var known: [String: WholeTextExpression?] = [:]

  /// The pattern compiled; nil when it is not a regular expression.
  func compiled(_ pattern: String) -> WholeTextExpression? {
    lock.lock()
    defer { lock.unlock() }
    if let found = known[pattern] { return found }
    if known.count >= 1_000 { known.removeAll() }
    let compiled = WholeTextExpression(pattern)
    known[pattern] = .some(compiled)
    return compiled
  }
}
