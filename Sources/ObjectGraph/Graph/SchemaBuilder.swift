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
    renaming: ModelRenaming
  ) {
    self.model = model
    self.previous = previous
    self.renaming = renaming
    nextIdentity = previous?.nextIdentity ?? 0
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
      for property in entity.properties {
        let storage: Property.Storage =
          switch property {
          case .attribute(let attribute): .attribute(column(for: attribute, in: root))
          case .relationship(let relationship):
            layouts[Key(entity: entity.name, name: relationship.name)].map { .relationship(relationships[$0]) }
              ?? .fetched
          case .fetched: .fetched
          }
        let identity = identity(of: property, in: entity, at: place)
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

  /// The identity of the property that this one was before, or a new one.
  private mutating func identity(of property: PropertyDescription, in entity: EntityDescription, at place: Int) -> Int {
    if let old = previous?.entity(at: place) {
      let oldOwn = old.properties.filter { $0.declaredBy == place }
      if let renamed = oldOwn.first(where: {
        renaming.properties[ModelRenaming.Property($0.name, of: old.name)] == property.name
      }) {
        return renamed.identity
      }
      if let same = oldOwn.first(where: { $0.name == property.name }),
        renaming.properties[ModelRenaming.Property(same.name, of: old.name)] == nil
      {
        return same.identity
      }
      if let earlier = property.renamingIdentifier, entity[property: earlier] == nil,
        let same = oldOwn.first(where: { $0.name == earlier })
      {
        return same.identity
      }
    }
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
