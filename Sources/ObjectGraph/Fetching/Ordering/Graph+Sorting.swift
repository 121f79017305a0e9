import Predicates

extension Graph {
  private struct Record {
    var first: UInt64
    var second: UInt64
    var place: Int32
    /// The kinds of the two prefixes, turned round for a descending key.
    var kinds: (UInt8, UInt8)
    var isExact: (Bool, Bool)
  }

  /// The rows in the order of the descriptors, equals by row: nil first when ascending, texts by Unicode scalars unless
  /// a descriptor says otherwise.
  ///
  /// The prefixes of the first two keys stand in the record that is sorted; the values are read only where they do not
  /// decide. With `wanted` far below the number of rows only so many are kept in order. O(n × log n), or
  /// O(n × log wanted).
  func sorted(
    _ rows: [Int32], by descriptors: [SortDescriptor], _ entity: Entity, source: GraphSource, wanted: Int? = nil
  ) throws -> [Int32] {
    guard rows.count <= Int(Int32.max) else { return rows }
    let columns = try descriptors.map { try SortColumn($0, rows, entity, source: source) }
    guard let first = columns.first else { return rows }
    let second = columns.count > 1 ? columns[1] : nil
    func record(_ place: Int) -> Record {
      let a = turned(first.prefix(self, rows[place], place: place), first.isAscending)
      let b = second.map { turned($0.prefix(self, rows[place], place: place), $0.isAscending) } ?? .null
      return Record(
        first: a.bits, second: b.bits, place: Int32(truncatingIfNeeded: place), kinds: (a.kind, b.kind),
        isExact: (a.isExact, b.isExact))
    }
    func precedes(_ a: Record, _ b: Record) -> Bool {
      if a.kinds.0 != b.kinds.0 { return a.kinds.0 < b.kinds.0 }
      if a.first != b.first { return a.first < b.first }
      let left = (row: rows[Int(a.place)], place: Int(a.place))
      let right = (row: rows[Int(b.place)], place: Int(b.place))
      if !(a.isExact.0 && b.isExact.0), let before = first.precedes(self, left, right) { return before }
      if let second {
        if a.kinds.1 != b.kinds.1 { return a.kinds.1 < b.kinds.1 }
        if a.second != b.second { return a.second < b.second }
        if !(a.isExact.1 && b.isExact.1), let before = second.precedes(self, left, right) { return before }
        for column in columns.dropFirst(2) {
          if let before = column.precedes(self, left, right) { return before }
        }
      }
      return a.place < b.place
    }
    if let wanted, wanted < rows.count / 8 {
      var best = BoundedHeap<Record>(limit: wanted)
      for place in rows.indices { best.insert(record(place), precedes) }
      return best.elements.sorted(by: precedes).map { rows[Int($0.place)] }
    }
    var records = rows.indices.map(record)
    records.sort(by: precedes)
    return records.map { rows[Int($0.place)] }
  }

  private func turned(_ prefix: SortPrefix, _ isAscending: Bool) -> SortPrefix {
    guard !isAscending else { return prefix }
    var prefix = prefix
    prefix.kind = ~prefix.kind
    prefix.bits = ~prefix.bits
    return prefix
  }
}

/// The first so many of the elements put in, the last of them on top.
struct BoundedHeap<Element> {
  private(set) var elements: [Element] = []
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// O(log limit).
  mutating func insert(_ element: Element, _ precedes: (Element, Element) -> Bool) {
    if elements.count < limit {
      elements.append(element)
      var child = elements.count - 1
      while child > 0, precedes(elements[(child - 1) / 2], elements[child]) {
        elements.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
      return
    }
    guard limit > 0, precedes(element, elements[0]) else { return }
    elements[0] = element
    var parent = 0
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
        if precedes(elements[last], elements[child]) { last = child }
      }
      if last == parent { return }
      elements.swapAt(parent, last)
      parent = last
    }
  }
}
