import Courses
import WorkbookLanguage

/// The beginning of an answer, as far as it decides what `model` does: the grader and the prompt ask it.
///
/// A `model` that comes before any statement with an effect replaces the start's model. The statements about the model that
/// follow it make the answer's own model. Statements that only show something may come between them; any other ends it.
package struct AnswerBeginning: Sendable {
  private enum Phase { case nothingDone, ownModel, over }

  private var phase: Phase

  package init(isOver: Bool = false) { phase = isOver ? .over : .nothingDone }

  /// Whether the rest of the answer runs as it is.
  package var isOver: Bool { phase == .over }

  /// Takes the next statement into account before it runs.
  /// - Returns: whether it runs on the answer's own model, and whether this begins with it.
  package mutating func take(_ statement: Statement) -> (isOwnModel: Bool, isFirst: Bool) {
    switch (phase, statement.kind) {
    case (.nothingDone, .model(.name)):
      phase = .ownModel
      return (true, true)
    case (.ownModel, .model): return (true, false)
    case (.ownModel, _):
      if !statement.onlyLooks { phase = .over }
      return (false, false)
    case (.nothingDone, _), (.over, _): return (false, false)
    }
  }

  /// Takes into account what a statement outside the own model has done. One that failed, and an `undo` with nothing to undo,
  /// have done nothing.
  package mutating func note(_ statement: Statement, _ outcome: Outcome) {
    if outcome.hadEffect, !outcome.movedNowhere, !statement.onlyLooks { phase = .over }
  }
}
