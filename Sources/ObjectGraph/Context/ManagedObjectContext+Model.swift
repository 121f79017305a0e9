import Predicates

extension ManagedObjectContext {
  /// Changes the model, and the objects follow: columns of unchanged properties are shared with the graph before,
  /// changed ones are converted where nothing is lost, new ones filled with their defaults, removed ones dropped;
  /// links follow a relationship from to-one to to-many and, where one object at most is held, back.
  ///
  /// Core Data's header freezes the model once objects were fetched; to let it change is our choice. The change is part
  /// of the current event, and so of its undo. While there are no objects any model is accepted, and with objects one
  /// that is only unfinished: a new relationship whose destination does not exist yet. ``prepare()`` reports the
  /// remaining problems.
  /// - Parameters:
  ///   - new: The model that becomes the current one.
  ///   - renaming: The new names, for an edit of the model, in which everything else keeps its name; nil for another
  ///     version, which is matched by its renaming identifiers. Where the model has other versions, an edit writes the
  ///     identifiers by which they find what was renamed, and keeps what is new apart from what they have under its
  ///     name.
  /// - Returns: the properties added, renamed, converted and dropped, with the numbers of objects; and the IDs of
  ///   objects that had to be renumbered.
  /// - Throws: ``ModelChangeError``, naming an object that cannot follow; then nothing has changed.
  /// - Complexity: O(entities + properties), a look at every object's header, and O(objects) for each property that
  ///   has to be converted.
  @discardableResult
  public func setModel(
    _ new: ManagedObjectModel, renaming: ModelRenaming? = nil
  ) throws(ModelChangeError) -> MigrationReport {
    try adopt(new, renaming: renaming).report
  }

  /// Does the same as ``setModel(_:renaming:)`` for an edit whose effects no one asks for: they are not counted.
  /// - Returns: the IDs of objects that had to be renumbered; old to new.
  package func edit(
    _ new: ManagedObjectModel, renaming: ModelRenaming
  ) throws(ModelChangeError) -> [ManagedObjectID: ManagedObjectID] {
    try adopt(new, renaming: renaming).renumbered
  }

  private func adopt(
    _ new: ManagedObjectModel, renaming: ModelRenaming?
  ) throws(ModelChangeError) -> AdoptedModel {
    var history = modelHistory
    history.model = new
    return try setHistory(history, renaming: renaming)
  }

  /// A change of the model that was made, with what its report is counted from.
  private struct AdoptedModel {
    var matching: ModelMatching
    var before: Graph
    var after: Graph
    var renumbered: [ManagedObjectID: ManagedObjectID]

    /// Counts the effects. O(objects of the entities concerned) for each property.
    var report: MigrationReport { MigrationReport(matching, from: before, to: after, renumbered: renumbered) }
  }

  /// The versions of the model; the current one is ``model``. O(1).
  public var modelHistory: ModelHistory { graph.schema.history }

  /// Makes a copy of the current version of the model under a new name, and the copy current; the version that was stays
  /// as it is. Objects do not change. Part of the current event, and so of its undo.
  /// - Throws: ``ModelHistoryError/versionExists(_:)``.
  /// - Complexity: O(versions + columns).
  public func addModelVersion(_ name: String) throws {
    var history = modelHistory
    try history.add(name)
    try checkModelMayChange(to: history)
    noteSaved()
    // The layout is that of the version before.
    let old = graph.schema
    let schema = Schema(old, history: history)
    meter(schema, isShared: true)
    graph.storage = graph.storage.fork(under: schema)
    committed.storage = committed.storage.fork(under: schema)
    bringModelToStores()
    keepRead(since: old)
    changed()
  }

  /// Makes another version of the model current. The objects follow as in ``setModel(_:renaming:)``, matched by
  /// renaming identifiers.
  /// - Throws: ``ModelHistoryError/unknownVersion(_:known:)``, ``ModelChangeError``.
  /// - Complexity: O(versions), and that of ``setModel(_:renaming:)``.
  @discardableResult
  public func useModelVersion(_ name: String) throws -> MigrationReport {
    var history = modelHistory
    try history.use(name)
    return try setHistory(history, renaming: nil).report
  }

