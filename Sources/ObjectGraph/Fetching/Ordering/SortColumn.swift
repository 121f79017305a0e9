import Predicates

/// One key of an order, resolved: how the value of a row is read, and its prefix.
struct SortColumn {
  private enum Reading {
    /// To-ones by their tables, then a column.
    case column(hops: [RelationshipLayout], AttributeColumn, table: Int)
    /// Read and folded beforehand, by place.
    case values([Value])
  }

  private let reading: Reading
  /// Not retained, as a column is copied at each comparison: the source that is sorted for holds it.
  private unowned(unsafe) let meter: Meter?
  let isAscending: Bool

  /// - Parameter rows: the rows to be sorted; a place is a place among them.
  init(_ descriptor: SortDescriptor, _ rows: [Int32], _ entity: Entity, source: GraphSource) throws {
    isAscending = descriptor.isAscending
    meter = source.meter
    let graph = source.graph
    guard !descriptor.keyPath.isEmpty else { throw FetchRequestError.emptyKeyPath }
    if let path = Self.path(descriptor.keyPath, of: entity, in: graph), descriptor.options.isEmpty,
      descriptor.comparison == .standard
    {
      reading = .column(hops: path.hops, path.column, table: path.table)
      return
    }
    let accessor = source.accessor(forKeyPath: descriptor.keyPath, of: entity.name)
    reading = .values(
      try rows.map { row in
        try source.cancellation.spend(.rows)
        let id = graph.id(entity.table, row)
        let value = try accessor.map { try $0(id.reference) } ?? Self.value(descriptor, id, source)
        // A text is folded, or made a key for a language's order: that takes as long as sixteen comparisons.
        if case .string(let text) = value { try source.cancellation.spend(.rows, text.utf8.count >> 2) }
        return descriptor.sortable(try Self.single(value, descriptor))
      })
  }

  func prefix(_ graph: Graph, _ row: Int32, place: Int) -> SortPrefix {
    switch reading {
    case .column(let hops, let column, let table):
      guard let row = Self.walk(graph, hops, from: row) else { return .null }
      switch column.kind {
      case .integer, .wideInteger: return graph.integer(column, table, row).map { SortPrefix($0) } ?? .null
      case .double: return graph.double(column, table, row).map { SortPrefix($0, isDate: false) } ?? .null
      case .date: return graph.double(column, table, row).map { SortPrefix($0, isDate: true) } ?? .null
      case .string: return graph.textPrefix(column, table, row)
      case .boolean, .value: return SortPrefix(value(graph, column, table, row))
      }
    case .values(let values): return SortPrefix(values[place])
    }
  }

  func value(_ graph: Graph, _ row: Int32, place: Int) -> Value {
    switch reading {
    case .column(let hops, let column, let table):
      guard let row = Self.walk(graph, hops, from: row) else { return .null }
      return value(graph, column, table, row)
    case .values(let values): return values[place]
    }
  }

  private func value(_ graph: Graph, _ column: AttributeColumn, _ table: Int, _ row: Int32) -> Value {
    graph.value(of: column, at: Graph.Place(table: table, row: row))
  }

  /// Whether one row comes before another; nil when they are equal or have no order.
  func precedes(_ graph: Graph, _ a: (row: Int32, place: Int), _ b: (row: Int32, place: Int)) -> Bool? {
    if case .column(let hops, let column, let table) = reading, column.kind == .string,
      let left = Self.walk(graph, hops, from: a.row), let right = Self.walk(graph, hops, from: b.row),
      graph.isText(column, table, left), graph.isText(column, table, right)
    {
      return graph.textPrecedes(column, table, left, right, meter).map { $0 == isAscending }
    }
    guard meter?.allows(.rows) != false else { return nil }
    let left = value(graph, a.row, place: a.place)
    let right = value(graph, b.row, place: b.place)
    if case .string(let one) = left, case .string(let other) = right,
      meter?.allows(.rows, min(one.utf8.count, other.utf8.count) >> 6) == false
    {
      return nil
    }
    if left.isNull || right.isNull { return left.isNull == right.isNull ? nil : left.isNull == isAscending }
    if left.precedes(right) == true { return isAscending }
    if right.precedes(left) == true { return !isAscending }
    return nil
  }

  // MARK: Paths

  private static func path(
    _ keys: [String], of entity: Entity, in graph: Graph
  ) -> (hops: [RelationshipLayout], column: AttributeColumn, table: Int)? {
    var here = entity
    var hops: [RelationshipLayout] = []
    for (index, key) in keys.enumerated() {
      switch here.property(key)?.storage {
      case .attribute(let column): return index == keys.count - 1 ? (hops, column, here.table) : nil
      case .relationship(let layout):
        guard !layout.isToMany, let next = graph.schema.entity(at: layout.destination) else { return nil }
        hops.append(layout)
        here = next
      case .fetched, nil: return nil
      }
    }
    return nil
  }

  private static func walk(_ graph: Graph, _ hops: [RelationshipLayout], from row: Int32) -> Int32? {
    var row = row
    for hop in hops {
      row = graph.target(of: hop, row)
      if row == 0 || !graph.isExisting(hop.destinationTable, row) { return nil }
    }
    return row
  }

  private static func single(_ value: Value, _ descriptor: SortDescriptor) throws -> Value {
    switch value {
    case .set, .array: throw ObjectGraphError.toManySortKey(descriptor.text)
    default: return value
    }
  }

  private static func value(_ descriptor: SortDescriptor, _ id: ManagedObjectID, _ source: GraphSource) throws -> Value
  {
    var value = id.value
    for key in descriptor.keyPath {
      switch value {
      case .object(let object): value = try source.value(forKey: key, of: object)
      case .null: return .null
      case .dictionary(let elements): value = elements[key] ?? .null
      default: throw ObjectGraphError.toManySortKey(descriptor.text)
      }
    }
    return value
  }
}
