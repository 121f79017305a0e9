extension Graph {
  /// Gives the members of a to-many another order. The other ends are not touched: what stays linked keeps its place
  /// in the list of its inverse, and only the owner is marked.
  /// - Parameter rows: the members of the relationship, each once.
  /// - Returns: whether the order differs from the one that was there. O(members).
  @discardableResult
  mutating func reorder(_ layout: RelationshipLayout, _ owner: Int32, _ rows: [Int32]) -> Bool {
    let old = members(of: layout, owner)
    guard layout.isToMany, old != rows, old.count == rows.count else { return false }
    switch layout.shape {
    case .toOne, .oneToOne, .manyToOne: return false
    case .oneToMany:
      edit()
      for row in rows {
        memory.takeOut(layout.inverseSlot, layout.slot, row, of: owner)
        memory.thread(layout.inverseSlot, layout.slot, row, to: owner, at: nil)
      }
    case .manyToMany, .toMany:
      var endOf: [Int32: Int32] = [:]
      var end = memory.list(layout.slot, owner).head
      while end != 0 {
        let here = memory.halfEdge(layout.edges, end)
        endOf[here.target] = end
        end = here.neighbours.next
      }
      let ends = rows.compactMap { row in endOf[row].map { (row, $0) } }
      guard ends.count == rows.count else { return false }
      edit()
      for (row, end) in ends {
        memory.takeOutEnd(end, layout.edges, layout.slot, of: owner)
        memory.insertEnd(end, to: row, layout.edges, layout.slot, of: owner, at: nil)
      }
    }
    memory.markUpdated(layout.sourceTable, owner)
    return true
  }
}
