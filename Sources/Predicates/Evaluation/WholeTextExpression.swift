import struct Foundation.NSRange
import class Foundation.NSRegularExpression

/// A regular expression (ICU's) that must fit a whole text: MATCHES, and the pattern of an attribute.
package struct WholeTextExpression: @unchecked Sendable {
  // NSRegularExpression is immutable and documented as safe to share between threads; it only lacks the annotation here.
  private let expression: NSRegularExpression
  /// How often the engine may report that it is still busy; each time it has done some ten thousand steps.
  private static let budget = 200

  package enum Outcome {
    case matches, differs
    /// The text is not decided: the pattern tries too many ways.
    case exhausted
  }

  /// Nil when the pattern is no regular expression.
  package init?(_ pattern: String, options: Predicate.Comparison.Options = []) {
    let flags: NSRegularExpression.Options =
      options.contains(.caseInsensitive) && !options.contains(.normalized) ? .caseInsensitive : []
    // The pattern is tried by itself first: `a)(b` in parentheses would be right.
    guard (try? NSRegularExpression(pattern: pattern, options: flags)) != nil,
      let whole = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: flags)
    else { return nil }
    expression = whole
  }

  /// Matches the whole text. The meter counts the engine's reports, and ends the search when it is stopped.
  package func match(_ text: String, _ meter: Meter? = nil) -> Outcome {
    var outcome = Outcome.differs
    var reports = 0
    expression.enumerateMatches(
      in: text, options: [.anchored, .reportProgress], range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if result != nil {
        outcome = .matches
        stop.pointee = true
      } else if flags.contains(.internalError) {
        outcome = .exhausted
        stop.pointee = true
      } else if flags.contains(.progress) {
        reports += 1
        let isStopped = meter.map { (try? $0.spend(.patternSteps)) == nil } ?? false
        if isStopped || reports > Self.budget {
          outcome = .exhausted
          stop.pointee = true
        }
      }
    }
    return outcome
  }
}
