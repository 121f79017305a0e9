import Predicates

/// A test at the end of a path of relationships: `team.name == "Heat"`, `ANY players.age > 35`.
///
/// Made for one fetch; what it finds out about the far end is kept until the fetch is over.
final class PathTest {
  struct Hop {
    var layout: RelationshipLayout
    /// The answer for a row whose relationship leads nowhere, or for a member that is gone.
    var ifGone: Bool
  }

  let hops: [Hop]
  let end: ColumnTest
  /// ALL: no member may fail, and `end` tests whether one fails.
  let isNegated: Bool
  /// The path without its operator, for explaining.
  let keys: [String]
  private let meter: Meter?
  /// The rows after the first hop from which the rest of the path passes.
  private var far: RowSet?
  /// The candidates that pass, where the first hop is to-many.
  private var near: RowSet?
  /// How many rows at the path's end were looked at, and passed, when the test began there.
  private(set) var farRows: (looked: Int, passed: Int)?

  init(hops: [Hop], end: ColumnTest, isNegated: Bool, keys: [String], _ meter: Meter?) {
    self.hops = hops
    self.end = end
    self.isNegated = isNegated
    self.keys = keys
    self.meter = meter
  }

  // MARK: Many rows

  /// The rows of a block that pass.
  func rows(_ graph: Graph, _ block: Int, within rows: RowBlock) throws -> RowBlock {
    guard let first = hops.first else {
      let passed = try end.rows(graph, block, within: rows)
      return isNegated ? rows.subtracting(passed) : passed
    }
    let passed: RowBlock
    if first.layout.isToMany {
      passed = try prepareNear(graph).block(block).intersection(rows)
    } else {
      let far = try prepareFar(graph)
      let ifGone = first.ifGone
      passed = graph.links(first.layout, block, within: rows) { row in
        row == 0 ? ifGone : far.contains(row)
      }
    }
    return isNegated ? rows.subtracting(passed) : passed
  }

  private func prepareFar(_ graph: Graph) throws -> RowSet {
    if let far { return far }
    let made = try target(graph, 0)
    far = made
    return made
  }

  private func prepareNear(_ graph: Graph) throws -> RowSet {
    if let near { return near }
    let made = try sources(graph, 0, of: try prepareFar(graph))
    near = made
    return made
  }

  /// The rows that a hop may lead to from which the rest of the path passes; a row that is gone counts as the hop says.
  private func target(_ graph: Graph, _ hop: Int) throws -> RowSet {
    let table = hops[hop].layout.destinationTable
    var set: RowSet
    if hop + 1 < hops.count {
      set = try sources(graph, hop + 1, of: try target(graph, hop + 1))
      for block in 0..<graph.blockCount(table) {
        try meter?.spend(.rows, 16)
        let existing = graph.existingRows(table, block)
        let passed = set.block(block).intersection(existing)
        set.set(block, to: hops[hop].ifGone ? passed.union(RowBlock.all.subtracting(existing)) : passed)
      }
    } else {
      set = RowSet(end: graph.rowEnd(table))
      // No link leads to objects of the other entities of the table.
      let kinds = graph.schema.kinds(of: hops[hop].layout.destination)
      var looked = 0
      var found = 0
      for block in 0..<graph.blockCount(table) {
        try meter?.spend(.rows, 16)
        let existing = graph.existingRows(table, block, of: kinds)
        let passed = try end.rows(graph, block, within: existing)
        looked += existing.count
        found += passed.count
        set.set(block, to: hops[hop].ifGone ? passed.union(RowBlock.all.subtracting(existing)) : passed)
      }
      farRows = (looked, found)
    }
    return set
  }

  /// The rows whose relationship leads into a set.
  private func sources(_ graph: Graph, _ hop: Int, of targets: RowSet) throws -> RowSet {
    let layout = hops[hop].layout
    let table = layout.sourceTable
    var set = RowSet(end: graph.rowEnd(table))
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne:
      let ifGone = hops[hop].ifGone
      for block in 0..<graph.blockCount(table) {
        try meter?.spend(.rows, 16)
        set.set(
          block,
          to: graph.links(layout, block, within: .all) { row in
            row == 0 ? ifGone : targets.contains(row)
          })
      }
    case .oneToMany:
      let back = graph.schema.relationships[layout.inverse]
      for block in 0..<graph.blockCount(back.sourceTable) {
        let rows = targets.block(block)
        if rows.isEmpty { continue }
        try meter?.spend(.rows, 16)
        graph.forEachLink(back, block, within: rows) { if $0 != 0 { set.insert($0) } }
      }
    case .manyToMany:
      let back = graph.schema.relationships[layout.inverse]
      try meter?.spend(.rows, targets.rows.reduce(0) { $0 + graph.count(of: back, $1) })
      targets.forEach { target in graph.forEachMember(of: back, target) { set.insert($0) } }
    case .toMany:
      struct Found: Error {}
      for row in 1..<max(1, graph.rowEnd(table)) {
        let row = Int32(truncatingIfNeeded: row)
        try meter?.spend(.rows)
        do {
          try graph.forEachMember(of: layout, row) { if targets.contains($0) { throw Found() } }
        } catch is Found {
          set.insert(row)
        }
      }
    }
    return set
  }

  // MARK: One row

  /// Whether one row passes; O(what the path leads to, up to the first that passes).
  func matches(_ graph: Graph, _ row: Int32) throws -> Bool { try passes(graph, row, 0) != isNegated }

  private func passes(_ graph: Graph, _ row: Int32, _ hop: Int) throws -> Bool {
    guard hop < hops.count else { return try end.matches(graph, row) }
    let layout = hops[hop].layout
    func isPassed(_ target: Int32) throws -> Bool {
      graph.isExisting(layout.destinationTable, target) ? try passes(graph, target, hop + 1) : hops[hop].ifGone
    }
    if !layout.isToMany {
      let target = graph.target(of: layout, row)
      return target == 0 ? hops[hop].ifGone : try isPassed(target)
    }
    struct Found: Error {}
    do {
      try graph.forEachMember(of: layout, row) { if try isPassed($0) { throw Found() } }
      return false
    } catch is Found {
      return true
    }
  }
}
