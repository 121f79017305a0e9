/// A model as a predicate sees it: which keys its entities have, and where they lead.
///
/// Checking knows no managed objects; a model, a table or a test answers these questions.
public protocol ModelShape {
  /// Returns the kind of a key of an entity; nil when the entity has no such key. Inherited keys count.
  func property(_ key: String, of entity: String) -> PropertyShape?

  /// All keys of an entity, inherited ones included, for "did you mean"; empty for an entity that there is not.
  func keys(of entity: String) -> [String]

  /// The relationship of the destination that leads back; nil when there is none, or the shape does not know. Only the
  /// search for witnesses asks (``Predicate/distinguish(_:_:entity:in:variables:limits:)``), so that its graphs are ones
  /// that the model takes.
  func inverse(of relationship: String, of entity: String) -> String?

  /// The entity of which an object can be made where one of `entity` is wanted: itself, or a sub-entity of an abstract
  /// one; nil when there is none.
  func concrete(_ entity: String) -> String?

  /// Whether a key is an attribute whose values a store keeps as transformed bytes.
  func isTransformable(_ key: String, of entity: String) -> Bool

  /// The reason why no store has a column for a key; nil where one has. Only the notes about stores ask
  /// (``Predicate/storeNotes(entity:in:variables:limits:)``).
  func missingColumn(_ key: String, of entity: String) -> MissingColumn?
}

/// The reason why a store has no column for a key.
public enum MissingColumn: Hashable, Sendable {
  /// The attribute or relationship is transient.
  case transient
  /// The key is a fetched property.
  case fetchedProperty
  /// An object in memory answers the key, such as `hasChanges`.
  case objectState
}

extension ModelShape {
  /// Knows of no inverses. O(1).
  public func inverse(of relationship: String, of entity: String) -> String? { nil }

  /// Knows of no abstract entities: the entity itself. O(1).
  public func concrete(_ entity: String) -> String? { entity }

  /// Knows of no transformable attributes. O(1).
  public func isTransformable(_ key: String, of entity: String) -> Bool { false }

  /// Knows of fetched properties only. O(1) and one call of ``property(_:of:)``.
  public func missingColumn(_ key: String, of entity: String) -> MissingColumn? {
    if case .fetched = property(key, of: entity) { .fetchedProperty } else { nil }
  }
}

/// The property that a key names.
public enum PropertyShape: Hashable, Sendable {
  /// A single value; `any` when its type is not known.
  case attribute(ValueType, isOptional: Bool)
  /// The destination's name.
  case toOne(String, isOptional: Bool)
  /// The destination's name; ordered or not makes no difference to checking.
  case toMany(String)
  /// A fetched property: a list of the destination's objects.
  case fetched(String)
}

/// The type of an attribute or of a constant, as far as predicates distinguish types.
public enum ValueType: String, Hashable, Sendable, CaseIterable {
  /// One for each case of ``Value`` that an attribute can hold.
  case integer, double, decimal, string, boolean, date, data, uuid, url
  /// Nothing is known: a transformable attribute.
  case any

  /// Whether it is a number; Booleans are on their own.
  public var isNumber: Bool { self == .integer || self == .double || self == .decimal }

  /// In a learner's words: `a whole number`, `text`. O(1).
  public var words: String {
    switch self {
    case .integer: "a whole number"
    case .double, .decimal: "a number"
    case .string: "text"
    case .boolean: "a Boolean"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .any: "a value"
    }
  }

  init?(_ value: Value) {
    switch value {
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .double: self = .double
    case .decimal: self = .decimal
    case .string: self = .string
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .url: self = .url
    case .null, .object, .array, .set, .dictionary: return nil
    }
  }
}
