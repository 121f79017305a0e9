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
  /// Own properties by the stable place of the entity that declares them.
  private var own: [Int: [Property]] = [:]
  private let descriptions: [String: EntityDescription]
  private let previous: Schema?
  private let matching: ModelMatching?
  private let returning: [(schema: Schema, matching: ModelMatching)]
  private(set) var nextIdentity: Int

  init(
    _ model: ManagedObjectModel, places: [String: Int], placeCount: Int, following previous: Schema?,
    matching: ModelMatching?, returning: [(schema: Schema, matching: ModelMatching)] = [], firstIdentity: Int = 0
  ) {
    self.model = model
    self.previous = previous
    self.matching = matching
    self.returning = returning
    nextIdentity = max(firstIdentity, previous?.nextIdentity ?? 0)
    self.places = places
    entities = Array(repeating: nil, count: placeCount)
    tables = Array(repeating: TableLayout(), count: placeCount)
    kinds = Array(repeating: [], count: placeCount)
    valueColumns = Array(repeating: [], count: placeCount)
    descriptions = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func build() {
    let lineages = model.entities.map { lineage(of: $0) }
    let composites = CompositeShapes(
      Dictionary(model.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
    for root in lineages.compactMap({ $0.first.flatMap { places[$0.name] } }) where kinds[root].isEmpty {
      kinds[root] = [.header]
    }
    let layouts = layOutRelationships(lineages)
    let attributes = layOutAttributes(lineages)
    placeColumns()
    for (entity, line) in zip(model.entities, lineages) {
      guard let place = places[entity.name], let root = line.first.flatMap({ places[$0.name] }) else { continue }
      var ownProperties: [Property] = []
      let identities = identities(of: entity, at: place)
      for (property, identity) in zip(entity.properties, identities) {
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
        ownProperties.append(
          Property(property, declaredBy: place, identity: identity, storage: storage, composites: composites))
      }
      own[place] = ownProperties
    }
    for (entity, line) in zip(model.entities, lineages) {
      guard let place = places[entity.name], let root = line.first.flatMap({ places[$0.name] }) else { continue }
      let ancestors = line.dropLast().compactMap { places[$0.name] }
      entities[place] = Entity(
        name: entity.name, index: place, isAbstract: entity.isAbstract, table: root, ancestors: ancestors,
        properties: (ancestors + [place]).flatMap { own[$0] ?? [] },
        rules: line.flatMap(\.rules),
        uniquenessConstraints: line.flatMap { declaring in
          declaring.uniquenessConstraints.map { (places[declaring.name] ?? place, $0) }
        })
    }
  }

  /// The identities of an entity's own properties: those of the properties of the same entity that they were before, or
  /// new ones.
  private mutating func identities(of entity: EntityDescription, at place: Int) -> [Int] {
    let earlier = [previous.flatMap { schema in matching.map { (schema, $0) } }].compactMap { $0 } + returning
    var identities = [Int?](repeating: nil, count: entity.properties.count)
    var taken: Set<Int> = []
    for (schema, matching) in earlier {
      guard let old = schema.entity(at: place) else { continue }
      let sources = matching.sources(in: entity.name)
      for (index, property) in entity.properties.enumerated() where identities[index] == nil {
        guard let source = sources[property.name], source.declaredBy == old.name,
          let same = old.property(source.property.name), same.declaredBy == place, taken.insert(same.identity).inserted
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

  private func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var line = [entity]
    while let parent = line[line.count - 1].parent.flatMap({ descriptions[$0] }), line.count <= descriptions.count {
      line.append(parent)
    }
    return line.reversed()
  }

  /// The declaring entity of the inverse, and its description.
  private func inverse(of relationship: RelationshipDescription) -> (Key, RelationshipDescription)? {
    guard let name = relationship.inverse, let destination = descriptions[relationship.destination] else { return nil }
    for owner in lineage(of: destination).reversed() {
      if let found = owner[property: name]?.relationship { return (Key(entity: owner.name, name: name), found) }
    }
    return nil
  }

  private mutating func layOutRelationships(_ lineages: [[EntityDescription]]) -> [Key: Int] {
    var indexes: [Key: Int] = [:]
    let roots = Dictionary(
      zip(model.entities.map(\.name), lineages.map { $0.first.flatMap { places[$0.name] } ?? 0 }),
      uniquingKeysWith: { first, _ in first })
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
        // Of the two directions the one that was declared first has the even half-edges.
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
  private mutating func layOutAttributes(_ lineages: [[EntityDescription]]) -> [Key: AttributeColumn] {
    var found: [Key: AttributeColumn] = [:]
    for (entity, line) in zip(model.entities, lineages) {
      guard let root = line.first.flatMap({ places[$0.name] }) else { continue }
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
