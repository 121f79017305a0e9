import struct Foundation.Date

extension Schema {
  /// The schema of an earlier model whose graphs are to become graphs of another schema: entities that are in both have the
  /// same stable places, and no property has an identity of the other's.
  package convenience init(preceding next: Schema, _ model: ManagedObjectModel) {
    let matching = ModelMatching(from: model, to: next.model)
    var count = next.entities.count
    var places: [String: Int] = [:]
    for entity in model.entities where places[entity.name] == nil {
      if let place = matching.newNames[entity.name].flatMap({ next.indexes[$0] }) {
        places[entity.name] = place
      } else {
        places[entity.name] = count
        count += 1
      }
    }
    self.init(model, places: places, placeCount: count, firstIdentity: next.nextIdentity)
  }
}

extension Graph {
  /// The graph under a later model's schema, settled, and the fate of its objects.
  /// - Parameter configuration: that of the store; the report leaves out what the store does not keep.
  /// - Throws: ``ModelChangeError``, naming an object that cannot follow.
  func migrated(
    to schema: Schema, _ configuration: String? = nil
  ) throws(ModelChangeError) -> (graph: Graph, report: MigrationReport) {
    let matching = ModelMatching(from: self.schema.model, to: schema.model)
    let (moved, _) = GraphConversion.movedRows(of: [self], to: schema) { table in
      table < tables.count ? Int32(clamping: max(1, tables[table].rowEnd)) : 1
    }
    // A migration has no clock: what is to begin with the time of its insertion begins with the start of 2001.
    let now = Date(timeIntervalSinceReferenceDate: 0)
    var conversion = GraphConversion(
      self, to: schema, moved: moved, now: now, strictness: .strict, matching: matching)
    try conversion.run()
    try conversion.refuseMissingObjects()
    try conversion.new.refuseViolations(since: self.schema)
    conversion.new.computeDerived(since: self, now: now)
    conversion.new.settle(commit: commit)
    var renumbered: [ManagedObjectID: ManagedObjectID] = [:]
    for (place, row) in moved {
      let entity = Int(header(at: place).entity)
      renumbered[ManagedObjectID(entity: entity, number: place.row, context: context)] = ManagedObjectID(
        entity: entity, number: row, context: context)
    }
    return (
      conversion.new,
      MigrationReport(
        matching, from: self, to: conversion.new, renumbered: renumbered, store: 0, configuration: configuration)
    )
  }
}

extension ManagedObjectModel {
  /// The name that each entity of this model had in an earlier one; none for new entities.
  package func entityNames(in earlier: ManagedObjectModel) -> [String: String] {
    ModelMatching(from: earlier, to: self).oldNames
  }
}
