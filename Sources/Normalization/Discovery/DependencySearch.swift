/// Exact discovery of minimal determinants and unique columns, from samples and checks.
///
/// A few pairs of rows say in which sets of columns rows agree; each such set must be left by a determinant of a column in
/// which they differ. The minimal sets that leave all known ones are candidates, and each is checked on all rows. A check
/// that fails gives two rows, and so another agreement to leave; the search ends when every candidate has held. Nothing
/// is believed from a sample, so the result is exact. Where checks have cost more than comparing all pairs of rows
/// would, all pairs are compared instead and no check is needed any more.
struct DependencySearch<Mask: ColumnMask> {
  let table: ValueTable
  private let columnCount: Int
  private let all: Mask
  private var comparison: RowComparison<Mask>
  private var pool = AgreementPool<Mask>()
  /// Whether the pool has the agreement of every pair of rows.
  private var isComplete = false
  private(set) var checks = 0
  /// The part that was found of the sets that were being searched for when the budget ended.
  private var partial: [Mask] = []

  init(_ table: ValueTable) {
    self.table = table
    columnCount = table.columns.count
    all = Mask(first: columnCount)
    comparison = RowComparison(table)
  }

  /// The minimal left sides for each right side, up to the last that was searched through, and the sets that were found for
  /// the next when the budget ended.
  mutating func functional(_ meter: inout StepMeter) -> (found: [[Mask]], problem: NormalizationError?) {
    var result: [[Mask]] = []
    do throws(NormalizationError) {
      try sample(&meter)
      for right in 0..<columnCount { result.append(try minimalSets(for: right, &meter)) }
      return (result, nil)
    } catch {
      return (result + [partial], error)
    }
  }

  /// The minimal unique column combinations, those found when the budget ended at least.
  mutating func unique(_ meter: inout StepMeter) -> (found: [Mask], problem: NormalizationError?) {
    do throws(NormalizationError) {
      try meter.spend(wordCount)
      if comparison.violation(of: all, right: nil) != nil { return ([], nil) }
      try sample(&meter)
      return (try minimalSets(for: nil, &meter), nil)
    } catch {
      return (partial, error)
    }
  }

  /// The machine words of a mask: what every operation on one costs.
  private var wordCount: Int { 1 + columnCount / 64 }

  private mutating func minimalSets(for right: Int?, _ meter: inout StepMeter) throws(NormalizationError) -> [Mask] {
    partial = []
    // Every column has its bits, and looks at all others.
    try meter.spend(wordCount + columnCount)
    var columns = all
    if let right { columns.clear(right) }
    while true {
      var search = TransversalSearch<Mask>(columns: columns, count: columnCount)
      let known = try pool.maximal(without: right, columnCount: columnCount, &meter)
      try meter.spend(1 + known.count * wordCount)
      for set in known { search.add(columns.subtracting(set)) }
      let found: [Mask]?
      do throws(NormalizationError) {
        found = try search.results(&meter) { set, meter throws(NormalizationError) in
          try check(set, right, columns, &meter)
        }
      } catch {
        partial = search.found
        throw error
      }
      if let found { return found }
      try compareAllPairs(&meter)
    }
  }

  private mutating func check(
    _ set: Mask, _ right: Int?, _ columns: Mask, _ meter: inout StepMeter
  ) throws(NormalizationError) -> TransversalSearch<Mask>.Answer {
    if isComplete { return .accept }
    let before = comparison.rowsRead
    checks += 1
    let pair = comparison.violation(of: set, right: right)
    try meter.spend(wordCount + comparison.rowsRead - before)
    guard let pair else {
      return comparison.rowsRead + 64 * checks > pairCount ? .abandon : .accept
    }
    let agreement = comparison.agreement(pair.0, pair.1)
    pool.insert(agreement)
    return .refuse([columns.subtracting(agreement)])
  }

  private var pairCount: Int {
    table.rowCount.multipliedReportingOverflow(by: max(0, table.rowCount - 1)).partialValue / 2
  }

  // MARK: Pairs of rows

  /// Rows that share a value with the row before, some for each column, spread over the column's groups.
  private mutating func sample(_ meter: inout StepMeter) throws(NormalizationError) {
    let samplesPerColumn = 32
    for column in 0..<columnCount {
      let rows = table.groupedRows[column]
      let starts = table.groupStarts[column]
      guard starts.count > 1 else { continue }
      let stride = max(1, (starts.count - 1) / samplesPerColumn)
      var index = 0
      while index < starts.count - 1 {
        try meter.spend(2 * columnCount)
        let start = Int(starts[index])
        let end = Int(starts[index + 1])
        pool.insert(comparison.agreement(Int(rows[start]), Int(rows[start + 1])))
        pool.insert(comparison.agreement(Int(rows[end - 1]), Int(rows[(start + end) / 2 - (end - start == 2 ? 1 : 0)])))
        index += stride
      }
    }
  }

  /// Fills the pool with the agreement of every pair. For each row the later rows of its groups are marked, so that the
  /// work is the number of pairs, plus that of shared values.
  private mutating func compareAllPairs(_ meter: inout StepMeter) throws(NormalizationError) {
    let rowCount = table.rowCount
    var agreements = [Mask](repeating: Mask(), count: rowCount)
    // For each column and value, where its group begins; groups come in the order of values.
    var place: [[UInt32]] = (0..<columnCount).map { column in
      var starts = [UInt32](repeating: .max, count: table.distinctCounts[column])
      for index in 0..<(table.groupStarts[column].count - 1) {
        let start = table.groupStarts[column][index]
        starts[Int(table.ids[column * rowCount + Int(table.groupedRows[column][Int(start)])])] = start
      }
      return starts
    }
    for row in 0..<rowCount {
      try meter.spend(1 + columnCount + (rowCount - row) * wordCount)
      for column in 0..<columnCount {
        let value = Int(table.ids[column * rowCount + row])
        let here = place[column][value]
        if here == .max { continue }
        // Rows before this one have moved the place on; it is now at this row.
        var next = Int(here) + 1
        place[column][value] = UInt32(truncatingIfNeeded: next)
        let grouped = table.groupedRows[column]
        while next < grouped.count {
          let other = Int(grouped[next])
          if other <= row || Int(table.ids[column * rowCount + other]) != value { break }
          agreements[other].set(column)
          next += 1
        }
        try meter.spend((next - Int(here)) / 2)
      }
      var added = 0
      for other in (row + 1)..<max(row + 1, rowCount) {
        if pool.insert(agreements[other]) { added += 1 }
        agreements[other] = Mask()
      }
      // A set that is kept takes memory, which steps have to bound as well.
      try meter.spend(8 * added * wordCount)
    }
    isComplete = true
  }
}
