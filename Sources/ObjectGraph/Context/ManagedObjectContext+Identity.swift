import Predicates

import struct Foundation.URL

extension ManagedObjectContext {
  /// Returns the object that an ID of any context over the same stores means, here. Never fails and looks nothing up,
  /// as `objectWithID:` of Core Data: whether there is such an object shows when it is read. O(1).
  public func object(with id: ManagedObjectID) -> ManagedObject { ManagedObject(graph.own(id), in: self) }

  /// Returns the same, when the object exists: here, or among what others have saved meanwhile. O(1), and
  /// O(others' changes + pending changes) where others have saved.
  /// - Throws: ``ObjectGraphError/objectGone(_:entity:)`` (133000), and ``ModelChangeError`` when the model was changed
  ///   elsewhere and pending changes cannot follow.
  public func existingObject(with id: ManagedObjectID) throws -> ManagedObject {
    let own = graph.own(id)
    if !exists(own) || isFault(own) { try mergeBeforeFetch() }
    guard exists(own) else { throw ObjectGraphError.objectGone(own, entity: entityName(of: own)) }
    return ManagedObject(own, in: self)
  }

  /// Whether the object has only a temporary ID: it was never saved to a store, and no permanent one was obtained.
  /// Objects that a child saved into its parent stay temporary until the parent saves. O(1).
  ///
  /// The ID itself does not change when it becomes permanent; only its URI does.
  public func hasTemporaryID(_ id: ManagedObjectID) -> Bool { coordinator.isTemporary(id) }

  /// Gives objects permanent IDs before they are saved; they stay inserted (Core Data's documentation). O(objects).
  /// - Throws: ``ObjectGraphError/objectGone(_:entity:)``, ``ObjectGraphError/foreignObject(_:)``; then none got one.
  public func obtainPermanentIDs(for ids: [ManagedObjectID]) throws {
    for id in ids { _ = try locateUnread(id) }
    let own = ids.map { $0.withoutContext }
    coordinator.state.withLock { $0.permanent.formUnion(own) }
  }

  /// Returns `x-coredata://<UUID of the store>/Player/p3`, or `x-coredata:///Player/t<UUID><number>` while the ID is
  /// temporary: it names no store and no row (logs of Core Data's). Nil without an open store. O(stores + entities of
  /// their lists).
  public func uri(for id: ManagedObjectID) -> URL? {
    let place = graph.place(of: id).flatMap { graph.isAssigned($0) ? graph.store(of: $0) : nil }
    return coordinator.uri(for: id, store: place, in: graph.schema)
  }

  /// Returns the object's ID that a URI names, made here or elsewhere; nil for a store, entity or number that is not
  /// known. The object need not exist. O(stores + length).
  public func managedObjectID(forURI uri: URL) -> ManagedObjectID? {
    coordinator.managedObjectID(forURI: uri).map(graph.own)
  }

  /// Returns the name of the store that keeps the object, or will. O(1).
  public func storeName(of id: ManagedObjectID) -> String? {
    guard let place = graph.place(of: id) else { return coordinator.storeName(of: id) }
    if !graph.isAssigned(place), graph.header(at: place).marks.contains(.inserted) { return nil }
    let store = graph.store(of: place)
    return coordinator.state.withLock { $0.slot(at: store)?.store.name }
  }

  /// Says which store a new object goes to; otherwise it goes to the first that takes its entity.
  /// O(stores + entities of the store's list).
  /// - Throws: ``StoreError`` for a store that does not exist or does not take the entity, and an object that is saved
  ///   already; ``ObjectGraphError`` for an object that is deleted, gone or of another context.
  public func assign(_ id: ManagedObjectID, toStore name: String) throws {
    let (place, entity) = try locateLive(id)
    let slot = try coordinator.state.withLock { (state) throws(StoreError) in
      let slot = try state.place(named: name)
      guard state.takes(state.slots[slot], entity) else {
        throw .notInConfiguration(
          entity: entity.name, store: name, configuration: state.slots[slot].store.configuration ?? "its list")
      }
      return slot
    }
    guard graph.header(at: place).marks.contains(.inserted), coordinator.isTemporary(id) else {
      throw StoreError.alreadyStored(id, entity: entity.name, store: storeName(of: id) ?? name)
    }
    graph.assignExplicitly(place, toStore: UInt8(truncatingIfNeeded: slot))
    changed()
  }
}

extension PersistentStoreCoordinator {
  func isTemporary(_ id: ManagedObjectID) -> Bool {
    let own = id.withoutContext
    return state.withLock { state in
      if state.permanent.contains(own) { return false }
      guard let entity = state.graph.schema.entity(at: own.entity), own.number <= UInt32(Int32.max) else { return true }
      return state.graph.tables[entity.table].headers[own.row].entity != own.entity
    }
  }

  /// Returns `x-coredata://<UUID of the store>/Player/p3`; see ``ManagedObjectContext/uri(for:)``. O(stores + entities
  /// of their lists).
  public func uri(for id: ManagedObjectID) -> URL? {
    let (place, schema) = state.withLock { state in
      (state.graph.place(of: state.graph.own(id)).map { state.graph.store(of: $0) }, state.graph.schema)
    }
    return uri(for: id, store: place, in: schema)
  }

  func uri(for id: ManagedObjectID, store: UInt8?, in schema: Schema) -> URL? {
    guard let entity = schema.entity(at: id.entity) else { return nil }
    let identifier = state.withLock { state in
      (store.flatMap { state.slot(at: $0) } ?? state.slots.first { $0.isOpen && state.takes($0, entity) })?
        .store.identifier
    }
    guard let identifier else { return nil }
    return URL(
      string: isTemporary(id)
        ? "x-coredata:///\(entity.name)/t\(identifier.uuidString)\(id.number)"
        : "x-coredata://\(identifier.uuidString)/\(entity.name)/p\(id.number)")
  }

  /// Returns the ID that a URI names; nil for a store, entity or number that is not known here. O(stores + length).
  public func managedObjectID(forURI uri: URL) -> ManagedObjectID? {
    let parts = uri.path.split(separator: "/")
    guard uri.scheme == "x-coredata", parts.count == 2, let kind = parts[1].first, kind == "p" || kind == "t" else {
      return nil
    }
    // A temporary ID's UUID comes before its number.
    let rest = parts[1].dropFirst()
    let identifier = kind == "t" ? String(rest.prefix(36)) : uri.host ?? ""
    guard let number = Int32(kind == "t" ? rest.dropFirst(36) : rest), number > 0 else { return nil }
    return state.withLock { state in
      guard state.slots.contains(where: { $0.isOpen && $0.store.identifier.uuidString == identifier.uppercased() }),
        let entity = state.graph.schema.entity(named: String(parts[0]))
      else { return nil }
      return ManagedObjectID(entity: entity.index, number: number, context: 0)
    }
  }
}

extension ManagedObjectID {
  /// The same object's ID as the coordinator writes it.
  var withoutContext: ManagedObjectID {
    ManagedObjectID(entity: Int(entity), number: Int32(bitPattern: number), context: 0)
  }
}

extension Graph {
  /// Does the same as ``assign(_:toStore:)``, and remembers it for the first store too.
  mutating func assignExplicitly(_ place: Place, toStore store: UInt8) {
    stores[place.table, default: PagedColumn(filler: 0)][place.row] = store &+ 1
  }
}
