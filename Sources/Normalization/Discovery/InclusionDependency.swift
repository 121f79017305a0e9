/// `dependent ⊆ referenced`: every value of one column occurs in another, as a foreign key's values do.
public struct InclusionDependency: Hashable, Sendable {
  /// A column of one of several tables, both counted from 0.
  public struct Column: Hashable, Sendable, Comparable {
    public let table: Int
    public let column: Int

    public init(table: Int, column: Int) {
      self.table = table
      self.column = column
    }

    /// Orders by table, then by column. O(1).
    public static func < (a: Column, b: Column) -> Bool { (a.table, a.column) < (b.table, b.column) }
  }

  public let dependent: Column
  public let referenced: Column

  public init(_ dependent: Column, in referenced: Column) {
    self.dependent = dependent
    self.referenced = referenced
  }
}

extension ValueTable {
  /// Returns all inclusion dependencies between single columns of these tables, except those of a column in itself; by
  /// dependent, then by referenced column. Values are compared as text. Missing values are ignored, and a column
  /// without any value is left out on both sides: it would show nothing.
  ///
  /// O(different values × columns in which they occur).
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  public static func inclusionDependencies(
    among tables: [ValueTable], within budget: StepBudget = .discovery
  ) throws(NormalizationError) -> [InclusionDependency] {
    var meter = StepMeter(.inclusionDiscovery, budget)
    var columns: [InclusionDependency.Column] = []
    var occurrences: [String: AttributeSet] = [:]
    for (tableIndex, table) in tables.enumerated() {
      for (columnIndex, values) in table.values.enumerated() where values.contains(where: { $0 != nil }) {
        let number = columns.count
        columns.append(InclusionDependency.Column(table: tableIndex, column: columnIndex))
        try meter.spend(values.count)
        // A value has a set of columns as well.
        try meter.spend(values.count * (1 + columns.count / 64) / 4)
        for case let value? in values { occurrences[value, default: AttributeSet()].insert(number) }
      }
    }
    // Each column has a set of columns.
    let (words, overflow) = columns.count.multipliedReportingOverflow(by: 1 + columns.count / 64)
    try meter.spend(overflow ? .max : words)
    var including = Array(repeating: AttributeSet(first: columns.count), count: columns.count)
    for together in Set(occurrences.values) {
      try meter.spend(together.count * (1 + columns.count / 64))
      for column in together { including[column].formIntersection(together) }
    }
    for column in columns.indices { try meter.spend(including[column].count) }
    return columns.indices.flatMap { dependent in
      including[dependent].filter { $0 != dependent }.map { InclusionDependency(columns[dependent], in: columns[$0]) }
    }
  }
}
