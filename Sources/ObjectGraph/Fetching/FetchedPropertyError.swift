import Diagnostics
import Predicates

/// An error in the evaluation of a fetched property's own predicate.
public struct FetchedPropertyError: ExplainedError, Hashable {
  /// The property.
  public let name: String
  /// The error; its range counts in the text of the property's predicate.
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
