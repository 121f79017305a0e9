extension ModelDifference {
  /// The part of a declaration in which something differs. Its ``description`` is what messages call it: `type`,
  /// `delete rule`.
  public indirect enum Aspect: Hashable, Sendable {
    /// Of an entity.
    case abstract, parent, unique, indexes, codeGeneration, rules, dependencies
    /// The class of an entity, or of an attribute's values.
    case `class`
    /// Of a property; of a relationship, `type` is to-one or to-many.
    case type, optional, transient, indexed
    /// Of an attribute.
    case defaultValue, minimumLength, maximumLength, minimum, maximum, pattern, transformer, derived
    /// How Xcode and Core Data's stores treat an attribute.
    case externalStorage, spotlight, scalar
    /// Of a relationship; `destination` also of a fetched property.
    case destination, ordered, inverse, minimumCount, maximumCount, deleteRule
    /// Of the request of a fetched property or a template.
    case entity, condition, sort, limit, offset, subentities
    /// The entities of a configuration.
    case entities
    /// A switch of Xcode for an entity or a property, which nothing here reads.
    case syncable
    /// The identifiers by which versions are told apart.
    case renamedFrom, hashModifier
    /// The author's note under a key.
    case userInfo(String)
    /// An element of a composite: all of it, or an aspect of it.
    case element(String, Aspect?)
  }
}

extension ModelDifference.Aspect: CustomStringConvertible {
  /// The words of messages and reports. O(length of the words).
  public var description: String {
    switch self {
    case .abstract: "abstract"
    case .parent: "parent"
    case .unique: "unique"
    case .indexes: "indexes"
    case .codeGeneration: "code generation"
    case .rules: "rules"
    case .dependencies: "dependencies"
    case .class: "class"
    case .type: "type"
    case .optional: "optional"
    case .transient: "transient"
    case .indexed: "indexed"
    case .defaultValue: "default"
    case .minimumLength: "minimum length"
    case .maximumLength: "maximum length"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .pattern: "pattern"
    case .transformer: "transformer"
    case .derived: "derived"
    case .externalStorage: "external storage"
    case .spotlight: "spotlight"
    case .scalar: "scalar"
    case .destination: "destination"
    case .ordered: "ordered"
    case .inverse: "inverse"
    case .minimumCount: "minimum count"
    case .maximumCount: "maximum count"
    case .deleteRule: "delete rule"
    case .entity: "entity"
    case .condition: "where"
    case .sort: "sort"
    case .limit: "limit"
    case .offset: "offset"
    case .subentities: "sub-entities"
    case .entities: "entities"
    case .syncable: "syncable"
    case .renamedFrom: "renamed from"
    case .hashModifier: "hash modifier"
    case .userInfo(let key): "userInfo \(key)"
    case .element(let name, let aspect): aspect.map { "\(name) \($0)" } ?? name
    }
  }
}

extension ModelDifference.Aspect {
  /// Whether such a difference can change what statements do with objects. Indexes, the author's notes and everything
  /// that only identifies versions do not.
  package var showsInBehaviour: Bool {
    switch self {
    case .indexed, .renamedFrom, .hashModifier, .dependencies, .class, .codeGeneration, .indexes, .syncable,
      .externalStorage, .spotlight, .scalar, .userInfo:
      false
    case .abstract, .parent, .unique, .rules, .type, .optional, .transient, .defaultValue, .minimumLength,
      .maximumLength, .minimum, .maximum, .pattern, .transformer, .derived, .destination, .ordered, .inverse,
      .minimumCount, .maximumCount, .deleteRule, .entity, .condition, .sort, .limit, .offset, .subentities, .entities,
      .element:
      true
    }
  }
}
