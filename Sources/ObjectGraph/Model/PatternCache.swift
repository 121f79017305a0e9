import Predicates
import Support

/// The patterns of attributes, each compiled once in this process; at most a thousand are kept.
final class PatternCache: Sendable {
  static let shared = PatternCache()
  private let known = Locked<[String: WholeTextExpression?]>([:])

  /// The pattern compiled; nil when it is not a regular expression.
  func compiled(_ pattern: String) -> WholeTextExpression? {
    known.withLock { known in
      if let found = known[pattern] { return found }
      if known.count >= 1_000 { known.removeAll() }
      let compiled = WholeTextExpression(pattern)
      known[pattern] = .some(compiled)
      return compiled
    }
  }
}
