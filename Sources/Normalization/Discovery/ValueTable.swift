/// Rows prepared for discovery: each column's values as dense numbers, and the rows grouped by value.
///
/// ```swift
/// let table = try ValueTable(columns: ["team", "color"], rows: [["Heat", "red"], ["Heat", "red"], ["Jazz", nil]])
/// try table.functionalDependencies()      // team -> color, color -> team
/// ```
///
/// Only equality counts. A missing value (nil) is a value that equals itself, except for inclusion dependencies, which
/// ignore it. Building is O(rows × columns); about twelve bytes a cell are kept.
public struct ValueTable: Sendable {
  /// The columns' names; they need not differ.
  public let columns: [String]
  /// The number of rows, duplicates counted.
  public let rowCount: Int

  /// The number of each cell's value, column after column; numbers go up from 0 in the order in which values appear.
  let ids: [UInt32]
  /// How many different values each column has.
  let distinctCounts: [Int]
  /// For each column the rows of the values that occur at least twice, value after value, rows ascending.
  let groupedRows: [[UInt32]]
  /// For each column where each such value's rows begin in ``groupedRows``, and the end.
  let groupStarts: [[UInt32]]
  /// For each column its values, by number.
  let values: [[String?]]

  /// A table from rows of values. O(rows × columns).
  /// - Throws: ``NormalizationError/raggedRow(index:values:columns:)``
  public init(columns: [String], rows: [[String?]]) throws(NormalizationError) {
    var builder = Builder(columns: columns)
    for row in rows { try builder.append(row) }
    self = builder.table()
  }

  /// Takes rows one after another.
  public struct Builder {
    let columns: [String]
    private var numbers: [[String?: UInt32]]
    private var ids: [[UInt32]]
    private var values: [[String?]]
    private var rowCount = 0

    /// A table with these columns and no rows yet. O(columns).
    public init(columns: [String]) {
      self.columns = columns
      numbers = Array(repeating: [:], count: columns.count)
      ids = Array(repeating: [], count: columns.count)
      values = Array(repeating: [], count: columns.count)
    }

    /// Adds a row. Amortised O(columns).
    /// - Throws: ``NormalizationError/raggedRow(index:values:columns:)``, and nothing is added.
    public mutating func append(_ row: [String?]) throws(NormalizationError) {
      guard row.count == columns.count else {
        throw .raggedRow(index: rowCount, values: row.count, columns: columns.count)
      }
      for (column, value) in row.enumerated() {
        let next = UInt32(truncatingIfNeeded: values[column].count)
        if let number = numbers[column][value] {
          ids[column].append(number)
        } else {
          numbers[column][value] = next
          values[column].append(value)
          ids[column].append(next)
        }
      }
      rowCount += 1
    }

    /// Returns the table of the rows so far. O(rows × columns).
    public func table() -> ValueTable {
      ValueTable(columns: columns, rowCount: rowCount, ids: ids, values: values)
    }
  }

  /// A table from numbers: `ids` are dense in each column and name its `values`.
  package init(columns: [String], rowCount: Int, ids: [[UInt32]], values: [[String?]]) {
    self.columns = columns
    self.rowCount = rowCount
    self.values = values
    distinctCounts = values.map(\.count)
    self.ids = Array(ids.joined())
    var rows: [[UInt32]] = []
    var starts: [[UInt32]] = []
    for (column, numbers) in ids.enumerated() {
      let (grouped, start) = Self.groups(numbers, distinct: values[column].count)
      rows.append(grouped)
      starts.append(start)
    }
    groupedRows = rows
    groupStarts = starts
  }

  /// A counting sort that leaves out the values which occur once.
  private static func groups(_ ids: [UInt32], distinct: Int) -> (rows: [UInt32], starts: [UInt32]) {
    var counts = [UInt32](repeating: 0, count: distinct)
    for id in ids { counts[Int(id)] += 1 }
    var starts: [UInt32] = []
    var total: UInt32 = 0
    var place = [UInt32](repeating: .max, count: distinct)
    for value in 0..<distinct where counts[value] > 1 {
      starts.append(total)
      place[value] = total
      total += counts[value]
    }
    starts.append(total)
    var rows = [UInt32](repeating: 0, count: Int(total))
    for (row, id) in ids.enumerated() where place[Int(id)] != .max {
      rows[Int(place[Int(id)])] = UInt32(truncatingIfNeeded: row)
      place[Int(id)] += 1
    }
    return (rows, starts)
  }

  /// All columns.
  var heading: AttributeSet { AttributeSet(first: columns.count) }

  /// Returns the schema whose attributes are the columns, with these dependencies declared; nil when two columns have
  /// one name. O(columns + dependencies).
  public func schema(declaring dependencies: [FunctionalDependency] = []) -> RelationSchema? {
    try? RelationSchema(names: columns, functionalDependencies: dependencies)
  }
}
