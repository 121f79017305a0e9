import Predicates

/// Which objects to find, in which order, and how many.
///
/// ```swift
/// var request = FetchRequest("Player")
/// request.sortDescriptors = [SortDescriptor("lastName")]
/// request.limit = 10
/// ```
public struct FetchRequest: Hashable, Sendable {
  /// The name of the entity.
  public var entity: String
  public var predicate: Predicate?
  public var sortDescriptors: [SortDescriptor]
  public var limit: Int?
  public var offset: Int?
  public var includesSubentities: Bool
  /// When false, the fetch sees the graph as it was last saved.
  public var includesPendingChanges: Bool

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
