import Predicates

extension ManagedObjectContext {
  /// Returns the value of an ``ObjectKey``. For an object's ID: `isTemporaryID` and `uri`, unless the entity has
  /// attributes of these names. Nil for another key.
  func systemValue(_ key: String, of id: ManagedObjectID) throws -> Value? {
    switch ObjectKey(rawValue: key) {
    case .isFault: return .boolean(isFault(id))
    case .hasPersistentChangedValues: return .boolean(hasPersistentChangedValues(of: id))
    case .changedValues:
      // Only persistent properties count, as Core Data documents it.
      let transient = graph.schema.entity(at: id.entity)?.properties.filter(\.isTransient).map(\.name) ?? []
      return .dictionary(changedValues(of: id).filter { !transient.contains($0.key) })
    case .committedValues:
      // They are those of the last read, so that a fault is read.
      try fire(id)
      let keys = graph.schema.entity(at: id.entity)?.properties.filter { !$0.isTransient && !$0.isFetched }.map(\.name)
      return .dictionary(committedValues(of: id, forKeys: keys ?? []))
    case .objectID, .object, .entity, .isInserted, .isUpdated, .isDeleted, .hasChanges:
      return graph.systemValue(key, of: id)
    case nil: return identityValue(key, of: id)
    }
  }

  /// Returns the value of a key of an object that is not in this context any more. A fault that cannot be fulfilled answers
  /// every key, see ``shouldDeleteInaccessibleFaults``; an object whose deletion this context has saved answers the keys of
  /// its state alone. Nil for another key, for an object of another context, and for a number that no object ever had.
  /// - Parameter isLinked: Whether a link leads to it. Then it is read as a fault whoever has deleted it.
  func valueOfGone(_ id: ManagedObjectID, _ key: String, isLinked: Bool = false) -> Value? {
    guard let (place, entity) = placeOfGone(id) else { return nil }
    guard let property = entity.property(key) else { return stateOfGone(id, key) }
    guard shouldDeleteInaccessibleFaults, isLinked || isUnfulfilled(id, place) else { return nil }
    guard let layout = property.layout, layout.isToMany else { return .null }
    return layout.isOrdered ? .array([]) : .set([])
  }

  /// The place that an object had which is gone; nil for an object of another context, and for a number that none ever had.
  private func placeOfGone(_ id: ManagedObjectID) -> (Graph.Place, Entity)? {
    guard id.context == graph.context, id.number <= UInt32(Int32.max), let entity = graph.schema.entity(at: id.entity)
    else { return nil }
    let place = Graph.Place(table: entity.table, row: Int32(id.number))
    let isKnown =
      faults.inaccessible.contains(id) || [graph, committed].contains { $0.header(at: place).entity == id.entity }
    return isKnown ? (place, entity) : nil
  }

  /// Whether an object that is gone is a fault whose row is gone, and not one whose deletion this context has saved.
  private func isUnfulfilled(_ id: ManagedObjectID, _ place: Graph.Place) -> Bool {
    faults.inaccessible.contains(id) || !faults.savedDeletions.contains(place.row, of: place.table)
  }

  /// Whether an object that is gone counts as deleted all the same. Core Data's documentation: an object whose row is gone
  /// does, and one whose deletion this context has saved does no longer.
  func isDeletedFault(_ id: ManagedObjectID) -> Bool {
    guard shouldDeleteInaccessibleFaults, let (place, _) = placeOfGone(id) else { return false }
    return graph.place(of: id) == nil && isUnfulfilled(id, place)
  }

  /// Returns what an object that is not in this context any more answers to a key of its state: the context has nothing
  /// to do with it, so that it is neither changed nor a fault. Nil for another key.
  private func stateOfGone(_ id: ManagedObjectID, _ key: String) -> Value? {
    switch ObjectKey(rawValue: key) {
    case .isDeleted: return .boolean(isDeletedFault(id))
    case .objectID, .object, .entity, .isInserted, .isUpdated, .hasChanges: return graph.systemValue(key, of: id)
    case .isFault, .hasPersistentChangedValues: return .boolean(false)
    case .changedValues, .committedValues: return .dictionary([:])
    case nil: return nil
    }
  }

  /// The value of a key of an object's ID, `isTemporaryID` or `uri`, whatever context the object belongs to; nil for
  /// another key.
  package func identityValue(_ key: String, of id: ManagedObjectID) -> Value? {
    switch IdentityKey(rawValue: key) {
    case .isTemporaryID: .boolean(hasTemporaryID(id))
    case .uri: uri(for: id).map(Value.url) ?? .null
    case nil: nil
    }
  }
}

extension Property {
  fileprivate var isFetched: Bool {
    if case .fetched = storage { true } else { false }
  }
}
