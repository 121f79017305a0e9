import Predicates

/// A member of an entity: an attribute, a relationship or a fetched property.
///
/// It is kept by reference, as there are lists of thousands, which steps of undo hold.
public indirect enum PropertyDescription: Hashable, Sendable {
  /// A single value.
  case attribute(AttributeDescription)
  /// A link to one object or to many.
  case relationship(RelationshipDescription)
  /// A fetched property.
  case fetched(FetchedPropertyDescription)

  /// The key, whatever kind of property it is. O(1).
  public var name: String {
    get {
      switch self {
      case .attribute(let attribute): attribute.name
      case .relationship(let relationship): relationship.name
      case .fetched(let property): property.name
      }
    }
    set {
      switch self {
      case .attribute(var attribute):
        attribute.name = newValue
        self = .attribute(attribute)
      case .relationship(var relationship):
        relationship.name = newValue
        self = .relationship(relationship)
      case .fetched(var property):
        property.name = newValue
        self = .fetched(property)
      }
    }
  }

  /// The attribute, or nil for another kind of property.
  public var attribute: AttributeDescription? {
    if case .attribute(let attribute) = self { attribute } else { nil }
  }

  /// The relationship, or nil for another kind of property.
  public var relationship: RelationshipDescription? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }

  /// The fetched property, or nil for another kind of property.
  public var fetched: FetchedPropertyDescription? {
    if case .fetched(let property) = self { property } else { nil }
  }

  /// Notes by the model's author, for any kind of property.
  public var userInfo: [String: Value] {
    switch self {
    case .attribute(let attribute): attribute.userInfo
    case .relationship(let relationship): relationship.userInfo
    case .fetched(let property): property.userInfo
    }
  }

  /// The name that the property had in an earlier version of the model. O(1).
  public var renamingIdentifier: String? {
    get {
      switch self {
      case .attribute(let attribute): attribute.renamingIdentifier
      case .relationship(let relationship): relationship.renamingIdentifier
      case .fetched(let property): property.renamingIdentifier
      }
    }
    set {
      switch self {
      case .attribute(var attribute):
        attribute.renamingIdentifier = newValue
        self = .attribute(attribute)
      case .relationship(var relationship):
        relationship.renamingIdentifier = newValue
        self = .relationship(relationship)
      case .fetched(var property):
        property.renamingIdentifier = newValue
        self = .fetched(property)
      }
    }
  }

  /// A text that changes the version hash when nothing else does. O(1).
  public var versionHashModifier: String? {
    get {
      switch self {
      case .attribute(let attribute): attribute.versionHashModifier
      case .relationship(let relationship): relationship.versionHashModifier
      case .fetched(let property): property.versionHashModifier
      }
    }
    set {
      switch self {
      case .attribute(var attribute):
        attribute.versionHashModifier = newValue
        self = .attribute(attribute)
      case .relationship(var relationship):
        relationship.versionHashModifier = newValue
        self = .relationship(relationship)
      case .fetched(var property):
        property.versionHashModifier = newValue
        self = .fetched(property)
      }
    }
  }

  /// Whether nil can be saved; a fetched property needs nothing.
  public var isOptional: Bool {
    switch self {
    case .attribute(let attribute): attribute.isOptional
    case .relationship(let relationship): relationship.isOptional
    case .fetched: true
    }
  }

  /// Whether a store leaves it out; a fetched property is never in one.
  public var isTransient: Bool {
    switch self {
    case .attribute(let attribute): attribute.isTransient
    case .relationship(let relationship): relationship.isTransient
    case .fetched: true
    }
  }
}
