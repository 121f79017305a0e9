import ObjectGraph

extension Interpreter {
  /// Makes this the beginning for `undo`, in every context.
  package func forgetUndo() {
    for context in [context, mainContext] + contexts.values.map(\.context) { context.removeAllUndoSteps() }
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
