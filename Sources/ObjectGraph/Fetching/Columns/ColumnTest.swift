import Predicates

import struct Foundation.Date

/// A test of one column, at the end of a path: the compiled form of a comparison with a constant.
///
/// Every test answers as the closures do: what it does not know by itself it asks `exact`, which is the comparison
/// compiled over nothing but the value.
struct ColumnTest {
  enum Kind {
    case integers(AttributeColumn, IntegerTest)
    case doubles(AttributeColumn, DoubleTest)
    case booleans(AttributeColumn, BooleanTest)
    case strings(AttributeColumn, TextTest)
    /// Any other comparison: the closures test each value.
    case values(AttributeColumn, (Value) throws -> Bool)
    /// Whether a to-one leads to one of these rows, or just to none of them.
    case link(RelationshipLayout, Set<Int32>, isNegated: Bool)
    /// Whether the row is one of these, or just none of them.
    case identity(Set<Int32>, isNegated: Bool)
    /// How many a to-many holds.
    case count(RelationshipLayout, IntegerTest)
  }

  var kind: Kind
  /// The table that the column is of.
  var table: Int
  /// The answer for nil.
  var ifNil: Bool
  /// Whether it may throw for some value, so that nothing after it may be tested first.
  var canThrow: Bool
  /// The attribute and its column, where one is tested.
  var column: AttributeColumn?
  var property: Property?
  /// The part of an index of the column to look into; the rows found there still have to pass.
  var lookup: IndexLookup?

  /// The rows of a block that pass.
  func rows(_ graph: Graph, _ block: Int, within rows: RowBlock) throws -> RowBlock {
    switch kind {
    case .integers(let column, let test):
      column.kind == .integer
        ? graph.integers(table, column.slot, block, within: rows, ifNil: ifNil, test)
        : graph.wideIntegers(table, column.slot, block, within: rows, ifNil: ifNil, test)
    case .doubles(let column, let test):
      try graph.doubles(table, column.slot, block, within: rows, ifNil: ifNil, test)
    case .booleans(let column, let test):
      graph.booleans(table, column.slot, block, within: rows, ifNil: ifNil, test)
    case .strings(let column, let test):
      try graph.strings(table, column.slot, block, within: rows, ifNil: ifNil, test)
    case .values, .identity:
      try rows.filter { try matches(graph, Int32(truncatingIfNeeded: block << 8 | $0)) }
    case .link(let layout, let targets, let isNegated):
      if targets.count == 1, let target = targets.first {
        graph.links(layout, block, within: rows, to: target, isNegated: isNegated, ifNil: ifNil)
      } else {
        graph.links(layout, block, within: rows) { $0 == 0 ? ifNil : targets.contains($0) != isNegated }
      }
    case .count(let layout, let test): graph.counts(layout, block, within: rows, test)
    }
  }

  /// Whether one row passes.
  func matches(_ graph: Graph, _ row: Int32) throws -> Bool {
    switch kind {
    case .integers(let column, let test): return graph.integer(column, table, row).map(test.matches) ?? ifNil
    case .doubles(let column, let test): return try graph.double(column, table, row).map(test.matches) ?? ifNil
    case .booleans(let column, let test):
      return graph.boolean(column, table, row).map { $0 ? test.ifTrue : test.ifFalse } ?? ifNil
    case .strings(let column, let test): return try graph.matches(column, table, row, test, ifNil: ifNil)
    case .values(let column, let exact):
      let value = graph.value(of: column, at: Graph.Place(table: table, row: row))
      return value.isNull ? ifNil : try exact(value)
    case .link(let layout, let targets, let isNegated):
      let target = graph.target(of: layout, row)
      return target == 0 ? ifNil : targets.contains(target) != isNegated
    case .identity(let rows, let isNegated): return rows.contains(row) != isNegated
    case .count(let layout, let test): return test.matches(Int64(graph.count(of: layout, row)))
    }
  }
}
