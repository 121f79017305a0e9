/// The properties of an entity, inherited ones first.
final class EntityLists: Sendable {
  let properties: [Property]
  let keys: KeyTable
  let relationships: [Property]
  /// Relationships of the delete rule deny.
  let denying: [Property]
  /// Attributes that a new object starts with a value in.
  let defaults: [Property]
  /// The bytes that these values take in a new object, where they are many.
  let defaultBytes: Int
  /// Attributes that the save computes.
  let derived: [Property]
  /// Attributes and relationships that stores leave out.
  let transients: [Property]
  let rules: [ValidationRule]
  /// The properties, each with the stable place of the entity that declares it.
  let uniquenessConstraints: [(declaredBy: Int, keys: [String])]

  /// O(properties, inherited ones included).
  init(of place: Int, in tree: EntityTree) {
    let line = tree.line(to: place)
    properties = line.flatMap { tree.members[$0].properties }
    keys = KeyTable(properties.map(\.name))
    relationships = properties.filter { $0.relationship != nil }
    denying = relationships.filter { $0.relationship?.deleteRule == .deny }
    defaults = properties.filter(\.hasInitialValue)
    defaultBytes = defaults.reduce(0) { sum, property in
      guard case .value(let value)? = property.attribute?.defaultValue else { return sum + 16 }
      return sum + max(16, value.size(upTo: 1 << 30))
    }
    derived = properties.filter { $0.attribute?.derivation != nil }
    transients = properties.filter { $0.isTransient && $0.storage != .fetched }
    rules = line.flatMap { tree.members[$0].rules }
    uniquenessConstraints = line.flatMap { owner in
      tree.members[owner].uniquenessConstraints.map { (declaredBy: owner, keys: $0) }
    }
  }
}
