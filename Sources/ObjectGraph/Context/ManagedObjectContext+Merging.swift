import Predicates

/// Merging what others have saved. The new graph is made from theirs; what was read here keeps its values, and what is
/// pending here is carried over.
extension ManagedObjectContext {
  /// The objects whose saved state a merge brings in.
  enum MergeScope {
    /// The objects that were not read here and have no changes, and these besides.
    case unread(and: Set<Graph.Place>)
    /// The objects that others have saved, as a notification of their saves would name them. Batch requests post no notification, so
    /// their writes are not merged.
    case saves
    /// All objects; what is pending here stays, property by property.
    case everything
  }

  /// Returns the graph that this context would start from now: the saved one, or the parent's.
  func newest() -> (graph: Graph, count: Int) {
    if let parent { return (parent.snapshotForChildren().named(graph.context), parent.version) }
    let (newest, commit) = coordinator.state.withLock { ($0.graph, $0.commit) }
    return (newest.named(graph.context), commit)
  }

  /// The graph that children start from: this one with nothing pending. O(pending changes), once a change.
  func snapshotForChildren() -> Graph {
    if let snapshot = state.childSnapshot, snapshot.version == version { return snapshot.graph }
    var snapshot = graph
    if !pendingDeletions.isEmpty { _ = snapshot.propagateDeletion(of: pendingDeletions, leavingOut: unlistedLinks) }
    snapshot.end(snapshot.linksToDeleted())
    snapshot.settle(commit: version)
    state.childSnapshot = (version, snapshot)
    return snapshot
  }

  /// Whether something was saved that this context has not looked at.
  var isBehind: Bool { parent.map { $0.version != seen } ?? (coordinator.commit != seen) }

  /// Whether something was not taken in for the sake of changes that are no longer pending.
  private var isHeldForNothing: Bool { state.holdsUnread && !graph.hasChanges }

  /// Merges changes from elsewhere before a fetch, except for objects that were read or have changed here.
  func mergeBeforeFetch() throws(ModelChangeError) {
    if isMergingDue {
      try merge(.saves)
    } else if parent.map({ $0.version != seen }) ?? coordinator.hasNews(since: seen, graph.schema) || isHeldForNothing {
      try merge(.unread(and: []))
    }
  }

  /// Whether others' saves are merged automatically, and there are some that were not.
  private var isMergingDue: Bool { merged.map { $0.count != parent?.version ?? coordinator.commit } ?? false }

  /// For ``automaticallyMergesChangesFromParent``, before the context is looked at. A model that the pending changes
  /// cannot follow is reported by the next fetch or save.
  package func mergeAutomatically() {
    if isMergingDue { try? merge(.saves) }
  }

  /// Merges everything that others have saved; what is pending here stays, property by property, and so do transient
  /// values.
  /// - Throws: ``ModelChangeError`` when the model was changed elsewhere and pending changes cannot follow.
  package func mergeEverything() throws(ModelChangeError) { try merge(.everything) }

  /// O(others' changes + pending changes); O(1) without pending ones.
  /// - Parameter isOwn: Whether this context itself has saved what comes in, which undo then can take back.
  func merge(_ scope: MergeScope, ofOwnSave isOwn: Bool = false) throws(ModelChangeError) {
    try followModel()
    let (newest, count) = newest()
    if case .unread(let released) = scope, released.isEmpty, count == seen, !isHeldForNothing { return }
    defer { if case .saves = scope, merged != nil { merged = (newest, count) } }
    if newest.commit == committed.commit {
      seen = count
      return
    }
    let before = graph
    let oldBase = committed
    let stored = storeBase ?? committed
    rebase(on: newest, scope)
    graph =
      before.hasChanges
      ? GraphMerge.run(base: oldBase, own: before, target: committed, .own, keepsTargetDeletions: true) : committed
    seen = count
    version &+= 1
    noteMerge(from: before, isOwn ? nil : SavedElsewhere(before: stored, after: storeBase ?? committed))
    switch scope {
    case .unread(let released): noteFaults(since: before, turning: released)
    case .saves, .everything: noteFaults(since: before, turning: nil)
    }
    if checksInvariants { checkSoundness() }
    post(.objectsDidChange, since: before, areRefreshed: true)
    notified = graph
  }

  /// Makes ``committed`` of what is saved, the objects that keep their state put back into it.
  func rebase(on newest: Graph, _ scope: MergeScope) {
    let oldBase = committed
    let old = storeBase ?? committed
    var base = newest
    var links = HeldLinks(newest.schema)
    if let isReleased = released(by: scope, newest), old.schema === newest.schema {
      let held = held(in: newest, since: old, isReleased)
      if !held.isEmpty { base = GraphMerge.run(base: newest, own: old, target: newest, .own, only: held) }
      base.settle(commit: -1)
      links = heldLinks(in: base, newest, since: old, isReleased)
      if held.isEmpty, links.isEmpty {
        base = newest
      } else {
        state.heldBackCount += 1
        base.commit = -state.heldBackCount
      }
    } else {
      state.holdsUnread = false
    }
    searched = nil
    state.newestMerged = base.commit < 0 ? newest : nil
    faults.links = links
    state.heldAtStart = links
    if parent == nil, base.schema.hasTransients {
      // The stored graph, with this context's values of transient attributes.
      let stored = base
      base = withTransients(stored, since: storeBase ?? oldBase, of: oldBase)
      storeBase = stored
    }
    committed = base
  }

