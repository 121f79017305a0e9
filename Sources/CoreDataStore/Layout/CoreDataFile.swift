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
public final class CoreDataFile {
  /// The source of the model.
  public enum Origin: Sendable {
    /// One that the caller named.
    case named
    /// The one that Graphbook keeps in the metadata of a store that it made.
    case kept
    /// The store's own `Z_MODELCACHE`.
    case cache
    /// It was put together from the tables: names of properties are in capitals, and nothing says what is required.
    case tables
  }

  /// The path of the file.
  public let path: String
  package let metadata: StoreMetadata
  package let tables: [FileTable]
  /// The entities of `Z_PRIMARYKEY`, those of persistent history too.
  package let primaryKeys: [PrimaryKey]
  /// The model that explains the tables.
  public let model: ManagedObjectModel
  /// The source of ``model``.
  public let origin: Origin
  package let layout: StoreLayout
  /// Whether the store keeps its model in `Z_MODELCACHE`.
  package let hasModelCache: Bool
  /// The model of `Z_MODELCACHE`, if the tables fit it.
  private let cachedModel: ManagedObjectModel?
  /// The composite attributes of the model that the store keeps.
  private let composites: [String]
  private let notation: ModelNotation?
  /// The name of the file, for messages.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// Whether rows are in a write-ahead log.
  package var hasLog: Bool { access.hasLog }
  /// The part of the write-ahead log that cannot be played back, in words; nil for a log that is whole.
  package var logProblem: String? { access.logProblem }
  /// A remark on a file in write-ahead mode that has no log; nil for other files.
  package var logNote: String? { access.logNote }

  private let access: StoreFileAccess
  var connection: SQLiteConnection { access.connection }

  /// Opens a store to be read. O(tables × models).
  /// - Parameters:
  ///   - path: The file.
  ///   - models: Versions of the model, the preferred one first; the one that fits best is taken. Without any, the store's
  ///     own or one made from the tables.
  /// - Throws: ``CoreDataFileError`` for a file that is no Core Data store, or damaged.
  public convenience init(_ path: String, models: [ManagedObjectModel] = []) throws(CoreDataFileError) {
    try self.init(path, models: models, notation: nil)
  }

  /// - Parameter notation: how stores of ours keep their models; nil if theirs are not wanted.
  package init(
    _ path: String, models: [ManagedObjectModel] = [], notation: ModelNotation?
  ) throws(CoreDataFileError) {
    self.path = path
    self.notation = notation
    do throws(SQLiteFailure) {
      access = try StoreFileAccess(path)
      let connection = access.connection
      tables = try Self.tables(connection)
      for name in ["Z_METADATA", "Z_PRIMARYKEY"] where !tables.contains(where: { $0.name == name }) {
        let isEmpty = tables.isEmpty && access.logNote != nil
        throw SQLiteFailure(
          code: SQLITE_ERROR,
          message: "it is a SQLite database, but not a Core Data store: it has no table \(name)"
            + (isEmpty ? "; all tables may be in a -wal file that was not copied with it" : ""))
      }
      metadata = try Self.metadata(connection)
      primaryKeys = try Self.primaryKeys(connection)
    } catch { throw CoreDataFileError(path: path, reason: error.reason) }
    let framework = FrameworkVersion(rawValue: metadata.frameworkVersion)
    let own = primaryKeys.filter(\.isModels)
    var cached: ManagedObjectModel?
    var hasCache = false
    var composites: [String] = []
    do throws(SQLiteFailure) {
      if tables.contains(where: { $0.name == "Z_MODELCACHE" }) {
        let content = try Self.modelCache(access.connection)
        hasCache = content != nil
        cached = content.flatMap { ModelCache.model($0) }
        composites = content.map(ModelCache.composites) ?? []
      }
    } catch { throw CoreDataFileError(path: path, reason: error.reason) }
    hasModelCache = hasCache
    // The model that the store keeps says more than the tables, which two versions may share.
    if let model = cached, (try? StoreLayout(model, tables, own, framework: framework))?.misfits.isEmpty != true {
      cached = nil
    }
    cachedModel = cached
    self.composites = composites
    if !models.isEmpty {
      let hashes = models.count > 1 ? metadata.currentModel?.versionHashes ?? cached?.versionHashes() : nil
      var best: (model: ManagedObjectModel, layout: StoreLayout, isOther: Int)?
      var problem: ModelError?
      for model in models {
        do throws(ModelError) {
          let layout = try StoreLayout(model, tables, own, framework: framework)
          let isOther = hashes.map { model.isCompatible(withHashes: $0) } == false ? 1 : 0
          guard let known = best?.layout else {
            best = (model, layout, isOther)
            continue
          }
          if (layout.misfits.count, isOther, layout.leftovers.count)
            < (known.misfits.count, best?.isOther ?? 0, known.leftovers.count)
          {
            best = (model, layout, isOther)
          }
        } catch { problem = problem ?? error }
      }
      guard let best else {
        throw CoreDataFileError(path: path, reason: "the model has problems: \(problem.map { "\($0)" } ?? "")")
      }
      (model, layout, origin) = (best.model, best.layout, .named)
      return
    }
    let kept = metadata.currentModel.flatMap { notation?.model($0.text) }
    for (model, origin) in [(kept, Origin.kept), (cached, .cache)] {
      guard let model, let layout = try? StoreLayout(model, tables, own, framework: framework), layout.misfits.isEmpty
      else { continue }
      (self.model, self.layout, self.origin) = (model, layout, origin)
      return
    }
    guard let (rebuilt, layout) = ModelReconstruction(tables, own, framework).model() else {
      throw CoreDataFileError(path: path, reason: "its tables make no model")
    }
    (model, self.layout, origin) = (rebuilt, layout, .tables)
  }

