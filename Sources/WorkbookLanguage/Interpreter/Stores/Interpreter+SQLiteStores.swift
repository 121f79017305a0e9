import CoreDataStore
import Diagnostics
import ModelInterchange
import ObjectGraph

/// Stores that are Core Data's own files: `store app at "App.sqlite"`.
extension Interpreter {
  /// Opens a Core Data store. A workbook without a model takes the store's.
  mutating func openSQLite(
    _ name: Identifier, _ path: StorePath, _ options: StoreOptions, _ notes: inout [Diagnostic], at range: SourceRange
  ) throws -> Outcome.Result {
    let coordinator = mainContext.coordinator
    if let opening = try openForModel(name, path, &notes, at: range) { return opening }
    guard let storePath = environment.storePath, !coordinator.usesScratchFiles else {
      throw Diagnostic(
        "no-files", "Core Data stores can't be opened here", at: path.range,
        hint: "store \(name) in memory, or store \(name) at \"\(name).graphstore\"")
    }
    let resolved = storePath(path.text, statementSource.name)
    var remarks: [String] = []
    if context.model.entities.isEmpty {
      guard SQLiteStore.isThere(resolved) else {
        throw Diagnostic(
          "no-entities", "there is no file '\(DisplayText.visible(path.text))', and a new one needs a model", at: range,
          hint: "is the path right? Or make the model first: entity Team { name: String }")
      }
      remarks += try takeModel(ofStoreAt: resolved, path, &notes)
    }
    let store = SQLiteStore(
      name: name.text, path: resolved, keepsBackup: options.keepsBackup, notation: .statements)
    store.migration = options.isMigrating ? .lightweight : .refused
    defer { store.migration = .refused }
    let renumbered: [ManagedObjectID: ManagedObjectID]
    do throws(StoreError) {
      renumbered = try mainContext.coordinator.add(
        store, whilePending: allContexts.contains { $0.hasChanges || $0.canUndo || $0.canRedo })
    } catch {
      var diagnostic = error.diagnostic
      diagnostic.range = if case .nameTaken = error { name.range } else { path.range }
      switch error {
      case .missingSourceModel:
        diagnostic.hint = "in a new session, import its .xcdatamodeld with all its versions first"
      case .incompatibleModel, .migrationFailed, .noInferredMapping, .migrationConstraintViolation:
        let statement = "store \(name) at \(ModelText.string(path.text)), migrating"
        diagnostic.hint = hint(
          for: store, after: error, migrating: options.isMigrating ? nil : statement, at: path.text)
      default: break
      }
      throw diagnostic
    }
    for context in allContexts where context.parent == nil { try placed(at: path.range) { try context.mergeStores() } }
    try meter.spend(.objects, store.opening?.objectCount ?? 0)
    var opening = opening(of: store, path.text, renumbered.count)
    opening.remarks = remarks + opening.remarks
    return .storeOpened(opening)
  }

  /// Opens a Core Data store where files may be read but not written: the model is the store's if the workbook has none, and
  /// the store is in memory, without the file's objects. Returns nil everywhere else.
  mutating func openForModel(
    _ name: Identifier, _ path: StorePath, _ notes: inout [Diagnostic], at range: SourceRange
  ) throws -> Outcome.Result? {
    guard environment.keepsStoresInMemory, let storePath = environment.storePath else { return nil }
    if context.model.entities.isEmpty {
      _ = try takeModel(ofStoreAt: storePath(path.text, statementSource.name), path, &notes)
    }
    return try addFile(name, path, nil, isMigrating: false, at: range)
  }

  /// The model of a store becomes that of the workbook; returns what there is to say about it.
  mutating func takeModel(ofStoreAt resolved: String, _ path: StorePath, _ notes: inout [Diagnostic]) throws
    -> [String]
  {
    guard context === mainContext else { throw Diagnostic.modelInContext(context.name, at: path.range) }
    let file: CoreDataFile
    do throws(CoreDataFileError) { file = try CoreDataFile(resolved, notation: .statements) } catch {
      var diagnostic = error.diagnostic
      diagnostic.range = path.range
      throw diagnostic
    }
    try refuse(file.model, at: path.range)
    try context.setModel(file.model)
    for note in file.notes { notes.append(Diagnostic("store-model", note, at: path.range, severity: .warning)) }
    return ["its model has \(Listing.text(file.model.entityNames))"]
  }

  /// Whether a path is that of a Core Data store: by what the file holds, or by its ending.
  func isCoreDataStore(_ path: StorePath) -> Bool {
    if path.isSQLite { return true }
    guard !path.isOfGraphbook, let storePath = environment.storePath else { return false }
    return CoreDataFile.isDatabase(storePath(path.text, statementSource.name))
  }

