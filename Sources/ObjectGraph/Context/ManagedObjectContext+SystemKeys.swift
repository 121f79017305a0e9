import Predicates

extension ManagedObjectContext {
  /// Returns the value of an ``ObjectKey``. For an object's ID: `isTemporaryID` and `uri`, unless the entity has
  /// attributes of these names. Nil for another key.
  func systemValue(_ key: String, of id: ManagedObjectID) throws -> Value? {
    switch ObjectKey(rawValue: key) {
    case .isFault: return .boolean(isFault(id))
    case .hasPersistentChangedValues: return .boolean(hasPersistentChangedValues(of: id))
    case .changedValues:
      // Of persistent properties alone, as Core Data documents it.
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

  /// Returns what an object that is not in this context any more answers to a key of its state: the context has nothing
  /// to do with it, so that it is neither changed nor deleted nor a fault. Nil for another key, and for an object of
  /// another context.
  ///
  /// Core Data's documentation: `isDeleted` is false again once the deletion was saved.
  func stateOfGone(_ id: ManagedObjectID, _ key: String) -> Value? {
    guard id.context == graph.context, id.number <= UInt32(Int32.max), let entity = graph.schema.entity(at: id.entity),
      entity.property(key) == nil
    else { return nil }
    // Not for a number that no object ever had.
    let place = Graph.Place(table: entity.table, row: Int32(id.number))
    guard [graph, committed].contains(where: { $0.header(at: place).entity == id.entity }) else { return nil }
    switch ObjectKey(rawValue: key) {
    case .objectID, .object, .entity, .isInserted, .isUpdated, .isDeleted, .hasChanges:
      return graph.systemValue(key, of: id)
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
