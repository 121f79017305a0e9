import Predicates

/// What keeps a model from having objects.
public enum ModelProblem: Hashable, Sendable {
  case duplicateEntity(String)
  case duplicateProperty(String, entity: String)
  /// The property is declared by an ancestor already.
  case inheritedProperty(String, entity: String, ancestor: String)
  case reservedName(String, entity: String)
  case unknownParent(String, entity: String, known: [String])
  /// The entities that are each other's parents, in order.
  case parentCycle([String])
  case unknownDestination(String, relationship: String, entity: String, known: [String])
  case unknownFetchedDestination(String, property: String, entity: String, known: [String])
  /// The destination has no relationship of the inverse's name.
  case unknownInverse(String, relationship: String, entity: String, destination: String, known: [String])
  /// The destination's relationship names another inverse, or none, or does not lead back to the entity.
  case inverseNotMutual(String, relationship: String, entity: String, destination: String, found: String?)
  /// A to-many with a maximum of 1 is a to-one.
  case maximumOfOne(relationship: String, entity: String)
  case negativeCount(relationship: String, entity: String)
  case boundsReversed(attribute: String, entity: String)
  case lengthOfNonString(attribute: String, entity: String, type: AttributeType)
  case lengthsReversed(attribute: String, entity: String, minimum: Int, maximum: Int)
  case patternOfNonString(attribute: String, entity: String, type: AttributeType)
  case invalidPattern(String, attribute: String, entity: String)
  case rangeOfUnordered(attribute: String, entity: String, type: AttributeType)
  case boundOfOtherType(Value, attribute: String, entity: String, type: AttributeType)
  case defaultOfOtherType(AttributeDescription.Default, attribute: String, entity: String, type: AttributeType)
  case undefinedNotTransient(attribute: String, entity: String)
  case unknownUniqueKey(String, entity: String, known: [String])
}

/// The problems that a model must be rid of before it can have objects.
public struct ModelError: Error, Hashable, Sendable {
  public var problems: [ModelProblem]

  public init(problems: [ModelProblem]) { self.problems = problems }
}
