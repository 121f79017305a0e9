import Predicates

/// A condition that every object of an entity must satisfy to be saved; its name is what the learner reads when one does not.
public struct ValidationRule: Hashable, Sendable {
  public var name: String
  public var predicate: Predicate

  public init(_ name: String, _ predicate: Predicate) {
    self.name = name
    self.predicate = predicate
  }
}
