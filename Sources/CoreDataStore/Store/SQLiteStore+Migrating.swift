import CSQLite
import Diagnostics
import Foundation
import ModelInterchange
import ObjectGraph

/// A lightweight migration of the file to another model.
extension SQLiteStore: MigratingStore {
  /// The treatment of a file that was written under another model when it is opened. O(1).
  public var migration: FileStore.Migration {
    get { state.withLock { $0.migration } }
    set { state.withLock { $0.migration = newValue } }
  }

  /// The effects of the migration at the last opening; nil without one. O(1).
  public var lastMigration: MigrationReport? { state.withLock { $0.report } }

  /// Returns the fate of the objects if the file were migrated; nothing is written.
  /// - Throws: as ``open(_:)``.
  package func rehearseMigration(_ schema: Schema) throws(StoreError) -> MigrationReport {
    let file = try file(models: [schema.model])
    guard let source = try sourceModel(file, schema) else { throw .missingSourceModel(store: name, entities: []) }
    return try MigrationSource(self, source, schema).report
  }

  /// The model that the tables are made for, where that is another one than the schema's; nil where it is not known.
  func sourceModel(_ file: CoreDataFile, _ schema: Schema) throws(StoreError) -> ManagedObjectModel? {
    let own: CoreDataFile
    do throws(CoreDataFileError) { own = try CoreDataFile(path, notation: notation) } catch {
      throw .cannotOpen(store: name, reason: error.reason)
    }
    if own.origin != .tables { return own.model }
    // A store that keeps no model has the one whose tables are most like its own.
    let others = schema.history.versions.reversed().map(\.model).filter { $0 != schema.model }
    guard file.ownHashes == nil, !others.isEmpty else { return nil }
    let best = try self.file(models: others)
    guard best.layout.misfits.isEmpty,
      !file.layout.misfits.isEmpty || best.layout.leftovers.count < file.layout.leftovers.count
    else { return nil }
    return best.model
  }

  func file(models: [ManagedObjectModel]) throws(StoreError) -> CoreDataFile {
    do throws(CoreDataFileError) { return try CoreDataFile(path, models: models, notation: notation) } catch {
      throw .cannotOpen(store: name, reason: error.reason)
    }
  }

  /// Brings the file to the model of a schema, in one transaction: new tables take the places of the old ones, and every
  /// other table stays as it is. Objects keep their `Z_PK` and `Z_OPT`, entities their `Z_ENT`.
  ///
  /// Core Data's version hashes and its `Z_MODELCACHE` belong to the earlier model and go; the store keeps the new model as
  /// one of ours does. The file is copied first, also where a save has copied an earlier state, unless the store makes no
  /// copies.
  func migrate(from source: ManagedObjectModel, to schema: Schema, _ stamp: StoreStamp) throws(StoreError) {
    let migrated = try MigrationSource(self, source, schema)
    var state = state.withLock { $0 }
    state.known = stamp
    state.numbers = [:]
    state.externalColumns = []
    state.hasBackup = false
    var refusal: StoreError?
    var backup: String?
    do throws(SQLiteFailure) {
      backup = try write(state, &refusal) { (connection) throws(StoreWriter.Refusal) in
        do throws(SQLiteFailure) { try migrated.layOut(connection) } catch { throw .sqlite(error) }
        var writer = StoreWriter(connection, migrated.layout, state, StoreSave(writing: migrated.graph))
        writer.keepsSaveCounts = true
        try writer.write()
        let kept = self.notation.map { KeptModel(schema.model, $0) }
        do throws(SQLiteFailure) {
          try connection.changeMetadata { StoreMetadata.migrated($0, to: schema.model, kept) }
        } catch { throw .sqlite(error) }
      }
    } catch {
      switch refusal {
      case nil: throw .cannotMigrate(name, error.reason)
      case .cannotSave(_, let reason)?: throw .cannotMigrate(name, reason)
      case let other?: throw other
      }
    }
    let remarks = migrated.remarks
    self.state.withLock {
      $0.report = migrated.report
      $0.hasBackup = keepsBackup
      $0.migrationRemarks =
        (backup.map { ["the file as it was is \($0.split(separator: "/").last ?? "")"] } ?? []) + remarks
    }
  }
}

/// The objects of a file under the model that it is to have, and the tables for them.
private struct MigrationSource {
  let graph: Graph
  let report: MigrationReport
  let layout: StoreLayout
  /// The parts of the file that a migration does not keep, in words.
  private(set) var remarks: [String] = []
  /// The tables of the earlier model.
  private let oldTables: [String]
  /// The rows of `Z_PRIMARYKEY`.
  private let keys: [PrimaryKey]

