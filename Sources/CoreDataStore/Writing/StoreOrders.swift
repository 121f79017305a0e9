/// The places of members in ordered relationships that a save changed (`Z_FOK_…`).
///
/// Core Data begins at 2048 and leaves gaps of 1024, to insert into (read off stores). Members that are in order already keep
/// their places, so that an insertion changes one row.
struct StoreOrders {
  struct List {
    var table: String
    /// The column of the owner, of the members, and of their places.
    var owner: String
    var member: String
    var order: String
    /// The owner.
    var number: Int64
    /// In their order.
    var members: [Int64]
  }

  private(set) var lists: [List] = []

  static let first: Int64 = 2048
  static let gap: Int64 = 1024

  mutating func add(table: String, owner: String, member: String, order: String, number: Int64, members: [Int64]) {
    lists.append(List(table: table, owner: owner, member: member, order: order, number: number, members: members))
  }

  /// Returns a place for each member, rising: the known one wherever that is possible. O(n log n).
  static func places(of members: [Int64], known: [Int64: Int64]) -> [Int64] {
    let kept = rising(members.map { known[$0] })
    var places = members.indices.map { kept.contains($0) ? known[members[$0]] : nil }
    var index = 0
    while index < members.count {
      if places[index] != nil {
        index += 1
        continue
      }
      var end = index
      while end < members.count, places[end] == nil { end += 1 }
      let count = Int64(end - index)
      let low = index > 0 ? places[index - 1] ?? 0 : nil
      let high = end < members.count ? places[end] : nil
      guard let (start, step) = room(for: count, after: low, before: high) else {
        return members.indices.map { first + gap * Int64($0) }
      }
      for offset in index..<end { places[offset] = start + step * Int64(offset - index) }
      index = end
    }
    return places.map { $0 ?? 0 }
  }

  /// The first of a number of places between two others, and their distance; nil if there is no room.
  private static func room(for count: Int64, after low: Int64?, before high: Int64?) -> (Int64, Int64)? {
    switch (low, high) {
    case (nil, nil): return (first, gap)
    case (let low?, nil):
      let (start, overflow) = low.addingReportingOverflow(gap)
      return overflow || low > Int64.max / 2 ? nil : (start, gap)
    case (_, let high?):
      let low = low ?? 0
      guard high > low, low >= 0 else { return nil }
      let step = (high - low) / (count + 1)
      return step > 0 ? (low + step, step) : nil
    }
  }

  /// The indices of a longest rising run of known places, those without one left out.
  private static func rising(_ places: [Int64?]) -> Set<Int> {
    // Patience sorting: the smallest end of a run of each length.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: places.count)
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if places[ends[middle]] ?? 0 < place { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var found: Set<Int> = []
    var index = ends.last ?? -1
    while index >= 0 {
      found.insert(index)
      index = previous[index]
    }
    return found
  }
}
