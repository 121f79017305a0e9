extension PersistentStoreCoordinator {
  /// Brings a store's file to the current model, in its place.
  ///
  /// The objects of an open store have followed the model in memory, edit by edit, and are written as they are: contexts see
  /// what they saw before. A store that is closed is opened, and its file read and migrated.
  ///
  /// - Returns: the fate of the objects, with every value that is lost, nil when the file fits the model as it is; and
  ///   the objects that have other numbers here than in the file, old to new.
  /// - Throws: ``StoreError/migrationFailed(store:reason:)`` with the reasons why a lightweight migration does not take the
  ///   change, ``StoreError/migrationConstraintViolation(store:reason:)`` when saved objects break a new uniqueness constraint,
  ///   ``StoreError/changedElsewhere(store:)``, or as ``FileStore/open(_:)`` does; then the file and what is open
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
      _ = try MappingModel.inferred(
        from: original.schema.model, to: schema.model, configuration: store.configuration)
    } catch {
      throw .migrationFailed(store: store.name, reason: "\(error.reasons) (\(StoreCode.inferredMappingModel.rawValue))")
    }
    // A change of the model was checked with what was pending, which the file does not have.
    do throws(ModelChangeError) {
      try state.graph.refuseViolations(since: original.schema, in: number)
    } catch {
      throw .migrationConstraintViolation(store: store.name, reason: error.diagnostic.message)
    }
    let matching = ModelMatching(from: original.schema.model, to: schema.model)
    let renumbered = schema.renumbering(since: original.schema)
    let report = MigrationReport(
      matching, from: original, to: state.graph, renumbered: renumbered, store: number,
      configuration: store.configuration)
    if store.fits(schema.model), report.isEmpty { return nil }
    try store.rewrite(
      StoreSave(
        graph: state.graph, previous: state.graph, place: number, inserted: [], updated: [], deleted: [],
        highestNumbers: highestNumbers(schema), cancellation: .never))
    state.slots[place].version = schema.history.currentName
    state.slots[place].original = nil
    return report
  }
}

extension MappingError {
  /// The reasons in words, in one line.
  var reasons: String { problems.map(\.diagnostic.message).joined(separator: "; ") }
}
