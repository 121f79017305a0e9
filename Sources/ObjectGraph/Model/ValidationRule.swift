import Predicates

/// A condition that every object of an entity must satisfy to be saved; its name is what the learner reads when one
/// does not.
public struct ValidationRule: Hashable, Sendable {
  /// The text that the learner reads when the rule is broken.
  public var name: String
  /// The condition, with the object as `SELF`. A rule that cannot be evaluated also keeps the object from being saved.
  public var predicate: Predicate

  /// A rule with its name and its condition.
  public init(_ name: String, _ predicate: Predicate) {
    self.name = name
    self.predicate = predicate
  }
}
