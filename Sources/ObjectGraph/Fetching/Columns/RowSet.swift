/// A set of rows of one table: a bit a row.
struct RowSet: Sendable {
  private(set) var blocks: [RowBlock]

  /// An empty set for rows below `end`.
  init(end: Int) { blocks = Array(repeating: .none, count: (end + RowBlock.rows - 1) / RowBlock.rows) }

  /// Rows at or above the end are in no set.
  @inline(__always)
  func contains(_ row: Int32) -> Bool {
    let block = Int(row) >> 8
    return block < blocks.count && blocks[block].contains(Int(row))
  }

  /// A row at or above the end is ignored.
  @inline(__always)
  mutating func insert(_ row: Int32) {
    let block = Int(row) >> 8
    if block < blocks.count { blocks[block].insert(Int(row)) }
  }

  mutating func set(_ block: Int, to rows: RowBlock) {
    if block < blocks.count { blocks[block] = rows }
  }

  func block(_ index: Int) -> RowBlock { index < blocks.count ? blocks[index] : .none }

  var count: Int { blocks.reduce(0) { $0 + $1.count } }

  func forEach(_ body: (Int32) throws -> Void) rethrows {
    for (index, block) in blocks.enumerated() where !block.isEmpty {
      try block.forEach { try body(Int32(truncatingIfNeeded: index << 8 | $0)) }
    }
  }

  var rows: [Int32] {
    var found: [Int32] = []
    found.reserveCapacity(count)
    forEach { found.append($0) }
    return found
  }
}
