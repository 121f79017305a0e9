import Predicates

/// The columns read block by block (``RowBlock``): what fetches scan. Nothing else of fetching looks into pages.
///
/// Rows that a column never wrote read as nil, a link as leading nowhere. `ifNil` is what a test says of nil.
extension Graph {
  /// The blocks that hold the rows of a table.
  func blockCount(_ table: Int) -> Int { (tables[table].rowEnd + RowBlock.rows - 1) / RowBlock.rows }

  /// The rows of a block whose object exists and is not marked as deleted, of these entities (by stable place; nil is
  /// every entity).
  func liveRows(_ table: Int, _ block: Int, of kinds: [Bool]?) -> RowBlock {
    rows(table, block) { header in
      header.isLive && (kinds.map { Int(header.entity) < $0.count && $0[Int(header.entity)] } ?? true)
    }
  }

  /// The rows of a block whose object exists, perhaps marked as deleted.
  func existingRows(_ table: Int, _ block: Int) -> RowBlock { rows(table, block) { $0.isAlive } }

  @inline(__always)
  private func rows(_ table: Int, _ block: Int, _ test: (RowHeader) -> Bool) -> RowBlock {
    tables[table].headers.page(block).withUnsafeBufferPointer { page in
      RowBlock.first(page.count).filterDensely { $0 < page.count && test(page[$0]) }
    }
  }

  // MARK: A block of a column

  func integers(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: IntegerTest
  ) -> RowBlock {
    tables[table].integers[slot].page(block).withUnsafeBufferPointer { page in
      rows.filterDensely { place in
        guard place < page.count, let value = page[place] else { return ifNil }
        return test.matches(value)
      }
    }
  }

  func doubles(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: DoubleTest
  ) throws -> RowBlock {
    try tables[table].doubles[slot].page(block).withUnsafeBufferPointer { page in
      try rows.filter { place in
        guard place < page.count, let value = page[place] else { return ifNil }
        return try test.matches(value)
      }
    }
  }

  func booleans(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: BooleanTest
  ) -> RowBlock {
    tables[table].booleans[slot].page(block).withUnsafeBufferPointer { page in
      rows.filterDensely { place in
        guard place < page.count, let value = page[place] else { return ifNil }
        return value ? test.ifTrue : test.ifFalse
      }
    }
  }

  func strings(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, ifNil: Bool, _ test: TextTest
  ) throws -> RowBlock {
    try tables[table].strings[slot].page(block).withUnsafeBufferPointer { page in
      try rows.filter { place in
        guard place < page.count, var text = page[place] else { return ifNil }
        if let answer = text.withUTF8({ test.matches($0) }) { return answer }
        return try test.exact(.string(text))
      }
    }
  }

  func links(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, _ test: (Int32) -> Bool
  ) -> RowBlock {
    tables[table].links[slot].page(block).withUnsafeBufferPointer { page in
      rows.filter { place in test(place < page.count ? page[place].to : 0) }
    }
  }

  /// Calls `body` with the row that each link leads to; 0 is nowhere.
  func forEachLink(_ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, _ body: (Int32) -> Void) {
    tables[table].links[slot].page(block).withUnsafeBufferPointer { page in
      rows.forEach { place in if place < page.count { body(page[place].to) } }
    }
  }

  func counts(
    _ table: Int, _ slot: Int, _ block: Int, within rows: RowBlock, _ test: IntegerTest
  ) -> RowBlock {
    tables[table].lists[slot].page(block).withUnsafeBufferPointer { page in
      rows.filterDensely { place in test.matches(place < page.count ? Int64(page[place].count) : 0) }
    }
  }

  // MARK: One row

  func integer(_ table: Int, _ slot: Int, _ row: Int32) -> Int64? { tables[table].integers[slot][row] }
  func double(_ table: Int, _ slot: Int, _ row: Int32) -> Double? { tables[table].doubles[slot][row] }
  func boolean(_ table: Int, _ slot: Int, _ row: Int32) -> Bool? { tables[table].booleans[slot][row] }
  func string(_ table: Int, _ slot: Int, _ row: Int32) -> String? { tables[table].strings[slot][row] }
  func link(_ table: Int, _ slot: Int, _ row: Int32) -> Int32 { tables[table].links[slot][row].to }
  func listCount(_ table: Int, _ slot: Int, _ row: Int32) -> Int { Int(tables[table].lists[slot][row].count) }
  func isExisting(_ table: Int, _ row: Int32) -> Bool { tables[table].headers[row].isAlive }
  func rowEnd(_ table: Int) -> Int { tables[table].rowEnd }
  func liveCount(_ table: Int) -> Int { tables[table].liveCount }

  // MARK: A column as it was

  /// A column of one graph, kept to compare later graphs with: O(1), its pages are shared.
  enum ColumnSnapshot: Sendable {
    case integers(PagedColumn<Int64?>)
    case doubles(PagedColumn<Double?>)
    case strings(PagedColumn<String?>)

    func integer(_ row: Int32) -> Int64? {
      if case .integers(let column) = self { column[row] } else { nil }
    }

    func double(_ row: Int32) -> Double? {
      if case .doubles(let column) = self { column[row] } else { nil }
    }

    func string(_ row: Int32) -> String? {
      if case .strings(let column) = self { column[row] } else { nil }
    }
  }

  /// Nil for a column of another kind.
  func snapshot(_ table: Int, _ column: AttributeColumn) -> ColumnSnapshot? {
    switch column.kind {
    case .integer: .integers(tables[table].integers[column.slot])
    case .double, .date: .doubles(tables[table].doubles[column.slot])
    case .string: .strings(tables[table].strings[column.slot])
    case .boolean, .value: nil
    }
  }

  /// The blocks in which this graph's column may have other values than the snapshot: those of pages that the two do
  /// not share, in order. O(chunks of pages).
  func blocksPerhapsChanged(_ table: Int, _ column: AttributeColumn, since snapshot: ColumnSnapshot) -> [Int] {
    switch snapshot {
    case .integers(let old): tables[table].integers[column.slot].pagesNotShared(with: old)
    case .doubles(let old): tables[table].doubles[column.slot].pagesNotShared(with: old)
    case .strings(let old): tables[table].strings[column.slot].pagesNotShared(with: old)
    }
  }
}
