import Diagnostics
import ModelInterchange
import ObjectGraph
import Support

import struct Foundation.Data
import struct Foundation.UUID

/// A store in Core Data's own SQLite format: one that Core Data wrote, or a new one in the same tables.
///
/// ```swift
/// let file = try CoreDataFile("App.sqlite")
/// let coordinator = try PersistentStoreCoordinator(model: file.model)
/// try coordinator.add(SQLiteStore(name: "app", path: "App.sqlite"))
/// ```
///
/// It reads all objects when it is opened, and holds nothing open afterwards. A save is one transaction: what SQLite
/// promises for that holds, and rows that have not changed keep their bytes. Before the first save the file is copied to
/// `App.sqlite.backup`. A save is refused when another program has written the file since it was read.
///
/// Version hashes that only Core Data can compute are kept as they are, so a store is written only under the model that it
/// was opened with. A new store has none; it keeps its model in the metadata (`KeptModel`).
///
/// A store that was written under another model is refused, or migrated. A save under a model that was put together from
/// the tables changes values only: nothing in the file says what is required, or what becomes of objects that point to a
/// deleted one.
///
/// ## Topics
/// Making: ``init(name:path:keepsBackup:)``, ``isThere(_:)``
/// After opening: ``opening``, ``lastMigration``, ``migration``
public final class SQLiteStore: NumberedStore {
  /// The store's name in its coordinator.
  public let name: String
  /// The path of the file.
  public let path: String
  /// Nil: the store takes the entities of all configurations.
  public let configuration: String? = nil
  /// Whether the first save copies the file first.
  public let keepsBackup: Bool
  /// The path of the file.
  public var location: String? { path }
  /// The identifier that the file keeps. O(1).
  public var identifier: UUID { state.withLock { $0.identifier } }
  /// How a new store writes its model down; nil for one that keeps none.
  let notation: ModelNotation?

  /// The state of the file when it was opened.
  public struct Opening: Hashable, Sendable {
    /// There was none, and it was made.
    public internal(set) var isNew = false
    /// The number of objects in the file.
    public internal(set) var objectCount = 0
    /// Links that the graph cannot hold, because they lead nowhere or only one side has them.
    public internal(set) var brokenLinkCount = 0
    /// Rows that are of no entity of their table.
    public internal(set) var strayRowCount = 0
    /// The part of the write-ahead log that cannot be played back, in words.
    public internal(set) var logProblem: String?
    /// A remark on a file in write-ahead mode that has no log.
    public internal(set) var logNote: String?
    /// Remarks on the migration of the file, in words.
    public internal(set) var migrationRemarks: [String] = []
    /// Whether the model was put together from the tables.
    public internal(set) var isPutTogether = false

    package init() {}
  }

  struct State: Sendable {
    var identifier: UUID
    /// The file as it was last read or written; nil while it is closed.
    var known: StoreStamp?
    var hashes: [String: VersionHash] = [:]
    var model: ManagedObjectModel?
    var tables: [FileTable] = []
    var primaryKeys: [PrimaryKey] = []
    var framework = FrameworkVersion.current
    /// Columns that refer to files, as `table.column`.
    var externalColumns: Set<String> = []
    /// The `Z_PK` of rows that have other numbers in the coordinator, by table and row.
    var numbers: [Int: [Int32: Int64]] = [:]
    var opening: Opening?
    var hasBackup = false
    /// Whether Core Data has not written the file, which then keeps its model as a store of ours does.
    var isOwn = false
    /// The text of the model that it keeps.
    var keptText: String?
    var migration = FileStore.Migration.refused
    var report: MigrationReport?
    /// Remarks on the last migration.
    var migrationRemarks: [String] = []
  }

  let state: Locked<State>

  /// A store at a path; nothing is read before it is added to a coordinator. A file that is not there is made then. O(1).
  public convenience init(name: String, path: String, keepsBackup: Bool = true) {
    self.init(name: name, path: path, keepsBackup: keepsBackup, notation: nil)
  }

  /// - Parameter notation: how a new store writes its model down; nil for one that keeps none.
  package init(name: String, path: String, keepsBackup: Bool = true, notation: ModelNotation?) {
    self.name = name
    self.path = path
    self.keepsBackup = keepsBackup
    self.notation = notation
    state = Locked(State(identifier: .random()))
  }

  /// The state of the file at the last opening; nil before the first. O(1).
  public var opening: Opening? { state.withLock { $0.opening } }

  /// Returns whether there is anything at a path. O(1).
  public static func isThere(_ path: String) -> Bool { StoreFileAccess.size(path) >= 0 }

