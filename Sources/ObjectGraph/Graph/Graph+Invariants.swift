extension Graph {
  /// What is wrong with the graph's own bookkeeping, in words for whoever works on it; empty when it is sound.
  ///
  /// Checked: the pages of every column, marks against counts and page bits, every link against its inverse, every list's order, length
  /// and freedom from duplicates, twins, free half-edges, and that every link leads to a row that is or was an object of the right entity.
  /// O(graph).
  public func checkInvariants() -> [String] {
    guard schema.isStorable else {
      return tables.contains { $0.rowEnd > 0 } ? ["objects under a model that is not resolved"] : []
    }
    var problems: [String] = []
    if tables.count != schema.tables.count {
      problems.append("\(tables.count) tables, \(schema.tables.count) expected")
    }
    if pools.count != schema.poolCount { problems.append("\(pools.count) pools, \(schema.poolCount) expected") }
    for index in tables.indices { problems += tableProblems(index) }
    for layout in schema.relationships {
      problems += linkProblems(layout).map { "relationship \(layout.index): \($0)" }
    }
    for index in pools.indices { problems += poolProblems(index).map { "pool \(index): \($0)" } }
    return problems
  }

  private func tableProblems(_ index: Int) -> [String] {
    let table = tables[index]
    var problems = table.headers.shapeProblems()
    problems += table.integers.flatMap { $0.shapeProblems() }
    problems += table.booleans.flatMap { $0.shapeProblems() }
    problems += table.doubles.flatMap { $0.shapeProblems() }
    problems += table.strings.flatMap { $0.shapeProblems() }
    problems += table.values.flatMap { $0.shapeProblems() }
    problems += table.links.flatMap { $0.shapeProblems() }
    problems += table.lists.flatMap { $0.shapeProblems() }
    var marked = 0
    var live = 0
    for row in 0..<table.rowEnd {
      let header = table.headers[row]
      if header.isLive { live += 1 }
      if !header.marks.isDisjoint(with: .pending) {
        marked += 1
        let page = row >> PagedColumn<RowHeader>.pageBits
        if page >> 6 >= table.markedPages.count || table.markedPages[page >> 6] & (1 << UInt64(page & 63)) == 0 {
          problems.append("row \(row) is marked, its page is not")
        }
        if !header.isAlive { problems.append("row \(row) is marked, but gone") }
      }
      if header.marks.isSuperset(of: [.inserted, .updated]) { problems.append("row \(row) is inserted and updated") }
      if header.isAlive {
        if row == 0 { problems.append("row 0 is in use") }
        if schema.entity(at: header.entity)?.table != index {
          problems.append("row \(row) is of entity \(header.entity), which is not kept here")
        }
      }
    }
    if marked != table.markedCount { problems.append("\(marked) marked rows, \(table.markedCount) counted") }
    if live != table.liveCount { problems.append("\(live) live rows, \(table.liveCount) counted") }
    return problems.map { "table \(index): \($0)" }
  }

  private func linkProblems(_ layout: RelationshipLayout) -> [String] {
    var problems: [String] = []
    let table = tables[layout.sourceTable]
    guard layout.isToMany ? layout.slot < table.lists.count : layout.slot < table.links.count else {
      return ["has no column"]
    }
    let back = layout.hasInverse ? schema.relationships[layout.inverse] : nil
    if layout.isToMany {
      let lists = table.lists[layout.slot]
      for row in 0..<lists.count where lists[row] != ListHead() {
        problems += listProblems(layout, back, Int32(row), lists[row])
      }
      return problems
    }
    let links = table.links[layout.slot]
    var threaded = 0
    for row in 0..<links.count where links[row] != ToOneLink() {
      let link = links[row]
      problems += endProblems(layout, Int32(row), link.to)
      switch layout.shape {
      case .oneToOne:
        if let back, target(of: back, link.to) != Int32(row) {
          problems.append("\(row) leads to \(link.to), which does not lead back")
        }
      case .manyToOne: threaded += 1
      default:
        if link.next != 0 || link.previous != 0 { problems.append("\(row) is threaded without a list") }
      }
    }
    if layout.shape == .manyToOne, let back {
      // The lists are checked from the other end; with as many members as there are links, none is left out.
      let lists = tables[back.sourceTable].lists[back.slot]
      let listed = (0..<lists.count).reduce(0) { $0 + Int(lists[$1].count) }
      if listed != threaded { problems.append("\(threaded) links, but \(listed) members in the lists") }
    }
    return problems
  }

  private func listProblems(
    _ layout: RelationshipLayout, _ back: RelationshipLayout?, _ row: Int32, _ head: ListHead
  ) -> [String] {
    var problems: [String] = []
    var previous: Int32 = 0
    var item = head.head
    var seen: Set<Int32> = []
    var length: Int32 = 0
    while item != 0, length <= head.count {
      length += 1
      let member: Int32
      let next: Int32
      if layout.shape == .oneToMany, let back {
        let link = tables[back.sourceTable].links[back.slot][item]
        if link.to != row { problems.append("\(item) is in \(row)'s list, but leads to \(link.to)") }
        if link.previous != previous { problems.append("\(item) is not threaded backwards") }
        (member, next) = (item, link.next)
      } else {
        let edge = pools[layout.pool].edges[item]
        if edge.owner != row { problems.append("half-edge \(item) of \(edge.owner) is in \(row)'s list") }
        if edge.previous != previous { problems.append("half-edge \(item) is not threaded backwards") }
        if let back {
          let twin = pools[back.pool].edges[edge.twin]
          if twin.twin != item || twin.owner != edge.target || twin.target != edge.owner {
            problems.append("half-edge \(item) and its twin \(edge.twin) disagree")
          }
          if back.index == layout.index, edge.twin == item, edge.owner != edge.target {
            problems.append("half-edge \(item) is its own twin")
          }
        } else if edge.twin != 0 {
          problems.append("half-edge \(item) has a twin without an inverse")
        }
        (member, next) = (edge.target, edge.next)
      }
      if !seen.insert(member).inserted { problems.append("\(row) holds \(member) twice") }
      problems += endProblems(layout, row, member)
      previous = item
      item = next
    }
    if length != head.count { problems.append("\(row)'s list has \(length) members, \(head.count) counted") }
    if previous != head.tail { problems.append("\(row)'s list ends at \(previous), not at \(head.tail)") }
    return problems
  }

  /// Both ends of a link are or were objects of the right entities, and one of them still exists.
  private func endProblems(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32) -> [String] {
    var problems: [String] = []
    let from = tables[layout.sourceTable].headers[a]
    let to = tables[layout.destinationTable].headers[b]
    if !from.isAlive, !to.isAlive { problems.append("\(a) and \(b) are both gone, but linked") }
    if !from.isAlive, !layout.hasInverse { problems.append("\(a) is gone, but leads to \(b)") }
    for (header, row, entity) in [(from, a, layout.source), (to, b, layout.destination)] {
      if header.entity == RowHeader.unused.entity {
        problems.append("row \(row) never was an object")
      } else if schema.entity(at: header.entity)?.isKind(of: entity) == false {
        problems.append("row \(row) is of entity \(header.entity), not of \(entity)")
      }
    }
    return problems
  }

  private func poolProblems(_ index: Int) -> [String] {
    let pool = pools[index]
    var problems = pool.edges.shapeProblems()
    var free: Set<Int32> = []
    var edge = pool.firstFree
    while edge != 0, free.insert(edge).inserted { edge = pool.edges[edge].next }
    if edge != 0 { problems.append("the free half-edges go in a circle") }
    var used = 0
    if pool.highest > 0 {
      for edge in 1...pool.highest {
        if (pool.edges[edge].owner == 0) != free.contains(edge) { problems.append("half-edge \(edge) is lost") }
        if pool.edges[edge].owner != 0 { used += 1 }
      }
    }
    if used != pool.count { problems.append("\(used) half-edges in use, \(pool.count) counted") }
    let listed = schema.relationships.filter { $0.pool == index }.reduce(0) { sum, layout in
      let lists = tables[layout.sourceTable].lists[layout.slot]
      return sum + (0..<lists.count).reduce(0) { $0 + Int(lists[$1].count) }
    }
    if listed != pool.count { problems.append("\(listed) half-edges in lists, \(pool.count) in use") }
    return problems
  }
}
