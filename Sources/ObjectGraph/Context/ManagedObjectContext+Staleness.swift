import Predicates

/// How an object that a context has read differs from what others have saved since.
public enum Staleness: Hashable, Sendable {
  /// Others changed it: the properties in which it differs, with the values that are saved now.
  case changed([String: Value])
  /// Others deleted it.
  case deleted
}

extension ManagedObjectContext {
  /// Whether others have changed or deleted the object since it was read here. O(properties + members).
  public func isStale(_ id: ManagedObjectID) -> Bool { staleness(of: id) != nil }

  /// Whether others have saved since this context was last brought up to date, be it only new objects. O(1).
  package var hasNewerSaves: Bool { newest().graph.commit != committed.commit }

  /// The number of saves that have reached its stores so far, its own and others'. O(1).
  package var saveCount: Int { coordinator.commit }

  /// The objects that others have changed or deleted since they were read here, by entity tree and number. O(what others
  /// have changed).
  package var staleObjects: [ManagedObjectID] {
    let (newest, old) = (newest().graph, storeBase ?? committed)
    guard newest.commit != committed.commit, newest.schema === old.schema else { return [] }
    var places = Set(faults.links.places(in: old.schema))
    for (table, rows) in newest.rowsPerhapsChanged(since: old).enumerated() {
      for row in rows { places.insert(Graph.Place(table: table, row: row)) }
    }
    return places.sorted { ($0.table, $0.row) < ($1.table, $1.row) }.filter { old.header(at: $0).isLive }
      .map { graph.id(at: $0) }.filter(isStale)
  }

  /// Returns the changes that others have made to the object since it was read here; in a child context, those of its
  /// parent. Nil when it is unchanged, when it is a fault, and for an object that was never saved. O(properties +
  /// members).
  public func staleness(of id: ManagedObjectID) -> Staleness? {
    let newest = newest().graph
    let old = storeBase ?? committed
    guard newest.commit != committed.commit, newest.schema === graph.schema, let place = graph.place(of: id),
      !faults.isFault(place), old.header(at: place).isLive, let entity = old.entity(at: place)
    else { return nil }
    guard newest.header(at: place).isLive else { return .deleted }
    var changed: [String: Value] = [:]
    for property in entity.properties where !property.isTransient {
      let saved = newest.value(of: property, at: place)
      switch property.storage {
      case .attribute(let column):
        if !saved.isIdentical(to: old.value(of: column, at: place)) { changed[property.name] = saved }
      case .relationship(let layout):
        if layout.isToMany, faults.isFault(layout, place.row, in: graph) { continue }
        let here = faults.links[layout, place.row, graph.schema] ?? old.members(of: layout, place.row)
        if !layout.isSame(here, newest.members(of: layout, place.row)) { changed[property.name] = saved }
      case .fetched: break
      }
    }
    return changed.isEmpty ? nil : .changed(changed)
  }
}
