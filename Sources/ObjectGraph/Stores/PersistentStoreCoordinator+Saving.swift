import struct Foundation.Date

extension PersistentStoreCoordinator {
  /// The result of a save.
  struct Outcome {
    /// The graph after it, settled; transient attributes as the context had them.
    var graph: Graph
    /// The saved graph: the same, with transient attributes at their defaults.
    var saved: Graph
    var report: SaveReport
    /// The graph that others had saved before it, if their changes came in.
    var theirs: Graph?
  }

  /// The validation of a graph that others' changes or merged duplicates came into.
  enum Validation {
    case everything
    /// For a batch request.
    case uniqueness
  }

  /// Writes the changes of `own` since `base`: at once if no one has saved since, otherwise merged.
  /// - Parameter links: The links that objects of `base` show when they differ from those of `base`.
  /// - Throws: ``SaveError``; then nothing is saved.
  func save(
    _ own: Graph, since base: Graph, showing links: HeldLinks, policy: MergePolicy,
    validating validation: Validation = .everything, named name: String, now: Date, isBatch: Bool = false,
    _ cancellation: Cancellation
  ) throws(SaveError) -> Outcome {
    let (outcome, notification) = try state.withLock {
      (state) throws(SaveError) -> (Outcome, SaveNotification) in
      let isCurrent = base.commit == state.commit && base.schema === state.graph.schema
      var pending = own
      if !isCurrent {
        var merge = GraphMerge(base: base, own: own, target: state.graph.named(own.context), policy.resolution)
        merge.cancellation = cancellation
        merge.links = links
        merge.endsLinksToMarked = true
        merge.run()
        if cancellation.isRequested { throw .cancelled }
        if policy == .error, !merge.conflicts.isEmpty { throw .mergeConflicts(merge.conflicts) }
        pending = merge.target
      }
      if pending.schema.hasUniqueness {
        try resolveConstraints(&pending, in: state, own: own, policy, isMerged: !isCurrent, cancellation)
      }
      if !isCurrent || policy != .error && pending.schema.hasUniqueness {
        // Others' saved objects, or an object that was merged into another, may be read by derived attributes.
        pending.computeDerivedAttributes(now: now, cancellation)
        var validator = Validator(pending, now: now, cancellation)
        validator.takers = state.takers
        validator.base = state.graph
        let errors = validation == .everything ? validator.pendingErrors() : validator.constraintErrors()
        if cancellation.isRequested { throw .cancelled }
        guard errors.isEmpty else { throw .validation(errors) }
      }
      try assignStores(&pending, state, cancellation)
      var saved = pending
      if isCurrent, own.schema.hasTransients {
        // The context's transient attributes of other objects are not included.
        saved = GraphMerge.run(base: base, own: pending, target: state.graph.named(own.context), .own)
      }
      if cancellation.isRequested { throw .cancelled }
      let written = try write(
        pending, saved, merged: !isCurrent, areDifferent: isBatch && isCurrent && policy == .error, &state, name,
        cancellation)
      state.noteWrites(written.0.report.updated + written.0.report.deleted, isBatch: isBatch)
      return written
    }
    if !isBatch { notify(notification) }
    return outcome
  }

  /// Whether nothing has been saved since a graph was.
  func isCurrent(_ base: Graph) -> Bool {
    state.withLock { base.commit == $0.commit && base.schema === $0.graph.schema }
  }

