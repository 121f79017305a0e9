import Predicates

/// Finds the rows of an entity that satisfy a predicate: chooses where to begin, and asks the rest of what is left.
///
/// The parts of an AND are taken apart. One of them may give the first rows, by an index, by the objects it names, or
/// from the other end of a relationship; the others are then asked in the order they were written. A part begins only
/// when no part before it can fail with an error, so that the errors are those of reading from left to right.
struct FetchPlanner {
  let graph: Graph
  let entity: Entity
  let includesSubentities: Bool
  /// The number of objects that are wanted; nothing after them is searched for.
  let enough: Int?
  /// Whether the parts of each condition are counted for the plan, which takes as long as asking object by object.
  let countsParts: Bool
  var plan = FetchPlan()

  /// One part of the AND.
  struct Part {
    var text: String
    var condition: ColumnCondition
    /// The profile that counts the objects, for a condition that has parts.
    var profile: PredicateProfile?
  }

  init(_ graph: Graph, _ entity: Entity, includesSubentities: Bool, enough: Int?, countsParts: Bool = false) {
    self.graph = graph
    self.entity = entity
    self.includesSubentities = includesSubentities
    self.enough = enough
    self.countsParts = countsParts
  }

  var table: Int { entity.table }

  /// The rows that planning a fetch counts for: its predicate is compiled.
  static let cost = 64

  /// The rows, in order.
  mutating func rows(_ predicate: Predicate?, source: GraphSource, strategy: FetchStrategy) throws -> [Int32] {
    let parts = try parts(of: predicate, source: source)
    if strategy == .planned {
      for start in starts(in: parts) {
        if let rows = try begin(start, parts) {
          return try filter(rows, parts, except: start.part, source.cancellation)
        }
      }
    }
    return try scan(parts, source.cancellation)
  }

  private func parts(of predicate: Predicate?, source: GraphSource) throws -> [Part] {
    guard let predicate else { return [] }
    let builder = ConditionBuilder(source: source, entity: entity)
    guard case .and(let operands) = predicate.kind, !predicate.hasAssignment else {
      return [try part(predicate, builder, source)]
    }
    return try operands.map { try part($0, builder, source) }
  }

  private func part(_ predicate: Predicate, _ builder: ConditionBuilder, _ source: GraphSource) throws -> Part {
    var part = Part(text: predicate.description, condition: try builder.condition(predicate))
    if countsParts, predicate.isCompound { part.profile = try predicate.profile(over: source, entity: entity.name) }
    return part
  }

  /// Counts the parts of a condition over rows that it has been asked about.
  private func count(_ part: Part, _ rows: some Sequence<Int32>) throws {
    guard let profile = part.profile else { return }
    for row in rows { _ = try profile.matches(graph.id(table, row).value) }
  }

  // MARK: All rows

  /// Whether an entity's objects are wanted, by stable place; nil if all of the table are.
  var kinds: [Bool]? {
    // A root and all below it are the table.
    if includesSubentities, entity.index == table { return nil }
    let wanted = graph.schema.entities.map { other -> Bool in
      guard let other else { return false }
      return other.index == entity.index || includesSubentities && other.isKind(of: entity.index)
    }
    let inTable = graph.schema.entities.compactMap { $0 }.filter { $0.table == table }
    return inTable.allSatisfy { wanted[$0.index] || $0.isAbstract } ? nil : wanted
  }

  private mutating func scan(_ parts: [Part], _ cancellation: Cancellation) throws -> [Int32] {
    // Columns answer for a block in the time that closures take for some rows.
    let isColumnar = !countsParts && parts.allSatisfy(\.condition.isColumnar)
    let kinds = kinds
    var counts = Array(repeating: (rowsIn: 0, rowsOut: 0), count: parts.count)
    var found: [Int32] = []
    if parts.isEmpty, kinds == nil, enough == nil { found.reserveCapacity(graph.liveCount(table)) }
    var all = 0
    for block in 0..<graph.blockCount(table) {
      var rows = graph.liveRows(table, block, of: kinds)
      try cancellation.spend(.rows, isColumnar ? 16 : rows.count)
      all += rows.count
      for (place, part) in parts.enumerated() {
        counts[place].rowsIn += rows.count
        if countsParts {
          var asked: [Int32] = []
          rows.forEach { asked.append(Int32(truncatingIfNeeded: block << 8 | $0)) }
          try count(part, asked)
        }
        rows = try part.condition.rows(graph, table, block, within: rows)
        counts[place].rowsOut += rows.count
      }
      rows.forEach { found.append(Int32(truncatingIfNeeded: block << 8 | $0)) }
      if let enough, found.count >= enough { break }
    }
    plan.add(.all(entity: entity.name), all, all)
    for (part, count) in zip(parts, counts) { note(part, count.rowsIn, count.rowsOut) }
    return found
  }

  /// A filter step, after that of the other end where the part began there.
  private mutating func note(_ part: Part, _ rowsIn: Int, _ rowsOut: Int) {
    if case .path(let test) = part.condition, let far = test.farRows, let hop = test.hops.last,
      let entity = graph.schema.entity(at: hop.layout.destination)
    {
      plan.add(.farFilter(entity: entity.name, condition: part.text), far.looked, far.passed)
    }
    plan.add(.filter(condition: part.text, isColumnar: part.condition.isColumnar), rowsIn, rowsOut, parts: part.profile)
  }

  // MARK: Some rows

  /// The live rows of the wanted entities among these, in order and each once.
  func wanted(_ rows: [Int32]) -> [Int32] {
    let kinds = kinds
    var last: Int32 = 0
    var result: [Int32] = []
    result.reserveCapacity(rows.count)
    for row in rows.sorted() where row != last {
      last = row
      let header = graph.header(at: Graph.Place(table: table, row: row))
      guard header.isLive, kinds.map({ Int(header.entity) < $0.count && $0[Int(header.entity)] }) ?? true else {
        continue
      }
      result.append(row)
    }
    return result
  }

  private mutating func filter(
    _ rows: [Int32], _ parts: [Part], except first: Int, _ cancellation: Cancellation
  ) throws -> [Int32] {
    var rows = rows
    for (place, part) in parts.enumerated() where place != first {
      let before = rows.count
      try count(part, rows)
      rows =
        before > graph.rowEnd(table) / 16
        ? try filterByBlocks(rows, part.condition, cancellation)
        : try filterByRows(rows, part.condition, cancellation)
      note(part, before, rows.count)
    }
    return rows
  }

  private func filterByRows(
    _ rows: [Int32], _ condition: ColumnCondition, _ cancellation: Cancellation
  ) throws -> [Int32] {
    return try rows.filter { row in
      try cancellation.spend(.rows)
      return try condition.matches(graph, table, row)
    }
  }

  private func filterByBlocks(
    _ rows: [Int32], _ condition: ColumnCondition, _ cancellation: Cancellation
  ) throws -> [Int32] {
    var set = RowSet(end: graph.rowEnd(table))
    for row in rows { set.insert(row) }
    for block in set.blocks.indices where !set.block(block).isEmpty {
      try cancellation.spend(.rows, condition.isColumnar ? 16 : set.block(block).count)
      set.set(block, to: try condition.rows(graph, table, block, within: set.block(block)))
    }
    return set.rows
  }
}

extension Predicate {
  /// Whether it is made of conditions: an AND, OR or NOT.
  var isCompound: Bool {
    switch kind {
    case .and, .or, .not: true
    case .constant, .comparison, .truth: false
    }
  }
}
