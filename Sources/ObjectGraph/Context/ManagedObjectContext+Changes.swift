import Predicates

extension ManagedObjectContext {
  /// The number that distinguishes the IDs of this context from those of others; 0 for most.
  public var identifier: UInt8 { graph.context }

  /// The keys in which an object differs from an earlier graph of this context; empty after a change of the model.
  package func changedKeys(of id: ManagedObjectID, since before: Graph) -> [String] {
    guard before.schema === graph.schema, let place = graph.place(of: id), let entity = graph.entity(at: place) else {
      return []
    }
    return graph.changedProperties(of: entity, at: place, since: before).map(\.name)
  }

  /// The objects that are saved and whose transient properties differ from an earlier graph of this context.
  /// O(rows that differ), and none after a change of the model.
  package func transientChanges(since before: Graph) -> [ManagedObjectID] {
    guard graph.schema.hasTransients, before.schema === graph.schema else { return [] }
    var found: [ManagedObjectID] = []
    for (table, rows) in graph.rowsPerhapsChanged(since: before).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        guard graph.header(at: place).isLive, let entity = graph.entity(at: place),
          graph.changedProperties(of: entity, at: place, since: before).contains(where: \.isTransient)
        else { continue }
        found.append(graph.id(at: place))
      }
    }
    return found
  }

  /// How many of these objects differ from an earlier graph of this context: one whose changes cancel each other out
  /// does not, and one that a merge policy changed does. All of them after a change of the model.
  package func countChanged(_ ids: [ManagedObjectID], since before: Graph) -> Int {
    if before.schema !== graph.schema { return ids.count }
    return ids.count { graph.differs($0, since: before) }
  }

  /// Whether the object is inserted, updated or marked as deleted. O(1).
  public func hasChanges(_ id: ManagedObjectID) -> Bool { !marks(of: id).isDisjoint(with: .pending) }

  /// Whether a property that a store keeps differs from the last save, or the object is new or deleted: changes of
  /// transient attributes alone make ``hasChanges(_:)`` true and this false.
  /// O(properties + members of the to-many relationships that changed).
  public func hasPersistentChangedValues(of id: ManagedObjectID) -> Bool {
    guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { return false }
    let marks = graph.header(at: place).marks
    if !marks.isDisjoint(with: [.inserted, .deleted]) { return true }
    guard marks.contains(.updated) else { return false }
    return graph.changedProperties(of: entity, at: place, since: committed).contains { property in
      !property.isTransient && !graph.isReordered(property, at: place, since: committed)
    }
  }

  /// Returns the values of these properties at the last save, whether they have changed or not; of a new object `.null`
  /// and empty ones. Keys that are none are left out. O(keys + members).
  public func committedValues(of id: ManagedObjectID, forKeys keys: [String]) -> [String: Value] {
    guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { return [:] }
    var found: [String: Value] = [:]
    for property in keys.compactMap(entity.property) { found[property.name] = snapshotValue(of: property, at: place) }
    return found
  }

  /// Returns the properties that changed since the last end of an event, with the values they had before (Core Data's
  /// documentation: old values). O(properties + members of the to-many relationships that changed).
  public func changedValuesForCurrentEvent(of id: ManagedObjectID) -> [String: Value] {
    let before = startGraph
    guard before.schema === graph.schema, let place = graph.place(of: id), let entity = graph.entity(at: place) else {
      return [:]
    }
    let changed = graph.changedProperties(of: entity, at: place, since: before)
    return Dictionary(
      changed.map { ($0.name, before.value(of: $0, at: place)) }, uniquingKeysWith: { first, _ in first })
  }
}
