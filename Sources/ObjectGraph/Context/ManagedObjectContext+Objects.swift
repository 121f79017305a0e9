import Predicates

extension ManagedObjectContext {
  // MARK: Looking up

  /// Whether the object exists; one that is marked as deleted does until the save. False for another context's. O(1).
  public func exists(_ id: ManagedObjectID) -> Bool { graph.place(of: id) != nil }

  /// Returns the name of the object's entity, also when the object is gone; empty for an ID that no object of this
  /// context ever had. O(1).
  public func entityName(of id: ManagedObjectID) -> String { graph.schema.entity(at: id.entity)?.name ?? "" }

  /// The name of the object's entity, or the name that the entity had when it was removed from the model. O(1), and
  /// O(entities) for such a one.
  package func presentOrPastEntityName(of id: ManagedObjectID) -> String? {
    graph.schema.entity(at: id.entity)?.name ?? coordinator.canonicalName(ofEntityAt: Int(id.entity))
  }

  /// Returns the ID of an entity's object by its number, `Player#3`; nil when there is none.
  ///
  /// The number may be that of an object of a subentity, as the whole tree shares one numbering. One that is marked as
  /// deleted is found, and so is one that another context has saved meanwhile. O(1).
  /// - Throws: ``ObjectGraphError/unknownEntity(_:known:)``, and ``ModelChangeError``.
  public func objectID(entity name: String, number: Int64) throws -> ManagedObjectID? {
    let entity = try entity(named: name)
    guard number > 0, number <= Int64(Int32.max) else { return nil }
    // An object of others' making may not have come in yet.
    if !graph.tables[entity.table].headers[Int(number)].isAlive, isBehind { try merge(.unread(and: [])) }
    let header = graph.tables[entity.table].headers[Int(number)]
    guard header.isAlive, graph.matches(header, entity, true) else { return nil }
    return graph.id(entity.table, Int32(number))
  }

  /// Whether the object was made since the last save; also true of one that is marked as deleted again. O(1).
  public func isInserted(_ id: ManagedObjectID) -> Bool { marks(of: id).contains(.inserted) }
  /// Whether a saved object was changed since the last save, the other end of a link included; an inserted object
  /// never is. O(1).
  public func isUpdated(_ id: ManagedObjectID) -> Bool { marks(of: id).contains(.updated) }
  /// Whether the object is marked as deleted; false again after the save. Also true of a fault whose row is gone, see
  /// ``shouldDeleteInaccessibleFaults``. O(1).
  public func isDeleted(_ id: ManagedObjectID) -> Bool {
    graph.place(of: id) == nil ? isDeletedFault(id) : marks(of: id).contains(.deleted)
  }

  func marks(of id: ManagedObjectID) -> RowHeader.Marks {
    graph.place(of: id).map { graph.header(at: $0).marks } ?? []
  }

  /// The pending insertions, those left out that are marked as deleted again; by entity tree and number.
  public var insertedObjects: [ManagedObjectID] { graph.objects(marked: .inserted, without: .deleted) }
  /// The changed objects that a save would rewrite, without inserted ones and those marked as deleted; by entity tree
  /// and number. O(rows in pages with pending changes).
  public var updatedObjects: [ManagedObjectID] { graph.objects(marked: .updated, without: .deleted) }
  /// The objects marked as deleted, those included that were never saved: the save drops them without a record.
  public var deletedObjects: [ManagedObjectID] { graph.objects(marked: .deleted) }
  /// Whether a save would have anything to do: some object is inserted, updated or marked as deleted. O(entities). A
  /// change of the model alone is none.
  public var hasChanges: Bool { graph.hasChanges }

  /// Whether the only pending changes are objects that were made and deleted since the last save: a save writes nothing
  /// of them. O(entities), and O(rows in pages with pending changes) where every pending change is a deletion.
  package var hasOnlyUnsavedDeletions: Bool {
    graph.tables.allSatisfy { $0.markedCount == $0.deletedCount } && deletedObjects.allSatisfy(isInserted)
  }

  /// Returns the properties that differ from the last save, with their current values; of an inserted object those that
  /// are not nil or empty. O(properties + members).
  public func changedValues(of id: ManagedObjectID) -> [String: Value] {
    changes(of: id) { _, property, place in self.graph.value(of: property, at: place) }
  }

  /// Returns the properties that differ from the last save, with the values they had then; those that were nil are
  /// `.null`. O(properties + members).
  public func committedValues(of id: ManagedObjectID) -> [String: Value] {
    changes(of: id) { base, property, place in base.value(of: property, at: place) }
  }