  /// The version hashes of the model that the store keeps; nil where it keeps none that can be read.
  var ownHashes: [String: VersionHash]? { metadata.currentModel?.versionHashes ?? cachedModel?.versionHashes() }

  /// The entities in which a model differs from the one that the store keeps; none where it keeps none.
  package func entities(differingFrom model: ManagedObjectModel) -> [String] {
    guard let ownHashes else { return [] }
    var model = model
    // The archive in `Z_MODELCACHE` is read without the expressions of derived attributes.
    if metadata.currentModel == nil { model.removeDerivations() }
    return model.isCompatible(withHashes: ownHashes) ? [] : model.entities(differingFrom: ownHashes)
  }

  /// Whether a model is nothing more than what the tables say, in a store that keeps none.
  func isPutTogether(_ model: ManagedObjectModel) -> Bool {
    guard ownHashes == nil else { return false }
    let framework = FrameworkVersion(rawValue: metadata.frameworkVersion)
    return ModelReconstruction(tables, primaryKeys.filter(\.isModels), framework).model()?.0.entities == model.entities
  }

  /// Whether there is a SQLite database at a path, by its first bytes.
  package static func isDatabase(_ path: String) -> Bool { (try? StoreFileAccess.head(path)) != nil }

  /// A remark about what the file holds and nobody reads, as the model has no property for it; nil where there is none.
  package var unread: String? {
    guard !layout.leftovers.isEmpty else { return nil }
    let left = "in the file and not in the model, so that it is not read: \(Listing.text(layout.leftovers))"
    return composites.isEmpty ? left : "composite attributes are not read: \(Listing.text(composites)); \(left)"
  }

  /// Remarks for someone who looks at the objects.
  package var notes: [String] {
    var notes: [String] = []
    if origin == .tables {
      notes.append(
        "the model is put together from the tables: names of properties are in capitals, and everything is optional"
          + (hasModelCache ? " (Z_MODELCACHE cannot be read)" : ""))
      if metadata.keptModel != nil, metadata.currentModel == nil {
        notes.append("the model that Graphbook kept in it is of an earlier version and is not used")
      }
    }
    notes += layout.misfits
    if !composites.isEmpty { notes.append("composite attributes are not read: \(Listing.text(composites))") }
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
public struct CoreDataFileError: ExplainedError, Hashable {
  /// The path of the file.
  public var path: String
  /// The reason, in one line.
  public var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The sentence about it. O(1).
  public var diagnostic: Diagnostic {
    Diagnostic(
      Diagnostic.ID.cannotOpenStore, "'\(DisplayText.visible(path))' cannot be read: \(DisplayText.visible(reason))")
  }
}

extension ManagedObjectModel {
  fileprivate mutating func removeDerivations() {
    for entity in entities.indices {
      for property in entities[entity].properties.indices {
        guard var attribute = entities[entity].properties[property].attribute, attribute.derivation != nil else {
          continue
        }
        attribute.derivation = nil
        entities[entity].properties[property] = .attribute(attribute)
      }
    }
  }
}
