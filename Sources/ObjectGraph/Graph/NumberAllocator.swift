/// Gives numbers to new objects: one numbering for each root entity, for all contexts of a coordinator, so that no two
/// of them ever make objects under the same number.
///
/// Not part of the graph: going back does not give numbers away again.
final class NumberAllocator: Sendable {
  struct State: Sendable {
    /// The next number by table.
    var next: [Int32]
    /// The highest number that an object of an entity ever had, by stable place; it follows the entity from table to
    /// table.
    var highest: [Int32]
  }

  private let state: Locked<State>

  init(_ state: State) { self.state = Locked(state) }

  convenience init(placeCount: Int) {
    self.init(
      State(next: Array(repeating: 1, count: placeCount), highest: Array(repeating: 0, count: placeCount)))
  }

  /// The same numbers, to be given independently.
  func fork() -> NumberAllocator { NumberAllocator(state.withLock { $0 }) }

  /// The number of a new object; nil when there are none left.
  func next(_ entity: Entity) -> Int32? { next(table: entity.table, entity: entity.index) }

  /// The same for an entity by the stable places of its table and its own.
  @inline(__always)
  func next(table: Int, entity: Int) -> Int32? {
    state.withLock { state in
      let row = state.next[table]
      guard row < Int32.max else { return nil }
      state.next[table] = row + 1
      state.highest[entity] = row
      return row
    }
  }

  /// One more than the highest stable place that an entity ever had.
  var placeCount: Int { state.withLock { $0.next.count } }

  func grow(toHold placeCount: Int) {
    state.withLock { state in
      while state.next.count < placeCount {
        state.next.append(1)
        state.highest.append(0)
      }
    }
  }

  func nextNumber(ofTable table: Int) -> Int32 { state.withLock { table < $0.next.count ? $0.next[table] : 1 } }

  func highestNumber(of entity: Entity) -> Int32 {
    state.withLock { entity.index < $0.highest.count ? $0.highest[entity.index] : 0 }
  }

  /// An object of the entity at this stable place has or had this number.
  func raise(_ entity: Int, to number: Int32) {
    state.withLock { state in
      guard entity < state.highest.count else { return }
      state.highest[entity] = max(state.highest[entity], number)
    }
  }

  /// After a change of tables: the next number of each is above all that its entities ever had.
  func keepApart(_ schema: Schema) {
    state.withLock { state in
      for entity in schema.entities.compactMap({ $0 }) where entity.table < state.next.count {
        state.next[entity.table] = max(state.next[entity.table], state.highest[entity.index] &+ 1)
      }
    }
  }
}
