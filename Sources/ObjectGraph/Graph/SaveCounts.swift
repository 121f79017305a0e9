/// How often saves wrote the objects of a committed graph: once at first, and once more for every save of a change. A
/// store keeps the count with the object, to notice that someone else has saved it meanwhile.
struct SaveCounts: Sendable {
  /// The saves beyond the first: by entity, which objects keep when their tree changes, and number.
  private var later: [UInt16: PagedColumn<Int32>] = [:]

  subscript(id: ManagedObjectID) -> Int { 1 + Int(later[id.entity]?[id.row] ?? 0) }

  /// Notes how often an object was saved, at least twice.
  mutating func set(_ count: Int32, entity: UInt16, row: Int) {
    later[entity, default: PagedColumn(filler: 0)][row] = count &- 1
  }

  /// Counts a save of objects; those of an entity are mostly adjacent.
  mutating func countUpdates(of ids: [ManagedObjectID]) {
    var start = 0
    while start < ids.count {
      let entity = ids[start].entity
      // Taken out, so that it is this value's alone.
      var column = later.removeValue(forKey: entity) ?? PagedColumn(filler: 0)
      while start < ids.count, ids[start].entity == entity {
        column[ids[start].row] &+= 1
        start += 1
      }
      later[entity] = column
    }
  }

  /// The objects that were saved a different number of times by now, in no order. O(pages that the two do not share).
  func changed(since earlier: SaveCounts) -> [(entity: UInt16, row: Int32)] {
    var found: [(entity: UInt16, row: Int32)] = []
    for (entity, column) in later {
      let old = earlier.later[entity] ?? PagedColumn(filler: 0)
      for page in column.pagesNotShared(with: old) {
        let first = page << PagedColumn<Int32>.pageBits
        for (place, count) in column.page(page).enumerated() where count != old[first + place] {
          found.append((entity, Int32(truncatingIfNeeded: first + place)))
        }
      }
    }
    return found
  }

  /// The objects are gone; should undo bring it back, it is a new one to the store.
  mutating func forget(_ ids: [ManagedObjectID]) {
    var start = 0
    while start < ids.count, !later.isEmpty {
      let entity = ids[start].entity
      // Taken out, so that it is this value's alone.
      var column = later.removeValue(forKey: entity)
      while start < ids.count, ids[start].entity == entity {
        if column?[ids[start].row] ?? 0 != 0 { column?[ids[start].row] = 0 }
        start += 1
      }
      later[entity] = column
    }
  }

  /// The counts of objects that have new numbers go with them.
  mutating func move(_ renumbered: [ManagedObjectID: ManagedObjectID]) {
    let old = later
    forget(Array(renumbered.keys))
    for (from, to) in renumbered {
      guard let count = old[from.entity]?[from.row], count != 0 else { continue }
      later[to.entity, default: PagedColumn(filler: 0)][to.row] = count
    }
  }
}
