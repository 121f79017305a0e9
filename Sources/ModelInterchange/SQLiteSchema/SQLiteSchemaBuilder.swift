import ObjectGraph

/// Lays out the tables of a model; the model is sound.
struct SQLiteSchemaBuilder {
  let model: ManagedObjectModel
  let index: ModelIndex
  let framework: FrameworkVersion
  private(set) var numbers: [String: Int] = [:]
  private(set) var entities: [SQLiteSchema.Entity] = []
  private(set) var tables: [SQLiteTable] = []
  private(set) var omissions: [String] = []
  var joinColumns = SQLiteNamespace(["REFLEXIVE"])
  private var tableNames = SQLiteNamespace(["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
  private let described: [String: EntityDescription]
  private let children: [String: [String]]
  /// Keyed by the entity they lead to.
  private let ownedWithoutInverse: [String: [SQLiteProperty]]
  /// The numbers that a store has given already.
  private let given: [String: Int]

  init(_ model: ManagedObjectModel, framework: FrameworkVersion, numbers given: [String: Int] = [:]) {
    self.model = model
    self.given = given
    index = ModelIndex(model)
    self.framework = framework
    described = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    children = Dictionary(grouping: model.entities.filter { $0.parent != nil }, by: { $0.parent ?? "" })
      .mapValues { $0.map(\.name).sorted(by: SQLiteName.precedes) }
    var owned: [String: [SQLiteProperty]] = [:]
    for entity in model.entities {
      for relationship in entity.properties.compactMap(\.relationship)
      where relationship.isToMany && relationship.inverse == nil && !relationship.isTransient {
        owned[relationship.destination, default: []].append(
          SQLiteProperty(entity: entity.name, name: relationship.name))
      }
    }
    ownedWithoutInverse = owned
  }

  mutating func build() {
    let roots = model.entities.filter { $0.parent == nil }.map(\.name).sorted(by: SQLiteName.precedes)
    let trees = roots.map { (root: $0, members: tree(of: $0)) }
    let names = trees.map { tableNames.take("Z" + $0.root.uppercased()) }
    for (table, tree) in zip(names, trees) {
      for name in tree.members {
        let number = given[name] ?? entities.count + 1
        numbers[name] = number
        let parent = described[name]?.parent.flatMap { numbers[$0] } ?? 0
        entities.append(SQLiteSchema.Entity(name: name, number: number, parentNumber: parent, table: table))
      }
    }
    // Names that are alike get their digits in the order in which relationships are met, not in that of the tables.
    let joins = self.joins().map { join in
      let name = tableNames.take("Z_\(numbers[join.entity] ?? 0)\(join.relationship.uppercased())")
      return (join, joinTable(name, join))
    }
    for (table, tree) in zip(names, trees) {
      tables.append(objectTable(table, tree.members))
      tables += joins.filter { tree.members.contains($0.0.entity) }.map(\.1)
    }
    tables += bookkeeping()
    nameIndexes()
  }

  /// Gives each index a name that no other index and no table has: in SQLite they share one set of names.
  private mutating func nameIndexes() {
    var names = SQLiteNamespace(Set(tables.map(\.name)))
    for table in tables.indices {
      for index in tables[table].indexes.indices {
        tables[table].indexes[index].name = names.take(tables[table].indexes[index].name)
      }
    }
  }

  /// An entity and all its descendants, parents first, siblings by name. A worklist: hierarchies may be deep.
  private func tree(of root: String) -> [String] {
    var found: [String] = []
    var waiting = [root]
    while let next = waiting.popLast() {
      found.append(next)
      waiting += (children[next] ?? []).reversed()
    }
    return found
  }

  // MARK: Objects

  /// A column on its way to its place.
  private struct Draft {
    var column: SQLiteColumn
    /// The integers first, then what takes more room: Core Data's order of types.
    var group: Int
    /// Within the group: the how-manieth entity, then attributes, foreign keys, orders.
    var entity: Int
    var kind: Int
    var key: String
    var isIndexed = false

    static func precedes(_ a: Draft, _ b: Draft) -> Bool {
      if a.group != b.group { return a.group < b.group }
      if a.entity != b.entity { return a.entity < b.entity }
      if a.kind != b.kind { return a.kind < b.kind }
      return SQLiteName.precedes(a.key, b.key)
    }
  }

  private mutating func objectTable(_ name: String, _ members: [String]) -> SQLiteTable {
    let own = [("Z_PK", SQLiteColumn.Content.primaryKey), ("Z_ENT", .entity), ("Z_OPT", .saveCount)].map {
      SQLiteColumn(name: $0, type: .integer, content: $1)
    }
    var columnNames = SQLiteNamespace(Set(own.map(\.name)))
    var drafts: [Draft] = []
    var indexes: [SQLiteIndex] = []
    for (place, member) in members.enumerated() {
      let added = self.drafts(of: member, place, &columnNames)
      drafts += added
      for draft in added where draft.isIndexed { indexes.append(index(draft.column, of: member, in: name)) }
    }
    indexes += declaredIndexes(of: members, in: name, drafts.map(\.column))
    if members.count > 1 {
      indexes.append(SQLiteIndex(name: "\(name)_Z_ENT_INDEX", table: name, columns: ["Z_ENT"]))
    }
    // Indexes that are spelled out are created after all others.
    let last = indexes.filter(\.isSpelledOut)
    return SQLiteTable(
      name: name, content: .objects(members), columns: own + drafts.sorted(by: Draft.precedes).map(\.column),
      primaryKey: ["Z_PK"], indexes: indexes.filter { !$0.isSpelledOut } + last)
  }

  /// The indexes that entities declare, and those of their uniqueness constraints. Stores of versions 1048 to 1345 show them,
  /// of one column next to the attribute's own: `Z_PumpEvent_date`, `Z_PumpEvent_byDate`, `Z_PumpEvent_UNIQUE_raw`. (The index
  /// with the name that Xcode gives, `byDateIndex`, is no more in a model than the attribute's being indexed, and those stores
  /// have it a second time.) Nothing is known of models that put a constraint on what an entity inherits: Xcode refuses them.
  private mutating func declaredIndexes(
    of members: [String], in table: String, _ columns: [SQLiteColumn]
  ) -> [SQLiteIndex] {
    var names: [SQLiteProperty: String] = [:]
    for column in columns {
      switch column.content {
      case .attribute(let property), .destination(let property): names[property] = column.name
      default: break
      }
    }
    var found: [SQLiteIndex] = []
    for member in members {
      guard let entity = described[member] else { continue }
      func column(_ key: String) -> String? {
        guard let (_, owner) = index.property(key, of: member) else { return nil }
        return names[SQLiteProperty(entity: model.entities[owner].name, name: key)]
      }
      for declared in entity.indexes where framework.hasFetchIndexes {
        let columns = declared.elements.compactMap { column($0.property) }
        guard columns.count == declared.elements.count, declared.elements.allSatisfy({ $0.collation == .binary }) else {
          omissions.append("the index \(member).\(declared.name)")
          continue
        }
        let descending = zip(columns, declared.elements).filter { !$0.1.isAscending }.map(\.0)
        found.append(
          SQLiteIndex(
            name: "Z_\(member)_\(declared.name)", table: table, columns: columns, isSpelledOut: true,
            descendingColumns: Set(descending)))
      }
      for keys in entity.uniquenessConstraints {
        let columns = keys.compactMap { names[SQLiteProperty(entity: member, name: $0)] }
        guard columns.count == keys.count, !keys.isEmpty else {
          omissions.append("that \(keys.joined(separator: ", ")) is unique in \(member)")
          continue
        }
        found.append(
          SQLiteIndex(
            name: "Z_\(member)_UNIQUE_\(keys.joined(separator: "_"))", table: table, columns: columns,
            isSpelledOut: true, isUnique: true))
      }
    }
    return found
  }

  private func index(_ column: SQLiteColumn, of entity: String, in table: String) -> SQLiteIndex {
    if case .attribute(let attribute) = column.content, framework.namesIndexesForAttributes {
      return SQLiteIndex(
        name: "Z_\(entity)_\(attribute.name)", table: table, columns: [column.name], isSpelledOut: true)
    }
    return SQLiteIndex(name: "\(table)_\(column.name)_INDEX", table: table, columns: [column.name])
  }

  /// The columns that an entity adds to its tree's table, its attributes first, then its relationships, by name. So
  /// names are given away: of two in a tree that read alike, the one met first stays without a digit.
  private func drafts(of member: String, _ place: Int, _ names: inout SQLiteNamespace) -> [Draft] {
    guard let entity = described[member] else { return [] }
    let properties = entity.properties.sorted { SQLiteName.precedes($0.name, $1.name) }
    var drafts: [Draft] = []
    for attribute in properties.compactMap(\.attribute) where !attribute.isTransient {
      let (type, group) = Self.type(of: attribute)
      drafts.append(
        Draft(
          column: SQLiteColumn(
            name: names.take("Z" + attribute.name.uppercased()), type: type,
            content: .attribute(SQLiteProperty(entity: member, name: attribute.name))),
          group: group, entity: place, kind: 0, key: attribute.name, isIndexed: attribute.isIndexed))
    }
    for relationship in properties.compactMap(\.relationship) where !relationship.isToMany && !relationship.isTransient
    {
      drafts += toOne(relationship, of: member, place, &names)
    }
    for relationship in (ownedWithoutInverse[member] ?? []).sorted(by: { SQLiteName.precedes($0.name, $1.name) }) {
      drafts += owner(relationship, place, &names)
    }
    return drafts
  }

  private func toOne(
    _ relationship: RelationshipDescription, of entity: String, _ place: Int, _ names: inout SQLiteNamespace
  ) -> [Draft] {
    let property = SQLiteProperty(entity: entity, name: relationship.name)
    let name = names.take("Z" + relationship.name.uppercased())
    func draft(_ name: String, _ kind: Int, _ content: SQLiteColumn.Content, isIndexed: Bool = false) -> Draft {
      Draft(
        column: SQLiteColumn(name: name, type: .integer, content: content), group: 0, entity: place, kind: kind,
        key: relationship.name, isIndexed: isIndexed)
    }
    var drafts = [draft(name, 1, .destination(property), isIndexed: true)]
    if children[relationship.destination] != nil, let number = numbers[relationship.destination] {
      drafts.append(draft(names.take("Z\(number)_\(name.dropFirst())"), 1, .destinationEntity(property)))
    }
    if let inverse = index.inverse(of: relationship)?.relationship, inverse.isToMany, inverse.isOrdered {
      drafts.append(draft(names.take("Z_FOK_\(name.dropFirst())"), 2, .order(property)))
    }
    return drafts
  }

  /// The owner's key in the table of a to-many's members, if no inverse has a column for it. No store seen has an
  /// ordered one; storing its order in an additional column, as join tables do, is our choice.
  private func owner(_ property: SQLiteProperty, _ place: Int, _ names: inout SQLiteNamespace) -> [Draft] {
    let suffix = "\(numbers[property.entity] ?? 0)\(property.name.uppercased())"
    let key = SQLiteColumn(name: names.take("Z" + suffix), type: .integer, content: .owner(property))
    var drafts = [Draft(column: key, group: 0, entity: place, kind: 3, key: property.name, isIndexed: true)]
    if described[property.entity]?[property: property.name]?.relationship?.isOrdered == true {
      let order = SQLiteColumn(name: names.take("Z_FOK_" + suffix), type: .integer, content: .ownerOrder(property))
      drafts.append(Draft(column: order, group: 0, entity: place, kind: 4, key: property.name))
    }
    return drafts
  }

  /// The declared type, and the group to which columns of the type belong.
  private static func type(of attribute: AttributeDescription) -> (SQLiteColumn.DeclaredType, Int) {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .boolean: (.integer, 0)
    case .date: (.timestamp, 1)
    case .double, .float: (.float, 1)
    case .decimal: (.decimal, 2)
    case .string: (.varchar, 3)
    case .uri: (.varchar, 4)
    case .uuid: (.blob, 5)
    case .transformable, .undefined: (.blob, 6)
    case .binaryData: (.blob, 7)
    }
  }
}
