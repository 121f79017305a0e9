extension Graph {
  // MARK: Reading

  /// The row that a to-one leads to; 0 if there is none, and for a row that is not in the graph.
  @inline(__always)
  func target(of layout: RelationshipLayout, _ row: Int32) -> Int32 {
    guard memory.contains(layout.sourceTable, row) else { return 0 }
    return layout.shape == .manyToOne
      ? memory.threadedTarget(layout.slot, row) : memory.plainTarget(layout.slot, row)
  }

  @inline(__always)
  private func list(of layout: RelationshipLayout, _ row: Int32) -> ListHead {
    memory.contains(layout.sourceTable, row) ? memory.list(layout.slot, row) : ListHead()
  }

  /// How many objects a relationship holds, those that are gone included. O(1).
  func count(of layout: RelationshipLayout, _ row: Int32) -> Int {
    layout.isToMany ? Int(list(of: layout, row).count) : target(of: layout, row) == 0 ? 0 : 1
  }

  /// The rows that a relationship leads to, in the order they were added. O(members).
  func members(of layout: RelationshipLayout, _ row: Int32) -> [Int32] {
    var found: [Int32] = []
    if layout.isToMany { found.reserveCapacity(count(of: layout, row)) }
    forEachMember(of: layout, row) { found.append($0) }
    return found
  }

  /// Calls `body` with every row that a relationship leads to, in the order they were added.
  @inline(__always)
  func forEachMember(of layout: RelationshipLayout, _ row: Int32, _ body: (Int32) throws -> Void) rethrows {
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne:
      let to = target(of: layout, row)
      if to != 0 { try body(to) }
    case .oneToMany:
      var member = list(of: layout, row).head
      while member != 0 {
        let next = memory.neighbours(layout.inverseSlot, member).next
        try body(member)
        member = next
      }
    case .manyToMany, .toMany:
      var end = list(of: layout, row).head
      while end != 0 {
        let here = memory.halfEdge(layout.edges, end)
        try body(here.target)
        end = here.neighbours.next
      }
    }
  }

  /// Whether a relationship leads from one row to another; O(1) for one to many, else O(the shorter list).
  func isConnected(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32) -> Bool {
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne: target(of: layout, a) == b
    case .oneToMany: target(of: schema.relationships[layout.inverse], b) == a
    case .manyToMany, .toMany:
      memory.contains(layout.sourceTable, a) && memory.contains(layout.destinationTable, b)
        && end(of: memory.layouts + layout.index, a, b) != 0
    }
  }

  /// The half-edge from one row to another in `a`'s list, or 0. Both rows are in the graph.
  @inline(__always)
  func end(of layout: UnsafeMutablePointer<RelationshipLayout>, _ a: Int32, _ b: Int32) -> Int32 {
    let edges = layout.pointee.edges
    let mine = memory.list(layout.pointee.slot, a)
    if layout.pointee.inverse >= 0 {
      let theirs = memory.list(layout.pointee.inverseSlot, b)
      if theirs.count < mine.count {
        var end = theirs.head
        while end != 0 {
          let here = memory.halfEdge(edges, end)
          if here.target == a { return end ^ 1 }
          end = here.neighbours.next
        }
        return 0
      }
    }
    var end = mine.head
    while end != 0 {
      let here = memory.halfEdge(edges, end)
      if here.target == b { return end }
      end = here.neighbours.next
    }
    return 0
  }

  // MARK: Writing

  /// Makes a relationship lead from `a` to `b`, its inverse back, and takes back what a to-one end held before. Marks
  /// every object whose own relationships change. Returns false when they were connected already. Both rows are in
  /// the graph.
  /// - Parameter position: where in `a`'s list, counted before the insertion; the end when nil.
  @discardableResult
  mutating func connect(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32, at position: Int? = nil) -> Bool {
    guard memory.contains(layout.sourceTable, a), memory.contains(layout.destinationTable, b) else { return false }
    let (source, destination) = (layout.sourceTable, layout.destinationTable)
    noteIfGone(source, a)
    noteIfGone(destination, b)
    switch layout.shape {
    case .toOne:
      guard memory.plainTarget(layout.slot, a) != b else { return false }
      edit()
      memory.setPlainTarget(b, layout.slot, a)
      memory.markUpdated(source, a)
    case .oneToOne:
      let oldTarget = memory.plainTarget(layout.slot, a)
      guard oldTarget != b else { return false }
      edit()
      if oldTarget != 0 { disconnect(layout, a, oldTarget) }
      let oldOwner = memory.plainTarget(layout.inverseSlot, b)
      if oldOwner != 0 { disconnect(layout, oldOwner, b) }
      memory.setPlainTarget(b, layout.slot, a)
      memory.setPlainTarget(a, layout.inverseSlot, b)
      memory.markUpdated(source, a)
      memory.markUpdated(destination, b)
    case .manyToOne:
      let old = memory.threadedTarget(layout.slot, a)
      guard old != b else { return false }
      edit()
      if old != 0 {
        memory.takeOut(layout.slot, layout.inverseSlot, a, of: old)
        memory.markUpdated(destination, old)
      }
      memory.append(layout.slot, layout.inverseSlot, a, to: b)
      memory.markUpdated(source, a)
      memory.markUpdated(destination, b)
    case .oneToMany:
      let old = memory.threadedTarget(layout.inverseSlot, b)
      guard old != a else { return false }
      edit()
      if old != 0 {
        memory.takeOut(layout.inverseSlot, layout.slot, b, of: old)
        memory.markUpdated(source, old)
      }
      memory.thread(layout.inverseSlot, layout.slot, b, to: a, at: position)
      memory.markUpdated(destination, b)
      memory.markUpdated(source, a)
    case .manyToMany, .toMany:
      guard end(of: memory.layouts + layout.index, a, b) == 0 else { return false }
      edit()
      join(layout, a, b, at: position)
    }
    return true
  }

  /// A link to an object that is gone has to be counted with.
  private mutating func noteIfGone(_ table: Int, _ row: Int32) {
    if memory.knownMarks(table, row).contains(.alive) { return }
    edit()
    memory.tables[table].goneCount &+= 1
  }

  /// Makes a link of a pair of half-edges between two rows that are not linked.
  @inline(__always)
  private func join(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32, at position: Int?) {
    let end = memory.makePair(layout.pool) | layout.side
    memory.insertEnd(end, to: b, layout.edges, layout.slot, of: a, at: position)
    memory.markUpdated(layout.sourceTable, a)
    if layout.shape == .toMany || layout.isOwnInverse && a == b {
      memory.setHalfEdge(HalfEdge(target: a), layout.edges, end ^ 1)
    } else {
      memory.appendEnd(end ^ 1, to: a, layout.edges, layout.inverseSlot, of: b)
      memory.markUpdated(layout.destinationTable, b)
    }
  }

  /// Ends the link from `a` to `b`, its inverse's included. Returns false when there was none.
  @discardableResult
  mutating func disconnect(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32) -> Bool {
    guard memory.contains(layout.sourceTable, a), memory.contains(layout.destinationTable, b), b != 0 else {
      return false
    }
    let (source, destination) = (layout.sourceTable, layout.destinationTable)
    switch layout.shape {
    case .toOne:
      guard memory.plainTarget(layout.slot, a) == b else { return false }
      edit()
      memory.setPlainTarget(0, layout.slot, a)
      memory.markUpdated(source, a)
    case .oneToOne:
      guard memory.plainTarget(layout.slot, a) == b else { return false }
      edit()
      memory.setPlainTarget(0, layout.slot, a)
      memory.setPlainTarget(0, layout.inverseSlot, b)
      memory.markUpdated(source, a)
      memory.markUpdated(destination, b)
    case .manyToOne:
      guard memory.threadedTarget(layout.slot, a) == b else { return false }
      edit()
      memory.unthread(layout.slot, layout.inverseSlot, a)
      memory.markUpdated(source, a)
      memory.markUpdated(destination, b)
    case .oneToMany:
      guard a != 0, memory.threadedTarget(layout.inverseSlot, b) == a else { return false }
      edit()
      memory.unthread(layout.inverseSlot, layout.slot, b)
      memory.markUpdated(destination, b)
      memory.markUpdated(source, a)
    case .manyToMany, .toMany:
      let found = end(of: memory.layouts + layout.index, a, b)
      guard found != 0 else { return false }
      edit()
      unlink(found, layout, a, b)
    }
    return true
  }
}