  private func setHistory(
    _ history: ModelHistory, renaming: ModelRenaming?
  ) throws(ModelChangeError) -> AdoptedModel {
    var history = history
    var new = history.model
    // Another name for what is there changes nothing that a store or another context would have to follow.
    try checkModelMayChange(to: history)
    let old = graph.schema
    var changed = (before: graph, after: graph)
    let matching = ModelMatching(from: old.model, to: new, renaming: renaming)
    if renaming != nil {
      new = history.identified(matching, beside: coordinator.originals().map(\.schema.model))
      history.model = new
    }
    let returning = coordinator.originals().map {
      (schema: $0.schema, matching: ModelMatching(from: $0.schema.model, to: new))
    }
    let (places, placeCount) = try places(of: new, matching, returning)
    let schema = Schema(
      new, places: places, placeCount: placeCount, following: old, matching: matching, returning: returning,
      history: history)
    meter(schema)
    noteSaved()
    let saved = newest().graph
    let isBehind = saved.commit != committed.commit
    let hasObjects = hasObjects || isBehind && saved.tables.contains { $0.liveCount > 0 }
    if hasObjects, !schema.isStorable || schema.problems.contains(where: { old.stores($0) }) {
      throw .unresolved(schema.problems)
    }

    coordinator.numbers.grow(toHold: placeCount)
    var renumbered: [ManagedObjectID: ManagedObjectID] = [:]
    if hasObjects {
      let graphs = isBehind ? [committed, graph, saved] : [committed, graph]
      let (moved, numbers) = GraphConversion.movedRows(of: graphs, to: schema) {
        self.coordinator.numbers.nextNumber(ofTable: $0)
      }
      if !moved.isEmpty, coordinator.hasOtherContexts { throw .otherContexts }
      for (place, row) in moved {
        guard
          let header = [graph, committed, saved].map({ $0.header(at: place) }).first(where: {
            $0.entity != RowHeader.unused.entity
          })
        else { continue }
        let before = ManagedObjectID(entity: Int(header.entity), number: place.row, context: graph.context)
        renumbered[before] = ManagedObjectID(entity: Int(header.entity), number: row, context: graph.context)
      }
      for (entity, number) in numbers { coordinator.numbers.raise(entity, to: number) }
      schema.noteRenumbering(renumbered.ofCoordinator, since: old)
      if isBehind {
        let followed = try followBehind(schema, moved, matching, saved: saved)
        changed = (followed.before, followed.after)
        renumbered.merge(followed.renumbered) { _, new in new }
      } else {
        let followed = try followed(committed, graph, to: schema, moved, matching)
        (committed, graph) = (followed.base, followed.own)
        renumbered.merge(followed.renumbered) { _, new in new }
      }
      keepRead(since: old, moved)
      committed.saveCounts.move(renumbered)
      pendingDeletions = pendingDeletions.map { renumbered[$0] ?? $0 }
      let deleted = graph.objects(marked: .deleted)
      // Under the new rules what is marked already may lead further.
      if !deleted.isEmpty, pendingDeletions.isEmpty {
        _ = graph.propagateDeletion(of: deleted, leavingOut: unlistedLinks(andBetween: deleted))
      }
    } else {
      var empty = Graph(schema, context: graph.context)
      empty.commit = committed.commit
      schema.noteRenumbering([:], since: old)
      (committed, renumbered) = coordinator.restored(empty, now: clock())
      graph = committed
      keepRead(since: old)
    }
    schema.noteRenumbering(renumbered.ofCoordinator, since: old)
    keepNumbersApart()
    bringModelToStores()
    self.changed()
    if !isBehind { changed.after = graph }
    return AdoptedModel(matching: matching, before: changed.before, after: changed.after, renumbered: renumbered)
  }

  /// Counts what a change of the model costs: everything that is laid out, matched with the other versions, and a look at
  /// each object. O(entities).
  /// - Parameter isShared: whether the layout is that of another schema.
  func meter(_ schema: Schema, isShared: Bool = false) {
    guard let meter = cancellation.meter, meter.isLimited else { return }
    // Inherited properties are listed for each entity, and matched one by one where there are objects.
    let size =
      schema.model.fetchRequestTemplates.count + schema.entities.reduce(1) { $0 + 1 + ($1?.ownProperties.count ?? 0) }
      + schema.inheritedSize / (rowCount > 0 ? 2 : 8)
    if isShared {
      _ = meter.count(.properties, 1 + size / 64)
      return
    }
    _ = meter.count(.properties, size + (schema.history.count - 1) * size / 64)
    _ = meter.count(.rows, rowCount / 2)
    let (read, made) = graph.textBytes(readFor: schema)
    _ = meter.count(.rows, read >> 4) && meter.count(.bytes, made)
  }

