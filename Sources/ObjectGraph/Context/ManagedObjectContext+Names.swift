import Predicates

/// Lookups of names for those who run many small statements: in the schema, which has them indexed, and not in the
/// model, where each would be a search. O(1) each.
extension ManagedObjectContext {
  /// Whether there is an entity of this name. One that is unfinished may be in the model and not be known here.
  package func knows(entity name: String) -> Bool {
    graph.memory.names.place(of: name) >= 0 || graph.schema.entity(named: name) != nil
  }

  /// Whether the model has uniqueness constraints.
  package var hasUniqueness: Bool { graph.schema.hasUniqueness }

  /// Whether a stored attribute or to-one relationship of an object is nil. O(properties).
  package func lacksValues(_ id: ManagedObjectID) -> Bool {
    guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { return false }
    return entity.properties.contains { !$0.isTransient && graph.value(of: $0, at: place).isNull }
  }

  /// Whether the model has composites.
  package var hasComposites: Bool { !graph.schema.model.composites.isEmpty }

  /// Whether an entity has a property of this name. Unfinished properties may be in the model and not be known here.
  package func knows(property key: String, of entity: String) -> Bool {
    graph.schema.entity(named: entity)?.property(key) != nil
  }

  /// The names and files of the stores, the open ones first; closed ones only where they are files.
  package var knownStores: [(name: String, path: String?, isOpen: Bool)] {
    let slots = coordinator.state.withLock { $0.slots }
    let open = slots.filter(\.isOpen).map { (name: $0.store.name, path: $0.store.location, isOpen: true) }
    return open
      + slots.filter { !$0.isOpen && $0.store.location != nil }
      .map { (name: $0.store.name, path: $0.store.location, isOpen: false) }
  }

  /// The names of the closed stores that have a file, whose objects come back when they are reopened.
  package var closedFileNames: [String] {
    coordinator.state.withLock { $0.slots.filter { !$0.isOpen && $0.store.location != nil }.map(\.store.name) }
  }

  /// The highest number that an object of an entity's tree was given so far; 0 for an unknown entity.
  package func lastNumber(of entity: String) -> UInt32 {
    graph.schema.entity(named: entity).map { UInt32(clamping: coordinator.numbers.nextNumber(ofTable: $0.table) - 1) }
      ?? 0
  }

  /// The names of an object's string attributes, in its entity's order.
  package func textKeys(of id: ManagedObjectID) -> [String] {
    guard let entity = graph.schema.entity(at: id.entity) else { return [] }
    return entity.properties.filter(\.isText).map(\.name)
  }

  /// Whether an object is saved, in the parent of a child context, that this context need not have read. O(1).
  package func isSaved(_ id: ManagedObjectID) -> Bool {
    id.context == graph.context && newest().graph.place(of: id) != nil
  }

  /// The text of a string attribute as it is at hand, which leaves a fault one: for the names of objects. Nil for a key of
  /// another kind, and where there is none.
  package func text(of id: ManagedObjectID, forKey key: String) -> String? {
    if graph.place(of: id) == nil, isSaved(id) {
      guard case .string(let text) = newest().graph.value(ofKey: key, of: id) else { return nil }
      return text
    }
    if case .some(let text) = graph.text(of: id, forKey: key) { return text }
    guard let place = graph.place(of: id), let property = graph.entity(at: place)?.property(key), property.isText,
      case .string(let text) = graph.value(of: property, at: place)
    else { return nil }
    return text
  }
}

extension Graph {
  /// The value of an attribute or relationship of an object; `.null` for an object or a key that is not of this graph.
  /// O(1), O(members) for a to-many.
  package func value(ofKey key: String, of id: ManagedObjectID) -> Value {
    guard let property = schema.entity(at: id.entity)?.property(key), let place = place(of: id) else { return .null }
    if case .fetched = property.storage { return .null }
    return value(of: property, at: place)
  }
}
