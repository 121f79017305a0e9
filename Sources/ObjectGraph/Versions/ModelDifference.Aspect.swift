extension ModelDifference {
  /// The part of a declaration in which something differs. Its ``description`` is what messages call it: `type`,
  /// `delete rule`, `userInfo color`.
  public indirect enum Aspect: Hashable, Sendable {
    /// A fact that a declaration states.
    case setting(Setting)
    /// The author's note under a key.
    case userInfo(String)
    /// An element of a composite: all of it, or an aspect of it.
    case element(String, Aspect?)
  }

  /// A fact that a declaration states; the raw value is what messages call it.
  public enum Setting: String, Hashable, Sendable, CaseIterable {
    /// Of an entity.
    case abstract, parent, unique, indexes, codeGeneration = "code generation", rules, dependencies
    /// The class of an entity, or of an attribute's values.
    case `class`
    /// Of a property; of a relationship, `type` is to-one or to-many.
    case type, optional, transient, indexed
    /// Of an attribute.
    case defaultValue = "default", minimum, maximum, pattern, transformer, derived
    /// The length of an attribute's text.
    case minimumLength = "minimum length", maximumLength = "maximum length"
    /// How Xcode and Core Data's stores treat an attribute.
    case externalStorage = "external storage", spotlight, scalar
    /// Of a relationship; `destination` also of a fetched property.
    case destination, ordered, inverse, deleteRule = "delete rule"
    /// The number of objects in a to-many relationship.
    case minimumCount = "minimum count", maximumCount = "maximum count"
    /// Of the request of a fetched property or a template.
    case entity, condition = "where", sort, limit, offset, subentities = "sub-entities"
    /// The entities of a configuration.
    case entities
    /// A switch of Xcode for an entity or a property, which nothing here reads.
    case syncable
    /// The identifiers by which versions are told apart.
    case renamedFrom = "renamed from", hashModifier = "hash modifier"

    /// Whether such a difference can change what statements do with objects. Indexes and everything that only identifies
    /// versions do not.
    fileprivate var showsInBehaviour: Bool {
      switch self {
      case .indexed, .renamedFrom, .hashModifier, .dependencies, .class, .codeGeneration, .indexes, .syncable,
        .externalStorage, .spotlight, .scalar:
        false
      case .abstract, .parent, .unique, .rules, .type, .optional, .transient, .defaultValue, .minimumLength,
        .maximumLength, .minimum, .maximum, .pattern, .transformer, .derived, .destination, .ordered, .inverse,
        .minimumCount, .maximumCount, .deleteRule, .entity, .condition, .sort, .limit, .offset, .subentities, .entities:
        true
      }
    }
  }
}

extension ModelDifference.Aspect: CustomStringConvertible {
  /// The words of messages and reports. O(length of the words).
  public var description: String {
    switch self {
    case .setting(let setting): setting.rawValue
    case .userInfo(let key): "userInfo \(key)"
    case .element(let name, let aspect): aspect.map { "\(name) \($0)" } ?? name
    }
  }

  /// Whether such a difference can change what statements do with objects. The author's notes do not.
  package var showsInBehaviour: Bool {
    switch self {
    case .setting(let setting): setting.showsInBehaviour
    case .userInfo: false
    case .element: true
    }
  }
}
