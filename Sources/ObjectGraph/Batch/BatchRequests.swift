import Predicates

/// The kind of result that a batch request returns.
public enum BatchResultType: Hashable, Sendable {
  /// Only that it has run.
  case statusOnly
  /// How many objects it wrote or deleted.
  case count
  /// Their IDs.
  case objectIDs
}

/// The result of a batch request, of the type that it asked for.
public enum BatchResult: Hashable, Sendable {
  /// It has run.
  case status(Bool)
  /// The number of objects.
  case count(Int)
  /// The objects, in the order in which they were found or made.
  case objectIDs([ManagedObjectID])

  init(_ ids: [ManagedObjectID], as type: BatchResultType) {
    self =
      switch type {
      case .statusOnly: .status(true)
      case .count: .count(ids.count)
      case .objectIDs: .objectIDs(ids)
      }
  }
}

/// Sets attributes of many objects straight in the stores, as NSBatchUpdateRequest does.
///
/// ```swift
/// var request = BatchUpdateRequest("Player", predicate: Predicate.parse("age > 30").predicate)
/// request.propertiesToUpdate = ["note": Expression(.constant(.null))]
/// request.resultType = .count
/// let result = try context.execute(request)
/// ```
///
/// Nothing is validated except uniqueness, which a store refuses; no hook runs, and it is not a step of undo. Contexts
/// keep the values they have read until they are refreshed. Relationships cannot be set (Apple's Core Data Batch
/// Guide).
public struct BatchUpdateRequest: Hashable, Sendable {
  /// The name of the entity.
  public var entity: String
  /// The condition for the objects; nil takes all.
  public var predicate: Predicate?
  /// The new value of each attribute. An expression may name the object's attributes, which then have their old values;
  /// arithmetic with one that is nil gives nil, as NULL + 1 is NULL in SQL.
  public var propertiesToUpdate: [String: Expression] = [:]
  /// Whether objects of entities that descend from `entity` are updated too.
  public var includesSubentities = true
  /// The names of the stores it applies to; nil for all.
  public var affectedStores: [String]?
  /// The kind of result that ``ManagedObjectContext/execute(_:variables:)-(BatchUpdateRequest,_)`` returns.
  public var resultType = BatchResultType.statusOnly

  /// A request that sets nothing yet.
  public init(_ entity: String, predicate: Predicate? = nil) {
    self.entity = entity
    self.predicate = predicate
  }
}

/// Deletes the objects of a fetch straight in the stores, as NSBatchDeleteRequest does.
///
/// The delete rules *nullify* and *cascade* apply. The whole request is refused (134050) if nullify would empty a required
/// relationship of an object that stays; see ``EmptiedRelationship``. Nothing else is validated (Apple's
/// Core Data Batch Guide). What Core Data does with *deny* is not established: here it is not checked, and the others keep
/// a link that leads nowhere, as under *no action* and through a to-one without inverse. No hook runs, and it is not a
/// step of undo. Contexts keep the values they have read until they are refreshed.
public struct BatchDeleteRequest: Hashable, Sendable {
  /// The fetch of the objects; its limit, offset and order count.
  public var fetchRequest: FetchRequest
  /// The kind of result that ``ManagedObjectContext/execute(_:variables:)-(BatchDeleteRequest,_)`` returns.
  public var resultType = BatchResultType.statusOnly

  /// A request for what a fetch finds.
  public init(_ fetchRequest: FetchRequest) { self.fetchRequest = fetchRequest }
}

/// Makes objects straight in the stores, as NSBatchInsertRequest does.
///
/// Attributes without a value have their defaults. Nothing is validated but required attributes (1570, as a public log of
/// Core Data has it) and uniqueness, where the merge policy of the context decides; no hook runs, and it is no step of
/// undo. Relationships cannot be set.
public struct BatchInsertRequest: Hashable, Sendable {
  /// The name of the entity.
  public var entity: String
  /// The values of each new object by the name of the attribute.
  public var objects: [[String: Value]]
  /// The kind of result that ``ManagedObjectContext/execute(_:)-(BatchInsertRequest)`` returns.
  public var resultType = BatchResultType.statusOnly

  /// A request for objects with these values.
  public init(_ entity: String, objects: [[String: Value]]) {
    self.entity = entity
    self.objects = objects
  }
}
