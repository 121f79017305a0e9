import struct Foundation.UUID

/// A store that keeps its objects in one file that a person can read: lines of JSON, each with a checksum.
///
/// ```swift
/// let coordinator = PersistentStoreCoordinator(model: league)
/// try coordinator.add(FileStore(name: "shop", path: "shop.graphstore"))
/// ```
///
/// Every save writes the whole file anew, under another name in the same folder, and puts it in place of the old one in one
/// step: whatever happens in between, the file is the one from before or the one from after. So it is for thousands of
/// objects, and not for millions.
///
/// A file remembers its identifier, the version hashes of the model that it was written under and the highest numbers that
/// objects had. Transient attributes and relationships are not in it, and neither are links to objects that are gone: both
/// are empty, or as their defaults say, when it is opened again.
///
/// ## Topics
/// ### Opening
/// - ``init(name:path:configuration:migration:)``
/// - ``Migration-swift.enum``
/// - ``open(_:)``
/// - ``lastMigration``
public final class FileStore: PersistentStore {
  /// What happens when the file was written under another version of the model.
  public enum Migration: Hashable, Sendable {
    /// It is refused (Core Data's error 134100).
    case refused
    /// Its objects are brought to the current model, when its own is one of the model's versions and the change is one
    /// that a lightweight migration takes; then the file is written anew.
    case lightweight
  }

  /// What people call it.
  public let name: String
  /// The configuration that says which entities it takes; nil for all.
  public let configuration: String?
  /// The file's path.
  public let path: String
  private let file: AtomicFile
  /// Where the file is when it is not on the disk.
  private let folder: ScratchFolder?
  private let state: Locked<State>

  private struct State: Sendable {
    var identifier: UUID
    var migration: Migration
    /// The file as this store knows it; nil while it is not open.
    var stamp: AtomicFile.Stamp?
    /// The hashes of the model that the file is written under.
    var hashes: [String: VersionHash] = [:]
    var report: MigrationReport?
    var opening: Opening?
  }

  /// What was found when the file was opened.
  package struct Opening: Hashable, Sendable {
    /// There was none, and it was made.
    package var isNew: Bool
    /// How many objects were in it.
    package var objectCount: Int
  }

  /// A store at a path; nothing is read before it is added to a coordinator. A file that is not there is made then.
  public convenience init(name: String, path: String, configuration: String? = nil, migration: Migration = .refused) {
    self.init(name: name, path: path, configuration: configuration, migration: migration, in: nil)
  }

  init(name: String, path: String, configuration: String?, migration: Migration, in folder: ScratchFolder?) {
    self.name = name
    self.path = path
    self.configuration = configuration
    self.folder = folder
    file = AtomicFile(path: path)
    state = Locked(State(identifier: UUID(), migration: migration))
  }

  /// The same store over a file in a scratch folder, with a future of its own. O(1).
  init(_ other: FileStore, in folder: ScratchFolder) {
    name = other.name
    path = other.path
    configuration = other.configuration
    file = other.file
    self.folder = folder
    state = Locked(other.state.withLock { $0 })
  }

  /// What happens when the file was written under another version of the model; asked when it is opened.
  public var migration: Migration {
    get { state.withLock { $0.migration } }
    set { state.withLock { $0.migration = newValue } }
  }

  /// What was found at the last opening; nil before the first.
  package var opening: Opening? { state.withLock { $0.opening } }

  private var stamp: AtomicFile.Stamp? { folder.map { $0.stamp(of: file) } ?? file.stamp }

  /// The identifier in the file once it was opened; a new one before.
  public var identifier: UUID { state.withLock { $0.identifier } }
  /// The file's path.
  public var location: String? { path }
  /// What the migration at the last opening did; nil when there was none.
  public var lastMigration: MigrationReport? { state.withLock { $0.report } }

  /// Reads the file, or makes an empty one where there is none.
  /// - Throws: ``StoreError/damaged(store:place:reason:)`` with the line of what is wrong,
  ///   ``StoreError/incompatibleModel(store:entities:)`` with the entities that differ,
  ///   ``StoreError/migrationFailed(store:reason:)``, ``StoreError/cannotOpen(store:reason:)``.
  public func open(_ schema: Schema) throws(StoreError) -> StoreContents {
    guard let before = stamp else { return try create(schema) }
    let bytes: [UInt8]
    do throws(AtomicFile.Failure) { bytes = if let folder { try folder.read(file) } else { try file.read() } } catch {
      throw .cannotOpen(store: name, reason: error.reason)
    }
    let head = try unharmed { () throws(StoreFile.Damage) in try StoreFileReader.head(bytes) }
    guard let identifier = UUID(uuidString: head.identifier) else {
      throw .damaged(store: name, place: "line 1", reason: "the identifier is no UUID")
    }
    let contents: StoreContents
    var report: MigrationReport?
    if schema.model.isCompatible(withHashes: head.hashes, configuration: configuration) {
      let graph = try unharmed { () throws(StoreFile.Damage) in try StoreFileReader.contents(bytes, schema).graph }
      contents = StoreContents(graph: graph, highestNumbers: head.highest)
    } else {
      let differing = schema.model.entities(differingFrom: head.hashes, configuration: configuration)
      guard migration == .lightweight else { throw .incompatibleModel(store: name, entities: differing) }
      (contents, report) = try migrated(bytes, head, to: schema, differing)
    }
    state.withLock {
      $0.identifier = identifier
      $0.opening = Opening(isNew: false, objectCount: contents.graph.tables.reduce(0) { $0 + $1.liveCount })
    }
    if let report {
      let graph = contents.graph
      try write(
        graph, { graph.allObjects() }, contents.highestNumbers, { _ in true },
        schema.model.versionHashes(forConfiguration: configuration))
      state.withLock { $0.report = report }
    } else {
      state.withLock {
        $0.stamp = before
        $0.hashes = head.hashes
        $0.report = nil
      }
    }
    return contents
  }

