import Support

import struct Foundation.UUID

extension PersistentStoreCoordinator {
  /// The open stores, in the order they were added. O(stores).
  public var stores: [any PersistentStore] { state.withLock { $0.slots.filter(\.isOpen).map(\.store) } }

  /// The names of stores that were closed and can be reopened. O(stores).
  public var closedStores: [String] { state.withLock { $0.slots.filter { !$0.isOpen }.map(\.store.name) } }

  /// Returns the store of this name. O(stores).
  /// - Throws: ``StoreError/unknownStore(_:known:)`` when none that is open has it.
  public func store(named name: String) throws(StoreError) -> any PersistentStore {
    try state.withLock { (state) throws(StoreError) in state.slots[try state.place(named: name)].store }
  }

  /// Attaches a store: what it holds becomes part of what is saved.
  ///
  /// Objects whose numbers other objects have already, saved or not, are renumbered.
  /// - Parameters:
  ///   - store: The store to attach.
  ///   - entities: The entities that it takes, with their descendants; nil for those of its configuration.
  /// - Returns: the objects that got other numbers than the store had them under; old to new.
  /// - Throws: ``StoreError``; then it is not attached.
  /// - Complexity: What opening the store takes, and O(objects of all stores).
  @discardableResult
  public func add(
    _ store: any PersistentStore, entities: [String]? = nil
  ) throws(StoreError) -> [ManagedObjectID: ManagedObjectID] {
    try add(store, entities: entities, whilePending: true)
  }

  /// - Parameter isPending: Whether a context may have objects that were never saved, in its graph or its history.
  package func add(
    _ store: any PersistentStore, entities: [String]? = nil, whilePending isPending: Bool
  ) throws(StoreError) -> [ManagedObjectID: ManagedObjectID] {
    try state.withLock { (state) throws(StoreError) in
      guard !state.slots.contains(where: { $0.isOpen && $0.store.name == store.name }) else {
        throw .nameTaken(store.name)
      }
      let closed = state.slots.firstIndex { !$0.isOpen && $0.store.name == store.name }
      guard closed != nil || state.slots.count < Self.storeLimit else { throw .tooManyStores }
      if let location = store.location,
        let other = state.slots.first(where: { slot in
          slot.isOpen && (slot.store.location == location || Self.haveSameFile(slot.store, store))
        })?.store.name
      {
        throw .cannotOpen(store: store.name, reason: "\(other) has its file open already")
      }
      var taken = entities.map { Set($0) }
      if taken == nil { taken = try state.entities(ofConfiguration: store.configuration) }
      let slot = Slot(
        store: store, isOpen: true, entities: taken, takesConfiguration: entities == nil && store.configuration != nil)
      return try attach(slot, at: closed ?? state.slots.count, &state, whilePending: isPending)
    }
  }

  /// Whether two stores have one file, perhaps under two paths: a link leads to the other's.
  private static func haveSameFile(_ one: any PersistentStore, _ other: any PersistentStore) -> Bool {
    if let one = one as? FileStore, let other = other as? FileStore { return one.hasSameFile(as: other) }
    guard let path = one.location, let otherPath = other.location, let own = AtomicFile(path: path).stamp,
      let theirs = AtomicFile(path: otherPath).stamp
    else { return false }
    return own.device == theirs.device && own.file == theirs.file
  }

  /// Detaches a store: its objects are no longer part of what is saved. Contexts notice it as they notice another
  /// save; ``ManagedObjectContext/reset()`` makes them forget at once.
  ///
  /// The store keeps its place, for ``reopen(_:)``.
  /// - Throws: ``StoreError/unknownStore(_:known:)``.
  /// - Complexity: O(objects of all stores).
  public func close(_ name: String) throws(StoreError) {
    try state.withLock { (state) throws(StoreError) in
      let place = try state.place(named: name)
      state.slots[place].store.close()
      state.slots[place].isOpen = false
      state.removeObjectsOfClosedStores()
    }
  }

