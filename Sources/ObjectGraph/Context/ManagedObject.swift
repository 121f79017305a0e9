import Predicates

import struct Foundation.Date

/// A handle to one object of a context: the context and the object's ID, for those who like to write
/// `player["age"]`.
///
/// ```swift
/// let player = try ManagedObject(inserting: "Player", into: context)
/// try player.setValue("Wade", forKey: "lastName")
/// try player.setValue(36, forKey: "age")
/// try player.setValue(heat, forKey: "team")
/// try player.integer(forKey: "age")   // 36
/// player["team"]?.objectID            // heat's
/// ```
///
/// ## Topics
/// Setting: ``setValue(_:forKey:)-(Value,_)``, ``add(_:to:)``
/// Getting: ``value(forKey:)``, ``string(forKey:)``, ``integer(forKey:)``, ``object(forKey:)``, ``count(forKey:)``
/// How it stands: ``isInserted``, ``isUpdated``, ``isDeleted``
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

  /// A new object, with its entity's defaults.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``,
  ///   ``ObjectGraphError/abstractEntity(_:subentities:)``, ``ObjectGraphError/numbersExhausted(_:)``; the error of a hook.
  public init(inserting entity: String, into context: ManagedObjectContext) throws {
    self.init(try context.insert(entity), in: context)
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

  /// Sets a to-one relationship; nil ends it. O(1).
  /// - Throws: ``ObjectGraphError/foreignObject(_:)`` for an object of another context, also where the two contexts
  ///   give it the same ID: ``ManagedObjectContext/object(with:)`` leads to it here. ``ObjectGraphError`` for an
  ///   unknown key, a key that is no to-one to its entity, or an object that is deleted or gone.
  public func setObject(_ other: ManagedObject?, forKey key: String) throws {
    if let other, other.context !== context { throw ObjectGraphError.foreignObject(other.objectID) }
    try context.setValue(other?.objectID.value ?? .null, of: objectID, forKey: key)
  }

  // MARK: Getting

  /// Returns the value of a key. O(1), O(members) for a to-many, and a whole fetch for the first read of a fetched
  /// property.
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of
  ///   evaluating a fetched property.
  public func value(forKey key: String) throws -> Value { try context.value(of: objectID, forKey: key) }

  /// Returns the text of a string attribute; nil where there is none, and for a value of another type. O(length).
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of
  ///   evaluating a fetched property.
  public func string(forKey key: String) throws -> String? { try context.string(of: objectID, forKey: key) }

  /// Returns the number of an integer attribute; nil where there is none, and for a value of another type. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of
  ///   evaluating a fetched property.
  public func integer(forKey key: String) throws -> Int? { try context.integer(of: objectID, forKey: key) }

  /// Returns the object that a to-one leads to; nil where there is none, and for a value of another type. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of
  ///   evaluating a fetched property.
  public func object(forKey key: String) throws -> ManagedObject? {
    try context.object(of: objectID, forKey: key).map { ManagedObject($0, in: context) }
  }

  /// Returns how many objects a to-many holds; nil for a key of another kind. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; the errors of
  ///   evaluating a fetched property.
  public func count(forKey key: String) throws -> Int? { try context.count(of: objectID, forKey: key) }

  // MARK: Setting

  /// Sets an attribute, a to-one or a whole to-many. O(1), O(length) for a text, O(members) for a to-many.
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ value: Value, forKey key: String) throws {
    try context.setValue(value, of: objectID, forKey: key)
  }

  /// Sets a string attribute, or another that takes a text. O(length).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ text: String, forKey key: String) throws {
    try context.setValue(text, of: objectID, forKey: key)
  }

  /// Sets an integer attribute, or another that takes a whole number. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ number: Int, forKey key: String) throws {
    try context.setValue(number, of: objectID, forKey: key)
  }

  /// Sets a Double attribute, or another that takes a number. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ number: Double, forKey key: String) throws {
    try context.setValue(number, of: objectID, forKey: key)
  }

  /// Sets a Boolean attribute. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ flag: Bool, forKey key: String) throws {
    try context.setValue(flag, of: objectID, forKey: key)
  }

  /// Sets a date attribute. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ date: Date, forKey key: String) throws {
    try context.setValue(date, of: objectID, forKey: key)
  }

  /// Makes a to-one lead to an object of the same context; its inverse follows. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func setValue(_ object: ManagedObject, forKey key: String) throws {
    guard object.context === context else { throw ObjectGraphError.foreignObject(object.objectID) }
    try context.setValue(object.objectID, of: objectID, forKey: key)
  }

  /// Adds an object of the same context to a to-many. O(1) where the inverse is a to-one, else
  /// O(the shorter of the two lists).
  /// - Throws: ``ObjectGraphError`` for a key that is not a to-many, or an object that is deleted, gone or of another
  ///   context or entity.
  public func add(_ object: ManagedObject, to key: String) throws {
    guard object.context === context else { throw ObjectGraphError.foreignObject(object.objectID) }
    try context.add(object.objectID, to: key, of: objectID)
  }

  /// The value of a key; nil when there is none, and for a key or an object that does not exist. O(1), O(members) for a
  /// to-many, and a whole fetch for the first read of a fetched property.
  public subscript(key: String) -> Value? {
    guard let value = try? value(forKey: key), !value.isNull else { return nil }
    return value
  }
}
