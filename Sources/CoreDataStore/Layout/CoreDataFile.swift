import CSQLite
import Diagnostics
import ModelInterchange
import ObjectGraph

/// A SQLite file that Core Data wrote, open to be read, with the model that explains it.
///
/// ```swift
/// let file = try CoreDataFile("App.sqlite")
/// print(file.origin, file.layout.entities.map(\.name))
/// ```
package final class CoreDataFile {
  /// Where the model came from.
  package enum Origin: Sendable {
    /// One that the caller named.
    case named
    /// The store's own `Z_MODELCACHE`.
    case cache
    /// It was put together from the tables: names of properties are in capitals, and nothing says what is required.
    case tables
  }

  package let path: String
  package let metadata: StoreMetadata
  package let tables: [FileTable]
  /// The entities of `Z_PRIMARYKEY`, those of persistent history too.
  package let primaryKeys: [PrimaryKey]
  package let model: ManagedObjectModel
  package let origin: Origin
  package let layout: StoreLayout
  /// Whether the store keeps its model.
  package let hasModelCache: Bool
  /// The name of the file, for messages.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// Whether rows are in a write-ahead log.
  package var hasLog: Bool { access.hasLog }
  /// The part of the write-ahead log that cannot be played back, in words; nil for a log that is whole.
  package var logProblem: String? { access.logProblem }

  private let access: StoreFileAccess
  var connection: SQLiteConnection { access.connection }

  /// Opens a store.
  /// - Parameters:
  ///   - path: The file.
  ///   - models: Versions of the model, the preferred one first; the one that fits best is taken. Without any, the store's
  ///     own or one made from the tables.
  /// - Throws: ``CoreDataFileError`` for a file that is no Core Data store, or damaged.
  package init(_ path: String, models: [ManagedObjectModel] = []) throws(CoreDataFileError) {
    self.path = path
    do throws(SQLiteFailure) {
      access = try StoreFileAccess(path)
      let connection = access.connection
      tables = try Self.tables(connection)
      for name in ["Z_METADATA", "Z_PRIMARYKEY"] where !tables.contains(where: { $0.name == name }) {
        throw SQLiteFailure(
          code: SQLITE_ERROR, message: "it is a SQLite database, but not a Core Data store: it has no table \(name)")
      }
      metadata = try Self.metadata(connection)
      primaryKeys = try Self.primaryKeys(connection)
    } catch { throw CoreDataFileError(path: path, reason: error.reason) }
    let framework = FrameworkVersion(rawValue: metadata.frameworkVersion)
    let own = primaryKeys.filter(\.isModels)
    var cached: ManagedObjectModel?
    var hasCache = false
    do throws(SQLiteFailure) {
      if tables.contains(where: { $0.name == "Z_MODELCACHE" }) {
        let content = try Self.modelCache(access.connection)
        hasCache = content != nil
        cached = content.flatMap { ModelCache.model($0) }
      }
    } catch { throw CoreDataFileError(path: path, reason: error.reason) }
    hasModelCache = hasCache
    if !models.isEmpty {
      var best: (model: ManagedObjectModel, layout: StoreLayout)?
      var problem: ModelError?
      for model in models {
        do throws(ModelError) {
          let layout = try StoreLayout(model, tables, own, framework: framework)
          guard let known = best?.layout else {
            best = (model, layout)
            continue
          }
          if (layout.misfits.count, layout.leftovers.count) < (known.misfits.count, known.leftovers.count) {
            best = (model, layout)
          }
        } catch { problem = problem ?? error }
      }
      guard let best else {
        throw CoreDataFileError(path: path, reason: "the model has problems: \(problem.map { "\($0)" } ?? "")")
      }
      (model, layout, origin) = (best.model, best.layout, .named)
      return
    }
    if let cached, let layout = try? StoreLayout(cached, tables, own, framework: framework), layout.misfits.isEmpty {
      (model, self.layout, origin) = (cached, layout, .cache)
      return
    }
    guard let (rebuilt, layout) = ModelReconstruction(tables, own, framework).model() else {
      throw CoreDataFileError(path: path, reason: "its tables make no model")
    }
    (model, self.layout, origin) = (rebuilt, layout, .tables)
  }

  /// Remarks for someone who looks at the objects.
  package var notes: [String] {
    var notes: [String] = []
    if origin == .tables {
      notes.append(
        "the model is put together from the tables: names of properties are in capitals, and everything is optional"
          + (hasModelCache ? " (Z_MODELCACHE cannot be read)" : ""))
    }
    notes += layout.misfits
    return notes
  }

  /// The highest `Z_PK` that `Z_PRIMARYKEY` has for an entity's hierarchy.
  func highest(ofTreeOf entity: StoreLayout.Entity) -> Int64 {
    primaryKeys.first { $0.number == layout.entity(named: entity.root)?.number }?.highest ?? 0
  }

  // MARK: Large values

  /// The rows in which a column has data that is too long to be read. SQLite looks at the lengths alone.
  func largeValues(in column: String, of table: String) throws(SQLiteFailure) -> [(number: Int64, length: Int64)] {
    let column = quoted(column)
    let rows = try connection.prepare(
      "SELECT Z_PK, length(\(column)) FROM \(quoted(table)) WHERE typeof(\(column)) = 'blob' AND length(\(column)) > "
        + "\(SQLiteConnection.lengthLimit) ORDER BY Z_PK LIMIT 100")
    var found: [(number: Int64, length: Int64)] = []
    while try rows.step() { found.append((rows.integer(0), rows.integer(1))) }
    return found
  }

  /// The reason of a failure; of a value that is too long, with its place.
  func reason(of failure: SQLiteFailure) -> String {
    guard failure.primaryCode == SQLITE_TOOBIG else { return failure.reason }
    for entity in layout.entities {
      for attribute in entity.attributes where attribute.type == .blob {
        guard let first = try? largeValues(in: attribute.column, of: entity.table).first else { continue }
        return "\(attribute.column) of \(entity.table), Z_PK \(first.number), has \(first.length >> 20) MB, "
          + "and values are read up to \(SQLiteConnection.lengthLimit >> 20) MB"
      }
    }
    return failure.reason
  }

  // MARK: Parts

  private static func tables(_ connection: SQLiteConnection) throws(SQLiteFailure) -> [FileTable] {
    let names = try connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    var tables: [FileTable] = []
    while try names.step() {
      guard let name = names.text(0) else { continue }
      let info = try connection.prepare("PRAGMA table_info(\(quoted(name)))")
      var table = FileTable(name: name, columns: [], types: [])
      while try info.step() {
        guard let column = info.text(1) else { continue }
        table.columns.append(column)
        table.types.append((info.text(2) ?? "").uppercased())
      }
      tables.append(table)
    }
    return tables
  }

  private static func metadata(_ connection: SQLiteConnection) throws(SQLiteFailure) -> StoreMetadata {
    let rows = try connection.prepare("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
    guard try rows.step() else { throw SQLiteFailure(code: SQLITE_ERROR, message: "Z_METADATA has no row") }
    return StoreMetadata(version: rows.whole(0) ?? 0, identifier: rows.text(1) ?? "", plist: Array(rows.blobBytes(2)))
  }

  private static func primaryKeys(_ connection: SQLiteConnection) throws(SQLiteFailure) -> [PrimaryKey] {
    let rows = try connection.prepare("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    var keys: [PrimaryKey] = []
    while try rows.step() {
      guard let number = rows.whole(0), (1...65_535).contains(number), let name = rows.text(1) else {
        throw SQLiteFailure(code: SQLITE_ERROR, message: "Z_PRIMARYKEY has a row that belongs to no entity")
      }
      keys.append(
        PrimaryKey(
          number: Int(number), name: name, parent: Int(clamping: rows.whole(2) ?? 0), highest: rows.whole(3) ?? 0))
    }
    return keys
  }

  private static func modelCache(_ connection: SQLiteConnection) throws(SQLiteFailure) -> [UInt8]? {
    let rows = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
    guard try rows.step(), rows.kind(0) == .blob else { return nil }
    return Array(rows.blobBytes(0))
  }
}

/// The reason why a file cannot be read as a store.
package struct CoreDataFileError: ExplainedError, Hashable {
  package var path: String
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The words; no range.
  package var diagnostic: Diagnostic {
    Diagnostic(
      Diagnostic.ID.cannotOpenStore, "'\(DisplayText.visible(path))' cannot be read: \(DisplayText.visible(reason))")
  }
}