  private func changes(
    of id: ManagedObjectID, _ value: (Graph, Property, Graph.Place) -> Value
  ) -> [String: Value] {
    guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { return [:] }
    // An object that was saved, deleted and brought back by undo is new; its row still has what was saved once.
    let row = committed.header(at: place)
    let wasHere = !row.isAlive && row.entity != RowHeader.unused.entity
    let base = wasHere ? Graph(graph.schema, context: graph.context) : committed
    let changed = graph.changedProperties(of: entity, at: place, since: base).filter {
      !graph.isReordered($0, at: place, since: base)
    }
    return Dictionary(changed.map { ($0.name, value(base, $0, place)) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Making and changing

  /// Makes an object with its entity's defaults. O(attributes with a default).
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``,
  ///   ``ObjectGraphError/abstractEntity(_:subentities:)``, ``ObjectGraphError/numbersExhausted(_:)``.
  @discardableResult
  public func insert(_ entity: String) throws -> ManagedObjectID {
    if takesShortWay, !faults.isWatching, hooks.isEmpty, let id = insertPlainly(entity) { return id }
    try prepare()
    let entity = try self.entity(named: entity)
    guard !entity.isAbstract else {
      let concrete = model.entities.filter { !$0.isAbstract && model.isKind($0.name, of: entity.name) }
      throw ObjectGraphError.abstractEntity(entity.name, subentities: concrete.map(\.name))
    }
    if entity.defaultBytes > 1_024 { try cancellation.spend(.bytes, entity.defaultBytes) }
    guard let row = coordinator.numbers.next(entity) else { throw ObjectGraphError.numbersExhausted(entity.name) }
    let place = Graph.Place(table: entity.table, row: row)
    noteInsertion(at: place)
    current.insert(entity, row: row)
    for property in entity.defaults {
      guard case .attribute(let column) = property.storage else { continue }
      if let value = property.initialValue(now: clock) { current.setValue(value, of: column, at: place) }
    }
    changed()
    let id = ManagedObjectID(entity: entity.index, number: row, context: graph.context)
    faults.realise(place, entity, in: graph)
    if !hooks.isEmpty { try awakeFromInsert(id, place) }
    return id
  }

  /// Makes an object of an entity that has nothing to begin with: nothing is wrong with the model, it is not abstract and
  /// its attributes have no defaults. Nil when it takes the long way.
  @inline(__always)
  private func insertPlainly(_ name: String) -> ManagedObjectID? {
    let memory = graph.memory
    let entity = memory.names.place(of: name)
    guard entity >= 0, memory.entities[entity].isPlain else { return nil }
    let table = memory.entities[entity].table
    guard let row = numbers.next(table: table, entity: entity) else { return nil }
    noteInsertion(at: Graph.Place(table: table, row: row))
    current.insert(entity: entity, table: table, row: row)
    changed()
    return ManagedObjectID(entity: entity, number: row, context: graph.context)
  }

  /// Notes in the event's journal that an object is about to be made, or holds the graph where there is no room.
  @inline(__always)
  private func noteInsertion(at place: Graph.Place) {
    guard start.graph == nil else { return }
    if start.journal.hasRoom { start.journal.append(.insertion(place)) } else { holdStart() }
  }

  /// Changes an attribute, and notes in the event's journal what it was; holds the graph where there is no room.
  /// - Parameter change: returns whether the value differs from the one that was there.
  func noting(_ column: AttributeColumn, at place: Graph.Place, _ change: (inout Graph) -> Bool) -> Bool {
    guard start.graph == nil, !start.journal.hasMade(place) else { return change(&current) }
    guard start.journal.hasRoom else { return change(&graph) }
    let (old, marks) = (current.value(of: column, at: place), current.header(at: place).marks)
    guard change(&current) else { return false }
    start.journal.append(.value(place, column, old: old, marks))
    return true
  }

  /// Returns the value of a property; `.null` where there is none. A to-one is `.object`, a to-many a `.set`, an
  /// ordered one and a fetched property an `.array` of objects. A reference to an object that is gone (see
  /// ``exists(_:)``) is given as it is.
  ///
  /// Besides its properties every object answers `objectID`, `self`, `isInserted`, `isUpdated`, `isDeleted`,
  /// `hasChanges`, `hasPersistentChangedValues`, `isFault`, `changedValues` and `committedValues` (of all properties that
  /// a store keeps), and its ID `isTemporaryID` and `uri`; so does one whose deletion was saved. Only the values of properties make a fault none. O(1), O(members) for a to-many, a whole fetch for the first
  /// read of a fetched property (see ``refresh(_:_:)``).
  /// - Throws: ``ObjectGraphError/unknownKey(_:entity:known:)``, ``ObjectGraphError/objectGone(_:entity:)``,
  ///   ``ObjectGraphError/foreignObject(_:)``, and the errors of evaluating a fetched property.
  public func value(of id: ManagedObjectID, forKey key: String) throws -> Value {
    if faults.isWatching, let gone = try readFault(id, key) { return gone }
    if graph.place(of: id) == nil, let value = valueOfGone(id, key) { return value }
    let (place, entity) = try locateUnread(id)
    guard let property = entity.property(key) else {
      if let value = try systemValue(key, of: id) { return value }
      throw ObjectGraphError.unknownKey(key, entity: entity.name, known: entity.propertyNames)
    }
    if case .fetched = property.storage, let fetched = property.description.fetched {
      return try fetchedValue(fetched, of: id)
    }
    return shownValue(of: property, at: place)
  }

  /// Sets an attribute, a to-one or a whole to-many. A value equal to the one that is there changes and marks nothing.
  ///
  /// A value that does not satisfy the model's bounds is accepted: they are checked at the save (Core Data's
  /// documentation).
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, or an object that is deleted, gone or
  ///   of another context or entity.
  /// - Complexity: O(1), O(length) for a text, and O(members before and after) for a to-many.
  public func setValue(_ value: Value, of id: ManagedObjectID, forKey key: String) throws {
    let (place, entity) = try locateLive(id)
    guard let property = entity.property(key) else {
      throw ObjectGraphError.unknownKey(key, entity: entity.name, known: entity.propertyNames)
    }
    switch property.storage {
    case .attribute(let column):
      switch property.coerced(value) {
      case .success(let coerced):
        let isOther = noting(column, at: place) { graph in
          guard graph.setValue(coerced, of: column, at: place) else { return false }
          graph.markUpdated(place.table, place.row)
          return true
        }
        guard isOther else { return }
      case .failure(let error): throw ObjectGraphError(error, setting: value, of: property, in: entity)
      }
    case .relationship(let layout):
      // A value that was set is shown, whatever the object was read with.
      func forgetHeld() { if !faults.links.isEmpty { faults.links[layout, place.row, graph.schema] = nil } }
      if layout.isToMany {
        let rows = try memberRows(value, layout, property, place, entity)
        forgetHeld()
        guard setMembers(rows, layout, place) else { return }
      } else if value.isNull {
        forgetHeld()
        let old = graph.target(of: layout, place.row)
        guard old != 0 else { return }
        graph.disconnect(layout, place.row, old)
      } else {
        guard let target = value.objectID else {
          throw ObjectGraphError.wrongType(
            key: key, entity: entity.name, expected: .object(destinationName(layout)), value: value)
        }
        let row = try destinationRow(target, layout, property, place, entity)
        forgetHeld()
        guard graph.connect(layout, place.row, row) else { return }
      }
    case .fetched: throw ObjectGraphError.readOnly(key, entity: entity.name)
    }
    changed()
  }

  /// Marks an object as deleted. Its delete rules act at the end of the event; see ``processPendingChanges()``.
  /// A second deletion changes nothing, but asks the hook `prepareForDeletion` again (public tests of Core Data). O(1).
  /// - Throws: ``ObjectGraphError/objectGone(_:entity:)``, ``ObjectGraphError/foreignObject(_:)``.
  public func delete(_ id: ManagedObjectID) throws {
    if !hooks.isEmpty { try prepareForDeletion(id) }
    let (place, _) = try locate(id)
    guard graph.header(at: place).isLive else { return }
    graph.markDeleted(place)
    pendingDeletions.append(id)
    changed()
  }

  // MARK: Checks

  func entity(named name: String) throws -> Entity {
    guard let entity = graph.schema.entity(named: name) else {
      throw ObjectGraphError.unknownEntity(name, known: graph.schema.entityNames)
    }
    return entity
  }

  /// Finds an object that is about to be used, which is no fault after it.
  func locate(_ id: ManagedObjectID) throws -> (Graph.Place, Entity) {
    if faults.isTracking, id.context == graph.context { try fire(id) }
    return try locateUnread(id)
  }

  /// Finds an object, and leaves a fault one.
  func locateUnread(_ id: ManagedObjectID) throws -> (Graph.Place, Entity) {
    if automaticallyMergesChangesFromParent { mergeAutomatically() }
    guard id.context == graph.context else { throw ObjectGraphError.foreignObject(id) }
    guard let entity = graph.schema.entity(at: id.entity), let place = graph.place(of: id) else {
      throw ObjectGraphError.objectGone(id, entity: entityName(of: id))
    }
    return (place, entity)
  }

  func locateLive(_ id: ManagedObjectID) throws -> (Graph.Place, Entity) {
    let (place, entity) = try locate(id)
    guard graph.header(at: place).isLive else { throw ObjectGraphError.deletedObject(id, entity: entity.name) }
    return (place, entity)
  }
}
