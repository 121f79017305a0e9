import Support

import struct Foundation.UUID

/// The shared base of several contexts: the model, the stores, and the graph as last saved.
///
/// ```swift
/// let coordinator = try PersistentStoreCoordinator(model: league)
/// try coordinator.add(InMemoryStore())
/// let main = ManagedObjectContext(coordinator: coordinator)
/// let background = ManagedObjectContext(coordinator: coordinator, name: "background")
/// ```
///
/// A context starts from the graph that is saved here. When it saves and no one else has meanwhile, its graph becomes
/// the saved one; otherwise its changes are merged, see ``MergePolicy``. The coordinator may be used from any thread:
/// it has one lock, and hands out values.
///
/// ## Topics
/// Making: ``init(model:)``, ``init(history:)``, ``add(_:entities:)``
/// Stores: ``stores``, ``close(_:)``, ``reopen(_:)``, ``migrate(_:)``
/// Identity: ``uri(for:)``, ``managedObjectID(forURI:)``
/// Watching: ``observeSaves(_:)``, ``stopObserving(_:)``
public final class PersistentStoreCoordinator: Sendable {
  /// A store, attached or closed; its place in the list is what the graph remembers.
  struct Slot: Sendable {
    var store: any PersistentStore
    var isOpen: Bool
    /// The entities that it takes, with their descendants; nil for all. They follow the model.
    var entities: Set<String>?
    /// Whether they are those of the store's configuration.
    var takesConfiguration = false
    /// The version of the model that was current when it was opened.
    var version = ""
    /// The saved graph that its file was written from, once the model has changed since.
    var original: Original?
  }

  /// The saved graph under the model that a file was written under.
  struct Original: Sendable {
    var graph: Graph
    /// The file's writing that the graph belongs to.
    var revision: Int
  }

  struct State: Sendable {
    /// All saved objects of the open stores, settled; transient attributes have their defaults.
    var graph: Graph
    var slots: [Slot] = []
    /// The folder of the files of stores that are opened by path, if it is not on the disk.
    var folder: ScratchFolder?
    /// Objects that got a permanent ID before they were saved.
    var permanent: Set<ManagedObjectID> = []
    /// The objects of stores that were closed: their numbers are theirs when they come back.
    var closed: Set<ManagedObjectID> = []
    /// The numbers of each table that were skipped because a store reported them, and so given to no object here.
    var unused: [Int: [Range<Int32>]] = [:]
    /// The stable place that each entity has, or had last, by canonical name.
    var placesOfEntities: [String: Int] = [:]
    /// Whether a save rewrites every open file under the current model, instead of refusing one of another.
    var rewritesFiles = false
    /// The saved objects that a batch request wrote last, which makes no notification.
    var batchWrites = RowBits()
    /// Counts saves, and whatever else changes the saved graph.
    var commit = 0
    /// The contexts over this coordinator that still are there.
    var contextCount = 0
    var observers: [Int: @Sendable (SaveNotification) -> Void] = [:]
    var observerNumber = 0
  }

  let state: Locked<State>
  let numbers: NumberAllocator

  /// A coordinator without stores.
  /// - Throws: ``ModelError`` only when the model has more than 65,534 entities.
  public convenience init(model: ManagedObjectModel) throws(ModelError) {
    try self.init(history: ModelHistory(model))
  }

  /// The most stores that a coordinator can tell apart.
  static let storeLimit = 254

  /// A coordinator without stores, for the current one of several versions of a model: a ``FileStore`` that may migrate
  /// finds the version among them that its file was written under. O(properties of the current version).
  /// - Throws: ``ModelError`` only when the model has more than 65,534 entities.
  public init(history: ModelHistory) throws(ModelError) {
    let model = history.model
    guard model.entities.count <= Schema.entityLimit else { throw ModelError(problems: model.problems()) }
    var places: [String: Int] = [:]
    for entity in model.entities where places[entity.name] == nil { places[entity.name] = places.count }
    let schema = Schema(model, places: places, placeCount: places.count, history: history)
    state = Locked(State(graph: Graph(schema, context: 0)))
    numbers = NumberAllocator(placeCount: places.count)
  }

  private init(forking other: PersistentStoreCoordinator) {
    var copy = other.state.withLock { $0 }
    let folder = copy.folder?.fork() ?? ScratchFolder(liesOverDisk: true)
    copy.folder = folder
    for index in copy.slots.indices {
      let store = copy.slots[index].store
      copy.slots[index].store =
        (store as? FileStore).map { FileStore($0, in: folder) } ?? InMemoryStore(standingInFor: store)
    }
    copy.observers = [:]
    copy.contextCount = 0
    state = Locked(copy)
    numbers = other.numbers.fork()
  }

  /// The same saved objects with their own future, in which no file is written. O(stores).
  func fork() -> PersistentStoreCoordinator { PersistentStoreCoordinator(forking: self) }

  /// The current model. O(1).
  public var model: ManagedObjectModel { state.withLock { $0.graph.schema.model } }

  /// The graph as last saved, a value. O(1).
  public var graph: Graph { state.withLock { $0.graph } }

  /// Counts the saves, and whatever else changed what is saved.
  package var commit: Int { state.withLock { $0.commit } }

  // MARK: Watching

  /// Calls a closure after every save, on the thread that saved, without the lock. O(1).
  /// - Returns: what ends it.
  @discardableResult
  public func observeSaves(_ handler: @escaping @Sendable (SaveNotification) -> Void) -> ObservationToken {
    state.withLock { state in
      state.observerNumber += 1
      state.observers[state.observerNumber] = handler
      return ObservationToken(number: state.observerNumber)
    }
  }

  /// Ends an observation; nothing happens when it has ended. O(1).
  public func stopObserving(_ token: ObservationToken) {
    state.withLock { $0.observers[token.number] = nil }
  }

  func notify(_ notification: SaveNotification) {
    let observers = state.withLock { $0.observers }
    for (_, handler) in observers.sorted(by: { $0.key < $1.key }) { handler(notification) }
  }
}
