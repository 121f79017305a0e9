import Predicates

/// The columns read block by block (``RowBlock``): what fetches scan. Nothing else of fetching looks into pages.
///
/// Rows beyond the table's end are in no answer. `ifNil` is what a test says of nil.
extension Graph {
  /// The blocks that hold the rows of a table.
  func blockCount(_ table: Int) -> Int { (rowEnd(table) + RowBlock.rows - 1) / RowBlock.rows }

  /// Calls `body` with the strips of a block in which rows are meant, and gives what it answers for each.
  @inline(__always)
  private func strips(
    _ table: Int, _ block: Int, within rows: RowBlock, _ body: (RowStrip, UInt64) throws -> UInt64
  ) rethrows -> RowBlock {
    var result = RowBlock.none
    let end = memory.tables[table].rowEnd
    for word in 0..<4 where rows.words[word] != 0 {
      let first = Int32(truncatingIfNeeded: block << 8 | word << 6)
      guard first < end else { break }
      let strip = RowStrip(memory: memory, table: table, first: first)
      result.words[word] = try body(strip, rows.words[word]) & rows.words[word]
    }
    return result
  }

  /// The rows of a block whose object exists and is not marked as deleted, of these entities (by stable place; nil is
  /// every entity).
  func liveRows(_ table: Int, _ block: Int, of kinds: [Bool]?) -> RowBlock {
    strips(table, block, within: .all) { strip, _ in rows(strip.live, of: kinds, strip.entities) }
  }

  /// The rows of a block whose object exists, perhaps marked as deleted, of these entities (nil is every entity).
  func existingRows(_ table: Int, _ block: Int, of kinds: [Bool]? = nil) -> RowBlock {
    strips(table, block, within: .all) { strip, _ in rows(strip.existing, of: kinds, strip.entities) }
  }

  @inline(__always)
  private func rows(_ rows: UInt64, of kinds: [Bool]?, _ entities: UnsafePointer<UInt16>) -> UInt64 {
    guard let kinds else { return rows }
    return eachBit(of: rows) { place in
      let entity = Int(entities[place]) - 1
      return entity >= 0 && entity < kinds.count && kinds[entity]
    }
  }

