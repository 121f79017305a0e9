extension Graph {
  /// Returns the faults in the graph's own bookkeeping, in words for its maintainers; empty when it is sound.
  ///
  /// Checked: the pages of every column, marks against counts and page bits, every link against its inverse, every
  /// list's order, length and freedom from duplicates, twins, free half-edges, and that every link leads to a row
  /// that is or was an object of the right entity. O(graph).
  public func checkInvariants() -> [String] {
    guard schema.isStorable else {
      return tables.contains { $0.rowEnd > 0 } ? ["objects under a model that is not resolved"] : []
    }
    var problems: [String] = []
    for index in tables.indices { problems += tableProblems(index) }
    for layout in schema.relationships {
      problems += linkProblems(layout).map { "relationship \(layout.index): \($0)" }
    }
    for index in 0..<schema.poolCount { problems += poolProblems(index).map { "pool \(index): \($0)" } }
    return problems
  }

  private func tableProblems(_ index: Int) -> [String] {
    let table = tables[index]
    var problems = schema.tables[index].columns.flatMap { storage.shapeProblems($0) }
    problems += schema.valueColumns[index].flatMap { storage.values[$0].shapeProblems() }
    // On bytes and with plain loops: tests come by here after every change, without the optimizer.
    let (alive, inserted, updated): (UInt8, UInt8, UInt8) = (1, 2, 4)
    let pending = RowHeader.Marks.pending.rawValue
    var (marked, live, deleted) = (0, 0, 0)
    let end = memory.tables[index].rowEnd
    var row: Int32 = -1
    while row &+ 1 < end {
      row &+= 1
      let header = memory.header(index, row)
      let marks = header.marks.rawValue
      if marks == 0 { continue }
      if header.isLive {
        live += 1
      } else if marks & alive != 0 {
        deleted += 1
      }
      if marks & pending != 0 {
        marked += 1
        if !storage.isPageMarked(index, Int(row) >> PageLayout.rowBits) {
          problems.append("row \(row) is marked, its page is not")
        }
        if marks & alive == 0 { problems.append("row \(row) is marked, but gone") }
      }
      if marks & inserted != 0, marks & updated != 0 { problems.append("row \(row) is inserted and updated") }
      if marks & alive != 0 {
        if row == 0 { problems.append("row 0 is in use") }
        if schema.entity(at: header.entity)?.table != index {
          problems.append("row \(row) is of entity \(header.entity), which is not kept here")
        }
      }
    }
    if deleted != memory.tables[index].deletedCount {
      problems.append("\(deleted) rows marked as deleted, \(memory.tables[index].deletedCount) counted")
    }
    if marked != table.markedCount { problems.append("\(marked) marked rows, \(table.markedCount) counted") }
    if live != table.liveCount { problems.append("\(live) live rows, \(table.liveCount) counted") }
    return problems.map { "table \(index): \($0)" }
  }

  private func linkProblems(_ layout: RelationshipLayout) -> [String] {
    var problems: [String] = []
    let rowEnd = memory.tables[layout.sourceTable].rowEnd
    guard rowEnd > 0 else { return [] }
    var row: Int32 = -1
    if layout.isToMany {
      while row &+ 1 < rowEnd {
        row &+= 1
        let list = memory.list(layout.slot, row)
        if list.count | list.head | list.tail != 0 { problems += listProblems(layout, row, list) }
      }
      return problems
    }
    var threaded = 0
    while row &+ 1 < rowEnd {
      row &+= 1
      let link = memory.link(layout.slot, row)
      if link.to | link.neighbours.previous | link.neighbours.next == 0 { continue }
      problems += endProblems(layout, row, link.to)
      switch layout.shape {
      case .oneToOne:
        if target(of: schema.relationships[layout.inverse], link.to) != row {
          problems.append("\(row) leads to \(link.to), which does not lead back")
        }
      case .manyToOne: threaded += 1
      default: break
      }
    }
    if layout.shape == .manyToOne {
      // The lists are checked from the other end; with as many members as there are links, none is left out.
      let listed = memberCount(of: schema.relationships[layout.inverse])
      if listed != threaded { problems.append("\(threaded) links, but \(listed) members in the lists") }
    }
    return problems
  }

  /// The members of all lists of a to-many.
  private func memberCount(of layout: RelationshipLayout) -> Int {
    var (row, sum) = (memory.tables[layout.sourceTable].rowEnd, 0)
    while row > 0 {
      row &-= 1
      sum &+= Int(memory.list(layout.slot, row).count)
    }
    return sum
  }

  private func listProblems(_ layout: RelationshipLayout, _ row: Int32, _ list: ListHead) -> [String] {
    var problems: [String] = []
    var previous: Int32 = 0
    var item = list.head
    var seen: Set<Int32> = []
    var length: Int32 = 0
    while item != 0, length <= list.count {
      length += 1
      let member: Int32
      let neighbours: Neighbours
      if layout.shape == .oneToMany {
        let link = memory.link(layout.inverseSlot, item)
        if link.to != row { problems.append("\(item) is in \(row)'s list, but leads to \(link.to)") }
        (member, neighbours) = (item, link.neighbours)
      } else {
        let here = memory.halfEdge(layout.edges, item)
        let twin = memory.halfEdge(layout.edges, item ^ 1)
        if twin.target != row { problems.append("half-edge \(item) of \(twin.target) is in \(row)'s list") }
        if !layout.isOwnInverse, item & 1 != layout.side {
          problems.append("half-edge \(item) is in a list of the other side")
        }
        if !layout.hasInverse || layout.isOwnInverse && here.target == row,
          twin.neighbours != Neighbours() || item & 1 != 0
        {
          problems.append("half-edge \(item ^ 1) is in a list")
        }
        (member, neighbours) = (here.target, here.neighbours)
      }
      if neighbours.previous != previous { problems.append("\(item) is not threaded backwards") }
      if !seen.insert(member).inserted { problems.append("\(row) holds \(member) twice") }
      problems += endProblems(layout, row, member)
      previous = item
      item = neighbours.next
    }
    if length != list.count { problems.append("\(row)'s list has \(length) members, \(list.count) counted") }
    if previous != list.tail { problems.append("\(row)'s list ends at \(previous), not at \(list.tail)") }
    return problems
  }

  /// Both ends of a link are or were objects of the right entities, and one of them still exists.
  private func endProblems(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32) -> [String] {
    var problems: [String] = []
    let from = memory.header(layout.sourceTable, a)
    let to = memory.header(layout.destinationTable, b)
    if !from.isAlive, !to.isAlive { problems.append("\(a) and \(b) are both gone, but linked") }
    if !to.isAlive, memory.tables[layout.destinationTable].goneCount == 0 {
      problems.append("\(b) is gone and led to by \(a), which is not counted")
    }
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
    let pool = memory.pools[index]
    var problems = storage.shapeProblems(pool.column)
    var free: Set<Int32> = []
    var pair = pool.firstFree
    while pair != 0, free.insert(pair).inserted { pair = memory.halfEdge(pool.column, 2 * pair).neighbours.next }
    if pair != 0 { problems.append("the free half-edges go in a circle") }
    var used = 0
    if pool.highest > 0 {
      for pair in 1...pool.highest {
        let isFree = memory.halfEdge(pool.column, 2 * pair).target == 0
        if isFree != free.contains(pair) { problems.append("link \(pair) is lost") }
        if !isFree { used += 1 }
      }
    }
    if used != pool.count { problems.append("\(used) links in use, \(pool.count) counted") }
    for layout in schema.relationships where layout.pool == index && !layout.isOwnInverse {
      let listed = memberCount(of: layout)
      if listed != used { problems.append("\(used) links, but \(listed) members in the lists of \(layout.index)") }
    }
    return problems
  }
}
