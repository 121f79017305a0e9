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
      let link = schema.relationships[layout.inverse]
      for (place, row) in rows.enumerated() {
        tables[link.sourceTable].links[link.slot][row].previous = place == 0 ? 0 : rows[place - 1]
        tables[link.sourceTable].links[link.slot][row].next = place + 1 < rows.count ? rows[place + 1] : 0
      }
      tables[layout.sourceTable].lists[layout.slot][owner].head = rows.first ?? 0
      tables[layout.sourceTable].lists[layout.slot][owner].tail = rows.last ?? 0
    case .manyToMany, .toMany:
      var edgeOf: [Int32: Int32] = [:]
      var edge = tables[layout.sourceTable].lists[layout.slot][owner].head
      while edge != 0 {
        let here = pools[layout.pool].edges[edge]
        edgeOf[here.target] = edge
        edge = here.next
      }
      let edges = rows.compactMap { edgeOf[$0] }
      guard edges.count == rows.count else { return false }
      for (place, edge) in edges.enumerated() {
        pools[layout.pool].edges[edge].previous = place == 0 ? 0 : edges[place - 1]
        pools[layout.pool].edges[edge].next = place + 1 < edges.count ? edges[place + 1] : 0
      }
      tables[layout.sourceTable].lists[layout.slot][owner].head = edges.first ?? 0
      tables[layout.sourceTable].lists[layout.slot][owner].tail = edges.last ?? 0
    }
    markUpdated(layout.sourceTable, owner)
    return true
  }
}
