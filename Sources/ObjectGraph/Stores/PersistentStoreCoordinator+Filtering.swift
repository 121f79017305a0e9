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