  /// A graph and the saved one that it came from under another schema, with what the files hold for it.
  /// - Parameters:
  ///   - moved: the rows that get another number.
  ///   - matching: the properties that the schema's were.
  /// - Returns: both, and the objects that a file brings back under another number, old to new.
  /// - Throws: ``ModelChangeError``, naming an object that cannot follow.
  private func followed(
    _ base: Graph, _ own: Graph, to schema: Schema, _ moved: [Graph.Place: Int32], _ matching: ModelMatching
  ) throws(ModelChangeError) -> (base: Graph, own: Graph, renumbered: [ManagedObjectID: ManagedObjectID]) {
    let now = clock()
    var saved = GraphConversion(base, to: schema, moved: moved, now: now, strictness: .lenient, matching: matching)
    if base.schema.isStorable { try saved.run() }
    saved.new.computeDerived(since: base, now: now)
    let (restored, renumbered) = coordinator.restored(saved.new, now: now)
    var pending = GraphConversion(own, to: schema, moved: moved, now: now, strictness: .strict, matching: matching)
    pending.restored = restored
    try pending.run()
    pending.new.computeDerived(since: own, now: now)
    var result = pending.new
    if !restored.isSame(as: saved.new) {
      result = GraphMerge.run(base: saved.new, own: pending.new, target: restored, .own, keepsTargetDeletions: true)
    }
    try result.refuseViolations(since: own.schema)
    return (
      restored, result,
      Dictionary(renumbered.map { (graph.own($0), graph.own($1)) }, uniquingKeysWith: { first, _ in first })
    )
  }

  /// The change of the model where others have saved what this context has not taken in: it is asked of everything that
  /// is saved, with what is pending here, and what was read here stays as it was read.
  /// - Returns: everything before and after it, and the objects that a file brings back under another number.
  private func followBehind(
    _ schema: Schema, _ moved: [Graph.Place: Int32], _ matching: ModelMatching, saved: Graph
  ) throws(ModelChangeError) -> (before: Graph, after: Graph, renumbered: [ManagedObjectID: ManagedObjectID]) {
    let merged =
      graph.hasChanges
      ? GraphMerge.run(base: committed, own: graph, target: saved, .own, keepsTargetDeletions: true) : saved
    let followed = try followed(saved, merged, to: schema, moved, matching)
    try follow(followed.base, moved: moved, matching)
    coordinator.follow(followed.base, now: clock())
    return (merged, followed.own, followed.renumbered)
  }

  /// A file keeps the model that it was written under, so that this version of the model stays as it is; another one
  /// may be made current and be changed, and the file waits to be migrated. A child follows its parent's.
  private func checkModelMayChange(to new: ModelHistory) throws(ModelChangeError) {
    if let parent { throw .childContext(name, parent: parent.name) }
    if new.model != model, new.currentName == modelHistory.currentName || new.count == 1,
      let store = coordinator.storeWrittenUnder(modelHistory.currentName)
    {
      throw .storeOpen(store, isCompatible: new.model.isCompatible(withHashes: model.versionHashes()))
    }
    try followModel()
  }

  /// Lets the coordinator follow this context's model, in its saved graph.
  /// - Parameter past: the saved graph under that model from before it was changed, for a change that is taken back.
  func bringModelToStores(takingBackTo past: Graph? = nil) {
    guard parent == nil else { return }
    coordinator.follow(committed, now: clock(), takingBackTo: past)
    noteStoreBase()
  }

  /// Keeps what is saved for the undo of a change of the model, where this context does not know all of it.
  private func noteSaved() {
    guard let saved = savedByOthers else { return }
    if start.saved == nil { start.saved = saved }
    if group != nil, group?.saved == nil { group?.saved = saved }
  }

  /// After a change of tables: the next number of each is above all that its entities ever had.
  func keepNumbersApart() { coordinator.numbers.keepApart(graph.schema) }

  /// The stable place of each entity of a new model: that of the entity it was, here or in a file, or a new one.
  private func places(
    of new: ManagedObjectModel, _ matching: ModelMatching, _ returning: [(schema: Schema, matching: ModelMatching)]
  ) throws(ModelChangeError) -> ([String: Int], Int) {
    let earlier = [(graph.schema, matching)] + returning
    var places: [String: Int] = [:]
    for (schema, matching) in earlier {
      var taken = Set(places.values)
      for entity in new.entities where places[entity.name] == nil {
        guard let place = matching.oldNames[entity.name].flatMap({ schema.indexes[$0] }),
          schema === graph.schema || graph.schema.entity(at: place) == nil, taken.insert(place).inserted
        else { continue }
        places[entity.name] = place
      }
    }
    // An entity that comes back has its place again, where objects of the past, of undo and of files, look for it.
    var taken = Set(places.values)
    for entity in new.entities where places[entity.name] == nil {
      guard let place = coordinator.place(ofEntity: entity.canonicalName),
        earlier.allSatisfy({ $0.schema.entity(at: place) == nil }), taken.insert(place).inserted
      else { continue }
      places[entity.name] = place
    }
    var count = coordinator.numbers.placeCount
    for entity in new.entities where places[entity.name] == nil {
      places[entity.name] = count
      count += 1
    }
    guard count <= Schema.entityLimit else { throw .tooManyEntities }
    return (places, count)
  }
}

extension [ManagedObjectID: ManagedObjectID] {
  /// The same as the coordinator writes the IDs.
  fileprivate var ofCoordinator: Self {
    Dictionary(map { ($0.ofCoordinator, $1.ofCoordinator) }, uniquingKeysWith: { first, _ in first })
  }
}
