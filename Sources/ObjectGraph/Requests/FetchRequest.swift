import Predicates

/// The objects to find, their order, and how many.
///
/// ```swift
/// var request = FetchRequest("Player")
/// request.sortDescriptors = [SortDescriptor("lastName")]
/// request.limit = 10
/// ```
///
/// Objects marked as deleted are found only by a request that leaves pending changes out.
///
/// The result of ``ResultType-swift.enum/dictionaries`` is a table: a column for each of ``propertiesToFetch``, a row
/// for each object, or for each group:
///
/// ```swift
/// var request = FetchRequest("Player", resultType: .dictionaries)
/// request.propertiesToGroupBy = ["team.name"]
/// request.propertiesToFetch = ["team.name", .count(), .average("age")]
/// let rows = try context.fetchDictionaries(request)      // [["team.name": "Heat", "count": 2, "avg age": 34.5], …]
/// ```
///
/// ## Topics
/// What: ``entity``, ``predicate``, ``includesSubentities``, ``includesPendingChanges``, ``affectedStores``
/// Order and number: ``sortDescriptors``, ``offset``, ``limit``
/// Tables: ``resultType``, ``propertiesToFetch``, ``propertiesToGroupBy``, ``havingPredicate``,
/// ``returnsDistinctResults``, ``FetchColumn``
/// Running: ``ManagedObjectContext/fetch(_:variables:forms:)``, ``ManagedObjectContext/count(_:variables:forms:)``,
/// ``ManagedObjectContext/fetchDictionaries(_:variables:forms:)``, ``ManagedObjectContext/execute(_:variables:forms:)``,
/// ``ManagedObjectContext/plan(of:variables:forms:)``
public struct FetchRequest: Hashable, Sendable {
  /// The kind of result that a fetch returns.
  public enum ResultType: Hashable, Sendable {
    /// Objects, as handles.
    case objects
    /// Their IDs.
    case objectIDs
    /// How many they are.
    case count
    /// Values by column: of every object, or of groups. Read from what is saved; see
    /// ``FetchRequest/includesPendingChanges``.
    case dictionaries
  }

  /// The name of the entity.
  public var entity: String
  /// The condition for the objects; nil finds all.
  public var predicate: Predicate?
  /// The order, by the first descriptor for which two objects differ; without any, by number.
  public var sortDescriptors: [SortDescriptor]
  /// The maximum number of objects, counted after sorting and `offset`. Nil and 0 are no limit, as Core Data's
  /// documentation of `fetchLimit` says of 0; a negative number counts as 0.
  public var limit: Int?
  /// The number of objects to skip first, after sorting; nil and negative numbers count as 0.
  public var offset: Int?
  /// Whether objects of entities that descend from `entity` are found too.
  public var includesSubentities: Bool
  /// When false, the fetch sees the graph as it was last saved; true is the default in Core Data's documentation.
  ///
  /// Dictionaries always come from what is saved: the documentation says that pending changes are not supported with
  /// them, and that the result "reflects the current state in the persistent store".
  public var includesPendingChanges: Bool
  /// The names of the stores whose objects are found; nil finds those of all. An object that was not saved yet and given
  /// to no store counts as one of the store that it would be saved to.
  public var affectedStores: [String]?
  /// The kind of result that ``ManagedObjectContext/execute(_:variables:forms:)`` returns.
  public var resultType = ResultType.objects
  /// The columns of dictionaries; none are all attributes of the entity, or the grouped keys.
  public var propertiesToFetch: [FetchColumn] = []
  /// Objects with the same values of these make one group, nil with nil; for dictionaries only.
  public var propertiesToGroupBy: [FetchColumn] = []
  /// The condition for the groups in the result. It may name grouped keys, the columns (`$count`, or ``FetchColumn/name`` where it
  /// is a word), and aggregates: `count(age) > 2`.
  public var havingPredicate: Predicate?
  /// Whether equal dictionaries are given once. Of objects no two are equal.
  public var returnsDistinctResults = false

  /// A request for all objects of an entity, by default. The fetch checks whether the entity and the keys exist. O(1).
  public init(
    _ entity: String, predicate: Predicate? = nil, sortDescriptors: [SortDescriptor] = [], limit: Int? = nil,
    offset: Int? = nil, includesSubentities: Bool = true, includesPendingChanges: Bool = true,
    resultType: ResultType = .objects
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
    self.includesPendingChanges = includesPendingChanges
    self.resultType = resultType
  }

  /// The greatest number of results, nil for any number.
  package var bound: Int? { limit.flatMap { $0 > 0 ? $0 : nil } }
}
