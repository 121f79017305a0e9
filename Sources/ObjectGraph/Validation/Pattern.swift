import class Foundation.NSLock
import struct Foundation.NSRange
import class Foundation.NSRegularExpression

/// A regular expression that a whole string must match, compiled once.
final class Pattern: @unchecked Sendable {
  // NSRegularExpression is immutable and documented as safe to share between threads; it only lacks the annotation here.
  private let expression: NSRegularExpression

  private init?(_ pattern: String) {
    guard (try? NSRegularExpression(pattern: pattern)) != nil,
      let expression = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
    else { return nil }
    self.expression = expression
  }

  enum Outcome {
    case matches, differs
    /// Undecided: the pattern tries too many ways on this text.
    case exhausted
  }

  /// How often the engine may report that it is still busy; each report stands for some ten thousand steps.
  private static let budget = 200

  func match(_ text: String) -> Outcome {
    var outcome = Outcome.differs
    var reports = 0
    expression.enumerateMatches(
      in: text, options: [.anchored, .reportProgress], range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if result != nil {
        outcome = .matches
        stop.pointee = true
        return
      }
      if flags.contains(.progress) { reports += 1 }
      if flags.contains(.internalError) || reports > Self.budget {
        outcome = .exhausted
        stop.pointee = true
      }
    }
    return outcome
  }

  /// The pattern compiled, from the cache when it was met before; nil when it is not a regular expression.
  static func compiled(_ pattern: String) -> Pattern? { PatternCache.shared.compiled(pattern) { Pattern($0) } }
}

/// The patterns met so far in this process, at most a thousand.
private final class PatternCache: @unchecked Sendable {
  // `known` is only touched while `lock` is held.
  static let shared = PatternCache()
  private let lock = NSLock()
  private var known: [String: Pattern?] = [:]

  func compiled(_ pattern: String, by compile: (String) -> Pattern?) -> Pattern? {
    lock.lock()
    defer { lock.unlock() }
    if let found = known[pattern] { return found }
    if known.count >= 1_000 { known.removeAll() }
    let compiled = compile(pattern)
    known[pattern] = .some(compiled)
    return compiled
  }
}
