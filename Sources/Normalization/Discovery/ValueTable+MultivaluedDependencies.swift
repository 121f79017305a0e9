/// For a set of columns, the blocks of the others that occur in every combination with each other.
public struct DependencyBasis: Hashable, Sendable {
  /// The left side.
  public let determinant: AttributeSet
  /// The blocks of the other columns, in the order of sets. X ↠ Y holds exactly for the unions of blocks.
  public let blocks: [AttributeSet]

  public init(determinant: AttributeSet, blocks: [AttributeSet]) {
    self.determinant = determinant
    self.blocks = blocks
  }
}

extension ValueTable {
  /// Returns the dependency basis of every set of columns that has two blocks or more: all multivalued dependencies
  /// that the rows satisfy, functional ones among them. In the order of sets. Duplicate rows count once.
  ///
  /// O(2ⁿ) sets of n columns and up to 2ⁿ checks for each: meant for eight columns or so.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  public func dependencyBases(within budget: StepBudget = .discovery) throws(NormalizationError) -> [DependencyBasis] {
    var meter = StepMeter(.multivaluedDiscovery, budget)
    try meter.spend(columns.count < 40 ? 1 << columns.count : .max)
    let search = BasisSearch(self)
    try meter.spend(rowCount * columns.count)
    var level: [AttributeSet] = [AttributeSet()]
    var above: [AttributeSet: [AttributeSet]] = [:]
    var found: [DependencyBasis] = []
    while !level.isEmpty {
      var here: [AttributeSet: [AttributeSet]] = [:]
      var next: Set<AttributeSet> = []
      for set in level {
        var blocks = [heading.subtracting(set)].filter { !$0.isEmpty }
        // Columns that are independent given fewer columns are so given more.
        for column in set {
          guard let known = above[set.subtracting([column])] else { continue }
          blocks = blocks.flatMap { block in known.map { block.intersection($0) }.filter { !$0.isEmpty } }
        }
        blocks = try search.refine(blocks, given: set, &meter)
        here[set] = blocks
        if blocks.count > 1 { found.append(DependencyBasis(determinant: set, blocks: blocks.sorted())) }
        for column in heading where column > set.highest { next.insert(set.union([column])) }
      }
      above = here
      level = next.sorted()
    }
    return found.sorted { $0.determinant < $1.determinant }
  }
}

/// Checks independence of columns within groups of rows.
private struct BasisSearch {
  let table: ValueTable
  /// The rows, each once.
  private let rows: [Int]

  init(_ table: ValueTable) {
    self.table = table
    var seen: Set<UInt32> = []
    let all = Array(0..<table.rowCount)
    let classes = Self.classes(of: all, table.heading, table)
    rows = all.filter { seen.insert(classes[$0]).inserted }
  }

  /// Splits blocks as far as the rows allow.
  func refine(
    _ blocks: [AttributeSet], given set: AttributeSet, _ meter: inout StepMeter
  ) throws(NormalizationError) -> [AttributeSet] {
    try meter.spend(1 + rows.count)
    let groups = Dictionary(grouping: zip(rows, Self.classes(of: rows, set, table)), by: \.1)
      .values.map { $0.map(\.0) }.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    if groups.isEmpty { return blocks.flatMap { $0.map { AttributeSet($0) } } }
    let others = table.heading.subtracting(set)
    var waiting = blocks
    var done: [AttributeSet] = []
    next: while let block = waiting.popLast() {
      if let first = block.first, block.count > 1 {
        let rest = Array(block.subtracting([first]))
        if rest.count > 40 { try meter.spend(.max) }
        for bits in 0..<((1 << rest.count) - 1) {
          var part = AttributeSet(first)
          for (place, column) in rest.enumerated() where bits & (1 << place) != 0 { part.insert(column) }
          if try isIndependent(part, of: others.subtracting(part), in: groups, &meter) {
            waiting += [part, block.subtracting(part)]
            continue next
          }
        }
      }
      done.append(block)
    }
    return done
  }

  /// Whether in each group every value of the one side occurs with every value of the other: as many rows as pairs.
  private func isIndependent(
    _ one: AttributeSet, of other: AttributeSet, in groups: [[Int]], _ meter: inout StepMeter
  ) throws(NormalizationError) -> Bool {
    for group in groups {
      try meter.spend(group.count * (one.count + other.count))
      let ones = Set(Self.classes(of: group, one, table)).count
      let others = Set(Self.classes(of: group, other, table)).count
      if ones * others != group.count { return false }
    }
    return true
  }

  /// A number for each row, the same for rows that agree on the columns.
  private static func classes(of rows: [Int], _ columns: AttributeSet, _ table: ValueTable) -> [UInt32] {
    var classes = [UInt32](repeating: 0, count: rows.count)
    for column in columns {
      var numbers: [UInt64: UInt32] = [:]
      for (place, row) in rows.enumerated() {
        let key = UInt64(classes[place]) << 32 | UInt64(table.ids[column * table.rowCount + row])
        let next = UInt32(truncatingIfNeeded: numbers.count)
        classes[place] = numbers[key] ?? next
        if classes[place] == next { numbers[key] = next }
      }
    }
    return classes
  }
}
