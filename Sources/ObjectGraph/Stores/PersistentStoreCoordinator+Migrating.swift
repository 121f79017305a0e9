extension PersistentStoreCoordinator {
  /// Brings a store's file to the current model, in its place.
  ///
  /// One migration has one result, whether the store is open or closed: the objects of an open store have followed the
  /// model in memory, edit by edit, and get the values that the migration of the file gives them, where these differ. A
  /// store that is closed is opened, and its file read and migrated.
  ///
  /// - Returns: the fate of the objects, with every value that is lost, nil when the file fits the model as it is; and
  ///   the objects that have other numbers here than in the file, old to new.
  /// - Throws: ``StoreError/noInferredMapping(store:reason:)`` with the reasons why a lightweight migration does not take the
  ///   change, ``StoreError/migrationFailed(store:_:)`` for an object that cannot follow,
  ///   ``StoreError/migrationConstraintViolation(store:reason:)`` when saved objects break a new uniqueness constraint,
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
      guard state.slots[place].isOpen else { return try migrate(closed: store, at: place, &state) }
      guard let original = state.slots[place].original, original.revision == store.revision else { return (nil, [:]) }
      return (try migrate(store, at: place, since: original.graph, &state), [:])
    }
  }

  /// Brings the file of another kind of store to the current model. One that is open fits it, unless a new version of the model has been
  /// made since.
  /// - Throws: ``StoreError/openUnderEarlierModel(store:)`` for an open store that does not fit, or as ``migrate(_:)-(FileStore)`` does.
  package func migrate(
    _ store: any MigratingStore
  ) throws(StoreError) -> (report: MigrationReport?, renumbered: [ManagedObjectID: ManagedObjectID]) {
    try state.withLock { (state) throws(StoreError) in
      guard let place = state.slots.firstIndex(where: { $0.store === store }) else {
        throw .unknownStore(store.name, known: state.slots.map(\.store.name))
      }
      guard state.slots[place].isOpen else { return try migrate(closed: store, at: place, &state) }
      let history = state.graph.schema.history
      let version = history.versions.first { $0.name == state.slots[place].version }
      guard version?.model == history.model else { throw .openUnderEarlierModel(store: store.name) }
      return (nil, [:])
    }
  }

  /// Opens a store that is closed, and lets it migrate its file.
  private func migrate(
    closed store: any MigratingStore, at place: Int, _ state: inout State
  ) throws(StoreError) -> (report: MigrationReport?, renumbered: [ManagedObjectID: ManagedObjectID]) {
    let usual = store.migration
    store.migration = .lightweight
    defer { store.migration = usual }
    let renumbered = try attach(state.slots[place], at: place, &state, whilePending: true)
    return (store.lastMigration, renumbered)
  }

  /// Writes the file of an open store under the current model.
  private func migrate(
    _ store: FileStore, at place: Int, since original: Graph, _ state: inout State
  ) throws(StoreError) -> MigrationReport? {
    let schema = state.graph.schema
    let number = UInt8(truncatingIfNeeded: place)
    try original.schema.model.requireMapping(to: schema.model, inStore: store.name, store.configuration)
    if let migrated = try store.contents(migratedTo: schema) {
      state.take(migrated, ofStore: number, since: original)
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

extension PersistentStoreCoordinator.State {
  /// Gives the objects of a store the values that the migration of its file gives them, where they have others after the
  /// edits of the model. Objects that were renumbered, when the store was opened or by the edits, stay as they are.
  /// - Parameter original: what the file was written from.
  fileprivate mutating func take(_ migrated: Graph, ofStore store: UInt8, since original: Graph) {
    let known = Set(
      original.allObjects().filter { id in original.place(of: id).map { original.store(of: $0) == store } ?? false }
        .map(\.withoutContext))
    guard graph.schema.renumbering(since: original.schema).isEmpty,
      migrated.allObjects().allSatisfy({ known.contains($0.withoutContext) })
    else { return }
    var own: Set<Graph.Place> = []
    for (table, rows) in migrated.rowsPerhapsChanged(since: graph).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        let (now, wanted) = (graph.header(at: place), migrated.header(at: place))
        guard wanted.isLive || now.isLive && graph.store(of: place) == store else { continue }
        if now.isLive, wanted.isLive, let entity = migrated.entity(at: place),
          migrated.changedProperties(of: entity, at: place, since: graph).isEmpty
        {
          continue
        }
        own.insert(place)
      }
    }
    if own.isEmpty { return }
    for place in own where migrated.header(at: place).isLive { graph.assign(place, toStore: store) }
    commit += 1
    graph = GraphMerge.run(base: graph, own: migrated.named(0), target: graph, .own, only: own)
    graph.settle(commit: commit)
  }
}

extension StoreError {
  /// The refusal of a migration because of an object that cannot follow the model.
  static func cannotMigrate(_ store: String, _ error: ModelChangeError) -> StoreError {
    if case .notUnique = error {
      return .migrationConstraintViolation(store: store, reason: error.diagnostic.message)
    }
    return .migrationFailed(store: store, error)
  }
}

extension MappingError {
  /// The reasons in words, in one line.
  var reasons: String { problems.map(\.diagnostic.message).joined(separator: "; ") }
}
