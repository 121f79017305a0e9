import Predicates

/// A part of the block of an entity: a property, ``Unique``, a ``ValidationRule``.
public protocol EntityPart {
  /// Adds itself at the end of what the entity has of its kind. Nothing is checked.
  func add(to entity: inout EntityDescription)
}

/// An attribute, in the short word that reads well in a block.
public typealias Attribute = AttributeDescription

extension AttributeDescription: EntityPart {
  /// Adds the attribute. O(1).
  public func add(to entity: inout EntityDescription) { entity.properties.append(.attribute(self)) }
}

extension RelationshipDescription: EntityPart {
  /// Adds the relationship. O(1).
  public func add(to entity: inout EntityDescription) { entity.properties.append(.relationship(self)) }
}

extension FetchedPropertyDescription: EntityPart {
  /// Adds the fetched property. O(1).
  public func add(to entity: inout EntityDescription) { entity.properties.append(.fetched(self)) }
}

extension ValidationRule: EntityPart {
  /// Adds the rule. O(1).
  public func add(to entity: inout EntityDescription) { entity.rules.append(self) }
}

/// A relationship to one object, optional by default: `ToOne("team", to: "Team", inverse: "players")`.
public struct ToOne: EntityPart, Hashable, Sendable {
  /// The relationship that it makes.
  public var relationship: RelationshipDescription

  /// A to-one; with `isOptional: false` a save fails while it is nil.
  public init(
    _ name: String, to destination: String, inverse: String? = nil, isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify
  ) {
    relationship = RelationshipDescription(
      name, to: destination, isOptional: isOptional, inverse: inverse, deleteRule: deleteRule)
  }

  /// Adds the relationship. O(1).
  public func add(to entity: inout EntityDescription) { relationship.add(to: &entity) }
}

/// A relationship to many objects, by default optional and unordered.
public struct ToMany: EntityPart, Hashable, Sendable {
  /// The relationship that it makes.
  public var relationship: RelationshipDescription

  /// A to-many; the counts are checked at the save, and 0 as the maximum means none.
  public init(
    _ name: String, to destination: String, inverse: String? = nil, isOptional: Bool = true, isOrdered: Bool = false,
    minimumCount: Int = 0, maximumCount: Int = 0, deleteRule: DeleteRule = .nullify
  ) {
    relationship = RelationshipDescription(
      name, to: destination, isToMany: true, isOptional: isOptional, isOrdered: isOrdered, inverse: inverse,
      minimumCount: minimumCount, maximumCount: maximumCount, deleteRule: deleteRule)
  }

  /// Adds the relationship. O(1).
  public func add(to entity: inout EntityDescription) { relationship.add(to: &entity) }
}

/// Keys whose values together no two objects may share: `Unique("title", "created")`.
public struct Unique: EntityPart, Hashable, Sendable {
  /// The keys; a path with dots leads into a composite.
  public var keys: [String]

  /// A uniqueness constraint over these keys.
  public init(_ keys: String...) { self.keys = keys }

  /// Adds the constraint. O(1).
  public func add(to entity: inout EntityDescription) { entity.uniquenessConstraints.append(keys) }
}

extension EntityDescription {
  /// An entity from a block of its properties, constraints and rules. See ``ManagedObjectModel/init(_:_:)``. O(parts).
  public init(
    _ name: String, isAbstract: Bool = false, parent: String? = nil,
    @PartsBuilder<any EntityPart> _ parts: () -> [any EntityPart]
  ) {
    self.init(name, isAbstract: isAbstract, parent: parent)
    for part in parts() { part.add(to: &self) }
  }
}

extension CompositeDescription {
  /// A composite from a block of its elements.
  public init(_ name: String, @PartsBuilder<AttributeDescription> _ elements: () -> [AttributeDescription]) {
    self.init(name, elements: elements())
  }
}
