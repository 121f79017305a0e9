extension ManagedObjectContext {
  /// Takes in what stores that came have brought; what was read here or is pending stays.
  /// - Throws: ``ModelChangeError`` when another context has changed the model and what is pending cannot follow.
  package func mergeStores() throws(ModelChangeError) { try merge(.unread(and: [])) }

  /// Drops what is pending of a store's objects and the new objects that would go there, for the store is to be closed.
  /// Pending changes of other stores' objects stay, and nothing can be undone past this point. O(pending changes).
  /// - Returns: how many objects that were.
  package func discardChanges(ofStore name: String) -> Int {
    let (own, others) = pendingObjects(ofStore: name)
    guard own > 0 else { return 0 }
    let before = graph
    graph =
      others.isEmpty
      ? committed : GraphMerge.run(base: committed, own: graph, target: committed, .own, only: others)
    state.fetchedValues = FetchedValues()
    version &+= 1
    forgetHistory()
    post(.objectsDidChange, since: before)
    return own
  }

  /// Whether something is pending of a store's objects, or a new object would go there. O(pending changes).
  package func hasChanges(ofStore name: String) -> Bool { pendingObjects(ofStore: name).own > 0 }

  private func pendingObjects(ofStore name: String) -> (own: Int, others: Set<Graph.Place>) {
    endEvent()
    let state = coordinator.state.withLock { $0 }
    guard hasChanges, let store = try? state.place(named: name) else { return (0, []) }
    var others: Set<Graph.Place> = []
    var count = 0
    for id in graph.objects(marked: .pending) {
      guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { continue }
      let isSaved = state.graph.hasStored(place)
      let own =
        isSaved || graph.isAssigned(place)
        ? Int((isSaved ? state.graph : graph).store(of: place))
        : state.slots.firstIndex { $0.isOpen && state.takes($0, entity) } ?? store
      if own == store { count += 1 } else { others.insert(place) }
    }
    return (count, others)
  }

  /// Takes in that stores were closed: their objects are not here any more, and nothing can be undone past it. What was
  /// read of other stores' objects stays, and so does what is pending of them.
  package func mergeClosedStores() {
    let (before, inaccessible) = (graph, faults.inaccessible)
    // Changes of the closed store's objects have been dropped already, so every change left can follow.
    try? merge(.unread(and: []))
    faults.inaccessible = inaccessible
    if graph.storage !== before.storage { state.fetchedValues = FetchedValues() }
    forgetHistory()
  }

  /// Whether a file that is open was written under the current version of the model, which therefore may not change.
  package var isModelKeptByFile: Bool { coordinator.storeWrittenUnder(modelHistory.currentName) != nil }

  /// Saves as ``save()`` does, and rewrites every open file under the current version of the model, whatever it was
  /// written under: the objects have followed the model here, perhaps further than a migration of the file could take
  /// them. O(objects of the stores).
  package func saveRewritingFiles() throws(SaveError) {
    try coordinator.rewriteFiles { () throws(SaveError) in _ = try save() }
  }
}
