import Support

/// An entity as storage sees it.
final class Entity: Sendable {
  let name: String
  /// The stable place.
  let index: Int
  let isAbstract: Bool
  /// The stable place of the root entity, which is that of the table.
  let table: Int
  private let tree: EntityTree
  /// Nil in a wide tree, where an entity gets its lists when they are first needed.
  private let ownLists: EntityLists?
  private let lateLists: Locked<EntityLists?>?

  init(name: String, index: Int, isAbstract: Bool, table: Int, tree: EntityTree) {
    self.name = name
    self.index = index
    self.isAbstract = isAbstract
    self.table = table
    self.tree = tree
    ownLists = tree.isWide ? nil : EntityLists(of: index, in: tree)
    lateLists = tree.isWide ? Locked(nil) : nil
  }

  /// The properties that it declares itself.
  var ownProperties: [Property] { tree.members[index].properties }
  /// The uniqueness constraints that it declares itself.
  var ownConstraints: [[String]] { tree.members[index].uniquenessConstraints }
  /// The number of ``properties``. O(1).
  var propertyCount: Int { tree.propertyCounts[index] }

  /// All properties, inherited first.
  var properties: [Property] { lists.properties }
  var relationships: [Property] { lists.relationships }
  /// Relationships of the delete rule deny.
  var denying: [Property] { lists.denying }
  /// Attributes that a new object starts with a value in.
  var defaults: [Property] { lists.defaults }
  /// The bytes that these values take in a new object.
  var defaultBytes: Int { lists.defaultBytes }
  /// Attributes that the save computes.
  var derived: [Property] { lists.derived }
  /// Attributes and relationships that stores leave out.
  var transients: [Property] { lists.transients }
  /// Its own and its ancestors' rules.
  var rules: [ValidationRule] { lists.rules }
  /// Its own and its ancestors' uniqueness constraints, with the place of the entity that declares each.
  var uniquenessConstraints: [(declaredBy: Int, keys: [String])] { lists.uniquenessConstraints }
  var keys: KeyTable { lists.keys }

  /// O(1), after the first time.
  private var lists: EntityLists { ownLists ?? laterLists() }

  @inline(never)
  private func laterLists() -> EntityLists {
    lateLists?.withLock { lists in
      if let lists { return lists }
      let made = EntityLists(of: index, in: tree)
      lists = made
      return made
    } ?? EntityLists(of: index, in: tree)
  }

  /// Whether its lists have been made.
  var hasLists: Bool { ownLists != nil || lateLists?.withLock { $0 != nil } == true }

  /// Whether this is the entity at a stable place or descends from it. O(1).
  func isKind(of place: Int) -> Bool { place == index || tree.isKind(index, of: place) }

  func property(_ key: String) -> Property? {
    let lists = lists
    return lists.keys[key].map { lists.properties[$0] }
  }

  var propertyNames: [String] { properties.map(\.name) }
}