  /// Reads all objects, or makes an empty file where there is none. O(rows × columns).
  /// - Throws: `StoreError.cannotOpen(store:reason:)`, also when the tables do not fit the model,
  ///   `StoreError.incompatibleModel(store:entities:)` when the store keeps another one, and
  ///   `StoreError.damaged(store:place:reason:)`.
  public func open(_ schema: Schema) throws(StoreError) -> StoreContents {
    guard StoreFileAccess.size(path) >= 0 else { return try create(schema) }
    // Taken before the file is read, so that a write by another program meanwhile is noticed.
    var stamp = StoreStamp(path)
    state.withLock { ($0.report, $0.migrationRemarks) = (nil, []) }
    if let source = try otherModel(schema) {
      guard migration == .lightweight else {
        throw .incompatibleModel(
          store: name, entities: schema.model.entities(differingFrom: source.versionHashes()))
      }
      try migrate(from: source, to: schema, stamp)
      stamp = StoreStamp(path)
    }
    let file = try file(models: [schema.model])
    guard file.layout.misfits.isEmpty else {
      throw .cannotOpen(store: name, reason: "it does not fit the model: \(Listing.text(file.layout.misfits))")
    }
    return try contents(file, schema, stamp)
  }

  /// The model that the file was written under; nil where that is the schema's, or where nothing says which it was. Closes
  /// the file, which may then be written.
  private func otherModel(_ schema: Schema) throws(StoreError) -> ManagedObjectModel? {
    let file = try file(models: [schema.model])
    let differing = file.entities(differingFrom: schema.model)
    let mayBeOther = file.ownHashes == nil && !(file.layout.misfits.isEmpty && file.layout.leftovers.isEmpty)
    guard !differing.isEmpty || mayBeOther else { return nil }
    let source = try sourceModel(file, schema)
    if source == nil, !differing.isEmpty || migration == .lightweight && !file.layout.misfits.isEmpty {
      if migration == .lightweight { throw .missingSourceModel(store: name, entities: differing) }
      throw .incompatibleModel(store: name, entities: differing)
    }
    return source
  }

  /// Reads the objects of a file that fits the model, and notes how the file is.
  private func contents(_ file: CoreDataFile, _ schema: Schema, _ stamp: StoreStamp) throws(StoreError) -> StoreContents
  {
    var reader = StoreGraphReader(file, schema, storeName: name)
    let graph = try reader.graph()
    var opening = reader.opening
    opening.logProblem = file.logProblem
    opening.logNote = file.logNote
    opening.migrationRemarks = state.withLock { $0.migrationRemarks }
    opening.isPutTogether = file.isPutTogether(schema.model)
    let external = reader.externalColumns
    let found = opening
    state.withLock {
      if let identifier = UUID(uuidString: file.metadata.identifier) { $0.identifier = identifier }
      $0.known = stamp
      $0.hashes = schema.model.versionHashes()
      $0.model = schema.model
      $0.tables = file.tables
      $0.primaryKeys = file.primaryKeys
      $0.framework = FrameworkVersion(rawValue: file.metadata.frameworkVersion)
      $0.externalColumns = external
      $0.numbers = [:]
      $0.opening = found
      $0.isOwn = file.metadata.hashes.isEmpty && !file.hasModelCache
      $0.keptText = file.metadata.currentModel?.text
    }
    return StoreContents(graph: graph, highestNumbers: reader.highestNumbers)
  }

  /// Forgets the file; it may be opened again. O(1).
  public func close() { state.withLock { $0.known = nil } }

  /// Notes which objects have other numbers than in the file.
  package func renumber(_ renumbered: [ManagedObjectID: ManagedObjectID]) {
    guard !renumbered.isEmpty else { return }
    state.withLock { state in
      for (old, new) in renumbered {
        state.numbers[Int(new.entity), default: [:]][Int32(bitPattern: new.number)] = Int64(old.number)
      }
    }
  }

  /// The tables that the model has in the file, and those of the store itself, in the file's order.
  package func tables() throws(StoreError) -> [SQLiteTable] {
    do throws(CoreDataFileError) {
      return try CoreDataFile(path, models: state.withLock { $0.model }.map { [$0] } ?? []).layout.schema.tables
    } catch { throw .cannotOpen(store: name, reason: error.reason) }
  }

  /// The rows of a table as the file has them now, with a value for each column of the table; at most `limit`.
  package func rows(of table: SQLiteTable, limit: Int) throws(StoreError) -> (rows: [[SQLiteValue]], count: Int) {
    do throws(SQLiteFailure) {
      let access = try StoreFileAccess(path)
      let count = try access.connection.prepare("SELECT COUNT(*) FROM \(quoted(table.name))")
      let total = try count.step() ? Int(clamping: count.integer(0)) : 0
      let columns = table.columns.map { quoted($0.name) }.joined(separator: ", ")
      let order = table.primaryKey.isEmpty ? "" : " ORDER BY " + table.primaryKey.map(quoted).joined(separator: ", ")
      let rows = try access.connection.prepare(
        "SELECT \(columns) FROM \(quoted(table.name))\(order) LIMIT \(max(0, limit))")
      var found: [[SQLiteValue]] = []
      while try rows.step() { found.append(table.columns.indices.map { rows.value(Int32($0)) }) }
      return (found, total)
    } catch { throw .cannotOpen(store: name, reason: error.reason) }
  }
}

extension SQLiteStatement {
  /// The value in a column.
  func value(_ column: Int32) -> SQLiteValue {
    switch kind(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(String(decoding: textBytes(column), as: UTF8.self))
    case .blob: .blob(Data(blobBytes(column)))
    }
  }
}
