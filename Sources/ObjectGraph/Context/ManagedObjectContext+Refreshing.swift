import Predicates

/// The treatment of an object's pending changes by a refresh.
public enum RefreshMode: Hashable, Sendable {
  /// They are put over what is saved now; that never conflicts (Core Data's documentation).
  case mergingChanges
  /// They are dropped, and the object is a fault.
  case discardingChanges
}

extension ManagedObjectContext {
  /// Takes in what is saved of an object now, although it was read or has changes here. Transient attributes fall back to their
  /// defaults (public tests of Core Data) and transient relationships are emptied, unless the object has changes that
  /// are kept.
  ///
  /// The results of its fetched properties are dropped, and fetched again when they are read.
  ///
  /// A new object has nothing to be refreshed from: discarding its changes does nothing (our choice). One that is marked
  /// for deletion stays so unless its changes are discarded, and its delete rules act again on what it shows now.
  /// An object that another context has deleted becomes a fault that cannot be fulfilled; see
  /// ``shouldDeleteInaccessibleFaults``.
  /// - Throws: ``ObjectGraphError/deletedElsewhere(_:entity:)`` for an object that another context has deleted and whose
  ///   changes here would have to be put over what is saved (Core Data's answer is not established); it
  ///   stays as it is here. ``ObjectGraphError/objectGone(_:entity:)``, ``ObjectGraphError/foreignObject(_:)``, and
  ///   ``ModelChangeError``.
  /// - Complexity: O(others' changes + pending changes).
  public func refresh(_ id: ManagedObjectID, _ mode: RefreshMode = .mergingChanges) throws {
    let (place, entity) = try locateUnread(id)
    // What is pending is put over what is saved, and so is what keeps the values that it was read with.
    let holdsValues = committed.commit < 0
    let rows = graph.tables.reduce(0) { $0 + $1.markedCount + (holdsValues ? $1.liveCount : 0) }
    try cancellation.spend(.rows, 4 + 2 * rows)
    state.fetchedValues.forget(id)
    try followModel()
    let isKept = mode == .mergingChanges && !graph.header(at: place).marks.isDisjoint(with: .pending)
    if isKept, staleness(of: id) == .deleted { throw ObjectGraphError.deletedElsewhere(id, entity: entity.name) }
    try merge(.unread(and: [place]))
    guard graph.header(at: place).isAlive, !graph.header(at: place).marks.contains(.inserted) else { return }
    let isChanged = !graph.header(at: place).marks.isDisjoint(with: .pending)
    let object = ManagedObject(id, in: self)
    let told = hooks.isEmpty ? [] : hooks.hooks(of: entityName(of: id), in: model)
    if mode == .mergingChanges, isChanged {
      // The delete rules act again, for what others have linked to it since they did.
      if graph.header(at: place).marks.contains(.deleted) {
        pendingDeletions.append(id)
        changed()
      }
      return
    }
    for hook in told.compactMap(\.willTurnIntoFault) { hook(object) }
    let before = graph
    if isChanged {
      graph = GraphMerge.run(base: graph, own: committed, target: graph, .own, only: [place])
      graph.markDifferences(from: committed)
      pendingDeletions.removeAll { $0 == id }
    }
    if graph.schema.hasTransients { dropTransients(at: [place], keeping: []) }
    faults.track(graph)
    faults.turn(place, entity)
    if isChanged { changed() } else { version &+= 1 }
    if isChanged || graph.schema.hasTransients {
      if !isEventChanged { beginEvent() }
      post(.objectsDidChange, since: before, areRefreshed: true)
    }
    for hook in told.compactMap(\.didTurnIntoFault) { hook(object) }
  }

