extension PersistentStoreCoordinator {
  /// Brings a store's file to the current model, in its place.
  ///
  /// The objects of an open store have followed the model in memory, edit by edit, and are written as they are: contexts see
  /// what they saw before. Properties that only a renaming identifier joins to one of the file's version, and no edit made
  /// here, get the values that the file has for them. A store that is closed is opened, and its file read and migrated.
  ///
  /// - Returns: what became of the objects, with every value that goes, nil when the file fits the model as it is; and the
  ///   objects that have other numbers here than in the file, old to new.
  /// - Throws: ``StoreError/migrationFailed(store:reason:)`` with the reasons why a lightweight migration does not take the
  ///   change, ``StoreError/changedElsewhere(store:)``, or as ``FileStore/open(_:)`` does; then the file and what is open
  ///   are as they were.
  /// - Complexity: O(objects of all stores × properties).
  @discardableResult
  public func migrate(
    _ store: FileStore
  ) throws(StoreError) -> (report: MigrationReport?, renumbered: [ManagedObjectID: ManagedObjectID]) {
    try state.withLock { (state) throws(StoreError) in
      guard let place = state.slots.firstIndex(where: { $0.store === store }) else {
        throw .unknownStore(store.name, known: state.slots.map(\.store.name))
      }
      guard state.slots[place].isOpen else {
        let usual = store.migration
        store.migration = .lightweight
        defer { store.migration = usual }
        let renumbered = try attach(state.slots[place], at: place, &state, whilePending: true)
        return (store.lastMigration, renumbered)
      }
      guard let original = state.slots[place].original, original.revision == store.revision else { return (nil, [:]) }
      return (try migrate(store, at: place, since: original.graph, &state), [:])
    }
  }

  /// Writes the file of an open store under the current model.
  private func migrate(
    _ store: FileStore, at place: Int, since original: Graph, _ state: inout State
  ) throws(StoreError) -> MigrationReport? {
    let schema = state.graph.schema
    let number = UInt8(truncatingIfNeeded: place)
    do throws(MappingError) {
      _ = try MappingModel.inferred(from: original.schema.model, to: schema.model)
    } catch {
      throw .migrationFailed(store: store.name, reason: error.reasons)
    }
    let matching = ModelMatching(from: original.schema.model, to: schema.model)
    let renumbered = schema.renumbering(since: original.schema)
    let migrated: Graph
    do throws(ModelChangeError) {
      migrated = try state.graph.joined(with: original, matching, renumbered, store: number)
    } catch {
      throw .migrationFailed(store: store.name, reason: error.diagnostic.message)
    }
    let report = MigrationReport(matching, from: original, to: migrated, renumbered: renumbered, store: number)
    if store.fits(schema.model), report.isEmpty { return nil }
    var graph = migrated
    if graph.hasChanges { graph.settle(commit: state.commit + 1) }
    try store.rewrite(
      StoreSave(
        graph: graph, previous: state.graph, place: number, inserted: [], updated: [], deleted: [],
        highestNumbers: highestNumbers(schema), cancellation: .never))
    state.commit = graph.commit
    state.graph = graph
    state.slots[place].version = schema.history.currentName
    state.slots[place].original = nil
    return report
  }
}

extension MappingError {
  /// The reasons in words, in one line.
  var reasons: String { problems.map(\.diagnostic.message).joined(separator: "; ") }
}

extension Graph {
  /// The graph with what an earlier one has for properties that a renaming identifier alone joins to its own: not an edit
  /// between the two. Its objects are marked as updated where that changes them.
  /// - Parameter renumbered: the objects with other IDs here, old to new.
  fileprivate func joined(
    with original: Graph, _ matching: ModelMatching, _ renumbered: [ManagedObjectID: ManagedObjectID], store: UInt8
  ) throws(ModelChangeError) -> Graph {
    var joined: [(entity: Entity, property: Property)] = []
    for entity in schema.entities.compactMap({ $0 }) {
      let sources = matching.sources(in: entity.name)
      for property in entity.properties where property.storage != .fetched && !property.isTransient {
        guard let source = sources[property.name], !source.property.isTransient, property.attribute?.derivation == nil,
          let before = original.schema.entity(named: source.declaredBy)?.property(source.property.name),
          before.identity != property.identity
        else { continue }
        joined.append((entity, property))
      }
    }
    if joined.isEmpty { return self }
    let moved = Dictionary(
      renumbered.compactMap { old, new in original.place(of: old).map { ($0, Int32(clamping: new.number)) } },
      uniquingKeysWith: { first, _ in first })
    var conversion = GraphConversion(
      original, to: schema, moved: moved, now: .init(timeIntervalSinceReferenceDate: 0), strictness: .strict,
      matching: matching)
    try conversion.run()
    var result = self
    for (entity, property) in joined {
      for place in places(of: entity, includingSubentities: false, in: store)
      where conversion.new.header(at: place).isLive {
        result.take(property, at: place, from: conversion.new)
      }
    }
    return result
  }

  /// Takes over what a graph of the same schema has in a property of an object.
  private mutating func take(_ property: Property, at place: Place, from other: Graph) {
    switch property.storage {
    case .attribute(let column):
      let value = other.value(of: column, at: place)
      guard value != self.value(of: column, at: place) else { return }
      setValue(value, of: column, at: place)
      markUpdated(place.table, place.row)
    case .relationship(let layout):
      let (wanted, present) = (other.members(of: layout, place.row), members(of: layout, place.row))
      guard wanted != present else { return }
      for member in present where !wanted.contains(member) { disconnect(layout, place.row, member) }
      for member in wanted where !present.contains(member) {
        if header(at: Place(table: layout.destinationTable, row: member)).isLive { connect(layout, place.row, member) }
      }
      if layout.isToMany {
        reorder(
          layout, place.row,
          members(of: layout, place.row).sorted { first, second in
            (wanted.firstIndex(of: first) ?? .max) < (wanted.firstIndex(of: second) ?? .max)
          })
      }
    case .fetched: break
    }
  }
}
