import Predicates

/// Turns a predicate over one entity into a ``ColumnCondition``.
struct ConditionBuilder {
  let source: GraphSource
  let entity: Entity

  private var graph: Graph { source.graph }
  private var schema: Schema { source.graph.schema }

  /// - Throws: what compiling the predicate into closures throws.
  func condition(_ predicate: Predicate) throws -> ColumnCondition {
    // `$x := …` binds for the parts after it: such a predicate is not taken apart.
    predicate.hasAssignment ? try closure(predicate) : try part(predicate)
  }

  private func part(_ predicate: Predicate) throws -> ColumnCondition {
    switch predicate.kind {
    case .constant(let flag): .constant(flag)
    case .and(let operands): .and(try operands.map(part))
    case .or(let operands): .or(try operands.map(part))
    case .not(let operand): .not(try part(operand))
    case .comparison(let comparison): try pathTest(comparison).map { .path($0) } ?? closure(predicate)
    case .truth: try closure(predicate)
    }
  }

  private func closure(_ predicate: Predicate) throws -> ColumnCondition {
    .closure(try predicate.compiled(over: source, entity: entity.name))
  }

  // MARK: Comparisons

  /// Nil for a comparison that no column can be asked.
  private func pathTest(_ comparison: Predicate.Comparison) throws -> PathTest? {
    var comparison = comparison
    if comparison.left.isFixed(in: source) {
      guard comparison.modifier == .direct, let turned = comparison.turned else { return nil }
      comparison = turned
    }
    guard comparison.right.isFixed(in: source), let path = path(comparison.left),
      let constant = try? comparison.right.compiled(over: source).value()
    else { return nil }
    let exact = try comparison.exactTest(against: constant, source.meter)
    switch comparison.modifier {
    case .direct:
      if case .members(let layout) = path.end {
        // Only the closures know about a member that is gone.
        guard comparison.operator == .contains, let id = constant.objectID, graph.place(of: id) != nil else {
          return nil
        }
        let end = identity(in: layout.destinationTable, [constant], isNegated: false, ifNil: false)
        return PathTest(hops: hops(path, adding: layout), end: end, isNegated: false, keys: path.keys, source.meter)
      }
      guard path.firstToMany == nil, let ifNil = try? exact(.null),
        let end = end(path, comparison, constant, exact, ifNil: ifNil)
      else { return nil }
      return PathTest(
        hops: path.hops.map { PathTest.Hop(layout: $0, ifGone: ifNil) }, end: end, isNegated: false, keys: path.keys,
        source.meter)
    case .any, .all:
      // ALL is that no member fails.
      let isAll = comparison.modifier == .all
      let asked: (Value) throws -> Bool = isAll ? { try !exact($0) } : exact
      if isAll {
        guard let opposite = comparison.opposite else { return nil }
        comparison = opposite
      }
      // A set leaves out what is nil, a list keeps it.
      if case .members(let layout) = path.end {
        guard let end = memberEnd(layout, comparison, constant) else { return nil }
        return PathTest(hops: hops(path, adding: layout), end: end, isNegated: isAll, keys: path.keys, source.meter)
      }
      guard let first = path.firstToMany, let ofNil = try? asked(.null) else { return nil }
      let ifNil = path.hops[first].isOrdered && ofNil
      guard let end = end(path, comparison, constant, asked, ifNil: ifNil) else { return nil }
      let hops = path.hops.enumerated().map { place, layout in
        PathTest.Hop(layout: layout, ifGone: place < first ? false : ifNil)
      }
      return PathTest(hops: hops, end: end, isNegated: isAll, keys: path.keys, source.meter)
    }
  }

  /// The hops to the members of the to-many at the path's end.
  private func hops(_ path: Path, adding layout: RelationshipLayout) -> [PathTest.Hop] {
    (path.hops + [layout]).map { PathTest.Hop(layout: $0, ifGone: false) }
  }

  private func memberEnd(
    _ layout: RelationshipLayout, _ comparison: Predicate.Comparison, _ constant: Value
  ) -> ColumnTest? {
    guard let id = constant.objectID, graph.place(of: id) != nil, comparison.operator == .equal else { return nil }
    return identity(in: layout.destinationTable, [constant], isNegated: false, ifNil: false)
  }

