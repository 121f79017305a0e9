import Predicates

/// The reason why an operation on a context fails. Nothing has changed when one is thrown; the words are in
/// ``ExplainedError/diagnostic``.
public enum ObjectGraphError: Error, Hashable, Sendable {
  /// The kind of value that a key accepts.
  public enum Expected: Hashable, Sendable {
    /// A value of this type.
    case attribute(AttributeType)
    /// A dictionary with the elements of this composite.
    case composite(String)
    /// A value that the transformer of this name takes.
    case transformed(String)
    /// An object of an entity.
    case object(String)
    /// Objects of an entity.
    case objects(String)
  }

  /// The model has no entity of this name; `known` are those it has, in all errors for "did you mean".
  case unknownEntity(String, known: [String])
  /// An abstract entity cannot have objects; its concrete subentities can.
  case abstractEntity(String, subentities: [String])
  /// The entity has no property of this name, inherited ones included.
  case unknownKey(String, entity: String, known: [String])
  /// A value that the property cannot hold. Bounds do not belong to the type: they are checked at the save.
  case wrongType(key: String, entity: String, expected: Expected, value: Value)
  /// An object of another entity than the relationship's; `found` is its entity.
  case wrongEntity(key: String, entity: String, expected: String, found: String)
  /// A number beyond what the type can hold.
  case outOfRange(key: String, entity: String, type: AttributeType, value: Value)
  /// Lists and dictionaries that are nested too deep.
  case nestedTooDeep(key: String, entity: String, limit: Int)
  /// Adding to or removing from an attribute.
  case notRelationship(String, entity: String)
  /// Adding to or removing from a to-one.
  case notToMany(String, entity: String)
  /// A place was named in a relationship that keeps no order.
  case notOrdered(String, entity: String)
  /// A fetched property has no value to set.
  case readOnly(String, entity: String)
  /// A derived attribute is computed by the save and cannot be set.
  case derived(String, entity: String)
  /// An insertion at a place outside 0 to `count`.
  case indexOutOfRange(Int, count: Int, key: String, entity: String)
  /// The object is marked as deleted.
  case deletedObject(ManagedObjectID, entity: String)
  /// The object does not exist (any more).
  case objectGone(ManagedObjectID, entity: String)
  /// Another context has deleted the object, which this one has read and still shows.
  case deletedElsewhere(ManagedObjectID, entity: String)
  /// The object is another context's.
  case foreignObject(ManagedObjectID)
  /// A sort key must lead to one value.
  case toManySortKey(String)
  /// A form of a host language that cannot be evaluated here.
  case unknownForm(String)
  /// A fetched property whose predicate asks for itself, by its name.
  case endlessFetchedProperty(String)
  /// All numbers of an entity's tree were given away (2³¹ - 1).
  case numbersExhausted(String)
}

extension ObjectGraphError {
  /// Why a property does not take a value; of a composite the element that does not, by its path.
  init(_ error: CoercionError, setting value: Value, of property: Property, in entity: Entity) {
    let key = ([property.name] + error.path).joined(separator: ".")
    switch error.misfit {
    case .derived: self = .derived(property.name, entity: entity.name)
    case .depth: self = .nestedTooDeep(key: key, entity: entity.name, limit: Value.nestingLimit)
    case .range:
      var type = property.type
      if case .attribute(let expected) = error.expected { type = expected }
      self = .outOfRange(key: key, entity: entity.name, type: type, value: error.value ?? value)
    case .type:
      self = .wrongType(
        key: key, entity: entity.name,
        expected: error.expected ?? property.attribute?.compositeName.map { .composite($0) }
          ?? .attribute(property.type), value: error.value ?? value)
    case .unknownElement(let known):
      let composite = ([entity.name, property.name] + error.path.dropLast()).joined(separator: ".")
      self = .unknownKey(error.path.last ?? "", entity: composite, known: known)
    }
  }
}
