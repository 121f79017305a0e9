import Predicates

extension ManagedObjectContext {
  /// A relationship whose members were read at another time than the members' own ends.
  package struct HeldList: Hashable, Sendable {
    package let object: ManagedObjectID
    package let key: String
    /// The objects that it shows and that do not lead back.
    package let listed: [ManagedObjectID]
  }

  /// The relationships that show objects which delete rules do not follow, by object. O(those that others have changed).
  package var heldLists: [HeldList] {
    guard !faults.links.isEmpty else { return [] }
    var found: [HeldList] = []
    let places = Set(faults.links.places(in: graph.schema)).filter { graph.header(at: $0).isLive }
    for place in places.sorted(by: { ($0.table, $0.row) < ($1.table, $1.row) }) {
      for property in graph.entity(at: place)?.relationships ?? [] {
        guard let layout = property.layout, let shown = heldMembers(of: layout, place.row) else { continue }
        let there = Set(graph.members(of: layout, place.row))
        let listed = shown.filter { !there.contains($0) }.map { graph.id(layout.destinationTable, $0) }
        if listed.isEmpty { continue }
        found.append(HeldList(object: graph.id(at: place), key: property.name, listed: listed))
      }
    }
    return found
  }

  /// The rows that a relationship of an object shows, where they differ from those of the graph: the held ones, with what
  /// is pending here. O(members).
  func heldMembers(of layout: RelationshipLayout, _ row: Int32) -> [Int32]? {
    guard let held = faults.links[layout, row, graph.schema] else { return nil }
    let (now, before) = (graph.members(of: layout, row), committed.members(of: layout, row))
    if now == before { return held }
    guard layout.isToMany else { return now }
    let (current, committed) = (Set(now), Set(before))
    let kept = held.filter { current.contains($0) || !committed.contains($0) }
    let known = Set(kept)
    return kept + now.filter { !known.contains($0) && !committed.contains($0) }
  }

  /// The value of a property as this context shows it: as ``Graph/value(of:at:)``, except for held links.
  func shownValue(of property: Property, at place: Graph.Place) -> Value {
    guard !faults.links.isEmpty, let layout = property.layout, let rows = heldMembers(of: layout, place.row) else {
      return graph.value(of: property, at: place)
    }
    return faults.links.value(of: rows, of: layout, in: graph)
  }

  /// The same, by key, and without reading anything; `.null` for an object or a key that is not of this context.
  package func shownValue(ofKey key: String, of id: ManagedObjectID) -> Value {
    guard let place = graph.place(of: id), let property = graph.entity(at: place)?.property(key),
      property.storage != .fetched
    else { return .null }
    return shownValue(of: property, at: place)
  }

  /// The value of a property when the object was last read or saved here.
  func snapshotValue(of property: Property, at place: Graph.Place) -> Value {
    guard let layout = property.layout, let rows = faults.links[layout, place.row, committed.schema] else {
      return committed.value(of: property, at: place)
    }
    return faults.links.value(of: rows, of: layout, in: committed)
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
    if graph.schema.hasUniqueness { validator.takers = coordinator.state.withLock { $0.takers } }
    return validator
  }
}