  /// Attaches a store again that was closed, and reads what it holds now. Of a store in memory that is nothing.
  /// - Returns: the objects that got other numbers than the store had them under; old to new.
  /// - Throws: ``StoreError``; then it stays closed.
  /// - Complexity: What opening the store takes, and O(objects of all stores).
  @discardableResult
  public func reopen(_ name: String) throws(StoreError) -> [ManagedObjectID: ManagedObjectID] {
    try reopen(name, whilePending: true)
  }

  /// - Parameter isPending: Whether a context may have objects that were never saved, in its graph or its history.
  package func reopen(
    _ name: String, whilePending isPending: Bool
  ) throws(StoreError) -> [ManagedObjectID: ManagedObjectID] {
    try state.withLock { (state) throws(StoreError) in
      guard let place = state.slots.firstIndex(where: { $0.store.name == name }) else {
        throw .unknownStore(name, known: state.slots.map(\.store.name))
      }
      guard !state.slots[place].isOpen else { return [:] }
      return try attach(state.slots[place], at: place, &state, whilePending: isPending)
    }
  }

  /// Returns the name of the store that keeps an object; nil for one that is saved in none. O(1).
  public func storeName(of id: ManagedObjectID) -> String? {
    state.withLock { state in
      guard let place = state.graph.place(of: state.graph.own(id)) else { return nil }
      return state.slot(at: state.graph.store(of: place))?.store.name
    }
  }

  func attach(
    _ slot: Slot, at place: Int, _ state: inout State, whilePending isPending: Bool
  ) throws(StoreError) -> [ManagedObjectID: ManagedObjectID] {
    try take(try slot.store.open(state.graph.schema), of: slot, at: place, &state, whilePending: isPending)
  }

  /// Makes what a store holds a part of what is saved.
  func take(
    _ contents: StoreContents, of slot: Slot, at place: Int, _ state: inout State, whilePending isPending: Bool
  ) throws(StoreError) -> [ManagedObjectID: ManagedObjectID] {
    guard contents.graph.schema === state.graph.schema else {
      throw .incompatibleModel(store: slot.store.name, entities: [])
    }
    let isPending = isPending && state.contextCount > 0
    // No number can be taken if nothing was ever saved and nothing is pending.
    let isFirst = !isPending && state.closed.isEmpty && state.graph.tables.allSatisfy { $0.rowEnd <= 1 }
    let (renumbered, incoming) =
      isFirst
      ? ([:], contents.graph)
      : contents.graph.movedApart(numbers) { id, row in
        state.isTaken(id, row, before: isPending ? numbers.nextNumber(ofTable: row.table) : 0)
      }
    // Each entity by itself: another version of the model may give it a separate table.
    var highest = [Int32](repeating: 0, count: incoming.schema.entities.count)
    for table in incoming.tables {
      table.forEachLiveRow { row, header in
        highest[Int(header.entity)] = max(highest[Int(header.entity)], Int32(clamping: row))
      }
    }
    if !state.closed.isEmpty { for id in incoming.allObjects() { state.closed.remove(id) } }
    for (entity, number) in highest.enumerated() where number > 0 { numbers.raise(entity, to: number) }
    let empty = Graph(state.graph.schema, context: 0)
    state.commit += 1
    var graph = state.graph
    if graph.tables.allSatisfy({ $0.liveCount == 0 }), place == 0, state.slots.count <= 1 {
      graph = incoming
      graph.context = 0
    } else if graph.tables.allSatisfy({ $0.rowEnd <= 1 }), graph.stores.isEmpty {
      // Nothing was ever here that a merge would have to keep.
      graph = incoming
      graph.context = 0
      for id in incoming.allObjects() {
        if let row = incoming.place(of: id) { graph.assign(row, toStore: UInt8(truncatingIfNeeded: place)) }
      }
    } else {
      for id in incoming.allObjects() {
        if let row = incoming.place(of: id) { graph.assign(row, toStore: UInt8(truncatingIfNeeded: place)) }
      }
      graph = GraphMerge.run(base: empty, own: incoming, target: graph, .own)
    }
    graph.settle(commit: state.commit)
    state.graph = graph
    let roots = graph.schema.entities.compactMap { $0 }.filter { $0.index == $0.table }
    let next = roots.map { numbers.nextNumber(ofTable: $0.table) }
    for entity in graph.schema.entities.compactMap({ $0 }) {
      let stated = contents.highestNumbers[entity.name].map { Int32(clamping: $0) } ?? 0
      let used = entity.index == entity.table ? Int32(clamping: graph.tables[entity.table].rowEnd - 1) : 0
      numbers.raise(entity.index, to: max(0, stated, used))
    }
    numbers.keepApart(graph.schema)
    for (root, start) in zip(roots, next) where numbers.nextNumber(ofTable: root.table) > start {
      state.unused[root.table, default: []].append(start..<numbers.nextNumber(ofTable: root.table))
    }
    var slot = slot
    slot.isOpen = true
    slot.version = graph.schema.history.currentName
    slot.original = nil
    slot.entities = state.entities(of: slot, in: graph.schema)
    if place < state.slots.count { state.slots[place] = slot } else { state.slots.append(slot) }
    (slot.store as? any NumberedStore)?.renumber(renumbered)
    return renumbered
  }
}

