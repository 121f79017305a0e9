/// The steps that a context can undo and redo: see ``ManagedObjectContext/undoHistory``.
public struct UndoHistory: Hashable, Sendable {
  /// An event or a group that can be taken back or done again.
  public struct Step: Hashable, Sendable {
    /// The name that the event or group was given, if it was given one.
    public var name: String?
    /// Whether the next step begins from another saved graph: a save lies between, or, for the last one, after it.
    public var isSavedBehind: Bool
  }

  /// The steps that ``ManagedObjectContext/undo()`` can take back, the oldest first.
  public var past: [Step]
  /// The steps that ``ManagedObjectContext/redo()`` can do again, the next one last.
  public var future: [Step]
}

extension ManagedObjectContext {
  /// The steps of undo and redo by name. Changes that others' saves brought in between are not steps. O(steps).
  public var undoHistory: UndoHistory {
    UndoHistory(past: steps(undoStack), future: steps(redoStack))
  }

  /// Whether anything has changed in the open group of undo; false when none is open.
  public var isUndoGroupChanged: Bool { isUndoGroupOpen && (state.isGroupChanged || isEventChanged) }

  private func steps(_ stack: [UndoStep]) -> [UndoHistory.Step] {
    let own = stack.filter { $0.mergedSaves == nil }
    let commits = own.map(\.committed.commit) + [committed.commit]
    return own.enumerated().map { place, step in
      UndoHistory.Step(name: step.name?.text, isSavedBehind: commits[place] != commits[place + 1])
    }
  }
}