  /// The rows, by their places in a strip, that pass a test; asked of those alone that are meant.
  @inline(__always)
  private func eachBit(of rows: UInt64, _ test: (Int) throws -> Bool) rethrows -> UInt64 {
    var rest = rows
    var bits: UInt64 = 0
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      if try test(place) { bits |= 1 &<< UInt64(truncatingIfNeeded: place) }
      rest &= rest &- 1
    }
    return bits
  }

  /// Does the same as ``eachBit(of:_:)`` without a branch, for a test that is cheap and valid for every row.
  @inline(__always)
  private func everyBit(_ test: (Int) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    for place in 0..<64 { bits |= (test(place) ? 1 : 0) &<< UInt64(truncatingIfNeeded: place) }
    return bits
  }

  // MARK: A block of a column

  func integers(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: IntegerTest
  ) -> RowBlock {
    let (low, high) = (Int32(clamping: test.lowest), Int32(clamping: test.highest))
    // Bounds that the column cannot reach.
    let isEmpty = test.lowest > test.highest || test.lowest > Int64(Int32.max) || test.highest < Int64(Int32.min)
    let turn: UInt64 = test.isNegated ? .max : 0
    return strips(table, block, within: rows) { strip, _ in
      let (values, present) = strip.integers(slot)
      let within = isEmpty ? 0 : everyBit { values[$0] >= low && values[$0] <= high }
      return (within ^ turn) & present | (ifNil ? ~present : 0)
    }
  }

  func wideIntegers(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: IntegerTest
  ) -> RowBlock {
    strips(table, block, within: rows) { strip, _ in
      let (values, present) = strip.wideIntegers(slot)
      return everyBit { test.matches(values[$0]) } & present | (ifNil ? ~present : 0)
    }
  }

  func doubles(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: DoubleTest
  ) throws -> RowBlock {
    try strips(table, block, within: rows) { strip, wanted in
      let (values, present) = strip.doubles(slot)
      return try eachBit(of: wanted & present) { try test.matches(values[$0]) } | (ifNil ? ~present : 0)
    }
  }

  func booleans(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: BooleanTest
  ) -> RowBlock {
    strips(table, block, within: rows) { strip, _ in
      let values = strip.booleans(slot)
      return everyBit { values[$0] == 0 ? ifNil : values[$0] == 2 ? test.ifTrue : test.ifFalse }
    }
  }

  func strings(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: TextTest
  ) throws -> RowBlock {
    let quick = test.quick
    return try strips(table, block, within: rows) { strip, wanted in
      let texts = strip.texts(slot)
      return try eachBit(of: wanted) { place in
        let text = texts[place]
        if let answer = quick?.matches(text) { return answer }
        return try matches(text, test, ifNil: ifNil)
      }
    }
  }

  private func matches(_ text: TextSlot, _ test: TextTest, ifNil: Bool) throws -> Bool {
    if text.isNull { return ifNil }
    if text.isLong { try test.meter?.spend(reading: withText(of: text) { $0.count } ?? 0) }
    if let answer = withText(of: text, { test.matches($0.assumingMemoryBound(to: UInt8.self)) }) ?? nil {
      return answer
    }
    return try test.exact(self.text(of: text).map(Value.string) ?? .null)
  }

  func links(
    _ layout: RelationshipLayout, _ block: Int, within rows: RowBlock, _ test: (Int32) -> Bool
  ) -> RowBlock {
    strips(layout.sourceTable, block, within: rows) { strip, wanted in
      let targets = strip.targets(layout)
      return eachBit(of: wanted) { test(targets[$0]) }
    }
  }

  /// Does the same as ``links(_:_:within:_:)`` for one target, without a branch for each row.
  func links(
    _ layout: RelationshipLayout, _ block: Int, within rows: RowBlock, to target: Int32, isNegated: Bool, ifNil: Bool
  ) -> RowBlock {
    strips(layout.sourceTable, block, within: rows) { strip, _ in
      let targets = strip.targets(layout)
      let same = everyBit { targets[$0] == target }
      let none = everyBit { targets[$0] == 0 }
      return (isNegated ? ~same : same) & ~none | (ifNil ? none : 0)
    }
  }

  /// Calls `body` with the row that each link leads to; 0 is nowhere.
  @inline(__always)
  func forEachLink(_ layout: RelationshipLayout, _ block: Int, within rows: RowBlock, _ body: (Int32) -> Void) {
    _ = strips(layout.sourceTable, block, within: rows) { strip, wanted in
      let targets = strip.targets(layout)
      var rest = wanted
      while rest != 0 {
        body(targets[rest.trailingZeroBitCount])
        rest &= rest &- 1
      }
      return 0
    }
  }

  func counts(
    _ layout: RelationshipLayout, _ block: Int, within rows: RowBlock, _ test: IntegerTest
  ) -> RowBlock {
    strips(layout.sourceTable, block, within: rows) { strip, wanted in
      let lists = strip.lists(layout)
      return everyBit { test.matches(Int64(lists[$0].count)) }
    }
  }

  // MARK: One row

  func integer(_ column: AttributeColumn, _ table: Int, _ row: Int32) -> Int64? {
    guard memory.contains(table, row) else { return nil }
    return column.kind == .integer
      ? memory.integer32(column.slot, row).map(Int64.init)
      : memory.word(column.slot, row).map { Int64(bitPattern: $0) }
  }

  func double(_ column: AttributeColumn, _ table: Int, _ row: Int32) -> Double? {
    memory.contains(table, row) ? memory.word(column.slot, row).map { Double(bitPattern: $0) } : nil
  }

  func boolean(_ column: AttributeColumn, _ table: Int, _ row: Int32) -> Bool? {
    memory.contains(table, row) ? memory.boolean(column.slot, row) : nil
  }

  func matches(_ column: AttributeColumn, _ table: Int, _ row: Int32, _ test: TextTest, ifNil: Bool) throws -> Bool {
    memory.contains(table, row) ? try matches(memory.slot(column.slot, row), test, ifNil: ifNil) : ifNil
  }

  /// Returns the prefix by which a sort compares a text first.
  func textPrefix(_ column: AttributeColumn, _ table: Int, _ row: Int32) -> SortPrefix {
    guard memory.contains(table, row) else { return .null }
    return SortPrefix(memory.slot(column.slot, row)) { slot in
      withText(of: slot) { SortPrefix(text: $0) } ?? .null
    }
  }

  func isText(_ column: AttributeColumn, _ table: Int, _ row: Int32) -> Bool {
    memory.contains(table, row) && !memory.slot(column.slot, row).isNull
  }

  /// Whether the text of one row comes before that of another, by Unicode scalars; nil when they are equal, or one is
  /// nil.
  func textPrecedes(
    _ column: AttributeColumn, _ table: Int, _ a: Int32, _ b: Int32, _ meter: Meter?
  ) -> Bool? {
    guard memory.contains(table, a), memory.contains(table, b) else { return nil }
    let right = memory.slot(column.slot, b)
    return withText(of: memory.slot(column.slot, a)) { a in
      withText(of: right) { b -> Bool? in
        guard meter?.allows(.rows, min(a.count, b.count) >> 6) != false else { return nil }
        for place in 0..<min(a.count, b.count) where a[place] != b[place] { return a[place] < b[place] }
        return a.count == b.count ? nil : a.count < b.count
      } ?? nil
    } ?? nil
  }

  func string(_ column: AttributeColumn, _ table: Int, _ row: Int32) -> String? {
    memory.contains(table, row) ? memory.text(of: memory.slot(column.slot, row)) : nil
  }

  func isExisting(_ table: Int, _ row: Int32) -> Bool { memory.marks(table, row).contains(.alive) }
  func rowEnd(_ table: Int) -> Int { Int(memory.tables[table].rowEnd) }
  func liveCount(_ table: Int) -> Int { memory.tables[table].liveCount }
}

extension RowStrip {
  /// A bit for each row whose object exists, perhaps marked as deleted.
  var existing: UInt64 {
    var bits: UInt64 = 0
    for word in 0..<8 {
      let flags = marks(word) & 0x0101_0101_0101_0101
      bits |= ((flags &* 0x0102_0408_1020_4080) &>> 56) &<< UInt64(8 &* word)
    }
    return bits
  }
}
