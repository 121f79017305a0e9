import Diagnostics
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
    case .value(let value): value.onlyLooks
    case .model, .store, .letName, .assign, .addTo, .removeFrom, .insertInto, .delete, .save, .rollback, .undo, .redo,
      .reset, .beginGroup, .endGroup, .refresh, .apply, .importFile, .run, .loop:
      false
    }
  }

  /// Whether `undo` takes back all that the statement does to the model and the objects; false for one that only looks.
  ///
  /// Undo keeps the name that `let` gives, and takes back the object that it makes. The answer is for the statement itself;
  /// ask the statements inside it as well, as what a loop saves stays saved.
  package var isUndoable: Bool {
    switch kind {
    case .model, .addTo, .removeFrom, .insertInto, .delete, .refresh, .apply, .importFile, .run, .loop: true
    case .letName(_, let value), .assign(_, let value): !value.changesOtherContexts
    case .value(let value):
      switch value {
      case .newObject: true
      case .fetch, .count, .group, .list, .condition, .expression, .context, .batch: false
      }
    // Undo skips these, or stops at them.
    case .store, .save, .rollback, .undo, .redo, .reset, .beginGroup, .endGroup: false
    case .show, .review, .normalize, .derive, .explain, .compareDelete, .compareModel, .export, .expect, .check,
      .validate, .shell:
      false
    }
  }
}

extension ValueSyntax {
  /// Whether computing the value changes nothing.
  package var onlyLooks: Bool {
    switch self {
    case .fetch, .count, .group, .list, .condition, .expression: true
    case .newObject, .context, .batch: false
    }
  }

  /// Whether it is the value of a `context` block or a batch request, which do not change the context in which they are typed.
  fileprivate var changesOtherContexts: Bool {
    switch self {
    case .context, .batch: true
    case .list(let values, _): values.contains(where: \.changesOtherContexts)
    case .fetch, .count, .group, .newObject, .condition, .expression: false
    }
  }
}

extension Statement {
  /// Whether the statement looks at objects in the context, and so reads them.
  package var reads: Bool {
    switch kind {
    case .show, .explain, .compareDelete, .value: onlyLooks
    default: false
    }
  }

  /// Whether it, or a statement inside it, may leave objects unread or changed by others, so that reading them later
  /// decides what the context holds.
  package var makesReadingCount: Bool {
    var found = false
    forEachStatement { statement in
      switch statement.kind {
      case .value(.context), .value(.batch), .store, .reset, .refresh, .rollback: found = true
      default: break
      }
    }
    return found
  }
}

extension Outcome {
  /// Whether it is an `undo` or `redo` that had nothing to undo or redo.
  package var movedNowhere: Bool {
    guard case .historyMoved(let move)? = result, !move.didAnything else { return false }
    return move.word == .undo || move.word == .redo
  }
}

extension [Outcome] {
  /// Returns the texts of these statements that ran without failing, or had saved before they failed.
  /// - Parameter evenFailed: also those that failed.
  package func texts(of statements: [Statement], evenFailed: Bool = false) -> [String] {
    filter { outcome in
      let counts = outcome.hadEffect && !outcome.movedNowhere || evenFailed && outcome.failed
      return counts && statements.contains { $0.range == outcome.range }
    }.map { String($0.text) }
  }
}

extension [String] {
  /// The statements of an answer without `undo`, `redo` and what these took back, last in first out; one statement each. O(statements).
  package var withoutUndone: [String] {
    var kept: [String] = []
    var undone: [String] = []
    for text in self {
      switch WorkbookParser.parse(SourceText(text)).statements.first?.kind {
      case .undo:
        let last = kept.lastIndex { WorkbookParser.parse(SourceText($0)).statements.contains(where: \.isUndoable) }
        if let last { undone.append(kept.remove(at: last)) }
      case .redo: if let last = undone.popLast() { kept.append(last) }
      default:
        kept.append(text)
        undone = []
      }
    }
    return kept
  }
}
