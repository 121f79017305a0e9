/// The column of an attribute.
struct AttributeColumn: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Integers of at most 32 bits.
    case integer
    /// Integers of 64 bits.
    case wideInteger
    case boolean, double, date, string, value
  }

  var kind: Kind
  /// Its place among the schema's columns; of the kind `value`, among the columns that hold what is no plain data.
  var slot: Int
}

/// A column that holds plain data, and whose it is: a table's or a pool's, the other being -1.
struct ColumnInfo: Hashable, Sendable {
  var kind: ColumnKind
  var table: Int
  var pool = -1
}

/// The columns that a table has, the first that of the headers; empty for what is no root entity.
struct TableLayout: Hashable, Sendable {
  var columns: Range<Int> = 0..<0
}
