/// The state of a context, to go back to when several events are refused together. Holding one is O(1).
package struct ContextCheckpoint {
  fileprivate let state: ContextState
  /// The number of the latest save: the stores', or the parent's.
  fileprivate let saved: Int
  /// The schema of the stores.
  fileprivate let schema: Schema
}

extension ManagedObjectContext {
  /// Returns the state between two events.
  package func checkpoint() -> ContextCheckpoint {
    // Journals lead back from the graphs after them, which a checkpoint does not keep.
    holdStart()
    return ContextCheckpoint(state: state, saved: savedCount, schema: coordinator.graph.schema)
  }

  /// Whether something was saved since, or the model changed, so that the state cannot be brought back.
  package func isPast(_ checkpoint: ContextCheckpoint) -> Bool {
    savedCount != checkpoint.saved || graph.schema !== checkpoint.state.current.schema
      || coordinator.graph.schema !== checkpoint.schema
  }

  /// Brings back an earlier state: what was read, changed, set and registered for undo since is forgotten. Does nothing
  /// when something was saved since, or the model changed. O(1).
  package func goBack(to checkpoint: ContextCheckpoint) {
    discardEvent()
    guard !isPast(checkpoint) else { return }
    state.goBack(to: checkpoint.state)
    keepNumbersApart()
    notified = nil
    beginEvent()
    if checksInvariants { checkSoundness() }
  }

  private var savedCount: Int { parent?.version ?? coordinator.commit }
}
