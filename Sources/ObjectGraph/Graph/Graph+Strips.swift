/// 64 rows of a table that are adjacent in every column: the unit in which fetches and validation read the graph.
///
/// The pointers are good while the closure runs that was handed the strip; its graph is held meanwhile and cannot
/// change. Each leads to 64 elements, also where the table has fewer rows left; those are zeros. A row of the strip is
/// ``first`` and its place, and its bit in the masks is `1 << place`.
struct RowStrip {
  let memory: GraphMemory
  let table: Int
  /// The row at place 0.
  let first: Int32

  /// The strip at an offset in the same page.
  @inline(__always)
  func strip(_ index: Int) -> RowStrip {
    RowStrip(memory: memory, table: table, first: first &+ Int32(truncatingIfNeeded: index &* PageLayout.stripRows))
  }

  /// A bit for each row of an entity, given by its stable place, plus 1.
  func rows(of entity: UInt16) -> UInt64 {
    let entities = entities
    var bits: UInt64 = 0
    for place in 0..<PageLayout.stripRows { bits |= (entities[place] == entity ? 1 : 0) &<< UInt64(place) }
    return bits
  }

  /// A bit for each row whose object exists and is not marked as deleted.
  @inline(__always)
  var live: UInt64 {
    let marks = column(memory.tables[table].headers, ColumnKind.header)
    var bits: UInt64 = 0
    for word in 0..<8 {
      let bytes = marks.load(fromByteOffset: 8 &* word, as: UInt64.self) & 0x0909_0909_0909_0909
      // Each byte is 1 for a live row; 0, 8 or 9 for others.
      let other = bytes ^ 0x0101_0101_0101_0101
      let flags = ~(other | other &>> 3) & 0x0101_0101_0101_0101
      bits |= ((flags &* 0x0102_0408_1020_4080) &>> 56) &<< UInt64(8 &* word)
    }
    return bits
  }

  /// A bit for each row whose object is inserted or updated, and not marked as deleted.
  @inline(__always)
  var pending: UInt64 {
    let marks = column(memory.tables[table].headers, ColumnKind.header)
    var bits: UInt64 = 0
    for word in 0..<8 {
      let bytes = marks.load(fromByteOffset: 8 &* word, as: UInt64.self)
      let changed = bytes &>> 1 | bytes &>> 2
      let flags = changed & ~(bytes &>> 3) & 0x0101_0101_0101_0101
      bits |= ((flags &* 0x0102_0408_1020_4080) &>> 56) &<< UInt64(8 &* word)
    }
    return bits
  }

  /// A bit for each row that has one of these marks and none of those.
  @inline(__always)
  func rows(marked marks: RowHeader.Marks, without excluded: RowHeader.Marks) -> UInt64 {
    let bytes = column(memory.tables[table].headers, ColumnKind.header)
    let wanted = UInt64(marks.rawValue) &* 0x0101_0101_0101_0101
    let unwanted = UInt64(excluded.rawValue) &* 0x0101_0101_0101_0101
    var bits: UInt64 = 0
    for word in 0..<8 {
      let all = bytes.load(fromByteOffset: 8 &* word, as: UInt64.self)
      if all & wanted == 0 { continue }
      // Marks are five bits: adding moves whether any of them is set into the sixth.
      let has = (all & wanted) &+ 0x1F1F_1F1F_1F1F_1F1F
      let hasNot = (all & unwanted) &+ 0x1F1F_1F1F_1F1F_1F1F
      let flags = (has & ~hasNot) &>> 5 & 0x0101_0101_0101_0101
      bits |= ((flags &* 0x0102_0408_1020_4080) &>> 56) &<< UInt64(8 &* word)
    }
    return bits
  }

  /// The marks of the rows of an eighth of the strip, a byte a row.
  @inline(__always)
  func marks(_ word: Int) -> UInt64 {
    column(memory.tables[table].headers, ColumnKind.header).load(fromByteOffset: 8 &* word, as: UInt64.self)
  }

  /// The stable place of each row's entity, plus 1; 0 for a row that was never used.
  @inline(__always)
  var entities: UnsafePointer<UInt16> {
    (column(memory.tables[table].headers, ColumnKind.header) + 64).assumingMemoryBound(to: UInt16.self)
  }

  /// Integers of at most 32 bits, and a bit for each that is there; a missing one is 0.
  @inline(__always)
  func integers(_ slot: Int) -> (values: UnsafePointer<Int32>, present: UInt64) {
    let strip = column(slot, ColumnKind.integer32)
    return (strip.assumingMemoryBound(to: Int32.self), strip.load(fromByteOffset: 256, as: UInt64.self))
  }

