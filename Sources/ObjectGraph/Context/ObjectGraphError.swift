import Predicates

/// What an operation on a context cannot do.
public enum ObjectGraphError: Error, Hashable, Sendable {
  /// What a key would have taken.
  public enum Expected: Hashable, Sendable {
    case attribute(AttributeType)
    case composite(String)
    /// An object of an entity.
    case object(String)
    /// Objects of an entity.
    case objects(String)
  }

  case unknownEntity(String, known: [String])
  /// An abstract entity has no objects of its own; its concrete subentities have.
  case abstractEntity(String, subentities: [String])
  case unknownKey(String, entity: String, known: [String])
  case wrongType(key: String, entity: String, expected: Expected, value: Value)
  /// An object of another entity than the relationship's; `found` is its entity.
  case wrongEntity(key: String, entity: String, expected: String, found: String)
  /// A number beyond what the type can hold.
  case outOfRange(key: String, entity: String, type: AttributeType, value: Value)
  case notRelationship(String, entity: String)
  case notToMany(String, entity: String)
  case notOrdered(String, entity: String)
  /// A fetched property has no value to set.
  case readOnly(String, entity: String)
  case indexOutOfRange(Int, count: Int, key: String, entity: String)
  /// The object is marked as deleted.
  case deletedObject(ManagedObjectID, entity: String)
  /// The object does not exist (any more).
  case objectGone(ManagedObjectID, entity: String)
  /// The object is another context's.
  case foreignObject(ManagedObjectID)
  /// A sort key must lead to one value.
  case toManySortKey(String)
  /// A form of a host language that nobody evaluates here.
  case unknownForm(String)
  case endlessFetchedProperty(String)
  /// All numbers of an entity's tree were given away (2³¹ - 1).
  case numbersExhausted(String)
}
