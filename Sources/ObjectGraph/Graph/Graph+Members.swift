extension Graph {
  /// A member of a relationship and its place in the list, so that the next one can be found.
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
      let head = memory.list(layout.slot, row).head
      return head == 0 ? nil : Member(row: head, end: 0)
    case .manyToMany, .toMany:
      let head = memory.list(layout.slot, row).head
      return head == 0 ? nil : Member(row: memory.halfEdge(layout.edges, head).target, end: head)
    }
  }

  /// The member after one that is still in its list.
  @inline(__always)
  func member(after member: Member, of layout: RelationshipLayout) -> Member? {
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne: return nil
    case .oneToMany:
      let next = memory.neighbours(layout.inverseSlot, member.row).next
      return next == 0 ? nil : Member(row: next, end: 0)
    case .manyToMany, .toMany:
      let next = memory.halfEdge(layout.edges, member.end).neighbours.next
      return next == 0 ? nil : Member(row: memory.halfEdge(layout.edges, next).target, end: next)
    }
  }

  /// Takes a pair of half-edges out of the lists of both objects and gives it back.
  @inline(__always)
  mutating func unlink(_ end: Int32, _ layout: RelationshipLayout, _ a: Int32, _ b: Int32) {
    memory.unlink(end, memory.layouts + layout.index, a, b)
  }
}

extension GraphMemory {
  /// Ends the links to those members that a closure names, one after the other. The row is in the table.
  @inline(__always)
  func removeMembers(
    of layout: UnsafeMutablePointer<RelationshipLayout>, _ row: Int32, where isRemoved: (Int32) -> Bool
  ) {
    let (slot, inverse) = (layout.pointee.slot, layout.pointee.inverseSlot)
    let (source, destination) = (layout.pointee.sourceTable, layout.pointee.destinationTable)
    switch layout.pointee.shape {
    case .toOne, .oneToOne:
      let to = plainTarget(slot, row)
      guard to != 0, isRemoved(to) else { return }
      setPlainTarget(0, slot, row)
      markUpdated(source, row)
      if layout.pointee.shape == .oneToOne {
        setPlainTarget(0, inverse, to)
        markUpdated(destination, to)
      }
    case .manyToOne:
      let to = threadedTarget(slot, row)
      guard to != 0, isRemoved(to) else { return }
      unthread(slot, inverse, row)
      markUpdated(source, row)
      markUpdated(destination, to)
    case .oneToMany:
      var next = list(slot, row).head
      while next != 0 {
        let member = next
        next = neighbours(inverse, member).next
        guard isRemoved(member) else { continue }
        unthread(inverse, slot, member)
        markUpdated(destination, member)
        markUpdated(source, row)
      }
    case .manyToMany, .toMany:
      var end = list(slot, row).head
      while end != 0 {
        let here = halfEdge(layout.pointee.edges, end)
        if isRemoved(here.target) { unlink(end, layout, row, here.target) }
        end = here.neighbours.next
      }
    }
  }

  /// Takes a pair of half-edges out of the lists of both objects and gives it back.
  @inline(__always)
  func unlink(_ end: Int32, _ layout: UnsafeMutablePointer<RelationshipLayout>, _ a: Int32, _ b: Int32) {
    takeOutEnd(end, layout.pointee.edges, layout.pointee.slot, of: a)
    markUpdated(layout.pointee.sourceTable, a)
    if layout.pointee.shape == .manyToMany, !(layout.pointee.isOwnInverse && a == b) {
      takeOutEnd(end ^ 1, layout.pointee.edges, layout.pointee.inverseSlot, of: b)
      markUpdated(layout.pointee.destinationTable, b)
    }
    freePair(layout.pointee.pool, end)
  }
}