  /// Integers of 64 bits, and a bit for each that is there; a missing one is 0.
  @inline(__always)
  func wideIntegers(_ slot: Int) -> (values: UnsafePointer<Int64>, present: UInt64) {
    let strip = column(slot, ColumnKind.word)
    return (strip.assumingMemoryBound(to: Int64.self), strip.load(fromByteOffset: 512, as: UInt64.self))
  }

  /// Doubles, or dates in seconds since 2001, and a bit for each that is there; a missing one is 0.
  @inline(__always)
  func doubles(_ slot: Int) -> (values: UnsafePointer<Double>, present: UInt64) {
    let strip = column(slot, ColumnKind.word)
    return (strip.assumingMemoryBound(to: Double.self), strip.load(fromByteOffset: 512, as: UInt64.self))
  }

  /// Truth values: 0 none, 1 false, 2 true.
  @inline(__always)
  func booleans(_ slot: Int) -> UnsafePointer<UInt8> {
    column(slot, ColumnKind.boolean).assumingMemoryBound(to: UInt8.self)
  }

  /// Texts; ``Graph/text(of:)`` reads one.
  @inline(__always)
  func texts(_ slot: Int) -> UnsafePointer<TextSlot> {
    column(slot, ColumnKind.text).assumingMemoryBound(to: TextSlot.self)
  }

  /// The rows that a to-one leads to, 0 if there is none.
  @inline(__always)
  func targets(_ layout: RelationshipLayout) -> UnsafePointer<Int32> {
    targets(layout.slot, isThreaded: layout.shape == .manyToOne)
  }

  @inline(__always)
  func targets(_ slot: Int, isThreaded: Bool) -> UnsafePointer<Int32> {
    column(slot, isThreaded ? .threadedLink : .link).assumingMemoryBound(to: Int32.self)
  }

  /// The lists of a to-many, of which the count is of use.
  @inline(__always)
  func lists(_ layout: RelationshipLayout) -> UnsafePointer<ListHead> { lists(layout.slot) }

  @inline(__always)
  func lists(_ slot: Int) -> UnsafePointer<ListHead> {
    column(slot, ColumnKind.list).assumingMemoryBound(to: ListHead.self)
  }

  @inline(__always)
  private func column(_ slot: Int, _ kind: ColumnKind) -> UnsafeRawPointer {
    UnsafeRawPointer(memory.page(slot, first)) + PageLayout.strip(of: first, kind.stripBytes)
  }
}

extension Graph {
  /// The 64 rows that contain a row of the table; nil for one that is not in the table.
  func strip(of table: Int, at row: Int32) -> RowStrip? {
    guard memory.contains(table, row) else { return nil }
    return RowStrip(memory: memory, table: table, first: row & ~Int32(PageLayout.stripRows - 1))
  }

  /// The text of a slot of this graph's columns.
  func text(of slot: TextSlot) -> String? { memory.text(of: slot) }

  /// Calls `body` with the UTF-8 of a slot's text, to be read at once; nil when there is none.
  func withText<T>(of slot: TextSlot, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T? {
    if slot.isNull { return nil }
    if slot.isLong { return try body(memory.longBytes(slot)) }
    return try withUnsafeBytes(of: (slot.low.littleEndian, slot.high.littleEndian)) { bytes in
      try body(UnsafeRawBufferPointer(rebasing: bytes[..<min(TextSlot.longest, max(0, slot.shortCount))]))
    }
  }

  /// Calls `body` with each row in which a column holds something else than in another graph of the same schema, in
  /// order: for indexes that follow a graph. O(chunks of pages) for what the two share.
  /// - Parameter slot: the column of an attribute that is plain data, of a to-one or of a to-many's lists; nil for the
  ///   headers, which have the entity and the marks.
  func forEachRowChanged(_ slot: Int?, of table: Int, since base: Graph, _ body: (Int32) -> Void) {
    let column = slot ?? memory.tables[table].headers
    let end = max(memory.tables[table].rowEnd, base.memory.tables[table].rowEnd)
    storage.forEachStripChanged(column, since: base.storage) { first, _, _, rows in
      forEachBit(of: rows) { place in
        if first + Int32(place) < end { body(first + Int32(place)) }
      }
    }
  }
}

/// Calls `body` with the place of each bit that is set, from the lowest.
@inline(__always)
func forEachBit(of word: UInt64, _ body: (Int) throws -> Void) rethrows {
  var rest = word
  while rest != 0 {
    try body(rest.trailingZeroBitCount)
    rest &= rest &- 1
  }
}
