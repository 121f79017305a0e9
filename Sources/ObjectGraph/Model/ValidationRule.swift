import Predicates

/// A condition that every object of an entity must satisfy to be saved; its name is what the learner reads when one
/// does not.
public struct ValidationRule: Hashable, Sendable {
  /// What the learner reads when it is broken.
  public var name: String
  /// What must hold, with the object as `SELF`. One that cannot be evaluated keeps the object from being saved too.
  public var predicate: Predicate

  /// A rule with its name and its condition.
  public init(_ name: String, _ predicate: Predicate) {
    self.name = name
    self.predicate = predicate
  }
}
