import Predicates

/// A handle to one object of a context, for users of the library who like to write `player["age"]`.
///
/// ```swift
/// let player = ManagedObject(try context.insert("Player"), in: context)
/// try player.setValue(36, forKey: "age")
/// ```
public struct ManagedObject {
  /// The context that every access goes to; it is kept alive.
  public let context: ManagedObjectContext
  /// The object's identity there.
  public let objectID: ManagedObjectID

  /// A handle; the object need not exist. O(1).
  public init(_ objectID: ManagedObjectID, in context: ManagedObjectContext) {
    self.context = context
    self.objectID = objectID
  }

  /// The name of its entity.
  public var entityName: String { context.entityName(of: objectID) }
  /// Whether it was made since the last save.
  public var isInserted: Bool { context.isInserted(objectID) }
  /// Whether a saved object was changed since the last save.
  public var isUpdated: Bool { context.isUpdated(objectID) }
  /// Whether it is marked as deleted; false again after the save.
  public var isDeleted: Bool { context.isDeleted(objectID) }

  /// Whether it is inserted, updated or marked as deleted.
  public var hasChanges: Bool { context.hasChanges(objectID) }
  /// Whether it was not read since its context started from it or refreshed it.
  public var isFault: Bool { context.isFault(objectID) }

  /// Sets a to-one relationship; nil ends it.
  /// - Throws: ``ObjectGraphError/foreignObject(_:)`` for an object of another context, also where the two contexts give
  ///   it the same ID: ``ManagedObjectContext/object(with:)`` leads to it here; and as
  ///   ``ManagedObjectContext/setValue(_:of:forKey:)``.
  public func setObject(_ other: ManagedObject?, forKey key: String) throws {
    if let other, other.context !== context { throw ObjectGraphError.foreignObject(other.objectID) }
    try context.setValue(other?.objectID.value ?? .null, of: objectID, forKey: key)
  }

  /// - Throws: as ``ManagedObjectContext/value(of:forKey:)``.
  public func value(forKey key: String) throws -> Value { try context.value(of: objectID, forKey: key) }

  /// - Throws: as ``ManagedObjectContext/setValue(_:of:forKey:)``.
  public func setValue(_ value: Value, forKey key: String) throws {
    try context.setValue(value, of: objectID, forKey: key)
  }

  /// The value of a key; nil when there is none, and for a key or an object that does not exist.
  public subscript(key: String) -> Value? {
    guard let value = try? value(forKey: key), !value.isNull else { return nil }
    return value
  }
}
