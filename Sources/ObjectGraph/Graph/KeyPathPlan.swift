import Predicates

/// A key path whose keys are looked up: to-ones, a to-many, to-ones again, and a collection operator over integers. It
/// is followed from column to column without a ``Value`` in between. Paths of any other form take the slow path.
///
/// Plain data: the layouts are the schema's, which the ``KeyPathCache`` holds.
struct KeyPathPlan {
  typealias Layout = UnsafeMutablePointer<RelationshipLayout>
  enum Reduction: Equatable {
    /// The number at the end of to-ones.
    case single
    case count, sum, average, minimum, maximum

    init?(_ name: String) {
      switch CollectionOperator(rawValue: name) {
      case .count: self = .count
      case .sum: self = .sum
      case .average: self = .average
      case .minimum: self = .minimum
      case .maximum: self = .maximum
      case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays, .unionOfSets,
        .distinctUnionOfSets, nil:
        return nil
      }
    }
  }

  /// The result of following a path.
  enum Outcome: Equatable {
    case none
    case integer(Int64)
    case double(Double)
    /// The long way says what it is, or what is wrong.
    case unknown
  }

  /// All to-ones in their order.
  private let hops: UnsafeMutablePointer<Layout>
  /// To-ones from the object.
  private var firstCount = 0
  /// The to-many, whose members are different objects.
  private var members: Layout?
  /// To-ones from each member before the operator: what they lead to counts once, however many lead there.
  private var sharedCount = 0
  /// To-ones after the operator: the objects that they lead to count each time.
  private var furtherCount = 0
  /// The column of the numbers, and whether they have eight bytes.
  private var column = -1
  private var isWide = false
  private var reduction = Reduction.single
  /// The lists that are counted, when the path is `key.@count`; -1 for any other.
  private var countSlot = -1

  /// Nil for a path of another shape, and for one with a key that is none.
  init?(_ path: String, of entity: Entity, in schema: Schema) {
    var here: Entity? = entity
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    hops = .allocate(capacity: keys.count)
    var isKnown = false
    defer { if !isKnown { hops.deallocate() } }
    while let key = keys.popFirst() {
      if key.hasPrefix("@") {
        guard members != nil, reduction == .single, let found = Reduction(key) else { return nil }
        reduction = found
        if found == .count { break }
        continue
      }
      guard let property = here?.property(key) else { return nil }
      switch property.storage {
      case .relationship(let layout):
        here = schema.entity(at: layout.destination)
        if layout.isToMany {
          // A list has an element even if a to-one of its members is nil; a set has not.
          guard members == nil, !layout.isOrdered || keys.first?.hasPrefix("@") == true else { return nil }
          members = schema.access.layouts + layout.index
        } else {
          (hops + hopCount).initialize(to: schema.access.layouts + layout.index)
          if reduction != .single {
            furtherCount += 1
          } else if members != nil {
            sharedCount += 1
          } else {
            firstCount += 1
          }
        }
      case .attribute(let attribute):
        guard keys.isEmpty, !property.isSpecial, attribute.kind == .integer || attribute.kind == .wideInteger else {
          return nil
        }
        column = attribute.slot
        isWide = attribute.kind == .wideInteger
      case .fetched: return nil
      }
    }
    guard keys.isEmpty, (reduction == .count) == (column < 0), (reduction == .single) == (members == nil) else {
      return nil
    }
    isKnown = true
    if reduction == .count, hopCount == 0, let members { countSlot = members.pointee.slot }
  }

  private var hopCount: Int { firstCount + sharedCount + furtherCount }

  /// Gives the memory back.
  func deallocate() { hops.deallocate() }

  /// The number of members of the object's own to-many, if the path asks for nothing else; nil for any other path.
  @inline(__always)
  static func count(_ plan: UnsafeMutablePointer<KeyPathPlan>, in memory: GraphMemory, _ row: Int32) -> Int64? {
    plan.pointee.countSlot < 0 ? nil : Int64(memory.list(plan.pointee.countSlot, row).count)
  }

  /// Follows the path from an object that is in the graph. O(members of the to-many); O(1) for their number.
  @inline(__always)
  func value(in memory: GraphMemory, from start: Int32) -> Outcome {
    guard let row = follow(0..<firstCount, from: start, in: memory) else { return .unknown }
    if row == 0 { return .none }
    guard let members else { return number(in: memory, row).map(Outcome.integer) ?? .none }
    if reduction == .count, sharedCount == 0 { return .integer(Int64(memory.list(members.pointee.slot, row).count)) }
    return reduced(members, row, in: memory)
  }