extension PersistentStoreCoordinator.State {
  /// Takes away the objects that no open store keeps.
  mutating func removeObjectsOfClosedStores() {
    let open = Set(slots.indices.filter { slots[$0].isOpen }.map { UInt8(truncatingIfNeeded: $0) })
    commit += 1
    closed.formUnion(graph.removeObjects { !open.contains($0) })
    graph.settle(commit: commit)
  }

  /// Whether an incoming object needs another number: a saved object has its own, or one that was never saved and that a
  /// context may still bring.
  /// - Parameter next: Numbers from here on were given to no object.
  func isTaken(_ id: ManagedObjectID, _ place: Graph.Place, before next: Int32) -> Bool {
    if graph.header(at: place).isAlive { return true }
    return place.row < next && !graph.hasHad(place) && !closed.contains(id)
      && unused[place.table]?.contains { $0.contains(place.row) } != true
  }

  func place(named name: String) throws(StoreError) -> Int {
    guard let place = slots.firstIndex(where: { $0.isOpen && $0.store.name == name }) else {
      throw .unknownStore(name, known: slots.filter(\.isOpen).map(\.store.name))
    }
    return place
  }

  func slot(at place: UInt8) -> PersistentStoreCoordinator.Slot? {
    Int(place) < slots.count ? slots[Int(place)] : nil
  }

  /// Whether the store takes objects of an entity: it or an ancestor is one of the configuration's.
  func takes(_ slot: PersistentStoreCoordinator.Slot, _ entity: Entity) -> Bool {
    guard let entities = slot.entities else { return true }
    return entities.contains { name in graph.schema.entity(named: name).map { entity.isKind(of: $0.index) } ?? false }
  }

  /// The store that takes new objects of an entity, by the entity's place, where it is not the first one. O(entities ×
  /// stores), O(1) for one store.
  var takers: [Int: UInt8] {
    guard slots.count > 1 else { return [:] }
    var found: [Int: UInt8] = [:]
    for entity in graph.schema.entities.compactMap({ $0 }) {
      let taker = slots.firstIndex { $0.isOpen && takes($0, entity) } ?? 0
      if taker > 0 { found[entity.index] = UInt8(truncatingIfNeeded: taker) }
    }
    return found
  }

  /// The entities that a store takes under a schema: the configuration may have been changed, and entities renamed. All
  /// where the schema has no such configuration.
  func entities(
    of slot: PersistentStoreCoordinator.Slot, in schema: Schema, since old: Schema? = nil
  ) -> Set<String>? {
    if slot.takesConfiguration, let name = slot.store.configuration {
      return schema.model.configurations.first { $0.name == name }.map { Set($0.entities) }
    }
    guard let entities = slot.entities, let old, old !== schema else { return slot.entities }
    return Set(entities.compactMap { old.entity(named: $0).flatMap { schema.entity(at: $0.index)?.name } })
  }

  func entities(ofConfiguration name: String?) throws(StoreError) -> Set<String>? {
    guard let name else { return nil }
    let configurations = graph.schema.model.configurations
    guard let found = configurations.first(where: { $0.name == name }) else {
      throw .unknownConfiguration(name, known: configurations.map(\.name))
    }
    return Set(found.entities)
  }
}

