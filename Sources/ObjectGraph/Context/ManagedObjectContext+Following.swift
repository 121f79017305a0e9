import Predicates

/// Following a change of the model. Nothing that others have saved comes in with it but what the change itself does:
/// what was read here stays as it was read, and a later save finds the same conflicts.
extension ManagedObjectContext {
  /// Follows the model that another context has changed.
  /// - Throws: ``ModelChangeError`` when what is pending here cannot follow.
  package func adoptModel() throws(ModelChangeError) { try followModel() }

  /// Checks that what is pending here can follow the model of another context, which has just changed it.
  /// - Throws: ``ModelChangeError``, naming an object with changes that cannot follow.
  package func checkFollows(_ other: ManagedObjectContext) throws(ModelChangeError) {
    let (saved, schema) = (newest().graph, other.graph.schema)
    guard graph.hasChanges, schema !== graph.schema, saved.schema === schema, schema.isStorable,
      graph.schema.isStorable
    else { return }
    var conversion = GraphConversion(graph, to: schema, now: clock(), strictness: .strict)
    conversion.restored = saved
    try conversion.run()
  }

  /// Brings graph and base under the model that is saved, when another context has changed it.
  func followModel() throws(ModelChangeError) {
    let schema = parent.map(\.graph.schema) ?? coordinator.state.withLock { $0.graph.schema }
    let old = graph.schema
    guard schema !== old, schema !== committed.schema else { return }
    let before = graph
    let moved = Dictionary(
      schema.renumbering(since: old).compactMap { id, new in
        graph.place(of: graph.own(id)).map { ($0, Int32(clamping: new.number)) }
      }, uniquingKeysWith: { first, _ in first })
    try follow(newest().graph, moved: moved)
    noteStoreBase()
    keepRead(since: old, moved)
    version &+= 1
    noteMerge(from: before)
  }

  /// Brings graph and base under the model of what is saved. Properties that are new have the values that are saved.
  /// - Parameters:
  ///   - moved: the rows that get another number.
  ///   - matching: the properties that the new ones were, where their identities do not tell; nil when they do.
  /// - Throws: ``ModelChangeError``, naming an object with changes that cannot follow; then nothing has changed.
  /// - Complexity: O(objects × properties that are converted).
  func follow(
    _ saved: Graph, moved: [Graph.Place: Int32] = [:], _ matching: ModelMatching? = nil
  ) throws(ModelChangeError) {
    let now = clock()
    func follow(_ graph: Graph, _ strictness: GraphConversion.Strictness) throws(ModelChangeError) -> Graph {
      var conversion = GraphConversion(
        graph, to: saved.schema, moved: moved, now: now, strictness: strictness, matching: matching)
      conversion.restored = saved
      if graph.schema.isStorable { try conversion.run() }
      return conversion.new
    }
    let base = try follow(committed, .lenient)
    var own = graph.hasChanges ? try follow(graph, .strict) : base
    var newBase = base
    if committed.commit == saved.commit {
      newBase = saved
      if parent == nil, saved.schema.hasTransients {
        newBase = withTransients(saved, since: try follow(storeBase ?? committed, .lenient), of: base)
      }
      if !graph.hasChanges {
        own = newBase
      } else if !newBase.isSame(as: base) {
        own = GraphMerge.run(base: base, own: own, target: newBase, .own, keepsTargetDeletions: true)
      }
    }
    graph = own
    committed = newBase
    if let (saves, count) = merged { merged = (try follow(saves, .lenient), count) }
  }

  /// The base under the model that a step of undo leads back to: what was read when the model changed stays as it was read.
  func base(before step: UndoStep) -> Graph {
    if step.committed.commit == committed.commit { return step.committed }
    var base = committed.converted(to: graph.schema, now: clock())
    for past in [step.committed, step.saved] {
      guard let past, past.schema === base.schema else { continue }
      base.regain(past, lostUnder: committed.schema, now: clock())
    }
    if step.saved != nil {
      state.heldBackCount += 1
      base.commit = -state.heldBackCount
    }
    return base
  }

  /// Keeps track of the objects that were read under the old schema.
  func keepRead(since old: Schema, _ moved: [Graph.Place: Int32] = [:]) {
    faults.follow(graph.schema, since: old, moved)
    searched = nil
    state.newestMerged = committed.commit < 0 ? newest().graph : nil
  }

  /// Makes ``storeBase`` of the base, after a change of the model.
  func noteStoreBase() {
    guard parent == nil, committed.schema.hasTransients else {
      storeBase = nil
      return
    }
    if committed.commit == coordinator.commit {
      storeBase = coordinator.graph.named(graph.context)
    } else {
      var stored = committed
      stored.dropTransientsForGood()
      storeBase = stored
    }
  }

  /// The saved graph, if others have saved something that this context has not taken in; nil otherwise, and for a
  /// child.
  var savedByOthers: Graph? {
    guard parent == nil else { return nil }
    let (saved, _) = newest()
    return saved.commit == committed.commit ? nil : saved
  }
}
