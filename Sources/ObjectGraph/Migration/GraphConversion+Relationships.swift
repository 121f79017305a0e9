extension GraphConversion {
  /// Shares the links of unchanged relationships, and rebuilds those of the others.
  mutating func convertRelationships() throws(ModelChangeError) {
    var properties: [Int: (Entity, Property)] = [:]
    for entity in schema.entities.compactMap({ $0 }) {
      for property in entity.ownProperties {
        if let layout = property.layout { properties[layout.index] = (entity, property) }
      }
    }
    let shared = schema.relationships.map { layout in
      properties[layout.index].flatMap { sharedSource(of: $0.1, layout, in: $0.0) }
    }
    let headers = new
    var rebuilt: [(Property, RelationshipLayout, Entity)] = []
    for layout in schema.relationships {
      guard let (entity, property) = properties[layout.index] else { continue }
      if let source = shared[layout.index],
        !layout.hasInverse || shared[layout.inverse].map({ $0.index == source.inverse }) ?? false,
        layout.side == source.side
      {
        new.edit()
        new.storage.share(layout.slot, from: old.storage, source.slot)
        // Both directions of many to many hold the same half-edges; which of a pair is whose must have stayed.
        if layout.pool >= 0, layout.side == 0 { new.storage.sharePool(layout.pool, from: old.storage, source.pool) }
      } else {
        try rebuild(property, layout, of: entity)
        rebuilt.append((property, layout, entity))
      }
    }
    for (property, layout, entity) in rebuilt where layout.isToMany { try restoreOrder(property, layout, of: entity) }
    // Rebuilding marked the objects it touched; their state relative to the last save has not changed.
    new.edit()
    for table in schema.tables.indices { new.storage.shareRows(table, from: headers.storage, table) }
  }

  /// The old layout whose columns can serve as they are: same shape, same rows at both ends, no object that had it
  /// has lost it.
  private func sharedSource(
    of property: Property, _ layout: RelationshipLayout, in entity: Entity
  ) -> RelationshipLayout? {
    let sources = sources(of: property, in: entity)
    guard let first = sources.first?.property, sources.allSatisfy({ $0.property === first }),
      let source = first.layout, source.shape == layout.shape, intact[layout.sourceTable] == source.sourceTable,
      intact[layout.destinationTable] == source.destinationTable
    else { return nil }
    let everyone = populated.allSatisfy { kind in
      let hadIt = old.schema.entity(at: kind)?.isKind(of: source.source) ?? false
      let hasIt = schema.entity(at: kind)?.isKind(of: layout.source) ?? false
      let wasThere = old.schema.entity(at: kind)?.isKind(of: source.destination) ?? false
      let isThere = schema.entity(at: kind)?.isKind(of: layout.destination) ?? false
      return (!hadIt || hasIt) && (!wasThere || isThere)
    }
    return everyone ? source : nil
  }

  /// Restores the order of lists. Links that are rebuilt from one end arrive in any order at the other. Members that a
  /// list did not have before come last.
  private mutating func restoreOrder(
    _ property: Property, _ layout: RelationshipLayout, of entity: Entity
  ) throws(ModelChangeError) {
    var result = new
    let old = old
    try forEachObject(of: entity.index) { (before, from, to) throws(ModelChangeError) in
      guard let source = self.before(property, of: before)?.layout, source.isToMany else { return }
      let members = result.members(of: layout, to.row)
      let held = Set(members)
      let kept = old.members(of: source, from.row)
        .map { self.newRow(of: Graph.Place(table: source.destinationTable, row: $0)) }.filter(held.contains)
      let known = Set(kept)
      result.reorder(layout, to.row, kept + members.filter { !known.contains($0) })
    }
    new = result
  }

  /// Refuses an object without a destination that it needs and may not have had before; see ``MandatoryValue``. In a context
  /// it can still get one until the save, which asks for it.
  func refuseMissingObjects() throws(ModelChangeError) {
    for entity in schema.entities.compactMap({ $0 }) {
      for property in entity.ownProperties {
        guard let relationship = property.relationship, let layout = property.layout,
          relationship.isMandatory(since: nil)
        else { continue }
        try forEachObject(of: entity.index) { (before, from, to) throws(ModelChangeError) in
          let earlier = self.before(property, of: before)?.relationship
          if relationship.isMandatory(since: earlier), old.header(at: from).isLive,
            new.members(of: layout, to.row).isEmpty
          {
            throw .missingObject(old.id(at: from), entity: before.name, key: property.name)
          }
        }
      }
    }
  }

  private mutating func rebuild(
    _ property: Property, _ layout: RelationshipLayout, of entity: Entity
  ) throws(ModelChangeError) {
    var result = new
    let (old, schema, strictness) = (old, schema, strictness)
    let back = layout.hasInverse ? schema.relationships[layout.inverse] : nil
    try forEachObject(of: entity.index) { (before, from, to) throws(ModelChangeError) in
      guard let source = self.before(property, of: before)?.layout else { return }
      let members = old.members(of: source, from.row).filter {
        old.tables[source.destinationTable].headers[$0].isAlive
      }
      func name(_ row: Int32) -> String {
        let id = old.id(source.destinationTable, row)
        return "\(old.schema.entity(at: id.entity)?.name ?? "object")#\(id.number)"
      }
      if !layout.isToMany, members.count > 1, strictness == .strict {
        throw .tooManyObjects(old.id(at: from), entity: before.name, key: property.name, count: members.count)
      }
      for member in layout.isToMany ? members[...] : members.prefix(1) {
        let place = Graph.Place(table: source.destinationTable, row: member)
        guard let kind = schema.entity(at: old.header(at: place).entity) else { continue }
        let isTaken =
          back.map { entity in schema.entity(at: old.header(at: from).entity)?.isKind(of: entity.destination) } ?? true
        guard kind.isKind(of: layout.destination), isTaken == true else {
          if strictness == .lenient { continue }
          throw .wrongDestination(
            old.id(at: from), entity: before.name, key: property.name, other: name(member),
            destination: schema.entity(at: layout.destination)?.name ?? "")
        }
        let target = self.newRow(of: place)
        if result.isConnected(layout, to.row, target) { continue }
        let isOccupied =
          back.map { !$0.isToMany && result.target(of: $0, target) != 0 } ?? false
          || !layout.isToMany && result.target(of: layout, to.row) != 0
        if isOccupied {
          if strictness == .lenient { continue }
          throw .sharedObject(old.id(at: from), entity: before.name, key: property.name, other: name(member))
        }
        result.connect(layout, to.row, target)
      }
    }
    new = result
  }
}