  /// The ways on from a Core Data store that was written under another model. What a migration would do is tried first.
  /// - Parameter statement: The statement that migrates it; nil where that was refused.
  func hint(
    for store: SQLiteStore, after error: StoreError? = nil, migrating statement: String?, at path: String
  ) -> String {
    var ways: [String] = []
    if case .migrationFailed(_, let change) = error,
      let way = leavingOptional(
        change,
        { trial in
          _ = try store.rehearseMigration(trial.mainContext.graph.schema)
          return true
        })
    {
      ways.append(way)
    }
    if let statement, (try? store.rehearseMigration(mainContext.graph.schema)) != nil {
      ways.append("\(statement) brings the file to this version")
    }
    if let version = version(ofStoreAt: path), version != context.modelHistory.currentName {
      ways.append("use version \(ModelText.string(version)) goes back to its own")
    }
    return ways.isEmpty
      ? "in a new session, graphbook open \(shownPath(of: store)) takes the model that it keeps"
      : ways.joined(separator: "; ")
  }

  /// The version of the model that a Core Data store was written under, or whose tables it has at least; nil where there is
  /// only one, and for a file that cannot be read.
  package func version(ofStoreAt path: String) -> String? {
    let versions = ([context.modelHistory.model] + context.modelHistory.versions.reversed().map(\.model))
    guard context.modelHistory.count > 1, let resolved = environment.storePath?(path, statementSource.name),
      let file = try? CoreDataFile(resolved, models: versions, notation: .statements)
    else { return nil }
    guard file.layout.misfits.isEmpty, file.entities(differingFrom: file.model).isEmpty else { return nil }
    return context.modelHistory.versions.last { $0.model == file.model }?.name
  }

  /// The path of a store's file as it is typed.
  func shownPath(of store: SQLiteStore) -> String {
    DisplayText.visible(store.path.split(separator: "/").last ?? Substring(store.path))
  }

  /// The open Core Data store with this name; of any name, the only open one, if it is the only store with objects.
  func sqliteStore(named name: String?) -> SQLiteStore? {
    let stores = mainContext.coordinator.stores
    if let name { return stores.lazy.compactMap { $0 as? SQLiteStore }.first { $0.name == name } }
    let found = stores.compactMap { $0 as? SQLiteStore }
    guard found.count == 1, stores.allSatisfy({ $0 is SQLiteStore || $0.location == nil }) else { return nil }
    return mainContext.coordinator.stores.allSatisfy {
      $0 is SQLiteStore || mainContext.coordinator.objectCount(inMemoryStore: $0.name) == 0
    } ? found[0] : nil
  }

  func opening(of store: SQLiteStore, _ path: String?, _ renumbered: Int) -> StoreOpening {
    let found = store.opening ?? SQLiteStore.Opening()
    var first = mainContext.coordinator.stores.first
    if first?.name == store.name { first = nil }
    var opening = StoreOpening(
      name: store.name, path: path, isNew: found.isNew, objectCount: found.objectCount, renumberedCount: renumbered,
      migration: store.lastMigration?.lines, firstStore: first?.name,
      firstStoreWouldLose: first.map { mainContext.coordinator.objectCount(inMemoryStore: $0.name) > 0 } ?? false)
    opening.remarks += found.migrationRemarks
    if found.isNew || store.lastMigration != nil {
      opening.remarks.append(
        "the file keeps its model, but not the version hashes by which Core Data recognises one: only Core Data can "
          + "compute them")
    } else if let first {
      opening.remarks.append(
        "new objects still go to \(first.name): insert into \(store.name) …, or close \(first.name)")
    }
    if first != nil { opening.remarks += [remarkOnNewObjects(besides: store.name)].compactMap(\.self) }
    opening.remarks += [found.logProblem, found.logNote].compactMap(\.self)
    if found.brokenLinkCount > 0 {
      opening.remarks.append(
        "\(counted(found.brokenLinkCount, "link leads nowhere or has", "links lead nowhere or have")) one side only, and "
          + "\(found.brokenLinkCount == 1 ? "is" : "are") left out: graphbook store check lists such links")
    }
    if found.strayRowCount > 0 {
      opening.remarks.append(
        "\(counted(found.strayRowCount, "row belongs", "rows belong")) to no entity of the model, and "
          + "\(found.strayRowCount == 1 ? "is" : "are") left out")
    }
    return opening
  }
}
