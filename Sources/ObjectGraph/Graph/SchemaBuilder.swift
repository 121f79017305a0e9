/// Gives every property of a sound model its column.
struct SchemaBuilder {
  let model: ManagedObjectModel
  let places: [String: Int]
  private(set) var entities: [Entity?]
  private(set) var tables: [TableLayout]
  private(set) var relationships: [RelationshipLayout] = []
  private(set) var poolCount = 0
  /// Own properties by the stable place of the entity that declares them.
  private var own: [Int: [Property]] = [:]
  private let descriptions: [String: EntityDescription]
  private let previous: Schema?
  private let renaming: ModelRenaming
  private(set) var nextIdentity: Int

  init(
    _ model: ManagedObjectModel, places: [String: Int], placeCount: Int, following previous: Schema?,
    renaming: ModelRenaming, firstIdentity: Int = 0
  ) {
    self.model = model
    self.previous = previous
    self.renaming = renaming
    nextIdentity = max(firstIdentity, previous?.nextIdentity ?? 0)
    self.places = places
    entities = Array(repeating: nil, count: placeCount)
    tables = Array(repeating: TableLayout(), count: placeCount)
    descriptions = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func build() {
    let lineages = model.entities.map { lineage(of: $0) }
    let composites = Dictionary(model.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let layouts = layOutRelationships(lineages)
    for (entity, line) in zip(model.entities, lineages) {
      guard let place = places[entity.name], let root = line.first.flatMap({ places[$0.name] }) else { continue }
      var ownProperties: [Property] = []
      let identities = identities(of: entity, at: place)
      for (property, identity) in zip(entity.properties, identities) {
        let storage: Property.Storage =
          switch property {
          case .attribute(let attribute): .attribute(column(for: attribute, in: root))
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

  /// The identities of an entity's own properties: those of the properties that they were before, or new ones.
  private mutating func identities(of entity: EntityDescription, at place: Int) -> [Int] {
    guard let old = previous?.entity(at: place) else { return entity.properties.map { _ in newIdentity() } }
    let oldOwn = old.properties.filter { $0.declaredBy == place }
    let byName = Dictionary(oldOwn.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(entity.properties.map(\.name))
    var renamed: [String: Property] = [:]
    var renamedAway: Set<String> = []
    if !renaming.properties.isEmpty {
      for property in oldOwn {
        guard let name = renaming.properties[ModelRenaming.Property(property.name, of: old.name)] else { continue }
        renamed[name] = property
        renamedAway.insert(property.name)
      }
    }
    return entity.properties.map { property in
      if let same = renamed[property.name] { return same.identity }
      if let same = byName[property.name], !renamedAway.contains(same.name) { return same.identity }
      if let earlier = property.renamingIdentifier, !names.contains(earlier), let same = byName[earlier] {
        return same.identity
      }
      return newIdentity()
    }
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
        if relationship.isToMany {
          layout.slot = tables[table].lists
          tables[table].lists += 1
        } else {
          layout.slot = tables[table].links
          tables[table].links += 1
        }
        if shape == .manyToMany || shape == .toMany {
          layout.pool = poolCount
          poolCount += 1
        }
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
      }
    }
    return indexes
  }

  private mutating func column(for attribute: AttributeDescription, in table: Int) -> AttributeColumn {
    func next(_ count: inout Int, _ kind: AttributeColumn.Kind) -> AttributeColumn {
      defer { count += 1 }
      return AttributeColumn(kind: kind, slot: count)
    }
    guard attribute.compositeName == nil else { return next(&tables[table].values, .value) }
    return switch attribute.type {
    case .integer16, .integer32, .integer64: next(&tables[table].integers, .integer)
    case .boolean: next(&tables[table].booleans, .boolean)
    case .double, .float: next(&tables[table].doubles, .double)
    case .date: next(&tables[table].doubles, .date)
    case .string: next(&tables[table].strings, .string)
    case .decimal, .binaryData, .uuid, .uri, .transformable, .undefined: next(&tables[table].values, .value)
    }
  }
}
