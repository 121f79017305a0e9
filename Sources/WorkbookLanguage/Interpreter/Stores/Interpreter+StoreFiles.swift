import CoreDataStore
import Diagnostics
import ObjectGraph
import Predicates

/// Stores that are files: `store shop at "shop.graphstore"`, `reopen shop`, `migrate shop`.
extension Interpreter {
  mutating func openFile(
    _ name: Identifier, _ path: StorePath, _ configuration: Identifier?, isMigrating: Bool, at range: SourceRange
  ) throws -> Outcome.Result {
    try checkEnding(of: path, name)
    return try addFile(name, path, configuration, isMigrating: isMigrating, at: range)
  }

  /// Opens a store over a file of ours, whatever the file's ending.
  mutating func addFile(
    _ name: Identifier, _ path: StorePath, _ configuration: Identifier?, isMigrating: Bool, at range: SourceRange
  ) throws -> Outcome.Result {
    let coordinator = mainContext.coordinator
    if environment.hasScratchStores { coordinator.useScratchFiles() }
    let resolved = environment.storePath?(path.text, statementSource.name) ?? path.text
    let store = coordinator.fileStore(
      name: name.text, path: resolved, configuration: configuration?.text,
      migration: isMigrating ? .lightweight : .refused)
    guard !mainContext.model.entities.isEmpty || store.outline() != nil else {
      throw Diagnostic(
        "no-entities", "the file of a store keeps the model that it is made under, and there are no entities yet",
        at: range, hint: "make the model first: entity Team { name: String }")
    }
    let renumbered: [ManagedObjectID: ManagedObjectID]
    do throws(StoreError) {
      renumbered = try coordinator.add(
        store, whilePending: allContexts.contains { $0.hasChanges || $0.canUndo || $0.canRedo })
    } catch {
      throw placedError(error, name, path.range, configuration, opening: path)
    }
    store.migration = .refused
    try mergeStores(at: path.range)
    try spend(opening: store)
    return .storeOpened(opening(of: store, path.text, renumbered.count))
  }

  /// Reads a store again and discards everything unsaved: transient values, and what others' files had when it was
  /// opened.
  mutating func reopen(_ name: Identifier, _ isDiscarding: Bool, at range: SourceRange) throws -> Outcome.Result {
    let coordinator = mainContext.coordinator
    if !coordinator.isOpen(name.text), !coordinator.closedStores.contains(name.text) {
      throw placedError(
        .unknownStore(name.text, known: coordinator.stores.map(\.name) + coordinator.closedStores), name, name.range,
        nil)
    }
    if !isDiscarding { try requireNothingPending(of: name.text, at: range) }
    let renumbered: Int
    let lost = try loss(.reopen, name, isDiscarding, at: range)
    let discarded = isDiscarding ? discardChanges(of: name) : nil
    do throws(StoreError) {
      if coordinator.isOpen(name.text) { try coordinator.close(name.text) }
      // Before its objects come back, so that what was not saved of them goes.
      mergeClosedStores()
      renumbered = try coordinator.reopen(name.text, whilePending: false).count
    } catch {
      mergeClosedStores()
      throw placedError(error, name, name.range, nil)
    }
    try mergeStores(at: range)
    if let store = sqliteStore(named: name.text) {
      try meter.spend(.objects, store.opening?.objectCount ?? 0)
      var opening = opening(of: store, nil, renumbered)
      opening.discarded = discarded
      return .storeOpened(opening)
    }
    guard let store = coordinator.fileStores.first(where: { $0.name == name.text }) else {
      return .stated(.storeReopenedInMemory(name.text, lost: lost, discarded))
    }
    try spend(opening: store)
    var opening = opening(of: store, nil, renumbered)
    opening.discarded = discarded
    return .storeOpened(opening)
  }

  /// Brings the file of a store to the current model; without a name, those of all.
  mutating func migrate(_ name: Identifier?, at range: SourceRange) throws -> Outcome.Result {
    try context.prepare()
    let coordinator = mainContext.coordinator
    var stores = coordinator.migratingStores
    if let name {
      stores = stores.filter { $0.name == name.text }
      if stores.isEmpty, coordinator.isOpen(name.text) {
        return .stated(.storeFollowsModel(name.text))
      }
      if stores.isEmpty {
        throw placedError(
          .unknownStore(name.text, known: coordinator.stores.map(\.name) + coordinator.closedStores), name, name.range,
          nil)
      }
    }
    guard !stores.isEmpty else {
      throw Diagnostic(
        "no-store-file", "no store is a file here, and stores in memory follow the model by themselves", at: range,
        hint: "store shop at \"shop.graphstore\"")
    }
    var migrations: [StoreMigration] = []
    var hasNewValues = false
    let opened = stores.filter { !coordinator.isOpen($0.name) }
    for store in stores {
      do throws(StoreError) {
        let (wasOpen, commit) = (coordinator.isOpen(store.name), coordinator.commit)
        let report: MigrationReport? =
          if let file = store as? FileStore { try coordinator.migrate(file).report } else {
            try coordinator.migrate(store).report
          }
        hasNewValues = hasNewValues || wasOpen && coordinator.commit != commit
        migrations.append(
          StoreMigration(
            name: store.name, version: context.modelHistory.currentName,
            lines: report.map { $0.lines + ((store as? SQLiteStore)?.opening?.migrationRemarks ?? []) }))
      } catch {
        try mergeStores(at: range)
        var diagnostic = placedError(error, name, name?.range ?? range, nil)
        // The files of these are written, and what went is named all the same.
        for migration in migrations {
          guard let lines = migration.lines else { continue }
          diagnostic.notes.append("migrated \(migration.name) to \(migration.version)")
          diagnostic.notes += lines
        }
        throw diagnostic
      }
    }
    if hasNewValues { try mergeEverything(at: range) } else { try mergeStores(at: range) }
    for store in opened {
      if let store = store as? FileStore { try spend(opening: store) }
      if let store = store as? SQLiteStore { try meter.spend(.objects, store.opening?.objectCount ?? 0) }
    }
    return .migrated(migrations)
  }