  /// Writes all objects of the store. O(objects of the store).
  /// - Throws: ``StoreError/cannotSave(store:reason:)`` and, when another program has written the file since it was
  ///   opened, ``StoreError/changedElsewhere(store:)``; ``StoreError/incompatibleModel(store:entities:)`` when the model
  ///   is no longer the one that the file is written under. Then the file is as it was.
  public func save(_ save: StoreSave) throws(StoreError) { try self.save(save, adoptsModel: false) }

  /// Writes all objects of the store under the model that they have now, whatever model the file was written under.
  func rewrite(_ save: StoreSave) throws(StoreError) { try self.save(save, adoptsModel: true) }

  private func save(_ save: StoreSave, adoptsModel: Bool) throws(StoreError) {
    let (known, written) = state.withLock { ($0.stamp, $0.hashes) }
    guard let known else { throw .cannotSave(store: name, reason: "it is closed") }
    let found = stamp
    guard found != nil else { throw .cannotSave(store: name, reason: "the file is not there any more") }
    guard found == known else { throw .changedElsewhere(store: name) }
    let graph = save.graph
    let model = graph.schema.model
    let hashes = model.versionHashes(forConfiguration: configuration)
    guard adoptsModel || hashes == written else {
      throw .incompatibleModel(
        store: name, entities: model.entities(differingFrom: written, configuration: configuration))
    }
    try write(
      graph, { save.objects() }, save.highestNumbers, { graph.store(of: $0) == save.place }, hashes, save.cancellation)
  }

  /// Forgets the file; it may be opened again.
  public func close() { state.withLock { $0.stamp = nil } }

  // MARK: Parts

  private func create(_ schema: Schema) throws(StoreError) -> StoreContents {
    let empty = Graph(schema, context: 0)
    do throws(StoreError) {
      try write(empty, { [] }, [:], { _ in true }, schema.model.versionHashes(forConfiguration: configuration))
    } catch {
      guard case .cannotSave(let store, let reason) = error else { throw error }
      throw .cannotOpen(store: store, reason: reason)
    }
    state.withLock {
      $0.opening = Opening(isNew: true, objectCount: 0)
      $0.report = nil
    }
    return StoreContents(graph: empty)
  }

  private func write(
    _ graph: Graph, _ objects: @escaping @Sendable () -> [ManagedObjectID], _ highest: [String: UInt32],
    _ isOwn: @escaping @Sendable (Graph.Place) -> Bool, _ hashes: [String: VersionHash],
    _ cancellation: Cancellation = .never
  ) throws(StoreError) {
    let (identifier, configuration) = (identifier.uuidString, configuration)
    let contents: ScratchFolder.Contents = { () throws(AtomicFile.Failure) in
      let objects = objects()
      var highest = highest
      for id in objects {
        guard let entity = graph.schema.entity(at: id.entity), let root = graph.schema.entity(at: entity.table) else {
          continue
        }
        highest[root.name] = max(highest[root.name] ?? 0, id.number)
      }
      let head = StoreFile.Head(
        identifier: identifier, configuration: configuration, hashes: hashes, highest: highest)
      do throws(StoreFile.Damage) {
        return try StoreFileWriter.bytes(head, graph, objects: objects, isOwn: isOwn, cancellation)
      } catch {
        throw AtomicFile.Failure(reason: error.reason)
      }
    }
    if let folder {
      folder.replace(file, with: contents)
    } else {
      do throws(AtomicFile.Failure) { try file.replace(with: try contents(), cancellation) } catch {
        if cancellation.isRequested { throw .cancelled }
        throw .cannotSave(store: name, reason: error.reason)
      }
    }
    let stamp = stamp
    state.withLock {
      $0.stamp = stamp
      $0.hashes = hashes
    }
  }

  private func unharmed<Result>(_ body: () throws(StoreFile.Damage) -> Result) throws(StoreError) -> Result {
    do throws(StoreFile.Damage) { return try body() } catch {
      throw .damaged(store: name, place: error.place, reason: error.reason)
    }
  }

  private func migrated(
    _ bytes: [UInt8], _ head: StoreFile.Head, to schema: Schema, _ differing: [String]
  ) throws(StoreError) -> (StoreContents, MigrationReport) {
    guard let version = schema.history.version(withHashes: head.hashes, configuration: configuration) else {
      throw .migrationFailed(
        store: name,
        reason: "no version of the model is the one that it was written under (134130); "
          + "\(differing.prefix(4).joined(separator: ", ")) \(differing.count == 1 ? "differs" : "differ")")
    }
    do {
      _ = try MappingModel.inferred(from: version.model, to: schema.model)
    } catch {
      let reasons = error.problems.map(\.diagnostic.message).joined(separator: "; ")
      throw .migrationFailed(store: name, reason: reasons)
    }
    let source = Schema(preceding: schema, version.model)
    let old = try unharmed { () throws(StoreFile.Damage) in try StoreFileReader.contents(bytes, source).graph }
    do throws(ModelChangeError) {
      let (graph, report) = try old.migrated(to: schema)
      return (StoreContents(graph: graph, highestNumbers: head.highest), report)
    } catch {
      throw .migrationFailed(store: name, reason: error.diagnostic.message)
    }
  }
}