  /// Whether a merge brings in an object that was read here; nil if it brings in every object.
  private func released(by scope: MergeScope, _ newest: Graph) -> ((Graph.Place) -> Bool)? {
    switch scope {
    case .unread(let released): return released.contains
    case .everything: return nil
    case .saves: return placesSaved(in: newest).contains
    }
  }

  /// The objects that were saved since others' saves were last merged, those left out that a batch request wrote last.
  private func placesSaved(in newest: Graph) -> Set<Graph.Place> {
    guard let merged, merged.graph.schema === newest.schema else { return [] }
    var places: Set<Graph.Place> = []
    for (table, rows) in newest.rowsPerhapsChanged(since: merged.graph).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        if newest.isChanged(place, since: merged.graph) { places.insert(place) }
      }
    }
    // A save to the values that were there before counts as well.
    for (entity, row) in newest.saveCounts.changed(since: merged.graph.saveCounts) {
      if let entity = newest.schema.entity(at: entity) { places.insert(Graph.Place(table: entity.table, row: row)) }
    }
    let ofBatches = parent == nil ? coordinator.state.withLock { $0.batchWrites } : RowBits()
    return ofBatches.isEmpty ? places : places.filter { !ofBatches.contains($0.row, of: $0.table) }
  }

  /// Returns the stored graph with the transient attributes of a graph of this context.
  func withTransients(_ stored: Graph, since storeBase: Graph, of own: Graph) -> Graph {
    var base = GraphMerge.run(base: storeBase, own: stored, target: own, .own)
    base.settle(commit: stored.commit)
    base.saveCounts = stored.saveCounts
    return base
  }

  private func isPending(_ place: Graph.Place) -> Bool { !graph.header(at: place).marks.isDisjoint(with: .pending) }

  /// The objects that changed elsewhere and keep the state that they have here: they were read here, or have changes.
  private func held(
    in newest: Graph, since old: Graph, _ isReleased: (Graph.Place) -> Bool
  ) -> Set<Graph.Place> {
    state.holdsUnread = false
    var held: Set<Graph.Place> = []
    // Objects that a store took along when it was closed are held by no context.
    let closed = coordinator.state.withLock { $0.closed }
    for (table, rows) in newest.rowsPerhapsChanged(since: old).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        if isReleased(place) { continue }
        if !old.header(at: place).isLive, graph.header(at: place).isLive, newest.header(at: place).isLive {
          // Both have brought it back, and the save finds a conflict.
          held.insert(place)
          continue
        }
        guard old.header(at: place).isLive, let entity = old.entity(at: place) else { continue }
        let isRead = !faults.isFault(place)
        guard isRead || isPending(place) else { continue }
        let changed =
          newest.header(at: place).isLive ? newest.changedProperties(of: entity, at: place, since: old) : nil
        if changed?.isEmpty == true || changed == nil && closed.contains(old.id(at: place).withoutContext) { continue }
        if !isRead { state.holdsUnread = true }
        held.insert(place)
      }
    }
    return held
  }

  /// The links that objects show and `base` does not have: the others' end was read at another time.
  private func heldLinks(
    in base: Graph, _ newest: Graph, since old: Graph, _ isReleased: (Graph.Place) -> Bool
  ) -> HeldLinks {
    var links = HeldLinks(base.schema)
    func isKept(_ place: Graph.Place) -> Bool {
      !isReleased(place) && old.header(at: place).isLive && (!faults.isFault(place) || isPending(place))
    }
    func note(_ place: Graph.Place, isKept: Bool) {
      guard base.header(at: place).isLive, let entity = base.entity(at: place) else { return }
      for layout in entity.relationships.compactMap(\.layout) {
        let isRead = isKept && (!layout.isToMany || !faults.isFault(layout, place.row, in: base))
        let wanted =
          isRead || !newest.header(at: place).isLive
          ? faults.links[layout, place.row, old.schema] ?? old.members(of: layout, place.row)
          : parent?.heldMembers(of: layout, place.row) ?? newest.members(of: layout, place.row)
        if !layout.isSame(wanted, base.members(of: layout, place.row)) {
          links[layout, place.row, base.schema] = wanted
          links.keepEntities(of: wanted, layout.destinationTable, notIn: base, from: old, faults.links)
        }
      }
    }
    for (table, rows) in base.rowsPerhapsChanged(since: old).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        if isKept(place) { note(place, isKept: true) }
      }
    }
    // Objects that are not kept are as saved, unless they were put back for the sake of another object.
    for (table, rows) in base.rowsPerhapsChanged(since: newest).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        if !isKept(place) { note(place, isKept: false) }
      }
    }
    for place in (faults.links.places(in: base.schema) + (parent?.faults.links.places(in: base.schema) ?? [])) {
      note(place, isKept: isKept(place))
    }
    return links
  }

  /// The graphs that fetches search: `current` is what is saved and, of the objects that have changes here, what this
  /// context has; `saved` is what is saved alone, also of those objects. They are the context's own unless it holds
  /// objects that others have changed. O(1), or O(pending changes) once a change.
  package var searchedGraphs: (current: Graph, saved: Graph) {
    guard committed.commit < 0, let newest = state.newestMerged, newest.schema === graph.schema else {
      return (graph, committed)
    }
    if let searched, searched.version == version { return (searched.current, searched.saved) }
    let old = storeBase ?? committed
    func withOwnTransients(_ stored: Graph) -> Graph {
      parent == nil && stored.schema.hasTransients ? withTransients(stored, since: old, of: committed) : stored
    }
    let saved = withOwnTransients(newest)
    var current = saved
    if graph.hasChanges {
      var pending: Set<Graph.Place> = []
      for id in graph.objects(marked: .pending) {
        guard let place = graph.place(of: id), old.header(at: place).isLive else { continue }
        pending.insert(place)
      }
      var base = saved
      if !pending.isEmpty {
        base = GraphMerge.run(base: newest, own: old, target: newest, .own, only: pending)
        base.settle(commit: committed.commit)
        base = withOwnTransients(base)
      }
      current = GraphMerge.run(base: committed, own: graph, target: base, .own, keepsTargetDeletions: true)
    }
    searched = (version, current, saved)
    return (current, saved)
  }

  /// The graph that is saved now, whatever this context has read and changed. Under another model, the one that this
  /// context last searched.
  package var savedGraph: Graph {
    let newest = newest().graph
    return newest.schema === graph.schema ? newest : searchedGraphs.saved
  }

  /// Notes that the steps of undo so far have not seen what came in.
  func noteMerge(_ merged: UndoStep.MergedSaves, from before: Graph) {
    ManagedObjectContext.pushMerge(from: before, merged, on: &undoStack)
    ManagedObjectContext.pushMerge(from: before, merged, on: &redoStack)
  }

  /// The same for others' changes, and brings an open group and the current event over them: to the steps below, the
  /// changes came in where the group, or the event, began.
  /// - Parameter saved: What others have saved; nil where nothing comes in but a change of the model.
  func noteMerge(from before: Graph, _ saved: SavedElsewhere? = nil) {
    var merged = UndoStep.MergedSaves(graph: graph, saved: saved.map { [$0] } ?? [])
    var before = before
    func moved(_ step: UndoStep, _ past: Graph) -> UndoStep {
      var step = step
      merged.graph = translated(step, to: past, from: before, to: merged).graph
      before = past
      step.graph = merged.graph
      // A change of the model since then is this context's own, and the base is made when it is taken back.
      if merged.graph.schema === committed.schema { step.committed = committed }
      return step
    }
    let isChanged = isEventChanged
    if isChanged { start = moved(start, startGraph) }
    if let group, let past = group.graph { self.group = moved(group, past) }
    noteMerge(merged, from: before)
    if !isChanged { beginEvent() }
  }

  /// Makes faults of the objects that came in: of those that are new here and, of the others, those that are said; nil
  /// for all that have changed.
  func noteFaults(since before: Graph, turning released: Set<Graph.Place>?) {
    for (table, rows) in graph.rowsPerhapsChanged(since: before).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        let (now, then) = (graph.header(at: place), before.header(at: place))
        if then.isLive, !now.isAlive {
          // A new object that a merge policy left out was never saved.
          if !then.marks.contains(.inserted) { faults.inaccessible.insert(before.id(at: place)) }
        } else if now.isLive {
          if !faults.inaccessible.isEmpty { faults.inaccessible.remove(graph.id(at: place)) }
          guard now.marks == .alive, !then.isAlive || released?.contains(place) != false,
            let entity = graph.entity(at: place)
          else { continue }
          if !then.isAlive || !graph.changedProperties(of: entity, at: place, since: before).isEmpty {
            faults.track(before)
            faults.turn(place, entity)
          }
        }
      }
    }
  }
}

extension Graph {
  /// Whether an object was made, changed or deleted since an earlier graph.
  fileprivate func isChanged(_ place: Place, since earlier: Graph) -> Bool {
    guard let entity = entity(at: place), header(at: place).isLive, earlier.header(at: place).isLive else {
      return header(at: place).isLive != earlier.header(at: place).isLive
    }
    return !changedProperties(of: entity, at: place, since: earlier).isEmpty
  }
}

extension PersistentStoreCoordinator {
  func hasNews(since commit: Int, _ schema: Schema) -> Bool {
    state.withLock { $0.commit != commit || $0.graph.schema !== schema }
  }
}
