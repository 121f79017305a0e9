import WorkbookLanguage

extension Statement {
  /// Whether the statement belongs to what a learner has done: it changes something, or `apply` needs it.
  package var isWork: Bool {
    switch kind {
    case .review, .normalize, .derive: true
    default: !onlyLooks
    }
  }

  /// Whether the statement changes neither the model, nor objects, stores or names.
  package var onlyLooks: Bool {
    switch kind {
    case .show, .review, .normalize, .derive, .explain, .compareDelete, .compareModel, .export, .expect, .check,
      .validate,
      .shell:
      true
    case .value(let value):
      switch value {
      case .fetch, .count, .group, .list, .condition, .expression: true
      case .newObject, .context, .batch: false
      }
    case .model, .store, .letName, .assign, .addTo, .removeFrom, .insertInto, .delete, .save, .rollback, .undo, .redo,
      .reset, .beginGroup, .endGroup, .refresh, .apply, .importFile, .run, .loop:
      false
    }
  }
}

extension Outcome {
  /// Whether it is an `undo` or `redo` that had nothing to undo or redo.
  package var travelledNowhere: Bool {
    guard case .travelled(let travel)? = result, !travel.didAnything else { return false }
    return travel.word == .undo || travel.word == .redo
  }
}

extension [Outcome] {
  /// Returns the texts of these statements that ran without failing.
  package func texts(of statements: [Statement]) -> [String] {
    filter { outcome in
      !outcome.failed && !outcome.travelledNowhere && statements.contains { $0.range == outcome.range }
    }.map { String($0.text) }
  }
}