  /// Saves in the most common case: no one has saved meanwhile, one store in memory takes everything, no one observes,
  /// and nothing can be refused any more. The context's own graph is then settled as it is, without copying the pages
  /// it marks. Returns nil, and does nothing, in any other case.
  func saveAlone(_ own: inout Graph, since base: Graph) -> SaveReport? {
    state.withLock { state in
      guard base.commit == state.commit, base.schema === state.graph.schema, own.schema === base.schema,
        !own.schema.hasTransients, !own.schema.hasUniqueness, own.stores.isEmpty, state.graph.stores.isEmpty,
        state.observers.isEmpty,
        state.slots.count == 1, state.slots[0].isOpen, state.slots[0].entities == nil,
        state.slots[0].store is InMemoryStore
      else { return nil }
      let updated = own.objects(marked: .updated, without: .deleted)
      let deleted = own.objects(marked: .deleted, without: .inserted)
      own.settle(commit: state.commit + 1)
      own.saveCounts = state.graph.saveCounts
      own.saveCounts.countUpdates(of: updated.filter { own.differs($0, since: base) })
      own.saveCounts.forget(deleted)
      // The new objects, perhaps millions, are listed only when they are read.
      let report = SaveReport(before: state.graph, after: own, updated: updated, deleted: deleted)
      state.noteWrites(updated + deleted, isBatch: false)
      state.commit += 1
      state.graph = own.named(0)
      return report
    }
  }

  /// - Parameter areDifferent: Whether all objects that are marked as updated differ from what is saved: those of a batch
  ///   request, which sets each attribute once, and to another value.
  private func write(
    _ pending: Graph, _ toSave: Graph, merged: Bool, areDifferent: Bool, _ state: inout State, _ name: String,
    _ cancellation: Cancellation
  ) throws(SaveError) -> (Outcome, SaveNotification) {
    let updated = pending.objects(marked: .updated, without: .deleted)
    let deleted = pending.objects(marked: .deleted, without: .inserted)
    var settled = pending
    if state.slots.count > 1 { settled.keepStores(of: deleted) }
    settled.settle(commit: state.commit + 1)
    settled.saveCounts = state.graph.saveCounts
    let previous = state.graph.named(pending.context)
    settled.saveCounts.countUpdates(
      of: areDifferent || previous.schema !== pending.schema
        ? updated : updated.filter { pending.differs($0, since: previous) })
    settled.saveCounts.forget(deleted)
    // The new objects, perhaps millions, are listed only when they are read.
    let report =
      settled.schema === state.graph.schema
      ? SaveReport(before: state.graph, after: settled, updated: updated, deleted: deleted)
      : SaveReport(
        inserted: pending.objects(marked: .inserted, without: .deleted), updated: updated, deleted: deleted)
    var saved = settled
    if settled.schema.hasTransients {
      saved = toSave
      saved.stores = settled.stores
      for id in report.inserted + report.updated {
        if let place = saved.place(of: id) { saved.dropTransients(at: place) }
      }
      saved.settle(commit: settled.commit)
      saved.saveCounts = settled.saveCounts
    }
    saved.context = 0
    var written: Set<UInt8> = []
    do throws(SaveError) {
      try hand(saved, report, state, cancellation, written: &written)
    } catch {
      // A store that has written holds it, whatever became of the others.
      if !written.isEmpty { state.keep(saved, of: written) }
      throw error
    }
    state.noteRewriting()
    state.commit += 1
    state.graph = saved
    let notification = SaveNotification(
      context: name, commit: state.commit,
      inserted: state.observers.isEmpty ? [] : report.inserted.map(saved.own),
      updated: report.updated.map(saved.own), deleted: report.deleted.map(saved.own))
    return (Outcome(graph: settled, saved: saved, report: report, theirs: merged ? previous : nil), notification)
  }

