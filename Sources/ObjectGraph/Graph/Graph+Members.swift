extension Graph {
  /// A member of a relationship and where it stands in the list, so that the next one can be found.
  struct Member {
    var row: Int32
    /// The member's half-edge, or 0.
    fileprivate var end: Int32
  }

  /// The first object that a relationship leads to. The row is in the graph.
  @inline(__always)
  func firstMember(of layout: RelationshipLayout, _ row: Int32) -> Member? {
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne:
      let to = target(of: layout, row)
      return to == 0 ? nil : Member(row: to, end: 0)
    case .oneToMany:
      let head = storage.list(layout.slot, row).head
      return head == 0 ? nil : Member(row: head, end: 0)
    case .manyToMany, .toMany:
      let head = storage.list(layout.slot, row).head
      return head == 0 ? nil : Member(row: storage.halfEdge(layout.edges, head).target, end: head)
    }
  }

  /// The member after one that is still in its list.
  @inline(__always)
  func member(after member: Member, of layout: RelationshipLayout) -> Member? {
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne: return nil
    case .oneToMany:
      let next = storage.neighbours(layout.inverseSlot, member.row).next
      return next == 0 ? nil : Member(row: next, end: 0)
    case .manyToMany, .toMany:
      let next = storage.halfEdge(layout.edges, member.end).neighbours.next
      return next == 0 ? nil : Member(row: storage.halfEdge(layout.edges, next).target, end: next)
    }
  }

  /// Ends the links to those members that a closure names, one after the other; what ``disconnect(_:_:_:)`` does for
  /// each, without looking for it. The row is in the graph. O(members).
  @inline(__always)
  mutating func removeMembers(
    of layout: RelationshipLayout, _ row: Int32, where isRemoved: (Graph, Int32) -> Bool
  ) {
    edit()
    var member = firstMember(of: layout, row)
    while let here = member {
      member = self.member(after: here, of: layout)
      guard isRemoved(self, here.row) else { continue }
      switch layout.shape {
      case .toOne, .oneToOne: disconnect(layout, row, here.row)
      case .manyToOne:
        storage.unthread(layout.slot, layout.inverseSlot, row)
        storage.markUpdated(layout.sourceTable, row)
        storage.markUpdated(layout.destinationTable, here.row)
      case .oneToMany:
        storage.unthread(layout.inverseSlot, layout.slot, here.row)
        storage.markUpdated(layout.destinationTable, here.row)
        storage.markUpdated(layout.sourceTable, row)
      case .manyToMany, .toMany: unlink(here.end, layout, row, here.row)
      }
    }
  }

  /// Takes a pair of half-edges out of the lists of both objects and gives it back.
  @inline(__always)
  mutating func unlink(_ end: Int32, _ layout: RelationshipLayout, _ a: Int32, _ b: Int32) {
    storage.takeOutEnd(end, layout.edges, layout.slot, of: a)
    storage.markUpdated(layout.sourceTable, a)
    if layout.shape == .manyToMany, !(layout.isOwnInverse && a == b) {
      storage.takeOutEnd(end ^ 1, layout.edges, layout.inverseSlot, of: b)
      storage.markUpdated(layout.destinationTable, b)
    }
    storage.freePair(layout.pool, end)
  }
}
