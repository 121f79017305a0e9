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
    if graph.schema.hasUniqueness { validator.takers = coordinator.state.withLock { $0.takers } }
    return validator
  }
}