  /// Gives every store that has something to write its part of a save.
  ///
  /// First all files are locked, checked and written next to the old ones; only when nothing can be refused any more
  /// are the new ones put in place. So a save that one store refuses changes no other.
  /// - Parameter written: Gets the places of the stores that have written their part.
  private func hand(
    _ saved: Graph, _ report: SaveReport, _ state: State, _ cancellation: Cancellation, written: inout Set<UInt8>
  ) throws(SaveError) {
    var prepared: [(place: UInt8, store: FileStore, save: FileStore.PreparedSave)] = []
    var others: [(place: UInt8, store: any PersistentStore, save: StoreSave)] = []
    // In the order of their paths, so that two programs never wait for each other's files.
    let paths = state.slots.map { $0.store.location ?? "" }
    let inserted = report.inserted
    for index in state.slots.indices.sorted(by: { (paths[$0], $0) < (paths[$1], $1) }) where state.slots[index].isOpen {
      // The coordinator's graph holds the objects of stores in memory.
      let store = state.slots[index].store
      if store is InMemoryStore { continue }
      let place = UInt8(truncatingIfNeeded: index)
      func part(_ ids: [ManagedObjectID], of graph: Graph) throws(SaveError) -> [ManagedObjectID] {
        var part: [ManagedObjectID] = []
        for (count, id) in ids.enumerated() {
          if count & 4_095 == 4_095, cancellation.isRequested { throw .cancelled }
          let id = graph.own(id)
          if let found = graph.place(of: id), graph.store(of: found) == place { part.append(id) }
        }
        return part
      }
      let save = StoreSave(
        graph: saved, previous: state.graph, place: place, inserted: try part(inserted, of: saved),
        updated: try part(report.updated, of: saved), deleted: try part(report.deleted, of: state.graph),
        highestNumbers: highestNumbers(saved.schema), cancellation: cancellation)
      let file = store as? FileStore
      if file == nil || !state.rewritesFiles, save.inserted.isEmpty, save.updated.isEmpty, save.deleted.isEmpty {
        continue
      }
      guard let file else {
        others.append((place, store, save))
        continue
      }
      do throws(StoreError) {
        prepared.append((place, file, try file.prepare(save, adoptsModel: state.rewritesFiles)))
      } catch {
        throw error == .cancelled ? .cancelled : .store(error)
      }
    }
    func write(
      _ place: UInt8, _ store: any PersistentStore, _ body: () throws(StoreError) -> Void
    ) throws(SaveError) {
      do throws(StoreError) { try body() } catch {
        if written.isEmpty { throw error == .cancelled ? .cancelled : .store(error) }
        let names = written.sorted().map { state.slots[Int($0)].store.name }
        throw .store(.incompleteSave(saved: names, failed: store.name, reason: error.diagnostic.message))
      }
      written.insert(place)
    }
    // The refusals of other kinds of store are known only after they have been asked to write.
    for (place, store, save) in others {
      var save = save
      if !written.isEmpty { save.cancellation = .never }
      try write(place, store) { () throws(StoreError) in try store.save(save) }
    }
    for (place, store, save) in prepared {
      try write(place, store) { () throws(StoreError) in try store.commit(save) }
    }
  }

  /// Makes saves rewrite every open file, whatever model it was written under, while the closure runs.
  func rewriteFiles(during save: () throws(SaveError) -> Void) throws(SaveError) {
    let before = state.withLock { state in
      state.rewritesFiles = true
      return state.commit
    }
    defer { state.withLock { $0.rewritesFiles = false } }
    try save()
    // A save of nothing does not come this far.
    try state.withLock { (state) throws(SaveError) in
      guard state.commit == before else { return }
      var written: Set<UInt8> = []
      try hand(state.graph, SaveReport(inserted: [], updated: [], deleted: []), state, .never, written: &written)
      state.noteRewriting()
    }
  }

  func highestNumbers(_ schema: Schema) -> [String: UInt32] {
    var found: [String: UInt32] = [:]
    for entity in schema.entities.compactMap({ $0 }) where entity.index == entity.table {
      found[entity.name] = UInt32(clamping: numbers.nextNumber(ofTable: entity.table) - 1)
    }
    return found
  }

