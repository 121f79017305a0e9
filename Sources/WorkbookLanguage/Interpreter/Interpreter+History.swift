import ObjectGraph

/// `show history`.
extension Interpreter {
  func historyView() -> HistoryView {
    let history = context.undoHistory
    return HistoryView(
      past: history.past.suffix(HistoryView.limit).map {
        HistoryView.Step(name: $0.name, isSavedBehind: $0.isSavedBehind)
      },
      pastCount: history.past.count, future: history.future.suffix(HistoryView.limit).reversed().map(\.name))
  }
}