  init(_ store: SQLiteStore, _ source: ManagedObjectModel, _ schema: Schema) throws(StoreError) {
    let name = store.name
    try source.requireMapping(to: schema.model, inStore: name)
    let file = try store.file(models: [source])
    guard file.layout.misfits.isEmpty else {
      throw .cannotMigrate(name, "its tables do not fit its model: \(Listing.text(file.layout.misfits))")
    }
    var reader = StoreGraphReader(file, Schema(preceding: schema, source), storeName: name)
    let old = try reader.graph()
    if let column = reader.externalColumns.sorted().first {
      throw .cannotMigrate(name, "\(column) keeps data in separate files, which a migration leaves unchanged")
    }
    (graph, report) = try old.migrated(inStore: name, to: schema)
    oldTables = file.layout.schema.tables.compactMap { table in
      switch table.content {
      case .objects, .links: table.name
      case .primaryKeys, .metadata, .modelCache: nil
      }
    }
    if let trigger = Self.trigger(of: Set(oldTables), file) {
      throw .cannotMigrate(name, "only Core Data can make its trigger \(trigger), for derived attributes")
    }

    // A migration keeps the numbers of entities.
    let before = schema.model.entityNames(in: source)
    let known = Dictionary(
      file.layout.entities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    var numbers = before.compactMapValues { known[$0] }
    var spare = (file.primaryKeys.filter(\.isModels).map(\.number).max() ?? 0) + 1
    for entity in schema.model.entities.map(\.name).sorted() where numbers[entity] == nil {
      numbers[entity] = spare
      spare += 1
    }
    let version = file.metadata.frameworkVersion
    let framework = version > 0 ? FrameworkVersion(rawValue: version) : .current
    do throws(ModelError) {
      let tables = try SQLiteSchema(schema.model, framework: framework, numbers: numbers)
      var highest: [String: Int64] = [:]
      for entity in schema.model.entities {
        guard let old = before[entity.name].flatMap({ file.layout.entity(named: $0) }) else { continue }
        let root = schema.model.root(of: entity.name)
        highest[root] = max(highest[root] ?? 0, file.highest(ofTreeOf: old))
      }
      keys = tables.entities.map {
        PrimaryKey(number: $0.number, name: $0.name, parent: $0.parentNumber, highest: highest[$0.name] ?? 0)
      }
      layout = try StoreLayout(
        schema.model,
        tables.tables.map { table in
          FileTable(name: table.name, columns: table.columns.map(\.name), types: table.columns.map { _ in "" })
        }, keys, framework: framework)
    } catch { throw .cannotMigrate(name, "the model has problems") }

    let (links, rows) = (reader.opening.brokenLinkCount, reader.opening.strayRowCount)
    if links > 0 {
      remarks.append("\(counted(links, "link", "links")) that led nowhere or had one side only did not come along")
    }
    if rows > 0 { remarks.append("\(counted(rows, "row", "rows")) of no entity of the model did not come along") }
    let columns = file.layout.leftovers.filter { leftover in oldTables.contains { leftover.hasPrefix("\($0).") } }
    if !columns.isEmpty {
      remarks.append("not in the model, and not in the file any more: \(Listing.text(columns))")
    }
  }

  private static func trigger(of tables: Set<String>, _ file: CoreDataFile) -> String? {
    guard
      let rows = try? file.connection.prepare(
        "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' ORDER BY 1")
    else { return nil }
    while (try? rows.step()) == true {
      if let name = rows.text(0), let table = rows.text(1), tables.contains(table) { return name }
    }
    return nil
  }

  /// Replaces the tables of the earlier model by empty ones.
  func layOut(_ connection: SQLiteConnection) throws(SQLiteFailure) {
    for table in oldTables { try connection.execute("DROP TABLE IF EXISTS \(quoted(table))") }
    var indexes: [SQLiteIndex] = []
    for table in layout.schema.tables {
      switch table.content {
      case .objects, .links:
        try connection.execute(table.createStatement)
        indexes += table.indexes
      case .modelCache:
        let isThere = try connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'")
        if try isThere.step() { try connection.execute("DELETE FROM Z_MODELCACHE") }
      case .primaryKeys, .metadata: continue
      }
    }
    for index in indexes { try connection.execute(index.createStatement) }
    try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
    let insert = try connection.prepare(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)")
    for key in keys {
      insert.bind(1, Int64(key.number))
      insert.bind(2, key.name)
      insert.bind(3, Int64(key.parent))
      insert.bind(4, key.highest)
      try insert.run()
    }
  }
}

extension StoreError {
  /// The refusal of a migration for a reason that is in the file and not in the objects.
  fileprivate static func cannotMigrate(_ store: String, _ reason: String) -> StoreError {
    .cannotOpen(store: store, reason: "it cannot be migrated: \(reason)")
  }
}
