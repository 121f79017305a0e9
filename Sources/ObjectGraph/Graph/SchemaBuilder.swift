/// Gives every property of a sound model its column.
struct SchemaBuilder {
  let model: ManagedObjectModel
  let places: [String: Int]
  private(set) var entities: [Entity?]
  private(set) var tables: [TableLayout]
  private(set) var columns: [ColumnInfo] = []
  private(set) var poolColumns: [Int] = []
  private(set) var valueColumns: [[Int]]
  private(set) var valueColumnCount = 0
  private(set) var relationships: [RelationshipLayout] = []
  /// The kinds of each table's columns, the headers' first; a slot counts in its table until all are known.
  private var kinds: [[ColumnKind]]
  private(set) var tree = EntityTree([])
  private let index: ModelIndex
  /// The stable place of the root of each entity's tree.
  private let roots: [String: Int]
  private let previous: Schema?
  private let matching: ModelMatching?
  private let returning: [(schema: Schema, matching: ModelMatching)]
  private let given: [Int: [String: Int]]?
  private(set) var nextIdentity: Int

  init(
    _ model: ManagedObjectModel, places: [String: Int], placeCount: Int, following previous: Schema?,
    matching: ModelMatching?, returning: [(schema: Schema, matching: ModelMatching)] = [],
    identities: [Int: [String: Int]]? = nil, firstIdentity: Int = 0
  ) {
    self.model = model
    self.previous = previous
    self.matching = matching
    self.returning = returning
    given = identities
    nextIdentity = max(firstIdentity, previous?.nextIdentity ?? 0)
    self.places = places
    entities = Array(repeating: nil, count: placeCount)
    tables = Array(repeating: TableLayout(), count: placeCount)
    kinds = Array(repeating: [], count: placeCount)
    valueColumns = Array(repeating: [], count: placeCount)
    index = ModelIndex(model)
    roots = Dictionary(
      zip(model.entities, index.roots).compactMap { entity, root in
        places[model.entities[root].name].map { (entity.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  mutating func build() {
    let composites = CompositeShapes(
      Dictionary(model.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
    for entity in model.entities {
      if let root = roots[entity.name], kinds[root].isEmpty { kinds[root] = [.header] }
    }
    let layouts = layOutRelationships()
    let attributes = layOutAttributes()
    placeColumns()
    var members = [EntityTree.Member](repeating: EntityTree.Member(), count: entities.count)
    for entity in model.entities {
      guard let place = places[entity.name], let root = roots[entity.name] else { continue }
      members[place].parent = entity.parent.flatMap { places[$0] } ?? -1
      members[place].rules = entity.rules
      members[place].uniquenessConstraints = entity.uniquenessConstraints
      for (property, identity) in zip(entity.properties, identities(of: entity, at: place)) {
        let storage: Property.Storage =
          switch property {
          case .attribute(let attribute):
            attributes[Key(entity: entity.name, name: attribute.name)].map { .attribute(placed($0, in: root)) }
              ?? .fetched
          case .relationship(let relationship):
            layouts[Key(entity: entity.name, name: relationship.name)].map { .relationship(relationships[$0]) }
              ?? .fetched
          case .fetched: .fetched
          }
        members[place].properties.append(
          Property(property, declaredBy: place, identity: identity, storage: storage, composites: composites))
      }
    }
    tree = EntityTree(members)
    for entity in model.entities {
      guard let place = places[entity.name], let root = roots[entity.name] else { continue }
      entities[place] = Entity(
        name: entity.name, index: place, isAbstract: entity.isAbstract, table: root, tree: tree)
    }
  }

  /// The identities of an entity's own properties: those of the properties of the same entity that they were before, or
  /// new ones.
  private mutating func identities(of entity: EntityDescription, at place: Int) -> [Int] {
    if let given = given?[place] { return entity.properties.map { given[$0.name] ?? newIdentity() } }
    let earlier = [previous.flatMap { schema in matching.map { (schema, $0) } }].compactMap { $0 } + returning
    var identities = [Int?](repeating: nil, count: entity.properties.count)
    var taken: Set<Int> = []
    for (schema, matching) in earlier {
      guard let old = schema.entity(at: place) else { continue }
      let sources = matching.ownSources(in: entity.name)
      let known = Dictionary(old.ownProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for (index, property) in entity.properties.enumerated() where identities[index] == nil {
        guard let source = sources[property.name], source.declaredBy == old.name,
          let same = known[source.property.name], taken.insert(same.identity).inserted
        else { continue }
        identities[index] = same.identity
      }
    }
    return identities.map { $0 ?? newIdentity() }
  }

  private mutating func newIdentity() -> Int {
    nextIdentity += 1
    return nextIdentity
  }

  private struct Key: Hashable {
    var entity: String
    var name: String
  }

  /// The key of the inverse, by the entity that declares it, and its description.
  private func inverse(of relationship: RelationshipDescription) -> (Key, RelationshipDescription)? {
    index.inverse(of: relationship).map { (Key(entity: $0.entity, name: $0.relationship.name), $0.relationship) }
  }

  private mutating func layOutRelationships() -> [Key: Int] {
    var indexes: [Key: Int] = [:]
    for entity in model.entities {
      for relationship in entity.properties.compactMap(\.relationship) {
        let back = inverse(of: relationship)?.1
        let shape: RelationshipLayout.Shape =
          switch (relationship.isToMany, back?.isToMany) {
          case (false, nil): .toOne
          case (false, false?): .oneToOne
          case (false, true?): .manyToOne
          case (true, false?): .oneToMany
          case (true, true?): .manyToMany
          case (true, nil): .toMany
          }
        let table = roots[entity.name] ?? 0
        var layout = RelationshipLayout(
          index: relationships.count, shape: shape, source: places[entity.name] ?? 0,
          destination: places[relationship.destination] ?? 0, sourceTable: table,
          destinationTable: roots[relationship.destination] ?? 0, slot: 0, rule: relationship.deleteRule,
          isOrdered: relationship.isToMany && relationship.isOrdered)
        layout.slot = kinds[table].count
        kinds[table].append(relationship.isToMany ? .list : shape == .manyToOne ? .threadedLink : .link)
        indexes[Key(entity: entity.name, name: relationship.name)] = layout.index
        relationships.append(layout)
      }
    }
    for entity in model.entities {
      for relationship in entity.properties.compactMap(\.relationship) {
        guard let index = indexes[Key(entity: entity.name, name: relationship.name)],
          let (key, _) = inverse(of: relationship), let back = indexes[key]
        else { continue }
        relationships[index].inverse = back
        // The direction that was declared first has the even half-edges.
        relationships[index].side = back < index ? 1 : 0
      }
    }
    for index in relationships.indices {
      let layout = relationships[index]
      guard layout.shape == .manyToMany || layout.shape == .toMany else { continue }
      if layout.hasInverse, layout.inverse < index {
        relationships[index].pool = relationships[layout.inverse].pool
      } else {
        relationships[index].pool = poolColumns.count
        poolColumns.append(-1)
      }
    }
    return indexes
  }

  /// The column of every attribute, counted in its table.
  private mutating func layOutAttributes() -> [Key: AttributeColumn] {
    var found: [Key: AttributeColumn] = [:]
    for entity in model.entities {
      guard let root = roots[entity.name] else { continue }
      for attribute in entity.properties.compactMap(\.attribute) {
        found[Key(entity: entity.name, name: attribute.name)] = column(for: attribute, in: root)
      }
    }
    return found
  }

  /// Gives all columns their places in the schema: table by table, then the pools'.
  private mutating func placeColumns() {
    for table in tables.indices {
      let start = columns.count
      columns += kinds[table].map { ColumnInfo(kind: $0, table: table) }
      tables[table].columns = start..<columns.count
    }
    for pool in poolColumns.indices {
      poolColumns[pool] = columns.count
      columns.append(ColumnInfo(kind: .halfEdge, table: -1, pool: pool))
    }
    for index in relationships.indices {
      relationships[index].slot += tables[relationships[index].sourceTable].columns.lowerBound
    }
    for index in relationships.indices {
      let layout = relationships[index]
      if layout.hasInverse {
        relationships[index].inverseSlot = relationships[layout.inverse].slot
        relationships[index].inverseDestination = relationships[layout.inverse].destination
      }
      if layout.pool >= 0 { relationships[index].edges = poolColumns[layout.pool] }
    }
  }

  private func placed(_ column: AttributeColumn, in table: Int) -> AttributeColumn {
    guard column.kind != .value else { return column }
    return AttributeColumn(kind: column.kind, slot: column.slot + tables[table].columns.lowerBound)
  }

  private mutating func column(for attribute: AttributeDescription, in table: Int) -> AttributeColumn {
    func next(_ kind: AttributeColumn.Kind, _ layout: ColumnKind) -> AttributeColumn {
      kinds[table].append(layout)
      return AttributeColumn(kind: kind, slot: kinds[table].count - 1)
    }
    func other() -> AttributeColumn {
      valueColumns[table].append(valueColumnCount)
      valueColumnCount += 1
      return AttributeColumn(kind: .value, slot: valueColumnCount - 1)
    }
    guard attribute.compositeName == nil else { return other() }
    return switch attribute.type {
    case .integer16, .integer32: next(.integer, .integer32)
    case .integer64: next(.wideInteger, .word)
    case .boolean: next(.boolean, .boolean)
    case .double, .float: next(.double, .word)
    case .date: next(.date, .word)
    case .string: next(.string, .text)
    case .decimal, .binaryData, .uuid, .uri, .transformable, .undefined: other()
    }
  }
}
