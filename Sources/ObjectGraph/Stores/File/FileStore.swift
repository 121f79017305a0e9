import Support

import struct Foundation.UUID

/// A store that keeps its objects in one file that a person can read: lines of JSON, each with a checksum.
///
/// ```swift
/// let coordinator = PersistentStoreCoordinator(model: league)
/// try coordinator.add(FileStore(name: "shop", path: "shop.graphstore"))
/// ```
///
/// Every save writes a new file in the same folder and renames it over the old one: whatever happens in between, the file is
/// the one from before or the one from after. So a store is for thousands of objects, and not for millions. A lock makes the
/// programs that write one file wait for each other; one that does not know what another has saved is refused
/// (``StoreError/changedElsewhere(store:)``).
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
  /// Whether both stores have one file, perhaps under two paths.
  func hasSameFile(as other: FileStore) -> Bool {
    guard folder == nil, other.folder == nil else { return path == other.path }
    guard let own = file.stamp, let theirs = other.file.stamp else { return path == other.path }
    return own.device == theirs.device && own.file == theirs.file
  }

  /// The treatment of a file that was written under another version of the model.
  public enum Migration: Hashable, Sendable {
    /// It is refused (Core Data's error 134100).
    case refused
    /// Migrates the objects to the current model, if the file's own is one of the model's versions and a lightweight
    /// migration can do it; then the file is rewritten.
    case lightweight
  }

  /// The store's name.
  public let name: String
  /// The configuration that says which entities it takes; nil for all.
  public let configuration: String?
  /// The file's path.
  public let path: String
  let file: AtomicFile
  /// The folder of the file if it is not on the disk.
  let folder: ScratchFolder?
  let state: Locked<State>

  struct State: Sendable {
    var identifier: UUID
    var migration: Migration
    /// The file as this store last read or wrote it; nil while it is not open.
    var known: Known?
    /// The hashes of the model that the file is written under.
    var hashes: [String: VersionHash] = [:]
    var report: MigrationReport?
    var opening: Opening?
    /// Counts what was read and written.
    var revision = 0
  }

  /// A state of the file. The stamp alone would not do: the number of a file that was replaced is given to a later one, which
  /// may have been written within the same tick of the clock.
  struct Known: Hashable, Sendable {
    var stamp: AtomicFile.Stamp
    /// The last bytes: the last line has the checksum of all lines.
    var ending: [UInt8]

    static let endingLength = 64

    init(_ stamp: AtomicFile.Stamp, _ bytes: [UInt8]) {
      self.stamp = stamp
      ending = bytes.suffix(Self.endingLength)
    }
  }

  /// The state of the file when it was opened.
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
    state = Locked(State(identifier: .random(), migration: migration))
  }

  /// The same store over a file in a scratch folder, with its own future. O(1).
  init(_ other: FileStore, in folder: ScratchFolder) {
    name = other.name
    path = other.path
    configuration = other.configuration
    file = other.file
    self.folder = folder
    state = Locked(other.state.withLock { $0 })
  }

  /// The treatment of a file that was written under another version of the model; read when the store is opened. O(1).
  public var migration: Migration {
    get { state.withLock { $0.migration } }
    set { state.withLock { $0.migration = newValue } }
  }

  /// The state of the file at the last opening; nil before the first.
  package var opening: Opening? { state.withLock { $0.opening } }

  /// Counts the times that the file was read or written here.
  var revision: Int { state.withLock { $0.revision } }
  /// Whether the file was written under a model with the hashes of this one.
  package func fits(_ model: ManagedObjectModel) -> Bool {
    model.isCompatible(withHashes: state.withLock { $0.hashes }, configuration: configuration)
  }

  /// The identifier in the file once it was opened; a new one before. O(1).
  public var identifier: UUID { state.withLock { $0.identifier } }
  /// The file's path.
  public var location: String? { path }
  /// The report of the migration at the last opening; nil when there was none. O(1).
  public var lastMigration: MigrationReport? { state.withLock { $0.report } }

  /// Reads the file, or makes an empty one where there is none.
  /// - Throws: ``StoreError/damaged(store:place:reason:)`` with the line of what is wrong,
  ///   ``StoreError/incompatibleModel(store:entities:)`` with the entities that differ,
  ///   ``StoreError/noInferredMapping(store:reason:)``, ``StoreError/migrationFailed(store:_:)``,
  ///   ``StoreError/migrationConstraintViolation(store:reason:)``,
  ///   ``StoreError/cannotOpen(store:reason:)``.
  /// - Complexity: O(length of the file), and O(objects × properties) for a migration.
  public func open(_ schema: Schema) throws(StoreError) -> StoreContents {
    if folder == nil { file.removeLeftovers() }
    // Reading needs no lock, and no right to write; making and migrating a file do.
    if let contents = try contents(schema, lock: nil) { return contents }
    do throws(StoreError) {
      let lock: LockedFile? = if folder == nil { try locked(.never) } else { nil }
      if let contents = try contents(schema, lock: lock) { return contents }
      let hashes = schema.model.versionHashes(forConfiguration: configuration)
      let new = Contents(
        graph: Graph(schema, context: 0), objects: { [] }, highest: [:], isOwn: { _ in true }, hashes: hashes)
      try commit(try write(new, lock, .never))
    } catch {
      guard case .cannotSave(let store, let reason) = error else { throw error }
      throw .cannotOpen(store: store, reason: reason)
    }
    state.withLock {
      $0.opening = Opening(isNew: true, objectCount: 0)
      $0.report = nil
    }
    return StoreContents(graph: Graph(schema, context: 0))
  }

  /// Forgets the file; it may be opened again. O(1).
  public func close() { state.withLock { $0.known = nil } }

  // MARK: Parts

  /// Reads the file, and migrates it if requested.
  /// - Returns: nil when there is no file, or it has to be migrated and no lock is held.
  private func contents(_ schema: Schema, lock: LockedFile?) throws(StoreError) -> StoreContents? {
    let (bytes, known): ([UInt8], Known)
    do throws(AtomicFile.Failure) {
      if let folder {
        guard let stamp = folder.stamp(of: file) else { return nil }
        bytes = try folder.read(file)
        known = Known(stamp, [])
      } else {
        let found = try file.read()
        bytes = found.bytes
        known = Known(found.stamp, found.bytes)
      }
    } catch {
      if folder == nil, file.stamp == nil { return nil }
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
      if folder == nil, lock == nil { return nil }
      (contents, report) = try migrated(bytes, head, to: schema, differing)
    }
    state.withLock {
      $0.identifier = identifier
      $0.opening = Opening(isNew: false, objectCount: contents.graph.tables.reduce(0) { $0 + $1.liveCount })
    }
    if let report {
      let graph = contents.graph
      let hashes = schema.model.versionHashes(forConfiguration: configuration)
      let new = Contents(
        graph: graph, objects: { graph.allObjects() }, highest: contents.highestNumbers, isOwn: { _ in true },
        hashes: hashes)
      try commit(try write(new, lock, .never))
      state.withLock { $0.report = report }
    } else {
      state.withLock {
        $0.known = known
        $0.revision += 1
        $0.hashes = head.hashes
        $0.report = nil
      }
    }
    return contents
  }

  /// Returns the objects as a migration of the file gives them; nothing is written. Nil where the file is gone, needs no migration, or was written
  /// under a version that is not known any more.
  /// - Throws: as ``open(_:)``.
  func contents(migratedTo schema: Schema) throws(StoreError) -> Graph? {
    guard let bytes = try? folder.map({ try $0.read(file) }) ?? file.read().bytes else { return nil }
    let head = try unharmed { () throws(StoreFile.Damage) in try StoreFileReader.head(bytes) }
    guard !schema.model.isCompatible(withHashes: head.hashes, configuration: configuration),
      schema.history.version(withHashes: head.hashes, configuration: configuration) != nil
    else { return nil }
    return try migrated(bytes, head, to: schema, []).0.graph
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
      throw .missingSourceModel(store: name, entities: differing)
    }
    try version.model.requireMapping(to: schema.model, inStore: name, configuration)
    let source = Schema(preceding: schema, version.model)
    let old = try unharmed { () throws(StoreFile.Damage) in try StoreFileReader.contents(bytes, source).graph }
    let (graph, report) = try old.migrated(inStore: name, to: schema, configuration)
    return (StoreContents(graph: graph, highestNumbers: head.highest), report)
  }
}

extension FileStore {
  /// An entity that a file was written under.
  package struct EntityOutline: Hashable, Sendable {
    /// The entity's name.
    package var entity: String
    /// The properties that the file keeps of it; nil where the file has no objects of it, and does not say.
    package var properties: [String]?
  }

  /// Reads which entities the file was written under, by name, whatever the model is now. O(the file's length).
  /// - Returns: nil where the file cannot be read or is damaged.
  package func outline() -> [EntityOutline]? {
    let bytes = if let folder { try? folder.read(file) } else { (try? file.read())?.bytes }
    guard let bytes, let (head, parts) = try? StoreFileReader.outline(bytes) else { return nil }
    return head.hashes.keys.sorted().map { EntityOutline(entity: $0, properties: parts[$0]) }
  }
}
