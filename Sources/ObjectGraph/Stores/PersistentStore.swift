import struct Foundation.UUID

/// A place that keeps saved objects: memory, or a file.
///
/// A store is attached to a ``PersistentStoreCoordinator``, which calls it under its lock, one call at a time: a store
/// needs no lock for data that only these methods touch. The coordinator has the objects of all its stores in one graph
/// and passes values, so a store keeps no separate objects.
///
/// A store that reads a file builds the graph of ``open(_:)`` with the numbers that the file has. The coordinator
/// gives other numbers to objects whose numbers another store's objects have already.
///
/// ## Topics
/// Identity: ``name``, ``identifier``, ``configuration``, ``location``
/// Being used: ``open(_:)``, ``save(_:)``, ``close()``
public protocol PersistentStore: AnyObject, Sendable {
  /// The store's name; no two stores of a coordinator have the same one.
  var name: String { get }
  /// The identifier in the URIs of its objects; a file keeps it.
  var identifier: UUID { get }
  /// The configuration that says which entities it takes; nil for all.
  var configuration: String? { get }
  /// The file's path; nil in memory. While a store with a location is attached, the model does not change.
  var location: String? { get }

  /// Reads everything that it holds.
  /// - Parameter schema: The coordinator's model, resolved; the graph must be one of this schema (`Graph(schema,
  ///   context: 0)`), settled: no object in it is pending.
  /// - Throws: ``StoreError/incompatibleModel(store:entities:)`` when it was written under a model that does not fit,
  ///   ``StoreError/damaged(store:place:reason:)``, ``StoreError/cannotOpen(store:reason:)``.
  func open(_ schema: Schema) throws(StoreError) -> StoreContents

  /// Writes a save, wholly or not at all: after an error the store holds what it held before.
  /// - Throws: ``StoreError/cannotSave(store:reason:)``, ``StoreError/cancelled``.
  func save(_ save: StoreSave) throws(StoreError)

  /// Lets go of what it has open. It may be opened again.
  func close()
}

/// The contents of a store when it was opened.
public struct StoreContents: Sendable {
  /// Its objects, settled.
  public var graph: Graph
  /// The highest number that objects of a root entity ever had, those included that are gone, by the entity's name:
  /// they are not given again.
  public var highestNumbers: [String: UInt32]

  /// The contents; roots that are not named start after the highest number in the graph.
  public init(graph: Graph, highestNumbers: [String: UInt32] = [:]) {
    self.graph = graph
    self.highestNumbers = highestNumbers
  }
}

/// The changes that a store has to write: those of its own objects only.
public struct StoreSave: Sendable {
  /// The whole graph as it is after the save, of all stores, settled. Transient attributes have their defaults in it.
  public let graph: Graph
  /// The graph as it was before, likewise.
  public let previous: Graph
  /// The store's place in its coordinator, as the graph remembers it for each object.
  let place: UInt8
  /// The store's new objects, by entity tree and number.
  public let inserted: [ManagedObjectID]
  /// The store's objects with other values than before, in the same order.
  public let updated: [ManagedObjectID]
  /// The store's objects that are gone now, in the same order.
  public let deleted: [ManagedObjectID]
  /// The highest number that objects of a root entity ever had, by the entity's name.
  public let highestNumbers: [String: UInt32]
  /// Asked by a store that takes its time; one that stops throws ``StoreError/cancelled``, and holds what it held before.
  public internal(set) var cancellation: Cancellation

  /// Returns all objects that the store holds after the save, by entity tree and number; for a store that writes itself
  /// whole. O(objects of all stores).
  public func objects() -> [ManagedObjectID] {
    var found: [ManagedObjectID] = []
    for (table, rows) in graph.tables.enumerated() {
      rows.forEachLiveRow { row, header in
        let place = Graph.Place(table: table, row: Int32(truncatingIfNeeded: row))
        if graph.store(of: place) == self.place { found.append(graph.id(at: place)) }
      }
    }
    return found
  }
}

extension StoreSave {
  /// The first change that does more than give attributes other values; nil where there is none. O(changed objects ×
  /// properties).
  package var firstBeyondValues: ChangeBeyondValues? {
    func name(_ id: ManagedObjectID, in graph: Graph) -> String { "\(graph.entityName(of: id) ?? "")#\(id.number)" }
    if let id = deleted.first { return .deletion(object: name(id, in: previous)) }
    if let id = inserted.first { return .insertion(object: name(id, in: graph)) }
    for id in updated {
      guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { continue }
      for property in graph.changedProperties(of: entity, at: place, since: previous) where !property.isTransient {
        switch property.storage {
        case .attribute:
          guard graph.value(of: property, at: place).isNull else { continue }
          return .emptied(attribute: property.name, object: name(id, in: graph))
        case .relationship: return .relationship(property.name, object: name(id, in: graph))
        case .fetched: continue
        }
      }
    }
    return nil
  }
}

extension StoreSave {
  /// A save that writes every object of a graph, into a store that has none.
  package init(writing graph: Graph) {
    self.init(
      graph: graph, previous: Graph(graph.schema, context: 0), place: 0, inserted: graph.allObjects(), updated: [],
      deleted: [], highestNumbers: [:], cancellation: .never)
  }
}

/// A store that can bring its file to the coordinator's model when it is opened.
package protocol MigratingStore: PersistentStore {
  /// The treatment of a file that was written under another version of the model; read when the store is opened.
  var migration: FileStore.Migration { get set }
  /// The report of the migration at the last opening; nil when there was none.
  var lastMigration: MigrationReport? { get }
}

extension FileStore: MigratingStore {}