  /// Takes in everything that is saved now: what is pending here stays, property by property, everything else becomes a
  /// fault. O(objects).
  /// - Throws: ``ModelChangeError`` when the model was changed elsewhere and pending changes cannot follow.
  public func refreshAll() throws(ModelChangeError) {
    state.fetchedValues = FetchedValues()
    try merge(.everything)
    let pending = graph.objects(marked: .pending)
    faults.begin(graph)
    for id in pending { if let place = graph.place(of: id) { faults.realise(place) } }
    guard graph.schema.hasTransients else { return }
    let kept = Set(pending.compactMap(graph.place(of:)))
    dropTransients(at: graph.allObjects().compactMap(graph.place(of:)).filter { !kept.contains($0) }, keeping: kept)
    version &+= 1
    if !isEventChanged { beginEvent() }
  }

  private func dropTransients(at places: [Graph.Place], keeping kept: Set<Graph.Place>) {
    var endsLinks = false
    for place in places {
      if committed.dropTransients(at: place, keeping: kept) { endsLinks = true }
      if graph.dropTransients(at: place, keeping: kept) { endsLinks = true }
    }
    guard endsLinks else { return }
    committed.settle(commit: committed.commit)
    graph.markDifferences(from: committed)
  }

  /// Takes in what another context saved: for the objects that it wrote also where they have changes here, which stay,
  /// property by property; objects that it deleted go. O(objects of the save + others' changes + pending changes).
  /// - Throws: ``ModelChangeError`` when the model was changed elsewhere and pending changes cannot follow.
  public func mergeChanges(from save: SaveNotification) throws(ModelChangeError) {
    let places = save.objects.compactMap { id -> Graph.Place? in
      guard let entity = graph.schema.entity(at: id.entity), id.number <= UInt32(Int32.max) else { return nil }
      return Graph.Place(table: entity.table, row: Int32(id.number))
    }
    try merge(.unread(and: Set(places)))
  }

  /// Whether the object was not read since this context started from it, refreshed it or took in its new values. A
  /// graph as a value has every object available; but a fault shows what is saved when it is read, and other objects
  /// show what they were read with. O(1).
  public func isFault(_ id: ManagedObjectID) -> Bool { graph.place(of: id).map(faults.isFault) ?? false }

  /// Whether an object was taken away by another context's save. How it reads is a matter of
  /// ``shouldDeleteInaccessibleFaults``.
  package func isInaccessible(_ id: ManagedObjectID) -> Bool {
    graph.place(of: id) == nil && faults.inaccessible.contains(id)
  }

  /// The objects that have changes here or were read, by entity tree and number: what Core Data would keep a row for.
  /// O(objects).
  public var registeredObjects: [ManagedObjectID] {
    graph.allObjects().filter { id in graph.place(of: id).map { !faults.isFault($0) } ?? false }
      + graph.objects(marked: .deleted)
  }

  /// Called before a value is read, while some object may be a fault. Gives a value when the object is not there to
  /// read it from.
  func readFault(_ id: ManagedObjectID, _ key: String) throws -> Value? {
    guard graph.place(of: id) != nil else { return valueOfGone(id, key) }
    guard faults.isTracking, let property = graph.schema.entity(at: id.entity)?.property(key) else { return nil }
    try fire(id)
    guard let place = graph.place(of: id) else { return valueOfGone(id, key) }
    guard let layout = property.layout, layout.isToMany, faults.isFault(layout, place.row, in: graph) else {
      return nil
    }
    if isBehind { try? merge(.unread(and: [])) }
    faults.realise(layout, place.row, in: graph)
    return nil
  }

  /// Makes a fault none: it is read from what is saved now.
  func fire(_ id: ManagedObjectID) throws {
    guard let place = graph.place(of: id), faults.isFault(place) else { return }
    if isBehind || state.holdsUnread {
      // A model that the pending changes cannot follow is reported by the next fetch or save.
      try? merge(.unread(and: []))
      guard graph.place(of: id) != nil else { return }
    }
    faults.realise(place)
    if !hooks.isEmpty { try awakeFromFetch(id, place) }
  }

  /// Whether an object is no fault now, without asking its hooks.
  @inline(never)
  func isFired(_ id: ManagedObjectID) -> Bool {
    guard hooks.isEmpty else { return false }
    try? fire(id)
    return true
  }
}
