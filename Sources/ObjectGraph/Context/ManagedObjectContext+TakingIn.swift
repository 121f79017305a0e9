import Predicates

/// Taking in what others have saved. The new graph is made from theirs, and what is pending here is carried over.
extension ManagedObjectContext {
  enum Intake {
    /// For all objects that have no pending changes here, and these besides.
    case unchanged(except: Set<Graph.Place>)
    /// For all objects; what is pending here stays, property by property.
    case everything
  }

  /// What this context would start from now: what is saved, or the parent's graph.
  func newest() -> (graph: Graph, count: Int) {
    if let parent { return (parent.snapshotForChildren().named(graph.context), parent.version) }
    let (newest, commit) = home.state.withLock { ($0.graph, $0.commit) }
    return (newest.named(graph.context), commit)
  }

  /// The graph that children start from: this one with nothing pending. O(pending changes), once a change.
  func snapshotForChildren() -> Graph {
    if let childSnapshot, childSnapshot.version == version { return childSnapshot.graph }
    var snapshot = graph
    if !pendingDeletions.isEmpty { _ = snapshot.propagateDeletion(of: pendingDeletions) }
    snapshot.settle(commit: version)
    childSnapshot = (version, snapshot)
    return snapshot
  }

  /// Whether something was saved that this context has not looked at.
  private var isBehind: Bool { parent.map { $0.version != seen } ?? (home.commit != seen) }

  /// Whether something was not taken in for the sake of changes that are no longer pending.
  private var isHeldBackForNothing: Bool { committed.commit < 0 && !graph.hasChanges }

  /// For a fetch: what changed elsewhere, but for objects that have changed here too.
  func takeInBeforeFetch() throws(ModelChangeError) {
    parent.map { $0.version != seen } ?? home.hasNews(since: seen, graph.schema) || isHeldBackForNothing
      ? try takeIn(automaticallyMergesChangesFromParent ? .everything : .unchanged(except: [])) : ()
  }

  /// For ``automaticallyMergesChangesFromParent``, before the context is looked at. A model that the pending changes
  /// cannot follow is reported by the next fetch or save.
  func takeInAutomatically() {
    if isBehind { try? takeIn(.everything) }
  }

  /// O(others' changes + pending changes); O(1) without pending ones.
  func takeIn(_ intake: Intake) throws(ModelChangeError) {
    try followModel()
    let (newest, count) = newest()
    if case .unchanged(let exceptions) = intake, exceptions.isEmpty, count == seen, !isHeldBackForNothing { return }
    if newest.commit == committed.commit {
      seen = count
      return
    }
    let before = graph
    let oldBase = committed
    var base = newest
    let held = heldBack(intake, newest)
    if !held.isEmpty {
      base = GraphMerge.run(base: newest, own: storeBase ?? committed, target: newest, .own, only: held)
      heldBackCount += 1
      base.settle(commit: -heldBackCount)
    }
    if parent == nil, base.schema.hasTransients {
      // What the stores have, over what this context has in transient attributes.
      let stored = base
      base = GraphMerge.run(base: storeBase ?? oldBase, own: stored, target: oldBase, .own)
      base.settle(commit: stored.commit)
      base.saveCounts = stored.saveCounts
      storeBase = stored
    }
    graph =
      before.hasChanges
      ? GraphMerge.run(base: oldBase, own: before, target: base, .own, keepsTargetDeletions: true) : base
    committed = base
    seen = count
    version &+= 1
    noteIntake(from: before)
    noteFaults(since: before)
    if checksInvariants { checkSoundness() }
    post(.objectsDidChange, since: before, areRefreshed: true)
    notified = graph
  }

  /// The objects that have changed on both sides and keep their state for now.
  private func heldBack(_ intake: Intake, _ newest: Graph) -> Set<Graph.Place> {
    guard case .unchanged(let exceptions) = intake, graph.hasChanges else { return [] }
    var held: Set<Graph.Place> = []
    for (table, rows) in newest.rowsPerhapsChanged(since: committed).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        guard !exceptions.contains(place), committed.header(at: place).isLive,
          !graph.header(at: place).marks.isDisjoint(with: .pending), let entity = committed.entity(at: place)
        else { continue }
        if !newest.header(at: place).isLive
          || !newest.changedProperties(of: entity, at: place, since: committed).isEmpty
        {
          held.insert(place)
        }
      }
    }
    return held
  }

  /// Follows the model that another context has changed.
  /// - Throws: ``ModelChangeError`` when what is pending here cannot follow.
  package func adoptModel() throws(ModelChangeError) { try followModel() }

  /// Brings graph and base under the model that is saved, when another context has changed it.
  func followModel() throws(ModelChangeError) {
    let schema = parent.map(\.graph.schema) ?? home.state.withLock { $0.graph.schema }
    guard schema !== graph.schema, schema !== committed.schema else { return }
    guard graph.hasChanges else {
      let (newest, count) = newest()
      graph = newest
      committed = newest
      storeBase = nil
      seen = count
      version &+= 1
      beginEvent()
      return
    }
    _ = try followSchema(schema)
    storeBase = storeBase?.converted(to: schema, now: clock())
    version &+= 1
  }

  /// What lies in the past has not seen what came in.
  func noteIntake(from before: Graph) {
    ManagedObjectContext.pushIntake(from: before, to: graph, on: &undoStack)
    ManagedObjectContext.pushIntake(from: before, to: graph, on: &redoStack)
    if let open = group?.graph {
      let past = translated(open, from: before, to: graph)
      group?.graph = past
      group?.committed = committed
    }
    if isEventChanged {
      start.graph = translated(startGraph, from: before, to: graph)
      start.committed = committed
    } else {
      beginEvent()
    }
  }

  private func noteFaults(since before: Graph) {
    for (table, rows) in graph.rowsPerhapsChanged(since: before).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        let (now, then) = (graph.header(at: place), before.header(at: place))
        if then.isLive, !now.isAlive {
          faults.inaccessible.insert(before.id(at: place))
        } else if now.isLive {
          if !faults.inaccessible.isEmpty { faults.inaccessible.remove(graph.id(at: place)) }
          guard now.marks == .alive, let entity = graph.entity(at: place) else { continue }
          if !then.isAlive || !graph.changedProperties(of: entity, at: place, since: before).isEmpty {
            faults.turn(place)
          }
        }
      }
    }
  }
}

extension PersistentStoreCoordinator {
  func hasNews(since commit: Int, _ schema: Schema) -> Bool {
    state.withLock { $0.commit != commit || $0.graph.schema !== schema }
  }
}
