import Predicates

/// The objects of a fetch in groups, and a row for each group.
///
/// As in SQL: rows are first selected by the predicate, then grouped, then the groups selected by the HAVING condition,
/// then sorted, made distinct and cut. Nil is left out of every aggregate and forms a group.
struct Grouping {
  let graph: Graph
  let request: FetchRequest
  let entity: Entity
  let columns: [FetchColumn]
  let source: GraphSource
  /// The text of each grouped key.
  private let keys: [String]

  init(
    _ graph: Graph, _ request: FetchRequest, _ entity: Entity, _ columns: [FetchColumn], source: GraphSource
  ) throws {
    self.graph = graph
    self.request = request
    self.entity = entity
    self.columns = columns
    self.source = source
    keys = request.propertiesToGroupBy.map(\.expression.description)
    for column in columns { try requireGrouped(column.expression, column.name) }
    for descriptor in request.sortDescriptors {
      guard !descriptor.keyPath.isEmpty else { throw FetchRequestError.emptyKeyPath }
      guard keys.contains(descriptor.text) || columns.contains(where: { $0.name == descriptor.text }) else {
        throw FetchRequestError.notGrouped(descriptor.text, by: keys)
      }
    }
  }

  /// Every path must be grouped by, or be inside an aggregate.
  private func requireGrouped(_ expression: Expression, _ name: String) throws {
    _ = try expression.rewriting { part -> Expression? in
      if part.aggregate != nil || keys.contains(part.description) { return part }
      if let path = part.keyPath {
        throw FetchRequestError.notGrouped(path.isEmpty ? name : path.joined(separator: "."), by: keys)
      }
      return nil
    }
  }

  private struct Group {
    var values: [Value]
    var rows: [Int32] = []
  }

  func table() throws -> FetchTable {
    var plain = request
    (plain.sortDescriptors, plain.limit, plain.offset) = ([], nil, nil)
    let (rows, plan) = try graph.findRows(plain, entity, source: source)
    let groups = try groups(of: rows)
    var table = FetchTable(columns: columns.map(\.name), plan: plan)
    var sortValues: [[Value]] = []
    var seen: Set<[String: Value]> = []
    for group in groups {
      let known = Dictionary(zip(keys, group.values), uniquingKeysWith: { first, _ in first })
      var values: [String: Value] = [:]
      for column in columns {
        let value = try self.value(of: column.expression, in: group, known)
        if !value.isNull { values[column.name] = value }
      }
      if let having = request.havingPredicate {
        let bound = try having.rewriting { try bind($0, group, known, values) }
        guard try bound.compiled(over: source).matches(.null) else { continue }
      }
      if request.returnsDistinctResults, !seen.insert(values).inserted { continue }
      table.rows.append(values)
      sortValues.append(
        request.sortDescriptors.map { $0.sortable(known[$0.text] ?? values[$0.text] ?? .null) })
    }
    if !request.sortDescriptors.isEmpty {
      let order = sortValues.indices.sorted { precedes(sortValues[$0], sortValues[$1]) ?? ($0 < $1) }
      table.rows = order.map { table.rows[$0] }
    }
    table.cut(request)
    return table
  }

  /// In the order of the grouped values, nil first, so that results repeat; without keys there is one group.
  private func groups(of rows: [Int32]) throws -> [Group] {
    guard !keys.isEmpty else { return [Group(values: [], rows: rows)] }
    let compiled = try request.propertiesToGroupBy.map {
      try $0.expression.compiled(over: source, entity: entity.name)
    }
    var places: [[Value]: Int] = [:]
    var groups: [Group] = []
    for row in rows {
      try source.cancellation.spend(.rows, compiled.count)
      let candidate = graph.id(entity.table, row).value
      let values = try compiled.map { key in
        let value = try key.value(for: candidate)
        // It is compared as a key, and again when the groups are put in order.
        if case .string(let text) = value { try source.cancellation.spend(.rows, text.utf8.count >> 4) }
        return value
      }
      let place = places[values] ?? groups.count
      if place == groups.count {
        places[values] = place
        groups.append(Group(values: values))
      }
      groups[place].rows.append(row)
    }
    return groups.enumerated().sorted { a, b in
      for (left, right) in zip(a.element.values, b.element.values) {
        if left.isNull != right.isNull { return left.isNull }
        if left.precedes(right) == true { return true }
        if right.precedes(left) == true { return false }
      }
      return a.offset < b.offset
    }.map(\.element)
  }

  // MARK: Values of a group

  private func value(of expression: Expression, in group: Group, _ known: [String: Value]) throws -> Value {
    try source.cancellation.spend(.rows, FetchPlanner.cost)
    return try expression.rewriting { try bind($0, group, known, [:]) }.compiled(over: source).value()
  }

  /// An aggregate, a grouped key or a column as the value that it has in a group.
  private func bind(
    _ part: Expression, _ group: Group, _ known: [String: Value], _ columns: [String: Value]
  ) throws -> Expression? {
    if let (aggregate, path) = part.aggregate {
      return Expression(.constant(try value(of: aggregate, path, in: group)), at: part.range)
    }
    if let value = known[part.description] { return Expression(.constant(value), at: part.range) }
    if case .variable(let name) = part.kind, let value = columns[name] ?? named(name) {
      return Expression(.constant(value), at: part.range)
    }
    if let path = part.keyPath, !path.isEmpty {
      let name = path.joined(separator: ".")
      guard let value = columns[name] ?? named(name) else { throw FetchRequestError.notGrouped(name, by: keys) }
      return Expression(.constant(value), at: part.range)
    }
    return nil
  }

  /// A column without a value in this group.
  private func named(_ name: String) -> Value? { columns.contains { $0.name == name } ? .null : nil }

  private func value(of aggregate: FetchColumn.Aggregate, _ path: Expression, in group: Group) throws -> Value {
    if aggregate == .count, case .candidate = path.kind { return .integer(Int64(group.rows.count)) }
    let compiled = try path.compiled(over: source, entity: entity.name)
    let values = try group.rows.map { row in
      try source.cancellation.spend(.rows)
      let value = try compiled.value(for: graph.id(entity.table, row).value)
      try source.meter?.spend(reading: value)
      return value
    }.filter { !$0.isNull }
    if aggregate == .count { return .integer(Int64(values.count)) }
    if values.isEmpty { return .null }
    let name = aggregate.collectionOperator.rawValue
    let list = Expression(.constant(.array(values)), at: path.range)
    return try Expression(.key(Expression(.key(list, name), at: path.range), "self"), at: path.range)
      .compiled(over: source).value()
  }

  private func precedes(_ a: [Value], _ b: [Value]) -> Bool? {
    for (descriptor, (left, right)) in zip(request.sortDescriptors, zip(a, b)) {
      if left.isNull || right.isNull {
        if left.isNull != right.isNull { return left.isNull == descriptor.isAscending }
        continue
      }
      if left.precedes(right) == true { return descriptor.isAscending }
      if right.precedes(left) == true { return !descriptor.isAscending }
    }
    return nil
  }
}
