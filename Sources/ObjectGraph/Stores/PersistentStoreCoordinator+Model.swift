import struct Foundation.Date

extension PersistentStoreCoordinator {
  var hasOtherContexts: Bool { state.withLock { $0.contextCount > 1 } }

  /// The stable place that the entity of a canonical name has, or had last. O(1).
  func place(ofEntity canonicalName: String) -> Int? { state.withLock { $0.placesOfEntities[canonicalName] } }

  /// The canonical name of the entity that has a stable place, or had it last. O(entities).
  func canonicalName(ofEntityAt place: Int) -> String? {
    state.withLock { $0.placesOfEntities.filter { $0.value == place }.keys.min() }
  }

  /// Keeps the saved graphs that the open files were written from, before the model changes.
  func keepOriginals() {
    state.withLock { state in
      for index in state.slots.indices { state.slots[index].keepOriginal(state.graph) }
    }
  }

  /// Takes the saved graph as a context has brought it under another schema: a change of the model reaches every
  /// context, and the undo of one too. A context that does not know all that is saved only says which schema that is.
  /// - Parameter past: the saved graph from before the change, where one is taken back: what the change dropped of what
  ///   others saved comes back from it.
  func follow(_ committed: Graph, now: Date, takingBackTo past: Graph? = nil) {
    state.withLock { state in
      guard state.graph.schema !== committed.schema else { return }
      for entity in committed.schema.model.entities {
        state.placesOfEntities[entity.canonicalName] = committed.schema.indexes[entity.name]
      }
      for index in state.slots.indices {
        state.slots[index].keepOriginal(state.graph)
        state.slots[index].entities = state.entities(
          of: state.slots[index], in: committed.schema, since: state.graph.schema)
      }
      var graph =
        committed.commit == state.commit
        ? committed.named(0)
        : state.restored(state.saved(under: committed.schema, past, now: now), numbers, now: now).graph
      graph.dropTransientsForGood()
      graph.commit = state.commit
      state.graph = graph
    }
  }
}

extension PersistentStoreCoordinator.State {
  /// Returns the saved graph under another schema, with the values that an earlier saved graph had for it.
  fileprivate func saved(under schema: Schema, _ past: Graph?, now: Date) -> Graph {
    guard let past, past.schema === schema else { return graph.converted(to: schema, now: now) }
    if past.commit == commit { return past.named(0) }
    var saved = graph.converted(to: schema, now: now)
    saved.regain(past.named(0), lostUnder: graph.schema, now: now)
    return saved
  }
}

extension PersistentStoreCoordinator.Slot {
  /// Keeps the saved graph that an open file was written from, before the model changes.
  fileprivate mutating func keepOriginal(_ graph: Graph) {
    guard isOpen, let file = store as? FileStore, original?.revision != file.revision else { return }
    original = PersistentStoreCoordinator.Original(graph: graph, revision: file.revision)
  }
}

extension Graph {
  /// Drops the transient values and links of every object of a saved graph. O(objects of entities that have some).
  mutating func dropTransientsForGood() {
    guard schema.hasTransients else { return }
    for id in allObjects() { if let place = place(of: id) { dropTransients(at: place) } }
    settle(commit: commit)
  }
}
