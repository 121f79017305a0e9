import Predicates

/// A relationship from one entity to another: to one object or to many, with or without an inverse.
///
/// ```swift
/// RelationshipDescription("players", to: "Player", isToMany: true, isOptional: true, inverse: "team")
/// ```
public struct RelationshipDescription: Hashable, Sendable {
  public var name: String
  /// The name of the entity at the other end.
  public var destination: String
  public var isToMany: Bool
  public var isOptional: Bool
  /// Whether a to-many keeps its objects in an order of their own.
  public var isOrdered: Bool
  public var isTransient: Bool
  public var isIndexed: Bool
  /// The name of the relationship back, on the destination or on an ancestor of it; nil when there is none.
  public var inverse: String?
  /// The least number of objects in a to-many; not asked of an optional one that is empty.
  public var minimumCount: Int
  /// The greatest number of objects; 0 means that there is none. A to-one has 1.
  public var maximumCount: Int
  public var deleteRule: DeleteRule
  /// The name that this relationship had in an earlier version of the model.
  public var renamingIdentifier: String?
  public var userInfo: [String: Value]

  public init(
    _ name: String, to destination: String, isToMany: Bool = false, isOptional: Bool = false, isOrdered: Bool = false,
    isTransient: Bool = false, isIndexed: Bool = false, inverse: String? = nil, minimumCount: Int = 0,
    maximumCount: Int? = nil, deleteRule: DeleteRule = .nullify, renamingIdentifier: String? = nil,
    userInfo: [String: Value] = [:]
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
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
  }
}
