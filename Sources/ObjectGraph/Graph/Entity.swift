/// An entity as storage sees it.
final class Entity: Sendable {
  let name: String
  /// The stable place.
  let index: Int
  let isAbstract: Bool
  /// The stable place of the root entity, which is that of the table.
  let table: Int
  /// A bit for each stable place of itself and its ancestors.
  private let kinds: [UInt64]
  /// All properties, inherited first.
  let properties: [Property]
  let keys: KeyTable
  let relationships: [Property]
  /// Those of the delete rule deny.
  let denying: [Property]
  /// Attributes that a new object starts with a value in.
  let defaults: [Property]
  /// Attributes that the save computes.
  let derived: [Property]
  /// Attributes and relationships that stores leave out.
  let transients: [Property]
  /// Its own and its ancestors' rules and uniqueness constraints, with the place of the entity that declares them.
  let rules: [ValidationRule]
  let uniquenessConstraints: [(declaredBy: Int, keys: [String])]

  init(
    name: String, index: Int, isAbstract: Bool, table: Int, ancestors: [Int], properties: [Property],
    rules: [ValidationRule], uniquenessConstraints: [(declaredBy: Int, keys: [String])]
  ) {
    self.name = name
    self.index = index
    self.isAbstract = isAbstract
    self.table = table
    var kinds: [UInt64] = []
    for place in ancestors + [index] {
      while kinds.count <= place >> 6 { kinds.append(0) }
      kinds[place >> 6] |= 1 << UInt64(place & 63)
    }
    self.kinds = kinds
    self.properties = properties
    keys = KeyTable(properties.map(\.name))
    relationships = properties.filter { $0.relationship != nil }
    denying = relationships.filter { $0.relationship?.deleteRule == .deny }
    defaults = properties.filter(\.hasInitialValue)
    derived = properties.filter { $0.attribute?.derivation != nil }
    transients = properties.filter { $0.isTransient && $0.storage != .fetched }
    self.rules = rules
    self.uniquenessConstraints = uniquenessConstraints
  }

  convenience init(unresolved name: String, index: Int) {
    self.init(
      name: name, index: index, isAbstract: false, table: index, ancestors: [], properties: [], rules: [],
      uniquenessConstraints: [])
  }

  /// Whether this is the entity at a stable place or descends from it.
  func isKind(of place: Int) -> Bool {
    place == index || place >> 6 < kinds.count && kinds[place >> 6] & (1 << UInt64(place & 63)) != 0
  }

  func property(_ key: String) -> Property? { keys[key].map { properties[$0] } }

  var propertyNames: [String] { properties.map(\.name) }
}
