import Predicates

/// Which objects to find, in which order, and how many.
///
/// ```swift
/// var request = FetchRequest("Player")
/// request.sortDescriptors = [SortDescriptor("lastName")]
/// request.limit = 10
/// ```
///
/// Objects marked as deleted are found only by a request that leaves pending changes out.
///
/// ## Topics
/// What: ``entity``, ``predicate``, ``includesSubentities``, ``includesPendingChanges``
/// Order and number: ``sortDescriptors``, ``offset``, ``limit``
/// Running: ``ManagedObjectContext/fetch(_:variables:forms:)``, ``ManagedObjectContext/count(_:variables:forms:)``
public struct FetchRequest: Hashable, Sendable {
  /// The name of the entity.
  public var entity: String
  /// What the objects must satisfy; nil finds all.
  public var predicate: Predicate?
  /// The order, by the first that tells two objects apart; none leaves them by number.
  public var sortDescriptors: [SortDescriptor]
  /// At most so many, counted after sorting and `offset`. Nil is no limit; 0 or less finds nothing, which is our
  /// choice.
  public var limit: Int?
  /// How many are passed over first, after sorting; nil and what is below 0 count as 0.
  public var offset: Int?
  /// Whether objects of entities that descend from `entity` are found too.
  public var includesSubentities: Bool
  /// When false, the fetch sees the graph as it was last saved; true is the default in Core Data's documentation.
  public var includesPendingChanges: Bool

  /// A request for all objects of an entity, unless told otherwise. Whether the entity and the keys exist is asked by
  /// the fetch.
  public init(
    _ entity: String, predicate: Predicate? = nil, sortDescriptors: [SortDescriptor] = [], limit: Int? = nil,
    offset: Int? = nil, includesSubentities: Bool = true, includesPendingChanges: Bool = true
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
    self.includesPendingChanges = includesPendingChanges
  }
}
