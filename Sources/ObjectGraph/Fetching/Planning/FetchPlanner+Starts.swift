/// The places at which a fetch may begin, other than the first row.
extension FetchPlanner {
  struct Start {
    /// The place of the part among the parts.
    var part: Int
    var test: PathTest
    var far: Far
    /// About how many rows have to be looked at.
    var cost: Int
  }

  /// How the rows at the end of the part's path are found.
  enum Far {
    case index(AttributeIndex, places: [Range<Int>], unknown: [Int])
    case named(Set<Int32>)
    /// The objects that lead to these by a to-one.
    case leading(RelationshipLayout, to: Set<Int32>)
    case scan
  }

  /// The ways to begin that cost less than reading all rows, the cheapest first.
  mutating func starts(in parts: [Part]) -> [Start] {
    var starts: [Start] = []
    let all = graph.rowEnd(table)
    for (place, part) in parts.enumerated() {
      if case .path(let test) = part.condition, let (far, cost) = far(test) {
        if cost < all {
          starts.append(Start(part: place, test: test, far: far, cost: cost))
        } else if case .index(_, let places, _) = far, let attribute = test.end.property?.name {
          plan.passedOver.append(.init(attribute: attribute, rows: places.reduce(0) { $0 + $1.count }))
        }
      }
      if part.condition.canThrow { break }
    }
    return starts.sorted { $0.cost < $1.cost }
  }

  private func far(_ test: PathTest) -> (Far, cost: Int)? {
    // Rows without a destination must not pass, and every hop must be walkable backwards.
    guard !test.isNegated, !test.end.ifNil, test.hops.allSatisfy({ !$0.ifGone && $0.layout.hasInverse }) else {
      return nil
    }
    let end = test.end
    if let lookup = end.lookup, let column = end.column,
      let (index, unknown) = graph.indexes.index(of: column, in: end.table, of: graph)
    {
      let places = index.places(lookup)
      // Rows found through an index are read one by one, which costs more than in a row.
      let cost = places.reduce(0) { $0 + $1.count } * 4 + unknown.count * RowBlock.rows
      return (.index(index, places: places, unknown: unknown), cost)
    }
    switch end.kind {
    case .identity(let rows, isNegated: false): return (.named(rows), rows.count)
    case .link(let layout, let targets, isNegated: false)
    where layout.hasInverse && targets.allSatisfy({ graph.isExisting(layout.destinationTable, $0) }):
      let back = graph.schema.relationships[layout.inverse]
      return (
        .leading(layout, to: targets),
        targets.reduce(targets.count) { $0 + graph.count(of: back, $1) * 4 }
      )
    default: return test.hops.isEmpty ? nil : (.scan, graph.rowEnd(end.table))
    }
  }

  /// The wanted rows that a start leads to; nil when that turns out to cost more than reading all rows.
  mutating func begin(_ start: Start, _ parts: [Part]) throws -> [Int32]? {
    let before = plan
    let text = parts[start.part].text
    var rows = try farRows(start, text)
    let all = graph.rowEnd(table)
    for hop in start.test.hops.reversed() {
      let back = graph.schema.relationships[hop.layout.inverse]
      let walked = rows.reduce(0) { $0 + graph.count(of: back, $1) }
      guard walked * 4 < all else {
        plan = before
        return nil
      }
      rows = walk(back, from: rows)
      noteWalk(hop.layout, walked: walked)
    }
    rows = wanted(rows)
    if let last = plan.steps.indices.last { plan.steps[last].rowsOut = rows.count }
    return rows
  }

  /// Each row once, of objects that exist.
  private func walk(_ back: RelationshipLayout, from rows: [Int32]) -> [Int32] {
    var found: [Int32] = []
    for row in rows {
      graph.forEachMember(of: back, row) { if graph.isExisting(back.destinationTable, $0) { found.append($0) } }
    }
    if rows.count < 2, back.shape != .manyToMany { return found }
    return Array(Set(found))
  }

  private mutating func noteWalk(_ layout: RelationshipLayout, walked: Int) {
    let rows = plan.steps.last?.rowsOut ?? 0
    plan.add(.inverse(entity: name(layout.source), relationship: property(layout)), rows, walked)
  }

  private func name(_ place: Int) -> String { graph.schema.entity(at: place)?.name ?? "" }

  private func property(_ layout: RelationshipLayout) -> String {
    graph.schema.entity(at: layout.source)?.relationships.first { $0.layout?.index == layout.index }?.name ?? ""
  }

  private mutating func farRows(_ start: Start, _ text: String) throws -> [Int32] {
    let end = start.test.end
    // The whole tree of the far entity is counted.
    let entity = name(end.table)
    var rows: [Int32] = []
    switch start.far {
    case .index(let index, let places, let unknown):
      let known = Set(unknown)
      for place in places.joined() {
        let row = index.row(at: place)
        guard !known.contains(RowBlock.number(of: Int(row))), graph.isExisting(end.table, row) else { continue }
        if try end.matches(graph, row) { rows.append(row) }
      }
      var reread = 0
      for block in unknown {
        let existing = graph.existingRows(end.table, block)
        reread += existing.count
        try end.rows(graph, block, within: existing).forEach {
          rows.append(Int32(truncatingIfNeeded: block << 8 | $0))
        }
      }
      if places.count > 1 { rows = Array(Set(rows)) }
      plan.add(
        .index(
          entity: end.property.map { name($0.declaredBy) } ?? entity, attribute: end.property?.name ?? "",
          condition: text, reread: reread),
        graph.liveCount(end.table), rows.count)
    case .named(let wanted):
      rows = wanted.filter { graph.isExisting(end.table, $0) }
      let named = start.test.hops.last.map { name($0.layout.destination) } ?? self.entity.name
      plan.add(.objects(entity: named, condition: text), graph.liveCount(end.table), rows.count)
    case .leading(let layout, let targets):
      plan.add(
        .objects(entity: name(layout.destination), condition: text), graph.liveCount(layout.destinationTable),
        targets.count)
      let back = graph.schema.relationships[layout.inverse]
      rows = walk(back, from: Array(targets))
      noteWalk(layout, walked: rows.count)
    case .scan:
      var looked = 0
      let kinds = start.test.hops.last.flatMap { graph.schema.kinds(of: $0.layout.destination) }
      for block in 0..<graph.blockCount(end.table) {
        let existing = graph.existingRows(end.table, block, of: kinds)
        looked += existing.count
        try end.rows(graph, block, within: existing).forEach {
          rows.append(Int32(truncatingIfNeeded: block << 8 | $0))
        }
      }
      let asked = start.test.hops.last.map { name($0.layout.destination) } ?? entity
      plan.add(.farFilter(entity: asked, condition: text), looked, rows.count)
    }
    return rows
  }
}
