import Predicates

/// A predicate prepared to be tested on the columns, block by block or row by row.
///
/// Conditions that cannot be tested on columns are left to the closures of ``CompiledPredicate``, part by part. Parts
/// are tested in the order they are written, and only on the rows that the parts before leave open, as the closures do.
indirect enum ColumnCondition {
  case constant(Bool)
  case path(PathTest)
  case closure(CompiledPredicate)
  case and([ColumnCondition])
  case or([ColumnCondition])
  case not(ColumnCondition)

  /// The rows of a block that pass. The depth of recursion is that of the predicate, which is limited.
  func rows(_ graph: Graph, _ table: Int, _ block: Int, within rows: RowBlock) throws -> RowBlock {
    if rows.isEmpty { return rows }
    switch self {
    case .constant(let flag): return flag ? rows : .none
    case .path(let test): return try test.rows(graph, block, within: rows)
    case .closure(let compiled):
      return try rows.filter { place in
        try compiled.matches(graph.id(table, Int32(truncatingIfNeeded: block << 8 | place)).value)
      }
    case .and(let operands):
      var rest = rows
      for operand in operands { rest = try operand.rows(graph, table, block, within: rest) }
      return rest
    case .or(let operands):
      var rest = rows
      for operand in operands { rest = rest.subtracting(try operand.rows(graph, table, block, within: rest)) }
      return rows.subtracting(rest)
    case .not(let operand): return rows.subtracting(try operand.rows(graph, table, block, within: rows))
    }
  }

  /// Whether one row passes.
  func matches(_ graph: Graph, _ table: Int, _ row: Int32) throws -> Bool {
    switch self {
    case .constant(let flag): return flag
    case .path(let test): return try test.matches(graph, row)
    case .closure(let compiled): return try compiled.matches(graph.id(table, row).value)
    case .and(let operands):
      for operand in operands where try !operand.matches(graph, table, row) { return false }
      return true
    case .or(let operands):
      for operand in operands where try operand.matches(graph, table, row) { return true }
      return false
    case .not(let operand): return try !operand.matches(graph, table, row)
    }
  }

  /// Whether asking may throw for some object.
  var canThrow: Bool {
    switch self {
    case .constant: false
    case .path(let test): test.end.canThrow
    case .closure: true
    case .and(let operands), .or(let operands): operands.contains { $0.canThrow }
    case .not(let operand): operand.canThrow
    }
  }

  /// Whether columns alone answer.
  var isColumnar: Bool {
    switch self {
    case .constant, .path: true
    case .closure: false
    case .and(let operands), .or(let operands): operands.allSatisfy { $0.isColumnar }
    case .not(let operand): operand.isColumnar
    }
  }
}
