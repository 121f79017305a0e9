import Diagnostics
import Predicates

/// The condition of a fetched property has no answer.
///
/// Its place would be one in the text that the property was declared in, so the message has none and shows the
/// condition instead.
public struct FetchedPropertyError: ExplainedError, Hashable {
  /// The property's name.
  public var property: String
  /// Whose value was asked for: `Team#1`.
  public var owner: String
  /// The condition as it was declared.
  public var condition: Predicate?
  /// What happened.
  public var fact: EvaluationError.Fact

  init(property: String, of owner: String, condition: Predicate?, _ error: EvaluationError) {
    self.property = property
    self.owner = owner
    self.condition = condition
    fact = error.fact
  }

  /// The evaluation's own words, and the property and condition that they are about; no range.
  public var diagnostic: Diagnostic {
    var found = EvaluationError(fact, at: SourceRange(0, 0)).diagnostic
    found.range = nil
    found.fix = nil
    let place = "in the fetched property \(property) of \(owner)"
    found.notes.insert(condition.map { "\(place): \($0)" } ?? place, at: 0)
    return found
  }
}