  private func end(
    _ path: Path, _ comparison: Predicate.Comparison, _ constant: Value, _ exact: @escaping (Value) throws -> Bool,
    ifNil: Bool
  ) -> ColumnTest? {
    let sign = comparison.operator
    switch path.end {
    case .candidate:
      guard path.hops.isEmpty, let (objects, isNegated) = Self.objects(sign, constant) else { return nil }
      return identity(in: entity.table, objects, isNegated: isNegated, ifNil: ifNil)
    case .members: return nil
    case .toOne(let layout):
      guard let (objects, isNegated) = Self.objects(sign, constant) else { return nil }
      let kind = ColumnTest.Kind.link(layout, rows(objects, in: layout.destinationTable), isNegated: isNegated)
      return ColumnTest(kind: kind, table: layout.sourceTable, ifNil: ifNil, canThrow: false)
    case .count(let layout):
      guard let test = IntegerTest(sign, constant) else { return nil }
      return ColumnTest(kind: .count(layout, test), table: layout.sourceTable, ifNil: ifNil, canThrow: false)
    case .attribute(let property, let column, let table):
      var kind: ColumnTest.Kind?
      var canThrow = false
      let lookup = path.isIndexed ? IndexLookup(sign, constant, comparison.options, column.kind) : nil
      switch column.kind {
      case .integer, .wideInteger: kind = IntegerTest(sign, constant).map { .integers(column, $0) }
      case .double, .date:
        guard let test = DoubleTest(sign, constant, isDate: column.kind == .date) else { break }
        kind = .doubles(column, test)
        canThrow = column.kind == .double && sign != .equal && sign != .notEqual
      case .boolean:
        if let ifTrue = try? exact(.boolean(true)), let ifFalse = try? exact(.boolean(false)) {
          kind = .booleans(column, BooleanTest(ifTrue: ifTrue, ifFalse: ifFalse))
        }
      case .string:
        kind = TextTest(sign, constant, comparison.options, source.meter, exact: exact).map { .strings(column, $0) }
      case .value: break
      }
      if kind == nil {
        canThrow = !comparison.isTotal(column.kind, constant)
        kind = .values(column, Self.membership(comparison, constant, column.kind, ifNil: ifNil) ?? exact)
      }
      return kind.map {
        ColumnTest(
          kind: $0, table: table, ifNil: ifNil, canThrow: canThrow, column: column, property: property, lookup: lookup)
      }
    }
  }

  // MARK: Objects

  /// The objects that a comparison of objects is about, and whether all others are meant.
  private static func objects(
    _ sign: Predicate.Comparison.Operator, _ constant: Value
  ) -> (objects: [Value], isNegated: Bool)? {
    switch sign {
    case .equal, .notEqual: return ([constant], sign == .notEqual)
    case .in:
      if constant.isNull { return ([], false) }
      guard let elements = constant.elements else { return nil }
      return (elements, false)
    default: return nil
    }
  }

  private func identity(in table: Int, _ objects: [Value], isNegated: Bool, ifNil: Bool) -> ColumnTest {
    ColumnTest(
      kind: .identity(rows(objects, in: table), isNegated: isNegated), table: table, ifNil: ifNil, canThrow: false)
  }

  /// The rows of those values that are objects of a table, perhaps gone.
  private func rows(_ objects: [Value], in table: Int) -> Set<Int32> {
    var rows: Set<Int32> = []
    for object in objects {
      guard let id = object.objectID, id.number <= UInt32(Int32.max) else { continue }
      let row = Int32(id.number)
      if row > 0, graph.id(table, row) == id { rows.insert(row) }
    }
    return rows
  }

  /// IN a list of texts or whole numbers, by hashing.
  private static func membership(
    _ comparison: Predicate.Comparison, _ constant: Value, _ kind: AttributeColumn.Kind, ifNil: Bool
  ) -> ((Value) throws -> Bool)? {
    guard comparison.operator == .in, comparison.modifier == .direct, !comparison.options.contains(.caseInsensitive),
      !comparison.options.contains(.diacriticInsensitive), let elements = constant.elements, elements.count > 4
    else { return nil }
    var texts: Set<LiteralText> = []
    var numbers: Set<Int64> = []
    for element in elements {
      switch (element, kind) {
      case (.string(let text), .string): texts.insert(LiteralText(text))
      case (.integer(let number), .integer), (.integer(let number), .wideInteger): numbers.insert(number)
      case (.null, _): break
      default: return nil
      }
    }
    return { value in
      switch value {
      case .string(let text): texts.contains(LiteralText(text))
      case .integer(let number): numbers.contains(number)
      default: ifNil
      }
    }
  }
}
