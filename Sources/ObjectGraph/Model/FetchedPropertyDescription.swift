import Predicates

/// A property whose value is what a fetch finds: read-only, ordered, without an inverse and without a delete rule.
///
/// In its predicate, `$FETCH_SOURCE` is the object that has the property, and `$FETCHED_PROPERTY` this description:
/// `$FETCHED_PROPERTY.userInfo.color`.
///
/// The fetch is run at the first read, and a context keeps what it found until the object is refreshed: Core Data's
/// documentation has it cached until the object becomes a fault. Inside a predicate it is fetched each time.
public struct FetchedPropertyDescription: Hashable, Sendable {
  /// The key; unique in the entity and its ancestors.
  public var name: String
  /// The entity whose objects are found.
  public var destination: String
  /// The condition for the objects; nil finds every object of the destination.
  public var predicate: Predicate?
  /// The order of what is found; none leaves it by number.
  public var sortDescriptors: [SortDescriptor]
  /// The maximum number of objects; nil is no limit.
  public var limit: Int?
  /// Whether Apple's Sync Services copy it; true in every model since they ended.
  public var isSyncable: Bool
  /// The name that this property had in an earlier version of the model.
  public var renamingIdentifier: String?
  /// Changes the version hash when nothing else does, so that stores of the version before have to be migrated.
  public var versionHashModifier: String?
  /// Notes by the model's author; a predicate reads them as `$FETCHED_PROPERTY.userInfo`.
  public var userInfo: [String: Value]

  /// A fetched property; by default one that finds all objects of an entity. O(1).
  public init(
    _ name: String, of destination: String, predicate: Predicate? = nil, sortDescriptors: [SortDescriptor] = [],
    limit: Int? = nil, isSyncable: Bool = true, renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    userInfo: [String: Value] = [:]
  ) {
    self.name = name
    self.destination = destination
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.limit = limit
    self.isSyncable = isSyncable
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
