import Diagnostics
import Predicates

/// What a fetched property's own predicate had no answer to.
public struct FetchedPropertyError: ExplainedError, Hashable {
  /// The property.
  public let name: String
  /// What went wrong; its range counts in the text of the property's predicate.
  public let error: EvaluationError

  /// The error's words under the property's name, without a range.
  public var diagnostic: Diagnostic {
    var diagnostic = error.diagnostic
    diagnostic.message = "in the fetched property '\(name)': \(diagnostic.message)"
    diagnostic.range = nil
    diagnostic.fix = nil
    return diagnostic
  }
}
