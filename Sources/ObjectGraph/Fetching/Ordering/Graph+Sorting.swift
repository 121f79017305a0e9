import Predicates

extension Graph {
  /// The rows in the order of the descriptors, equals by row: nil first when ascending, texts by Unicode scalars unless
  /// a descriptor says otherwise.
  ///
  /// The record that is sorted contains the prefixes of the first two keys; the values are read only if these do not
  /// decide. If `wanted` is far below the number of rows, only that many are kept in order. O(n × log n), or O(n × log
  /// wanted).
  func sorted(
    _ rows: [Int32], by descriptors: [SortDescriptor], _ entity: Entity, source: GraphSource, wanted: Int? = nil
  ) throws -> [Int32] {
    guard rows.count <= Int(Int32.max) else { return rows }
    let columns = try descriptors.map { try SortColumn($0, rows, entity, source: source) }
    guard let first = columns.first else { return rows }
    let second = columns.count > 1 ? columns[1] : nil
    func record(_ place: Int) -> SortRecord {
      SortRecord(
        first.prefix(self, rows[place], place: place), first.isAscending,
        second?.prefix(self, rows[place], place: place) ?? .null, second?.isAscending ?? true,
        place: Int32(truncatingIfNeeded: place))
    }
    /// Compares what the prefixes leave undecided.
    func isBefore(_ a: SortRecord, _ b: SortRecord) -> Bool {
      let left = (row: rows[Int(a.place)], place: Int(a.place))
      let right = (row: rows[Int(b.place)], place: Int(b.place))
      if a.isOpen(0), b.isOpen(0), let before = first.precedes(self, left, right) { return before }
      if let before = a.secondPrecedes(b) { return before }
      for (index, column) in columns.enumerated().dropFirst() where index > 1 || a.isOpen(1) && b.isOpen(1) {
        if let before = column.precedes(self, left, right) { return before }
      }
      return a.place < b.place
    }
    let precedes = { (a: SortRecord, b: SortRecord) -> Bool in a.precedes(b) ?? isBefore(a, b) }
    if let wanted, wanted < rows.count / 8 {
      var best = BoundedHeap<SortRecord>(limit: wanted)
      try source.cancellation.spend(.rows, rows.count)
      for place in rows.indices { best.insert(record(place), precedes) }
      let kept = best.elements.sorted(by: precedes).map { rows[Int($0.place)] }
      try source.cancellation.check()
      return kept
    }
    // A record is made and compared in the time that a condition takes for a few rows.
    try source.cancellation.spend(.rows, rows.count)
    var records = rows.indices.map(record)
    try source.cancellation.check()
    if rows.count < 1 << 18 {
      records.sort(by: precedes)
    } else {
      var compared = 0
      try records.sort { a, b in
        compared &+= 1
        if compared & 0xFFFF == 0 { try source.cancellation.check() }
        return precedes(a, b)
      }
    }
    try source.cancellation.check()
    return records.map { rows[Int($0.place)] }
  }
}

/// The record that is sorted: the prefixes of the first two keys and the place of the row. Plain data.
struct SortRecord {
  private let first: (UInt64, UInt64)
  private let second: (UInt64, UInt64)
  let place: Int32
  /// The kinds of the two values, the first key's higher.
  private let kinds: UInt16
  /// A bit for each key whose prefix is not the whole value.
  private let open: UInt8

  /// Descending keys have all their bits turned, so that one comparison does for both.
  @inline(__always)
  init(_ a: SortPrefix, _ aIsAscending: Bool, _ b: SortPrefix, _ bIsAscending: Bool, place: Int32) {
    let (x, y): (UInt64, UInt64) = (aIsAscending ? 0 : .max, bIsAscending ? 0 : .max)
    first = (a.bits ^ x, a.more ^ x)
    second = (b.bits ^ y, b.more ^ y)
    let kinds = UInt16(aIsAscending ? a.kind : ~a.kind) << 8 | UInt16(bIsAscending ? b.kind : ~b.kind)
    self.kinds = kinds
    self.place = place
    open = (a.isExact ? 0 : 1) | (b.isExact ? 0 : 2)
  }

  @inline(__always)
  func isOpen(_ key: Int) -> Bool { open & (1 << UInt8(key)) != 0 }

  /// Nil where the prefixes do not decide.
  @inline(__always)
  func precedes(_ other: SortRecord) -> Bool? {
    if kinds >> 8 != other.kinds >> 8 { return kinds >> 8 < other.kinds >> 8 }
    if first.0 != other.first.0 { return first.0 < other.first.0 }
    if first.1 != other.first.1 { return first.1 < other.first.1 }
    return open & other.open & 1 != 0 ? nil : secondPrecedes(other)
  }

  /// Compares by the second key's prefix alone.
  @inline(__always)
  func secondPrecedes(_ other: SortRecord) -> Bool? {
    if kinds & 0xFF != other.kinds & 0xFF { return kinds & 0xFF < other.kinds & 0xFF }
    if second.0 != other.second.0 { return second.0 < other.second.0 }
    if second.1 != other.second.1 { return second.1 < other.second.1 }
    return nil
  }
}

/// The first elements of those put in, up to a maximum, the last of them on top.
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
