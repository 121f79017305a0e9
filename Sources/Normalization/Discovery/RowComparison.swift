/// Compares rows of a table: which columns two rows agree in, and whether columns determine another or are unique.
///
/// Indices into the scratch arrays are values' numbers and row numbers of the table, which are dense.
struct RowComparison<Mask: ColumnMask> {
  let table: ValueTable
  private let rowCount: Int
  private let columnCount: Int
  /// Rows looked at so far.
  private(set) var rowsRead = 0

  /// For each value of a column how many rows of a group have it, and one more than a row that has it; 0 outside calls.
  private var counts: [UInt32]
  private var touched: [UInt32] = []
  /// Rows of the groups that are being refined, one above the other.
  private var arena: [UInt32] = []
  private var waiting: [Group] = []

  private struct Group {
    var level: Int
    var start: Int
    var end: Int
  }

  init(_ table: ValueTable) {
    self.table = table
    rowCount = table.rowCount
    columnCount = table.columns.count
    counts = Array(repeating: 0, count: (table.distinctCounts.max() ?? 0) + 1)
  }

  /// The columns in which two rows have the same value.
  func agreement(_ first: Int, _ second: Int) -> Mask {
    var mask = Mask()
    var base = 0
    for column in 0..<columnCount {
      if table.ids[base + first] == table.ids[base + second] { mask.set(column) }
      base += rowCount
    }
    return mask
  }

  /// Two rows that agree on `left` and not on `right`; nil when there are none, so that left → right holds. Without a
  /// right side: two rows that agree on `left`; nil when left is unique.
  ///
  /// The rows of each value of the most selective column are refined by the others, depth first, so that the first
  /// violation ends the work. Groups that are constant in the right side are not refined further.
  mutating func violation(of left: Mask, right: Int?) -> (Int, Int)? {
    var order: [Int] = []
    left.forEachColumn { order.append($0) }
    let distinct = table.distinctCounts
    order.sort { distinct[$0] != distinct[$1] ? distinct[$0] > distinct[$1] : $0 < $1 }
    guard let leader = order.first else { return violationOfNothing(right) }
    let rows = table.groupedRows[leader]
    let starts = table.groupStarts[leader]
    if order.count == 1 {
      guard let right else { return rows.count > 1 ? (Int(rows[0]), Int(rows[1])) : nil }
      return inconstancy(rows, starts, right)
    }
    for index in 0..<(starts.count - 1) {
      let pair = refine(rows, Int(starts[index]), Int(starts[index + 1]), order, right)
      if pair != nil { return pair }
    }
    return nil
  }

  private func violationOfNothing(_ right: Int?) -> (Int, Int)? {
    guard rowCount > 1 else { return nil }
    guard let right else { return (0, 1) }
    // Value 1 first appears in the first row that differs from row 0.
    guard table.distinctCounts[right] > 1 else { return nil }
    let base = right * rowCount
    for row in 1..<rowCount where table.ids[base + row] != table.ids[base] { return (0, row) }
    return nil
  }

  /// Two rows of a group with different values of a column.
  private mutating func inconstancy(_ rows: [UInt32], _ starts: [UInt32], _ right: Int) -> (Int, Int)? {
    let base = right * rowCount
    // `ids` has `rowCount` values for each column, and `rows` holds rows: no place is beyond them.
    return table.ids.withUnsafeBufferPointer { ids in
      for index in 0..<(starts.count - 1) {
        let start = Int(starts[index])
        let end = Int(starts[index + 1])
        let first = Int(rows[start])
        let value = ids[base + first]
        for place in (start + 1)..<end where ids[base + Int(rows[place])] != value {
          rowsRead += place - start
          return (first, Int(rows[place]))
        }
        rowsRead += end - start
      }
      return nil
    }
  }

  /// Refines one group by all columns but the first of `order`.
  private mutating func refine(
    _ rows: [UInt32], _ start: Int, _ end: Int, _ order: [Int], _ right: Int?
  ) -> (Int, Int)? {
    waiting.removeAll(keepingCapacity: true)
    if arena.count < end - start { arena += Array(repeating: 0, count: end - start - arena.count) }
    for place in start..<end { arena[place - start] = rows[place] }
    waiting.append(Group(level: 1, start: 0, end: end - start))
    while let group = waiting.popLast() {
      rowsRead += group.end - group.start
      if let right, isConstant(right, group) { continue }
      let pair =
        group.level == order.count - 1 ? lastLevel(group, order[group.level], right) : split(group, order[group.level])
      if let pair { return pair }
    }
    return nil
  }

  private func isConstant(_ column: Int, _ group: Group) -> Bool {
    let base = column * rowCount
    let value = table.ids[base + Int(arena[group.start])]
    for place in (group.start + 1)..<group.end where table.ids[base + Int(arena[place])] != value { return false }
    return true
  }

  /// Splits a group by a column's values; parts of one row are dropped. Always nil.
  private mutating func split(_ group: Group, _ column: Int) -> (Int, Int)? {
    let base = column * rowCount
    let size = group.end - group.start
    if arena.count < group.end + size { arena += Array(repeating: 0, count: group.end + size - arena.count) }
    touched.removeAll(keepingCapacity: true)
    for place in group.start..<group.end {
      let value = table.ids[base + Int(arena[place])]
      if counts[Int(value)] == 0 { touched.append(value) }
      counts[Int(value)] += 1
    }
    if touched.count == size {
      for value in touched { counts[Int(value)] = 0 }
      return nil
    }
    // Each value's count becomes the place of its next row, or .max for a value that occurs once.
    var next = group.end
    for value in touched {
      let count = Int(counts[Int(value)])
      if count == 1 {
        counts[Int(value)] = .max
      } else {
        counts[Int(value)] = UInt32(truncatingIfNeeded: next)
        waiting.append(Group(level: group.level + 1, start: next, end: next + count))
        next += count
      }
    }
    for place in group.start..<group.end {
      let row = arena[place]
      let value = Int(table.ids[base + Int(row)])
      let target = counts[value]
      if target == .max { continue }
      arena[Int(target)] = row
      counts[value] = target + 1
    }
    for value in touched { counts[Int(value)] = 0 }
    return nil
  }

  /// The last column: rows of one value have to be one row, or to agree on the right side.
  private mutating func lastLevel(_ group: Group, _ column: Int, _ right: Int?) -> (Int, Int)? {
    let base = column * rowCount
    let rightBase = (right ?? 0) * rowCount
    touched.removeAll(keepingCapacity: true)
    var pair: (Int, Int)?
    for place in group.start..<group.end {
      let row = Int(arena[place])
      let value = table.ids[base + row]
      let seen = counts[Int(value)]
      if seen == 0 {
        counts[Int(value)] = UInt32(truncatingIfNeeded: row) &+ 1
        touched.append(value)
      } else {
        let first = Int(seen - 1)
        if right == nil || table.ids[rightBase + first] != table.ids[rightBase + row] {
          pair = (first, row)
          break
        }
      }
    }
    for value in touched { counts[Int(value)] = 0 }
    return pair
  }
}
