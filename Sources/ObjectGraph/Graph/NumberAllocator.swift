import CGraphAtomics
import Support

/// Gives numbers to new objects: one numbering for each root entity, for all contexts of a coordinator, so that no two
/// of them ever make objects under the same number.
///
/// Not part of the graph: going back does not give numbers away again, as `redo` may bring their objects back. A statement
/// that failed half-way leaves nothing that could come back: its numbers are free again (``takeBack(_:of:)``).
///
/// Sendable although the compiler cannot see it: the counters are atomic and never move, and their number grows only under
/// the lock. A copy of a context gets its own allocator (``fork()``).
final class NumberAllocator: @unchecked Sendable {
  /// Plain data. The numbers are as wide as the atomic operations.
  fileprivate struct Counter {
    /// The next number of each table.
    var next = 1
    /// The highest number that an object of an entity ever had, by stable place; it follows the entity from table
    /// to table.
    var highest = 0
  }

  /// The memory needed to give out a number, without a reference. Plain data, valid as long as the allocator is held.
  struct Memory {
    fileprivate let segments: UnsafeMutablePointer<Int>
  }

  let memory: Memory

  /// Segment n holds 2ⁿ counters, those of the places from 2ⁿ - 1 on.
  /// Their addresses; 0 for one that is not there yet.
  private var segments: UnsafeMutablePointer<Int> { memory.segments }
  fileprivate static let segmentCount = 17
  private let count: Locked<Int>

  init(placeCount: Int) {
    memory = Memory()
    count = Locked(0)
    grow(toHold: placeCount)
  }

  private init(forking other: NumberAllocator) {
    memory = Memory()
    count = Locked(0)
    grow(toHold: other.placeCount)
    for place in 0..<other.placeCount {
      guard let mine = counter(place), let theirs = other.counter(place) else { continue }
      mine.pointee.next = graph_number_get(&theirs.pointee.next)
      mine.pointee.highest = graph_number_get(&theirs.pointee.highest)
    }
  }

  deinit {
    for segment in 0..<NumberAllocator.segmentCount {
      NumberAllocator.start(segments[segment])?.deallocate()
    }
    memory.deallocate()
  }

  /// The same numbers, to be given independently.
  func fork() -> NumberAllocator { NumberAllocator(forking: self) }

  private static func start(_ address: Int) -> UnsafeMutablePointer<Counter>? { .init(bitPattern: address) }

  private func counter(_ place: Int) -> UnsafeMutablePointer<Counter>? { memory.counter(place) }

  /// The number of a new object; nil when there are none left.
  func next(_ entity: Entity) -> Int32? { memory.next(table: entity.table, entity: entity.index) }

  /// Frees the number of an object that is gone without a trace, where it was the last that was given out.
  /// - Parameter number: the numbers of several objects come from the highest to the lowest.
  func takeBack(_ number: UInt32, of entity: Entity) {
    guard let table = counter(entity.table), let own = counter(entity.index) else { return }
    let number = Int(number)
    guard graph_exchange(&table.pointee.next, number + 1, number) != 0 else { return }
    _ = graph_exchange(&own.pointee.highest, number, number - 1)
  }

  /// One more than the highest stable place that an entity ever had.
  var placeCount: Int { count.withLock { $0 } }

  func grow(toHold placeCount: Int) {
    count.withLock { count in
      count = max(count, min(placeCount, 1 << NumberAllocator.segmentCount - 1))
      var segment = 0
      while 1 << segment - 1 < count {
        if segments[segment] == 0 {
          let new = UnsafeMutablePointer<Counter>.allocate(capacity: 1 << segment)
          new.initialize(repeating: Counter(), count: 1 << segment)
          // A thread that sees the address sees the counters.
          graph_number_raise(segments + segment, Int(bitPattern: new))
        }
        segment += 1
      }
    }
  }

  func nextNumber(ofTable table: Int) -> Int32 {
    counter(table).map { Int32(clamping: graph_number_get(&$0.pointee.next)) } ?? 1
  }

  func highestNumber(of entity: Entity) -> Int32 {
    counter(entity.index).map { Int32(clamping: graph_number_get(&$0.pointee.highest)) } ?? 0
  }

  /// An object of the entity at this stable place has or had this number.
  func raise(_ entity: Int, to number: Int32) {
    if let counter = counter(entity) { graph_number_raise(&counter.pointee.highest, Int(number)) }
  }

  /// After a change of tables: the next number of each is above all that its entities ever had.
  func keepApart(_ schema: Schema) {
    for entity in schema.entities.compactMap({ $0 }) {
      guard let table = counter(entity.table), let own = counter(entity.index) else { continue }
      graph_number_raise(&table.pointee.next, min(graph_number_get(&own.pointee.highest) + 1, Int(Int32.max)))
    }
  }
}

extension NumberAllocator.Memory {
  fileprivate init() {
    segments = .allocate(capacity: NumberAllocator.segmentCount)
    segments.initialize(repeating: 0, count: NumberAllocator.segmentCount)
  }

  fileprivate func deallocate() { segments.deallocate() }

  @inline(__always)
  fileprivate func counter(_ place: Int) -> UnsafeMutablePointer<NumberAllocator.Counter>? {
    guard place >= 0, place < 1 << NumberAllocator.segmentCount - 1 else { return nil }
    let segment = 63 &- (place &+ 1).leadingZeroBitCount
    guard
      let start = UnsafeMutablePointer<NumberAllocator.Counter>(bitPattern: graph_flag_get(segments + segment))
    else { return nil }
    return start + (place &+ 1 &- 1 &<< segment)
  }

  /// The number of a new object of an entity, by the stable places of its table and its own; nil when there are none
  /// left.
  @inline(__always)
  func next(table: Int, entity: Int) -> Int32? {
    guard let numbers = counter(table), let own = counter(entity) else { return nil }
    let number = graph_number_next(&numbers.pointee.next, Int(Int32.max))
    guard number < Int(Int32.max) else { return nil }
    graph_number_raise(&own.pointee.highest, number)
    return Int32(truncatingIfNeeded: number)
  }
}
