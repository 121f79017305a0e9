extension Graph {
  /// The place in the coordinator of the store that keeps an object; the first one's for an object that is assigned to
  /// none. O(1).
  func store(of place: Place) -> UInt8 {
    guard let column = stores[place.table] else { return 0 }
    return max(1, column[place.row]) - 1
  }

  /// Whether the object was given to a store, by name or by a save.
  func isAssigned(_ place: Place) -> Bool { stores[place.table].map { $0[place.row] != 0 } ?? false }

  /// Takes over which store keeps each object. A save decides that, and a graph from before the save does not know it; only
  /// what was given to a store by name and was never saved is this graph's own. O(new objects), O(1) while the first store
  /// keeps everything.
  mutating func takeStores(from saved: Graph) {
    if stores.isEmpty, saved.stores.isEmpty { return }
    let own = stores
    stores = saved.stores
    guard !own.isEmpty else { return }
    for id in objects(marked: .inserted) {
      guard let place = place(of: id), let store = own[place.table]?[place.row], store != 0,
        !saved.hasStored(place)
      else { continue }
      stores[place.table, default: PagedColumn(filler: 0)][place.row] = store
    }
  }

  /// Whether this saved graph says which store an object belongs to: it has the object, or an assignment that outlives the
  /// object. Not so for an object that was deleted before it was ever saved.
  func hasStored(_ place: Place) -> Bool { header(at: place).isAlive || isAssigned(place) }

  /// Notes the stores of objects whose deletion is being saved, so that undo brings them back to these.
  mutating func keepStores(of deleted: [ManagedObjectID]) {
    for id in deleted {
      if let place = place(of: id) { assignExplicitly(place, toStore: store(of: place)) }
    }
  }

  /// Whether the row is or was an object's.
  func hasHad(_ place: Place) -> Bool { header(at: place).entity != RowHeader.unused.entity || isAssigned(place) }

  /// Gives an object to the store at a place of the coordinator.
  mutating func assign(_ place: Place, toStore store: UInt8) {
    guard self.store(of: place) != store || !stores.isEmpty else { return }
    stores[place.table, default: PagedColumn(filler: 0)][place.row] = store &+ 1
  }
}

extension Graph {
  /// Returns a graph without objects, for a store that holds none. O(properties).
  public static func empty(_ schema: Schema) -> Graph { Graph(schema, context: 0) }

  /// Returns the graph with these objects only, settled, for a store that keeps them. O(objects).
  public func keeping(_ ids: [ManagedObjectID]) -> Graph {
    let kept = Set(ids.compactMap { place(of: own($0)) })
    var result = self
    for id in allObjects() {
      guard let place = place(of: id), !kept.contains(place), let entity = entity(at: place) else { continue }
      for layout in entity.relationships.compactMap(\.layout) {
        for member in members(of: layout, place.row) { result.disconnect(layout, place.row, member) }
      }
      result.markDeleted(place)
    }
    result.settle(commit: 0)
    result.stores = [:]
    return result
  }

  /// Whether some objects are kept in the same stores as in another graph. O(objects).
  package func keeps(_ ids: [ManagedObjectID], inStoresOf other: Graph) -> Bool {
    ids.allSatisfy { id in
      guard let here = place(of: id), let there = other.place(of: id) else { return true }
      return isAssigned(here) == other.isAssigned(there) && store(of: here) == other.store(of: there)
    }
  }
}
