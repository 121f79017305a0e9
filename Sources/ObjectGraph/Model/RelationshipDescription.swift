import Predicates

/// A relationship from one entity to another: to one object or to many, with or without an inverse.
///
/// ```swift
/// RelationshipDescription("players", to: "Player", isToMany: true, isOptional: true, inverse: "team")
/// ```
public struct RelationshipDescription: Hashable, Sendable {
  /// The key; unique in the entity and its ancestors.
  public var name: String
  /// The name of the entity at the other end.
  public var destination: String
  /// Whether it may hold several objects. Core Data asks the maximum count for this; here it is said, and a to-many
  /// with a maximum of 1 is a ``ModelProblem/maximumOfOne(relationship:entity:)``.
  public var isToMany: Bool
  /// Whether the model calls it optional. A required to-one without an object is 1570 at the save. Of a to-many it says
  /// little: see ``mayBeEmpty``.
  public var isOptional: Bool
  /// Whether a to-many keeps its objects in a user-defined order; meaningless for a to-one.
  public var isOrdered: Bool
  /// Whether a store leaves it out. In memory its links are kept through a save like all others; after a refresh or
  /// in a store that is opened again it is empty.
  public var isTransient: Bool
  /// Whether fetches should find its links quickly. Carried: stores index every relationship anyway.
  public var isIndexed: Bool
  /// The name of the relationship back, on the destination or on an ancestor of it; nil when there is none.
  public var inverse: String?
  /// The least number of objects in a to-many, asked at the save; not of an optional one that is empty (Core Data's
  /// header). 0 asks for none.
  public var minimumCount: Int
  /// The greatest number of objects, asked at the save of a to-many; 0 means that there is no limit (Core Data's
  /// header). A to-one has 1.
  public var maximumCount: Int
  /// The effect of the owner's deletion on the objects that it holds; nullify is the default in Core Data's
  /// documentation.
  public var deleteRule: DeleteRule
  /// Whether Apple's Sync Services copy it; true in every model since they ended.
  public var isSyncable: Bool
  /// The name that this relationship had in an earlier version of the model.
  public var renamingIdentifier: String?
  /// Changes the version hash when nothing else does, so that stores of the version before have to be migrated.
  public var versionHashModifier: String?
  /// Notes by the model's author; they change no behaviour.
  public var userInfo: [String: Value]

  /// A relationship; by default a required, unordered to-one without inverse. Without `maximumCount`, a to-one has 1 and a to-many has
  /// no maximum. O(1).
  public init(
    _ name: String, to destination: String, isToMany: Bool = false, isOptional: Bool = false, isOrdered: Bool = false,
    isTransient: Bool = false, isIndexed: Bool = false, inverse: String? = nil, minimumCount: Int = 0,
    maximumCount: Int? = nil, deleteRule: DeleteRule = .nullify, isSyncable: Bool = true,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil, userInfo: [String: Value] = [:]
  ) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
    self.isOptional = isOptional
    self.isOrdered = isOrdered
    self.isTransient = isTransient
    self.isIndexed = isIndexed
    self.inverse = inverse
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount ?? (isToMany ? 0 : 1)
    self.deleteRule = deleteRule
    self.isSyncable = isSyncable
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }

  /// Whether a save accepts it without any object: an optional one, and a required to-many without a minimum count. A
  /// store that Core Data wrote for CareKit has empty to-manys that its model requires; Apple's guide says that a
  /// relationship that is not optional needs an object. O(1).
  public var mayBeEmpty: Bool { isOptional || isToMany && minimumCount <= 0 }
}
