import struct Foundation.Date

/// A change of the model leaves files as they are: what a graph loses by it is still in them, for a later model that has room
/// for it.
extension PersistentStoreCoordinator {
  /// The saved graphs that the open files were written from, of those that were written under another model.
  func originals() -> [Graph] { state.withLock { $0.slots.compactMap(\.standingOriginal) } }

  /// A saved graph that has followed the model, with what the open files hold for this model.
  /// - Returns: the graph, and the objects that got other numbers when they came back, because theirs were taken; old to
  ///   new.
  /// - Complexity: O(objects of files that were written under another model).
  func restored(_ saved: Graph, now: Date) -> (graph: Graph, renumbered: [ManagedObjectID: ManagedObjectID]) {
    state.withLock { $0.restored(saved, numbers, now: now) }
  }
}

extension PersistentStoreCoordinator.State {
  func restored(
    _ saved: Graph, _ numbers: NumberAllocator, now: Date
  ) -> (graph: Graph, renumbered: [ManagedObjectID: ManagedObjectID]) {
    // A context that does not know all that is saved takes this in with the rest.
    guard saved.commit == commit, saved.schema.isStorable else { return (saved, [:]) }
    var restoration = FileRestoration(graph: saved, numbers: numbers, now: now)
    for (place, slot) in slots.enumerated() {
      guard let original = slot.standingOriginal, original.schema !== saved.schema, original.schema.isStorable else {
        continue
      }
      restoration.restore(original, store: UInt8(truncatingIfNeeded: place))
    }
    return (restoration.graph, restoration.renumbered)
  }
}

extension PersistentStoreCoordinator.Slot {
  /// The saved graph that its file was written from, while that is what the file holds.
  fileprivate var standingOriginal: Graph? {
    guard isOpen, let original, original.revision == (store as? FileStore)?.revision else { return nil }
    return original.graph
  }
}