  private func reduced(_ members: Layout, _ row: Int32, in memory: GraphMemory) -> Outcome {
    var sums = Reducer(reduction)
    if sharedCount == 0 {
      let isWhole = memory.allMembers(of: members, row) { member in
        guard let row = follow(hopCount - furtherCount..<hopCount, from: member, in: memory) else { return false }
        return sums.add(row == 0 ? nil : number(in: memory, row))
      }
      return isWhole ? sums.outcome : .unknown
    }
    var found: [Int32] = []
    let isWhole = memory.allMembers(of: members, row) { member in
      guard let last = follow(firstCount..<firstCount + sharedCount, from: member, in: memory) else { return false }
      if last != 0 { found.append(last) }
      return true
    }
    guard isWhole else { return .unknown }
    KeyPathPlan.dropDuplicates(&found)
    if reduction == .count { return .integer(Int64(found.count)) }
    for row in found {
      guard let last = follow(hopCount - furtherCount..<hopCount, from: row, in: memory),
        sums.add(last == 0 ? nil : number(in: memory, last))
      else { return .unknown }
    }
    return sums.outcome
  }

  /// The destination of to-ones; 0 if one is nil, nil if it leads to an object that is gone.
  @inline(__always)
  private func follow(_ range: Range<Int>, from start: Int32, in memory: GraphMemory) -> Int32? {
    var row = start
    for index in range where row != 0 {
      let hop = hops[index]
      row =
        hop.pointee.shape == .manyToOne
        ? memory.threadedTarget(hop.pointee.slot, row) : memory.plainTarget(hop.pointee.slot, row)
      if row != 0, !memory.isThere(hop, row) { return nil }
    }
    return row
  }

  @inline(__always)
  private func number(in memory: GraphMemory, _ row: Int32) -> Int64? {
    isWide
      ? memory.word(column, row).map { Int64(bitPattern: $0) } : memory.integer32(column, row).map(Int64.init)
  }

  /// Leaves each row once.
  private static func dropDuplicates(_ rows: inout [Int32]) {
    // Few, mostly: then comparing each with each is the quickest.
    if rows.count > 24 { rows.sort() }
    let isSorted = rows.count > 24
    var count = 0
    for index in rows.indices {
      let row = rows[index]
      let isKnown = isSorted ? count > 0 && rows[count - 1] == row : rows[..<count].contains(row)
      if isKnown { continue }
      rows[count] = row
      count += 1
    }
    rows.removeLast(rows.count - count)
  }
}

/// Computes a collection operator over integers for ``KeyPathPlan``; `nil`s count only for the average.
private struct Reducer {
  let reduction: KeyPathPlan.Reduction
  private var count = 0
  private var sum: Int64 = 0
  private var extreme: Int64?

  init(_ reduction: KeyPathPlan.Reduction) { self.reduction = reduction }

  /// False when the sum no longer fits in 64 bits.
  @inline(__always)
  mutating func add(_ number: Int64?) -> Bool {
    count &+= 1
    guard let number else { return true }
    switch reduction {
    case .sum, .average:
      let (next, overflow) = sum.addingReportingOverflow(number)
      sum = next
      return !overflow
    case .minimum: extreme = extreme.map { min($0, number) } ?? number
    case .maximum: extreme = extreme.map { max($0, number) } ?? number
    case .single, .count: break
    }
    return true
  }

  var outcome: KeyPathPlan.Outcome {
    switch reduction {
    case .sum: .integer(sum)
    case .average: count == 0 ? .none : .double(Double(sum) / Double(count))
    case .minimum, .maximum: extreme.map(KeyPathPlan.Outcome.integer) ?? .none
    case .single, .count: .integer(Int64(count))
    }
  }
}

extension GraphMemory {
  /// Whether the object that a relationship leads to is still there.
  @inline(__always)
  fileprivate func isThere(_ layout: KeyPathPlan.Layout, _ row: Int32) -> Bool {
    tables[layout.pointee.destinationTable].goneCount == 0
      || marks(layout.pointee.destinationTable, row).contains(.alive)
  }

  /// Calls `body` with the members of a to-many until it says no; false then, and when one of them is gone.
  @inline(__always)
  fileprivate func allMembers(of layout: KeyPathPlan.Layout, _ row: Int32, _ body: (Int32) -> Bool) -> Bool {
    var next = list(layout.pointee.slot, row).head
    if layout.pointee.shape == .oneToMany {
      let links = layout.pointee.inverseSlot
      while next != 0 {
        if !isThere(layout, next) || !body(next) { return false }
        next = neighbours(links, next).next
      }
      return true
    }
    let edges = layout.pointee.edges
    while next != 0 {
      let edge = halfEdge(edges, next)
      if !isThere(layout, edge.target) || !body(edge.target) { return false }
      next = edge.neighbours.next
    }
    return true
  }
}
