import ObjectGraph

extension Interpreter {
  /// Makes this the beginning for `undo`, in every context.
  package func forgetUndo() {
    for context in [context, mainContext] + contexts.values.map(\.context) { context.removeAllUndoSteps() }
  }

  /// Returns the sentence `undo brings it back` for an object that is deleted or marked for deletion. Nil where neither
  /// undo nor redo does within a few steps, which are tried on copies.
  func wayBack(to id: ManagedObjectID) -> String? {
    let ways: [(word: String, move: (ManagedObjectContext) -> Bool)] = [
      ("undo", { $0.undo() }), ("redo", { $0.redo() }),
    ]
    for (word, move) in ways {
      let copy = trial().context
      var steps = 0
      while steps < 16, move(copy) {
        steps += 1
        guard copy.exists(id), !copy.isDeleted(id) else { continue }
        return "\(typed(word)) \(steps == 1 ? "brings" : "can bring") it back"
      }
    }
    return nil
  }

  /// `show history`.
  func historyView() -> HistoryView {
    let history = context.undoHistory
    return HistoryView(
      past: history.past.suffix(HistoryView.limit).map {
        HistoryView.Step(name: $0.name, isSavedBehind: $0.isSavedBehind)
      },
      pastCount: history.past.count, future: history.future.suffix(HistoryView.limit).reversed().map(\.name))
  }
}