extension Graph {
  /// The same ID as this graph writes it: an ID of another context over the same coordinator names the same object.
  func own(_ id: ManagedObjectID) -> ManagedObjectID {
    ManagedObjectID(entity: Int(id.entity), number: Int32(bitPattern: id.number), context: context)
  }

  /// All objects that are not marked as deleted, by entity tree and number. O(objects).
  func allObjects() -> [ManagedObjectID] {
    var found: [ManagedObjectID] = []
    for (table, rows) in tables.enumerated() {
      rows.forEachLiveRow { row, _ in found.append(id(table, Int32(truncatingIfNeeded: row))) }
    }
    return found
  }

  /// Marks the objects of some stores as deleted and ends their links.
  /// - Returns: the objects.
  mutating func removeObjects(ofStores isMeant: (UInt8) -> Bool) -> [ManagedObjectID] {
    var removed: [ManagedObjectID] = []
    for id in allObjects() {
      guard let place = place(of: id), isMeant(store(of: place)), let entity = entity(at: place) else { continue }
      for layout in entity.relationships.compactMap(\.layout) {
        for member in members(of: layout, place.row) { disconnect(layout, place.row, member) }
      }
      markDeleted(place)
      removed.append(id)
    }
    return removed
  }

  /// The graph with other numbers for those objects whose numbers are taken.
  func movedApart(
    _ numbers: NumberAllocator, _ isTaken: (ManagedObjectID, Place) -> Bool
  ) -> (renumbered: [ManagedObjectID: ManagedObjectID], graph: Graph) {
    var rows: [Place: Int32] = [:]
    var renumbered: [ManagedObjectID: ManagedObjectID] = [:]
    for id in allObjects() {
      guard let place = place(of: id), isTaken(id, place), let entity = entity(at: place) else { continue }
      var next = numbers.next(entity)
      while let row = next, row < tables[place.table].rowEnd { next = numbers.next(entity) }
      guard let row = next else { continue }
      rows[place] = row
      renumbered[id] = ManagedObjectID(entity: entity.index, number: row, context: 0)
    }
    guard !rows.isEmpty else { return ([:], self) }
    var result = Graph(schema, context: 0)
    func newRow(_ place: Place) -> Int32 { rows[place] ?? place.row }
    let places = allObjects().compactMap(place)
    for place in places {
      guard let entity = entity(at: place) else { continue }
      let new = Place(table: place.table, row: newRow(place))
      result.insert(entity, row: new.row)
      for property in entity.properties {
        if case .attribute(let column) = property.storage {
          result.setValue(value(of: column, at: place), of: column, at: new)
        }
      }
    }
    for place in places {
      for layout in entity(at: place)?.relationships.compactMap(\.layout) ?? [] {
        for member in members(of: layout, place.row) {
          let there = Place(table: layout.destinationTable, row: member)
          if header(at: there).isLive { result.connect(layout, newRow(place), newRow(there)) }
        }
      }
    }
    // The other end of a link may have been met first.
    for place in places {
      for layout in entity(at: place)?.relationships.compactMap(\.layout) ?? [] where layout.isOrdered {
        let members = members(of: layout, place.row).map {
          newRow(Place(table: layout.destinationTable, row: $0))
        }
        result.reorder(layout, newRow(place), members)
      }
    }
    return (renumbered, result)
  }
}

extension PersistentStoreCoordinator {
  /// - Throws: ``StoreError/unknownStore(_:known:)`` for a name that no open store has.
  func filter(forStores names: [String]) throws(StoreError) -> StoreFilter {
    try state.withLock { (state) throws(StoreError) in
      var places: Set<UInt8> = []
      for name in names { places.insert(UInt8(truncatingIfNeeded: try state.place(named: name))) }
      var defaults: [Int: UInt8] = [:]
      for entity in state.graph.schema.entities.compactMap({ $0 }) {
        let first = state.slots.firstIndex { $0.isOpen && state.takes($0, entity) }
        defaults[entity.index] = first.map { UInt8(truncatingIfNeeded: $0) }
      }
      return StoreFilter(names: names, places: places, defaults: defaults)
    }
  }
}
