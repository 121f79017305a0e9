/// The links of a graph that the object at one end does not show, as it was read at another time than the other end.
/// Delete rules and deny do not follow them: Core Data follows an object's own list.
struct UnlistedLinks {
  private var members: [HeldLinks.Key: Set<Int32>] = [:]

  var isEmpty: Bool { members.isEmpty }

  func contains(_ layout: RelationshipLayout, _ row: Int32, _ member: Int32) -> Bool {
    contains(layout.index, row, member)
  }

  @inline(__always)
  func contains(_ relationship: Int, _ row: Int32, _ member: Int32) -> Bool {
    if members.isEmpty { return false }
    return members[HeldLinks.Key(relationship: relationship, row: row)]?.contains(member) == true
  }

  mutating func insert(_ rows: Set<Int32>, _ layout: RelationshipLayout, _ row: Int32) {
    if rows.isEmpty { return }
    members[HeldLinks.Key(relationship: layout.index, row: row), default: []].formUnion(rows)
  }
}

extension ManagedObjectContext {
  /// The links that delete rules do not follow here. O(1), or O(the members of lists that others have changed).
  var unlistedLinks: UnlistedLinks {
    var found = UnlistedLinks()
    for place in Set(faults.links.places(in: graph.schema)) where graph.header(at: place).isAlive {
      for layout in graph.entity(at: place)?.relationships.compactMap(\.layout) ?? [] {
        guard let shown = heldMembers(of: layout, place.row) else { continue }
        found.insert(Set(graph.members(of: layout, place.row)).subtracting(shown), layout, place.row)
      }
    }
    return found
  }

  /// The same, and the links between objects that are deleted already: a deletion that goes further under other rules
  /// leaves them as they are, since one that a child context has saved did too. O(their links).
  func unlistedLinks(andBetween deleted: [ManagedObjectID]) -> UnlistedLinks {
    var found = unlistedLinks
    for place in deleted.compactMap(graph.place(of:)) {
      for layout in graph.entity(at: place)?.relationships.compactMap(\.layout) ?? [] {
        let headers = graph.tables[layout.destinationTable].headers
        found.insert(Set(graph.members(of: layout, place.row).filter { !headers[$0].isLive }), layout, place.row)
      }
    }
    return found
  }

  /// A validator of the current graph, or of one that its pending deletions lead to.
  func validator(
    of graph: Graph, leavingOut unlisted: UnlistedLinks, _ cancellation: Cancellation
  ) -> Validator {
    var validator = Validator(graph, now: clock(), cancellation)
    validator.unlisted = unlisted
    if graph.schema.hasUniqueness { validator.takers = home.state.withLock { $0.takers } }
    return validator
  }
}