  /// The store of an object that was ever saved is the one that the saved graph has for it, whatever a graph from before
  /// that save says. New objects that were given to no store go to the first that takes their entity; then no link may
  /// lead from one store to another.
  private func assignStores(
    _ graph: inout Graph, _ state: State, _ cancellation: Cancellation
  ) throws(SaveError) {
    let open = state.slots.indices.filter { state.slots[$0].isOpen }
    graph.takeStores(from: state.graph)
    guard open != [0] || state.slots[0].entities != nil || !graph.stores.isEmpty else { return }
    let inserted = graph.objects(marked: .inserted, without: .deleted)
    for (count, id) in inserted.enumerated() {
      if count & 4_095 == 4_095, cancellation.isRequested { throw .cancelled }
      guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { continue }
      if graph.isAssigned(place) || state.graph.hasStored(place) {
        guard let slot = state.slot(at: graph.store(of: place)), slot.isOpen else {
          throw .store(.noStore(entity: entity.name))
        }
        continue
      }
      guard let index = open.first(where: { state.takes(state.slots[$0], entity) }) else {
        throw .store(.noStore(entity: entity.name))
      }
      if index > 0 || !graph.stores.isEmpty { graph.assign(place, toStore: UInt8(truncatingIfNeeded: index)) }
    }
    guard open.count > 1 else { return }
    var links: [CrossStoreLink] = []
    for (count, id) in (inserted + graph.objects(marked: .updated, without: .deleted)).enumerated() {
      if count & 4_095 == 4_095, cancellation.isRequested { throw .cancelled }
      guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { continue }
      let store = graph.store(of: place)
      for property in entity.relationships {
        guard let layout = property.layout, property.relationship?.isTransient != true else { continue }
        graph.forEachMember(of: layout, place.row) { member in
          let other = Graph.Place(table: layout.destinationTable, row: member)
          guard graph.header(at: other).isLive, graph.store(of: other) != store else { return }
          links.append(
            CrossStoreLink(
              object: .init(id: id, entity: entity.name), store: state.slot(at: store)?.store.name ?? "",
              key: property.name, other: .init(id: graph.id(at: other), entity: graph.entity(at: other)?.name ?? ""),
              otherStore: state.slot(at: graph.store(of: other))?.store.name ?? ""))
        }
      }
    }
    guard links.isEmpty else { throw .crossStore(links) }
  }
}

extension PersistentStoreCoordinator.State {
  /// Takes the objects of some stores over from a save that others have refused. O(what the save changed).
  fileprivate mutating func keep(_ saved: Graph, of places: Set<UInt8>) {
    guard saved.schema === graph.schema else { return }
    var own: Set<Graph.Place> = []
    for (table, rows) in saved.rowsPerhapsChanged(since: graph).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        let holder = saved.header(at: place).isLive ? saved : graph
        if places.contains(holder.store(of: place)) { own.insert(place) }
      }
    }
    var kept = GraphMerge.run(base: graph, own: saved, target: graph, .own, only: own)
    let updated = kept.objects(marked: .updated, without: .deleted)
    commit += 1
    kept.keepStores(of: kept.objects(marked: .deleted, without: .inserted))
    kept.settle(commit: commit)
    kept.saveCounts = graph.saveCounts
    kept.saveCounts.countUpdates(of: updated)
    graph = kept
  }

  /// Notes which objects a batch request wrote last. O(1) for a save while there was none, else O(objects).
  fileprivate mutating func noteWrites(_ objects: @autoclosure () -> [ManagedObjectID], isBatch: Bool) {
    guard isBatch || !batchWrites.isEmpty else { return }
    for id in objects() {
      guard let table = graph.schema.entity(at: id.entity)?.table else { continue }
      let row = Int32(bitPattern: id.number)
      if isBatch { batchWrites.insert(row, of: table) } else { batchWrites.remove(row, of: table) }
    }
  }

  /// Files that were rewritten belong to the current version.
  fileprivate mutating func noteRewriting() {
    guard rewritesFiles else { return }
    for index in slots.indices where slots[index].isOpen && slots[index].store is FileStore {
      slots[index].version = graph.schema.history.currentName
      slots[index].original = nil
    }
  }
}

extension MergePolicy {
  var resolution: GraphMerge.Resolution {
    switch self {
    case .error, .object: .own
    case .store: .target
    case .overwrite: .overwrite
    case .rollback: .rollback
    }
  }
}

extension Graph {
  /// The same graph, its IDs written for another context.
  func named(_ context: UInt8) -> Graph {
    var copy = self
    copy.context = context
    return copy
  }
}
