import Predicates

extension Graph {
  /// A fetch as a table: its column names in order and a dictionary a row, in which nil has no entry.
  func findDictionaries(_ request: FetchRequest, source: GraphSource) throws -> FetchTable {
    let entity = try entity(of: request)
    if request.havingPredicate != nil, request.propertiesToGroupBy.isEmpty {
      throw FetchRequestError.havingWithoutGroups
    }
    var columns = request.propertiesToFetch
    if columns.isEmpty {
      columns =
        request.propertiesToGroupBy.isEmpty
        ? entity.properties.filter { $0.attribute != nil }.map { FetchColumn($0.name) } : request.propertiesToGroupBy
    }
    var names: Set<String> = []
    for column in columns where !names.insert(column.name).inserted { throw FetchRequestError.nameTwice(column.name) }
    for column in columns + request.propertiesToGroupBy {
      try check(column.expression, of: entity)
    }
    let table: FetchTable
    if request.propertiesToGroupBy.isEmpty, !columns.contains(where: { $0.expression.holdsAggregate }) {
      table = try plainTable(request, entity, columns, source: source)
    } else {
      table = try Grouping(self, request, entity, columns, source: source).table()
    }
    return table
  }

  private func plainTable(
    _ request: FetchRequest, _ entity: Entity, _ columns: [FetchColumn], source: GraphSource
  ) throws -> FetchTable {
    // Equal rows are dropped before the limit is counted.
    var all = request
    if request.returnsDistinctResults { (all.limit, all.offset) = (nil, nil) }
    let (rows, plan) = try findRows(all, entity, source: source)
    let compiled = try columns.map { try $0.expression.compiled(over: source, entity: entity.name) }
    var table = FetchTable(columns: columns.map(\.name), plan: plan)
    var seen: Set<[String: Value]> = []
    for row in rows {
      try source.cancellation.spend(.rows, columns.count)
      let candidate = id(entity.table, row).value
      var values: [String: Value] = [:]
      for (column, expression) in zip(columns, compiled) {
        let value = try expression.value(for: candidate)
        if !value.isNull { values[column.name] = value }
        if request.returnsDistinctResults { try source.meter?.spend(reading: value) }
      }
      if request.returnsDistinctResults, !seen.insert(values).inserted { continue }
      table.rows.append(values)
    }
    if request.returnsDistinctResults { table.cut(request) }
    return table
  }

  /// Refuses paths without a destination, to-many paths, and fetched properties.
  func check(_ expression: Expression, of entity: Entity) throws {
    var problem: (any Error)?
    _ = expression.rewriting { part -> Expression? in
      if let (_, inner) = part.aggregate {
        if let path = inner.keyPath, problem == nil { problem = self.problem(path, entity) }
        return part
      }
      guard let path = part.keyPath else { return nil }
      if path.isEmpty {
        if problem == nil { problem = FetchRequestError.emptyKeyPath }
        return part
      }
      if problem == nil { problem = self.problem(path, entity) }
      return part
    }
    if let problem { throw problem }
  }

  private func problem(_ path: [String], _ entity: Entity) -> (any Error)? {
    var here = entity
    for (index, key) in path.enumerated() {
      if key.hasPrefix("@") { return nil }
      guard let property = here.property(key) else {
        if key == "objectID" || key == "self" { return nil }
        return ObjectGraphError.unknownKey(key, entity: here.name, known: here.propertyNames)
      }
      switch property.storage {
      case .attribute: return nil
      case .fetched: return FetchRequestError.fetchedProperty(key)
      case .relationship(let layout):
        if layout.isToMany {
          let rest = path[(index + 1)...]
          return rest.contains { $0.hasPrefix("@") }
            ? nil : FetchRequestError.toManyProperty(path.joined(separator: "."))
        }
        guard let next = schema.entity(at: layout.destination) else { return nil }
        here = next
      }
    }
    return nil
  }
}

extension Expression {
  /// Whether some part applies to a group.
  var holdsAggregate: Bool {
    var found = false
    _ = rewriting { part -> Expression? in
      if part.aggregate != nil { found = true }
      return nil
    }
    return found
  }
}

/// A fetch that gave dictionaries.
public struct FetchTable: Hashable, Sendable {
  /// The names of the columns, in the order of ``FetchRequest/propertiesToFetch``.
  public var columns: [String]
  /// The values by column, a dictionary a row; nil has no entry.
  public var rows: [[String: Value]] = []
  /// How the objects were found that the table is made of.
  public var plan: FetchPlan

  init(columns: [String], plan: FetchPlan) {
    self.columns = columns
    self.plan = plan
  }

  /// Offset and limit, of rows.
  mutating func cut(_ request: FetchRequest) {
    let start = min(max(0, request.offset ?? 0), rows.count)
    let end = min(rows.count - start, request.bound ?? rows.count) + start
    rows = Array(rows[start..<end])
  }
}
