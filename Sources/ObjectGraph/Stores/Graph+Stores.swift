extension Graph {
  /// The place in the coordinator of the store that keeps an object; the first one's for an object that is assigned to
  /// none. O(1).
  func store(of place: Place) -> UInt8 {
    guard let column = stores[place.table] else { return 0 }
    return max(1, column[place.row]) - 1
  }

  /// Whether the object was given to a store, by name or by a save.
  func isAssigned(_ place: Place) -> Bool { stores[place.table].map { $0[place.row] != 0 } ?? false }

  /// Gives an object to the store at a place of the coordinator.
  mutating func assign(_ place: Place, toStore store: UInt8) {
    guard self.store(of: place) != store || !stores.isEmpty else { return }
    stores[place.table, default: PagedColumn(filler: 0)][place.row] = store &+ 1
  }
}
