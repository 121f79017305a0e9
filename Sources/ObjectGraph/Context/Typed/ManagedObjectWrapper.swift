import Diagnostics
import Predicates

/// A type of your own around the objects of one entity: a struct with the keys as Swift properties and methods.
///
/// ```swift
/// struct Player: ManagedObjectWrapper {
///   static let entityName = "Player"
///   let object: ManagedObject
///   init(_ object: ManagedObject) { self.object = object }
///
///   func lastName() throws -> String? { try get("lastName") }
///   func setLastName(_ name: String) throws { try set("lastName", name) }
///   func team() throws -> Team? { try one("team") }
/// }
///
/// let wade = try context.insert(Player.self)
/// try wade.setLastName("Wade")
/// ```
///
/// A wrapper is a handle and copies nothing. Every access may throw, because the object may be gone and the model may have
/// changed; nothing is swallowed. Equal wrappers are handles to the same object.
///
/// ## Topics
/// ### To be written
/// - ``entityName``
/// - ``object``
/// - ``init(_:)``
/// ### Reading and writing
/// - ``get(_:as:)``
/// - ``set(_:_:)``
/// - ``one(_:as:)``
/// - ``many(_:as:)``
public protocol ManagedObjectWrapper {
  /// The name of the entity whose objects, and whose subentities' objects, it wraps.
  static var entityName: String { get }
  /// The object.
  var object: ManagedObject { get }
  /// A wrapper; nothing is checked.
  init(_ object: ManagedObject)
}

extension ManagedObjectWrapper {
  /// The identity of the object.
  public var objectID: ManagedObjectID { object.objectID }

  /// Returns the value of an attribute, or of an element of a composite by its path; nil where there is none. O(1).
  /// - Throws: ``AccessError`` for a value of another type; ``ObjectGraphError`` for an unknown key, or an object that is
  ///   gone or of another context.
  public func get<Result: AttributeValue>(_ key: String, as type: Result.Type = Result.self) throws -> Result? {
    let value = try object.context.value(of: objectID, forKeyPath: key)
    if value.isNull { return nil }
    guard let result = Result(value) else {
      throw AccessError(key: key, entity: object.entityName, expected: Result.typeName, value: value)
    }
    return result
  }

  /// Sets an attribute or an element of a composite; nil takes its value away. O(1), O(length) for a text.
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, a to-one on the way that is nil, or an
  ///   object that is deleted, gone or of another context.
  public func set(_ key: String, _ value: (any AttributeValue)?) throws {
    try object.context.setValue(value?.value ?? .null, of: objectID, forKeyPath: key)
  }

  /// Returns the object of a to-one; nil where there is none. O(1).
  /// - Throws: ``AccessError`` when it is of no such entity; ``ObjectGraphError`` for an unknown key, or an object that
  ///   is gone or of another context.
  public func one<Other: ManagedObjectWrapper>(_ key: String, as type: Other.Type = Other.self) throws -> Other? {
    let value = try object.value(forKey: key)
    if value.isNull { return nil }
    guard let id = value.objectID else {
      throw AccessError(key: key, entity: object.entityName, expected: Other.entityName, value: value)
    }
    return try object.context.wrapper(of: id, as: Other.self)
  }

  /// Returns the objects of a to-many or a fetched property, in their order. O(objects).
  /// - Throws: ``AccessError`` when one is of no such entity; ``ObjectGraphError`` for an unknown key, or an object that is
  ///   gone or of another context; the errors of evaluating a fetched property.
  public func many<Other: ManagedObjectWrapper>(_ key: String, as type: Other.Type = Other.self) throws -> [Other] {
    let value = try object.value(forKey: key)
    guard let ids = value.isNull ? [] : value.objectIDs else {
      throw AccessError(key: key, entity: object.entityName, expected: Other.entityName, value: value)
    }
    return try ids.map { try object.context.wrapper(of: $0, as: Other.self) }
  }

