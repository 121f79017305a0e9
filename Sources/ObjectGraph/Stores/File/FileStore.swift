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
  private let migration: Migration
  private let file: AtomicFile
  private let state: Locked<State>

  private struct State: Sendable {
    var identifier: UUID
    /// The file as this store knows it; nil while it is not open.
    var stamp: AtomicFile.Stamp?
    var report: MigrationReport?
  }

  /// A store at a path; nothing is read before it is added to a coordinator. A file that is not there is made then.
  public init(name: String, path: String, configuration: String? = nil, migration: Migration = .refused) {
    self.name = name
    self.path = path
    self.configuration = configuration
    self.migration = migration
    file = AtomicFile(path: path)
    state = Locked(State(identifier: UUID()))
  }

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
    guard file.stamp != nil else { return try create(schema) }
    let before = file.stamp
    let bytes: [UInt8]
    do throws(AtomicFile.Failure) { bytes = try file.read() } catch {
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
    state.withLock { $0.identifier = identifier }
    if let report {
      try write(
        contents.graph, contents.graph.allObjects(), contents.highestNumbers, { _ in true },
        schema.model.versionHashes(forConfiguration: configuration))
      state.withLock { $0.report = report }
    } else {
      state.withLock {
        $0.stamp = before
        $0.report = nil
      }
    }
    return contents
  }

  /// Writes all objects of the store. O(objects of the store).
  /// - Throws: ``StoreError/cannotSave(store:reason:)``, also when another program has written the file since it was
  ///   opened; then the file is as it was.
  public func save(_ save: StoreSave) throws(StoreError) {
    guard let known = state.withLock({ $0.stamp }) else {
      throw .cannotSave(store: name, reason: "it is closed")
    }
    guard file.stamp == known else {
      throw .cannotSave(
        store: name,
        reason: file.stamp == nil
          ? "the file is not there any more" : "another program has changed the file since it was opened")
    }
    let graph = save.graph
    try write(
      graph, save.objects(), save.highestNumbers, { graph.store(of: $0) == save.place },
      graph.schema.model.versionHashes(forConfiguration: configuration))
  }

  /// Forgets the file; it may be opened again.
  public func close() { state.withLock { $0.stamp = nil } }

  // MARK: Parts

  private func create(_ schema: Schema) throws(StoreError) -> StoreContents {
    let empty = Graph(schema, context: 0)
    do throws(StoreError) {
      try write(empty, [], [:], { _ in true }, schema.model.versionHashes(forConfiguration: configuration))
    } catch {
      guard case .cannotSave(let store, let reason) = error else { throw error }
      throw .cannotOpen(store: store, reason: reason)
    }
    return StoreContents(graph: empty)
  }

  private func write(
    _ graph: Graph, _ objects: [ManagedObjectID], _ highest: [String: UInt32],
    _ isOwn: @escaping (Graph.Place) -> Bool, _ hashes: [String: VersionHash]
  ) throws(StoreError) {
    var highest = highest
    for id in objects {
      guard let entity = graph.schema.entity(at: id.entity), let root = graph.schema.entity(at: entity.table) else {
        continue
      }
      highest[root.name] = max(highest[root.name] ?? 0, id.number)
    }
    let head = StoreFile.Head(
      identifier: identifier.uuidString, configuration: configuration, hashes: hashes, highest: highest)
    do {
      let bytes = try StoreFileWriter.bytes(head, graph, objects: objects, isOwn: isOwn)
      try file.replace(with: bytes)
    } catch let damage as StoreFile.Damage {
      throw .cannotSave(store: name, reason: damage.reason)
    } catch let failure as AtomicFile.Failure {
      throw .cannotSave(store: name, reason: failure.reason)
    } catch {
      throw .cannotSave(store: name, reason: "\(error)")
    }
    let stamp = file.stamp
    state.withLock { $0.stamp = stamp }
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
