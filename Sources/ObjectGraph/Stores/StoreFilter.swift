/// Which objects are those of certain stores.
struct StoreFilter: Sendable {
  let names: [String]
  /// The stores' places in the coordinator.
  let places: Set<UInt8>
  /// The place of the store that an entity's new objects go to, by the entity's stable place.
  let defaults: [Int: UInt8]

  func contains(_ place: Graph.Place, of graph: Graph) -> Bool {
    guard !graph.isAssigned(place), graph.header(at: place).marks.contains(.inserted) else {
      return places.contains(graph.store(of: place))
    }
    return graph.entity(at: place).flatMap { defaults[$0.index] }.map(places.contains) ?? false
  }
}

extension PersistentStoreCoordinator {
  /// - Throws: ``StoreError/unknownStore(_:known:)`` for a name that no open store has.
  func filter(forStores names: [String]) throws(StoreError) -> StoreFilter {
    try state.withLock { (state) throws(StoreError) in
      var places: Set<UInt8> = []
      for name in names { places.insert(UInt8(truncatingIfNeeded: try state.place(named: name))) }
      var defaults: [Int: UInt8] = [:]
      for entity in state.graph.schema.entities.compactMap({ $0 }) {
        let first = state.slots.firstIndex { $0.isOpen && state.takes($0, entity) }
        defaults[entity.index] = first.map { UInt8(truncatingIfNeeded: $0) }
      }
      return StoreFilter(names: names, places: places, defaults: defaults)
    }
  }
}
