import Predicates

/// A property whose value is what a fetch finds: read-only, ordered, without an inverse and without a delete rule.
///
/// In its predicate `$FETCH_SOURCE` is the object that has the property, `$FETCHED_PROPERTY` stands for this description:
/// `$FETCHED_PROPERTY.userInfo.color`.
public struct FetchedPropertyDescription: Hashable, Sendable {
  public var name: String
  /// The entity whose objects are found.
  public var destination: String
  public var predicate: Predicate?
  public var sortDescriptors: [SortDescriptor]
  public var limit: Int?
  public var renamingIdentifier: String?
  public var userInfo: [String: Value]

  public init(
    _ name: String, of destination: String, predicate: Predicate? = nil, sortDescriptors: [SortDescriptor] = [],
    limit: Int? = nil, renamingIdentifier: String? = nil, userInfo: [String: Value] = [:]
  ) {
    self.name = name
    self.destination = destination
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.limit = limit
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
  }
}
