import Predicates

/// The state of a context, to go back to when several events are refused together. Holding one is O(1).
package struct ContextCheckpoint {
  fileprivate let graph: Graph
  fileprivate let committed: Graph
  fileprivate let storeBase: Graph?
  fileprivate let newestTaken: Graph?
  fileprivate let faults: FaultRegister
  fileprivate let fetchedValues: FetchedValues
  fileprivate let pendingDeletions: [ManagedObjectID]
  fileprivate let undoStack: [UndoStep]
  fileprivate let redoStack: [UndoStep]
  fileprivate let group: UndoStep?
  fileprivate let isGroupChanged: Bool
  fileprivate let seen: Int
  fileprivate let mergedCount: Int
  fileprivate let holdsUnread: Bool
  /// What is saved, as a number: that of the stores, or of the parent.
  fileprivate let saved: Int
  /// The schema of the stores.
  fileprivate let schema: Schema
}

extension ManagedObjectContext {
  /// Returns the state between two events.
  package func checkpoint() -> ContextCheckpoint {
    // Journals lead back from the graphs after them, which a checkpoint does not keep.
    holdStart()
    return ContextCheckpoint(
      graph: graph, committed: committed, storeBase: storeBase, newestTaken: newestTaken, faults: faults,
      fetchedValues: fetchedValues, pendingDeletions: pendingDeletions, undoStack: undoStack, redoStack: redoStack,
      group: group, isGroupChanged: isGroupChanged, seen: seen, mergedCount: mergedCount, holdsUnread: holdsUnread,
      saved: savedCount, schema: home.graph.schema)
  }

  /// Whether something was saved since, or the model changed, so that the state cannot be brought back.
  package func isPast(_ checkpoint: ContextCheckpoint) -> Bool {
    savedCount != checkpoint.saved || graph.schema !== checkpoint.graph.schema
      || home.graph.schema !== checkpoint.schema
  }

  /// Brings back an earlier state: what was read, changed and registered for undo since is forgotten. Does nothing when
  /// something was saved since, or the model changed. O(1).
  package func goBack(to checkpoint: ContextCheckpoint) {
    discardEvent()
    guard !isPast(checkpoint) else { return }
    current = checkpoint.graph
    committed = checkpoint.committed
    storeBase = checkpoint.storeBase
    newestTaken = checkpoint.newestTaken
    faults = checkpoint.faults
    fetchedValues = checkpoint.fetchedValues
    pendingDeletions = checkpoint.pendingDeletions
    undoStack = checkpoint.undoStack
    redoStack = checkpoint.redoStack
    group = checkpoint.group
    isGroupChanged = checkpoint.isGroupChanged
    seen = checkpoint.seen
    mergedCount = checkpoint.mergedCount
    holdsUnread = checkpoint.holdsUnread
    searched = nil
    version &+= 1
    keepNumbersApart()
    notified = nil
    beginEvent()
    if checksInvariants { checkSoundness() }
  }

  private var savedCount: Int { parent?.version ?? home.commit }
}
