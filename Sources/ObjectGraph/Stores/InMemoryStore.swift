import struct Foundation.UUID

/// A store that keeps its objects in memory, for as long as it is attached: closing it forgets them, as removing a
/// store of Core Data's in-memory type does.
public final class InMemoryStore: PersistentStore {
  /// The store's name.
  public let name: String
  /// The identifier in the URIs of its objects.
  public let identifier: UUID
  /// The configuration that says which entities it takes; nil for all.
  public let configuration: String?
  /// nil: it is no file.
  public let location: String?

  /// An empty store. Without an identifier it gets a random one.
  public init(name: String = "main", identifier: UUID? = nil, configuration: String? = nil) {
    self.name = name
    self.identifier = identifier ?? .random()
    self.configuration = configuration
    location = nil
  }

  /// A stand-in for another store where nothing may be written: same name, identity and place, and no contents.
  init(standingInFor other: any PersistentStore) {
    name = other.name
    identifier = other.identifier
    configuration = other.configuration
    location = other.location
  }

  /// Returns no objects. O(properties).
  /// - Throws: Nothing.
  public func open(_ schema: Schema) throws(StoreError) -> StoreContents {
    StoreContents(graph: Graph(schema, context: 0))
  }

  /// Does nothing: the coordinator's graph is all that there is. O(1).
  /// - Throws: Nothing.
  public func save(_ save: StoreSave) throws(StoreError) {}

  /// Does nothing. O(1).
  public func close() {}
}