  // MARK: Parts

  private func opening(of store: FileStore, _ path: String?, _ renumbered: Int) -> StoreOpening {
    var first = mainContext.coordinator.stores.first { $0.configuration == nil }
    if first?.name == store.name { first = nil }
    var opening = StoreOpening(
      name: store.name, path: path, isNew: store.opening?.isNew ?? false,
      objectCount: store.opening?.objectCount ?? 0, renumberedCount: renumbered,
      migration: store.lastMigration?.lines, firstStore: first?.name,
      firstStoreWouldLose: first.map { $0.location == nil && hasObjects(in: $0.name) } ?? false)
    if first != nil { opening.remarks += [remarkOnNewObjects(besides: store.name)].compactMap(\.self) }
    return opening
  }

  /// Whether a store has objects, or will have some after a save. O(objects of other stores before the first).
  private func hasObjects(in store: String) -> Bool {
    let context = mainContext
    return context.model.entities.contains { entity in
      entity.parent == nil
        && context.graph.objectIDs(of: entity.name).contains { (context.storeName(of: $0) ?? store) == store }
    }
  }

  private func mergeStores(at range: SourceRange) throws {
    for context in allContexts where context.parent == nil {
      try placed(at: range) { try context.mergeStores() }
    }
  }

  /// After a migration that gave objects other values than the edits of the model had.
  private func mergeEverything(at range: SourceRange) throws {
    for context in allContexts where context.parent == nil {
      try placed(at: range) { try context.mergeEverything() }
    }
  }

  /// Spends the objects that were read, which count like objects that are made.
  private func spend(opening store: FileStore) throws {
    try meter.spend(.objects, store.opening?.objectCount ?? 0)
  }

  func placedError(
    _ error: StoreError, _ name: Identifier?, _ place: SourceRange, _ configuration: Identifier?,
    opening path: StorePath? = nil
  ) -> Diagnostic {
    var diagnostic = words(for: error)
    diagnostic.range = place
    switch error {
    case .unknownConfiguration: diagnostic.range = configuration?.range ?? place
    case .nameTaken, .unknownStore: diagnostic.range = name?.range ?? place
    case .incompatibleModel(let store, _), .migrationFailed(let store, _), .noInferredMapping(let store, _),
      .migrationConstraintViolation(let store, _), .missingSourceModel(let store, _):
      if let file = mainContext.coordinator.migratingStores.first(where: { $0.name == store }) as? SQLiteStore {
        diagnostic.hint = hint(for: file, after: error, migrating: "migrate \(store)", at: file.path)
        break
      }
      diagnostic.hint = hint(for: error, ofStore: store, opening: path, configuration: configuration?.text)
      guard diagnostic.hint == nil else { break }
      diagnostic.hint = lastHint(forStore: store, opening: path)
      let file = path.map { self.file(of: store, at: $0, configuration?.text, .refused) }
      guard let outline = (file ?? mainContext.coordinator.fileStores.first { $0.name == store })?.outline() else {
        break
      }
      if mainContext.model.entities.isEmpty {
        diagnostic.message =
          "\(error.code)  the store \(store) has \(Listing.text(outline.map(\.entity))), and this model has no entities"
      } else {
        diagnostic.notes += differences(from: outline)
      }
    default: break
    }
    return diagnostic
  }

  /// A path without a file's name, and endings that promise another kind of file.
  private func checkEnding(of path: StorePath, _ name: Identifier) throws(Diagnostic) {
    let file = path.text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !file.isEmpty, file != ".", file != "..", !path.text.utf8.contains(0) else {
      throw Diagnostic(
        "no-file-name", "the file of a store needs a name", at: path.range,
        hint: "store \(name) at \"\(name).graphstore\"")
    }
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return }
    let stem = path.text.dropLast(file[dot...].count)
    if (ModelFile.endings + Export.endings + ["md"]).contains(String(file[dot...].dropFirst()).lowercased()) {
      throw Diagnostic(
        "not-a-store-file", "a file that ends in \(file[dot...]) holds no store", at: path.range,
        hint: "write \"\(stem).graphstore\"")
    }
  }
}