  /// Sets a to-one; nil ends the link. O(1).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  public func set(_ key: String, to other: (some ManagedObjectWrapper)?) throws {
    try object.setValue(other?.objectID.value ?? .null, forKey: key)
  }

  /// Adds an object to a to-many. O(1) where the inverse is a to-one, else O(the shorter of the two lists).
  /// - Throws: ``ObjectGraphError`` for a key that is not a to-many, or an object that is deleted, gone or of another
  ///   context or entity.
  public func add(_ other: some ManagedObjectWrapper, to key: String) throws {
    try object.context.add([other.objectID], to: key, of: objectID)
  }

  /// Takes an object out of a to-many. O(1) where the inverse is a to-one, else O(the shorter of the two lists).
  /// - Throws: ``ObjectGraphError`` for a key that is not a to-many, or an owner that is deleted, gone or of another
  ///   context.
  public func remove(_ other: some ManagedObjectWrapper, from key: String) throws {
    try object.context.remove([other.objectID], from: key, of: objectID)
  }

  /// Marks the object as deleted. O(1), and what the hooks take.
  /// - Throws: ``ObjectGraphError/objectGone(_:entity:)``, ``ObjectGraphError/foreignObject(_:)``; the error of a hook.
  public func delete() throws { try object.context.delete(objectID) }

  /// Whether both are handles to the same object of the same context. O(1).
  public static func == (left: Self, right: Self) -> Bool {
    left.objectID == right.objectID && left.object.context === right.object.context
  }
}

extension ManagedObjectContext {
  /// Makes an object and wraps it. O(attributes with a default).
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``,
  ///   ``ObjectGraphError/abstractEntity(_:subentities:)``, ``ObjectGraphError/numbersExhausted(_:)``; the error of a
  ///   hook.
  public func insert<Wrapper: ManagedObjectWrapper>(_ type: Wrapper.Type) throws -> Wrapper {
    Wrapper(ManagedObject(try insert(Wrapper.entityName), in: self))
  }

  /// Returns the objects of a wrapper's entity under a condition of the predicate language, in an order.
  ///
  /// ```swift
  /// let tall = try context.fetch(Player.self, where: "height > %f", [1.98], sortedBy: [SortDescriptor("lastName")])
  /// ```
  /// - Parameters:
  ///   - type: The wrapper, which names the entity.
  ///   - condition: A format string; `%@`, `%d` … are replaced by the arguments. Nil finds all objects.
  ///   - arguments: The values for the format string.
  ///   - sortDescriptors: The order, most important first.
  ///   - limit: The maximum number of objects; nil for all.
  /// - Throws: The first `Diagnostic` of a condition that is none; ``AccessError`` for an object of another entity;
  ///   ``ModelError``, ``FetchRequestError``, ``ObjectGraphError``, `OperationCancelled`, and the errors of
  ///   evaluating the condition and the sort keys.
  /// - Complexity: O(length of the condition), and that of ``ManagedObjectContext/fetch(_:variables:forms:)``.
  public func fetch<Wrapper: ManagedObjectWrapper>(
    _ type: Wrapper.Type, where condition: String? = nil, _ arguments: [Value] = [],
    sortedBy sortDescriptors: [SortDescriptor] = [], limit: Int? = nil
  ) throws -> [Wrapper] {
    var request = FetchRequest(Wrapper.entityName, sortDescriptors: sortDescriptors, limit: limit)
    if let condition {
      let (predicate, diagnostics) = Predicate.parse(condition, arguments: arguments)
      guard let predicate else {
        throw diagnostics.first { $0.severity == .error } ?? Diagnostic("no-condition", "this is not a condition")
      }
      request.predicate = predicate
    }
    return try fetch(request).map { Wrapper(ManagedObject($0, in: self)) }
  }

  /// Wraps an object, which may be of a subentity of the wrapper's. O(1).
  /// - Throws: ``AccessError`` for an object of another entity.
  public func wrapper<Wrapper: ManagedObjectWrapper>(
    of id: ManagedObjectID, as type: Wrapper.Type = Wrapper.self
  ) throws -> Wrapper {
    let entity = entityName(of: id)
    let isKind = graph.schema.entity(named: Wrapper.entityName).flatMap { wanted in
      graph.schema.entity(at: id.entity)?.isKind(of: wanted.index)
    }
    guard isKind == true else {
      throw AccessError(key: "self", entity: entity, expected: Wrapper.entityName, value: id.value)
    }
    return Wrapper(ManagedObject(id, in: self))
  }
}

/// A value that cannot be read as the type that was asked for.
public struct AccessError: Error, Hashable, Sendable {
  /// The key that was read.
  public var key: String
  /// The object's entity.
  public var entity: String
  /// The type or entity that was asked for.
  public var expected: String
  /// The value found.
  public var value: Value

  /// An error about a value of an object.
  public init(key: String, entity: String, expected: String, value: Value) {
    self.key = key
    self.entity = entity
    self.expected = expected
    self.value = value
  }
}

extension AccessError: ExplainedError {
  /// `Player.age is 31, and was read as String`.
  public var diagnostic: Diagnostic {
    let name = key == "self" ? "an object of \(entity)" : "\(entity).\(key) is \(value.shown), and"
    return Diagnostic("wrong-access", "\(name) was read as \(expected)", hint: "read it as what the model says")
  }
}
