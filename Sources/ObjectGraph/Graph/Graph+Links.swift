extension Graph {
  // MARK: Reading

  /// The row that a to-one leads to; 0 when it leads nowhere.
  func target(of layout: RelationshipLayout, _ row: Int32) -> Int32 {
    tables[layout.sourceTable].links[layout.slot][row].to
  }

  /// How many objects a relationship holds, those that are gone included. O(1).
  func count(of layout: RelationshipLayout, _ row: Int32) -> Int {
    layout.isToMany
      ? Int(tables[layout.sourceTable].lists[layout.slot][row].count) : target(of: layout, row) == 0 ? 0 : 1
  }

  /// The rows that a relationship leads to, in the order they were added. O(members).
  func members(of layout: RelationshipLayout, _ row: Int32) -> [Int32] {
    var found: [Int32] = []
    if layout.isToMany { found.reserveCapacity(count(of: layout, row)) }
    forEachMember(of: layout, row) { found.append($0) }
    return found
  }

  /// Calls `body` with every row that a relationship leads to, in the order they were added.
  func forEachMember(of layout: RelationshipLayout, _ row: Int32, _ body: (Int32) throws -> Void) rethrows {
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne:
      let to = target(of: layout, row)
      if to != 0 { try body(to) }
    case .oneToMany:
      let back = schema.relationships[layout.inverse]
      var member = tables[layout.sourceTable].lists[layout.slot][row].head
      while member != 0 {
        let next = tables[back.sourceTable].links[back.slot][member].next
        try body(member)
        member = next
      }
    case .manyToMany, .toMany:
      var edge = tables[layout.sourceTable].lists[layout.slot][row].head
      while edge != 0 {
        let here = pools[layout.pool].edges[edge]
        try body(here.target)
        edge = here.next
      }
    }
  }

  /// Whether a relationship leads from one row to another; O(1) for one to many, else O(the shorter list).
  func isConnected(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32) -> Bool {
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne: target(of: layout, a) == b
    case .oneToMany: target(of: schema.relationships[layout.inverse], b) == a
    case .manyToMany, .toMany: edge(of: layout, a, b) != 0
    }
  }

  /// The half-edge from one row to another in `a`'s list, or 0.
  private func edge(of layout: RelationshipLayout, _ a: Int32, _ b: Int32) -> Int32 {
    let list = tables[layout.sourceTable].lists[layout.slot][a]
    if layout.hasInverse {
      let back = schema.relationships[layout.inverse]
      let other = tables[back.sourceTable].lists[back.slot][b]
      if other.count < list.count {
        var edge = other.head
        while edge != 0 {
          let here = pools[back.pool].edges[edge]
          if here.target == a { return here.twin }
          edge = here.next
        }
        return 0
      }
    }
    var edge = list.head
    while edge != 0 {
      let here = pools[layout.pool].edges[edge]
      if here.target == b { return edge }
      edge = here.next
    }
    return 0
  }

  // MARK: Writing

  /// Makes a relationship lead from `a` to `b`, its inverse back, and takes back what a to-one end held before. Marks
  /// every object whose own relationships change. Returns false when they were connected already.
  /// - Parameter position: where in `a`'s list, counted before the insertion; the end when nil.
  @discardableResult
  mutating func connect(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32, at position: Int? = nil) -> Bool {
    switch layout.shape {
    case .toOne:
      guard target(of: layout, a) != b else { return false }
      tables[layout.sourceTable].links[layout.slot][a].to = b
      markUpdated(layout.sourceTable, a)
    case .oneToOne:
      guard target(of: layout, a) != b else { return false }
      let back = schema.relationships[layout.inverse]
      let oldTarget = target(of: layout, a)
      if oldTarget != 0 { disconnect(layout, a, oldTarget) }
      let oldOwner = target(of: back, b)
      if oldOwner != 0 { disconnect(layout, oldOwner, b) }
      tables[layout.sourceTable].links[layout.slot][a].to = b
      tables[back.sourceTable].links[back.slot][b].to = a
      markUpdated(layout.sourceTable, a)
      markUpdated(back.sourceTable, b)
    case .manyToOne:
      let old = target(of: layout, a)
      guard old != b else { return false }
      let list = schema.relationships[layout.inverse]
      if old != 0 {
        unthread(layout, list, a)
        markUpdated(list.sourceTable, old)
      }
      thread(layout, list, a, to: b, at: nil)
      markUpdated(layout.sourceTable, a)
      markUpdated(list.sourceTable, b)
    case .oneToMany:
      let link = schema.relationships[layout.inverse]
      let old = target(of: link, b)
      guard old != a else { return false }
      if old != 0 {
        unthread(link, layout, b)
        markUpdated(layout.sourceTable, old)
      }
      thread(link, layout, b, to: a, at: position)
      markUpdated(link.sourceTable, b)
      markUpdated(layout.sourceTable, a)
    case .manyToMany:
      guard edge(of: layout, a, b) == 0 else { return false }
      let back = schema.relationships[layout.inverse]
      let there = pools[layout.pool].make(owner: a, target: b)
      insertEdge(there, layout, at: position)
      if back.index == layout.index, a == b {
        pools[layout.pool].edges[there].twin = there
      } else {
        let here = pools[back.pool].make(owner: b, target: a)
        insertEdge(here, back, at: nil)
        pools[layout.pool].edges[there].twin = here
        pools[back.pool].edges[here].twin = there
      }
      markUpdated(layout.sourceTable, a)
      markUpdated(back.sourceTable, b)
    case .toMany:
      guard edge(of: layout, a, b) == 0 else { return false }
      insertEdge(pools[layout.pool].make(owner: a, target: b), layout, at: position)
      markUpdated(layout.sourceTable, a)
    }
    return true
  }

  /// Ends the link from `a` to `b`, its inverse's included. Returns false when there was none.
  @discardableResult
  mutating func disconnect(_ layout: RelationshipLayout, _ a: Int32, _ b: Int32) -> Bool {
    switch layout.shape {
    case .toOne:
      guard target(of: layout, a) == b else { return false }
      tables[layout.sourceTable].links[layout.slot][a].to = 0
      markUpdated(layout.sourceTable, a)
    case .oneToOne:
      guard target(of: layout, a) == b else { return false }
      let back = schema.relationships[layout.inverse]
      tables[layout.sourceTable].links[layout.slot][a].to = 0
      tables[back.sourceTable].links[back.slot][b].to = 0
      markUpdated(layout.sourceTable, a)
      markUpdated(back.sourceTable, b)
    case .manyToOne:
      guard target(of: layout, a) == b else { return false }
      let list = schema.relationships[layout.inverse]
      unthread(layout, list, a)
      markUpdated(layout.sourceTable, a)
      markUpdated(list.sourceTable, b)
    case .oneToMany:
      return disconnect(schema.relationships[layout.inverse], b, a)
    case .manyToMany:
      let found = edge(of: layout, a, b)
      guard found != 0 else { return false }
      let back = schema.relationships[layout.inverse]
      let twin = pools[layout.pool].edges[found].twin
      removeEdge(found, layout)
      if back.index != layout.index || twin != found { removeEdge(twin, back) }
      markUpdated(layout.sourceTable, a)
      markUpdated(back.sourceTable, b)
    case .toMany:
      let found = edge(of: layout, a, b)
      guard found != 0 else { return false }
      removeEdge(found, layout)
      markUpdated(layout.sourceTable, a)
    }
    return true
  }

  // MARK: Lists

  /// Puts a to-one link that leads nowhere into the list of the object it shall lead to.
  private mutating func thread(
    _ link: RelationshipLayout, _ list: RelationshipLayout, _ row: Int32, to owner: Int32, at position: Int?
  ) {
    var head = tables[list.sourceTable].lists[list.slot][owner]
    var next: Int32 = 0
    if let position, position < Int(head.count) {
      next = head.head
      for _ in 0..<max(0, position) { next = tables[link.sourceTable].links[link.slot][next].next }
    }
    let previous = next == 0 ? head.tail : tables[link.sourceTable].links[link.slot][next].previous
    tables[link.sourceTable].links[link.slot][row] = ToOneLink(to: owner, next: next, previous: previous)
    if previous == 0 { head.head = row } else { tables[link.sourceTable].links[link.slot][previous].next = row }
    if next == 0 { head.tail = row } else { tables[link.sourceTable].links[link.slot][next].previous = row }
    head.count += 1
    tables[list.sourceTable].lists[list.slot][owner] = head
  }

  /// Takes a to-one link out of the list of the object it leads to; it then leads nowhere.
  private mutating func unthread(_ link: RelationshipLayout, _ list: RelationshipLayout, _ row: Int32) {
    let here = tables[link.sourceTable].links[link.slot][row]
    var head = tables[list.sourceTable].lists[list.slot][here.to]
    if here.previous == 0 {
      head.head = here.next
    } else {
      tables[link.sourceTable].links[link.slot][here.previous].next = here.next
    }
    if here.next == 0 {
      head.tail = here.previous
    } else {
      tables[link.sourceTable].links[link.slot][here.next].previous = here.previous
    }
    head.count -= 1
    tables[list.sourceTable].lists[list.slot][here.to] = head
    tables[link.sourceTable].links[link.slot][row] = ToOneLink()
  }

  private mutating func insertEdge(_ edge: Int32, _ layout: RelationshipLayout, at position: Int?) {
    let owner = pools[layout.pool].edges[edge].owner
    var head = tables[layout.sourceTable].lists[layout.slot][owner]
    var next: Int32 = 0
    if let position, position < Int(head.count) {
      next = head.head
      for _ in 0..<max(0, position) { next = pools[layout.pool].edges[next].next }
    }
    let previous = next == 0 ? head.tail : pools[layout.pool].edges[next].previous
    pools[layout.pool].edges[edge].next = next
    pools[layout.pool].edges[edge].previous = previous
    if previous == 0 { head.head = edge } else { pools[layout.pool].edges[previous].next = edge }
    if next == 0 { head.tail = edge } else { pools[layout.pool].edges[next].previous = edge }
    head.count += 1
    tables[layout.sourceTable].lists[layout.slot][owner] = head
  }

  private mutating func removeEdge(_ edge: Int32, _ layout: RelationshipLayout) {
    let here = pools[layout.pool].edges[edge]
    var head = tables[layout.sourceTable].lists[layout.slot][here.owner]
    if here.previous == 0 { head.head = here.next } else { pools[layout.pool].edges[here.previous].next = here.next }
    if here.next == 0 {
      head.tail = here.previous
    } else {
      pools[layout.pool].edges[here.next].previous = here.previous
    }
    head.count -= 1
    tables[layout.sourceTable].lists[layout.slot][here.owner] = head
    pools[layout.pool].free(edge)
  }
}
