import Courses
import Diagnostics
import WorkbookLanguage

/// An exercise being answered at the prompt: the graph as it is now, and what was typed to get there.
package struct ExerciseAttempt {
  package let exercise: Exercise
  package private(set) var interpreter: Interpreter
  /// The statements that ran without failing, in order.
  package private(set) var accepted: [String] = []
  /// How many hints were shown.
  package private(set) var hintsShown = 0
  private let makeInterpreter: InterpreterMaker

  /// Starts from the exercise's graph.
  package init(_ exercise: Exercise, makeInterpreter: @escaping InterpreterMaker) {
    self.exercise = exercise
    self.makeInterpreter = makeInterpreter
    interpreter = Self.blank(makeInterpreter)
    _ = interpreter.run(exercise.start)
    if !exercise.undoesStart { interpreter.forgetUndo() }
  }

  /// An interpreter without a graph. What is graded has its stores in memory; so has the attempt.
  private static func blank(_ makeInterpreter: InterpreterMaker) -> Interpreter {
    var interpreter = makeInterpreter(nil)
    interpreter.environment.storePath = nil
    return interpreter
  }

  /// Runs the statements of an earlier attempt.
  package mutating func goOn(from draft: [String]) {
    for text in draft { _ = execute(SourceText(text)) }
  }

  /// Runs an input. An answer that begins with `model` starts from scratch, as it does when it is graded.
  package mutating func execute(_ input: SourceText) -> [Outcome] {
    if beginsAfresh(input) {
      interpreter = Self.blank(makeInterpreter)
      accepted = []
    }
    // The budget is each input's.
    interpreter.budget = interpreter.budget
    let outcomes = interpreter.run(input)
    accepted += outcomes.filter { !$0.failed }.map { String($0.text) }
    return outcomes
  }

  /// Whether an input begins with `model`, and nothing before it has changed anything: looking around is no part of an
  /// answer.
  package func beginsAfresh(_ input: SourceText) -> Bool {
    guard case .model(.name)? = WorkbookParser.parse(input).statements.first?.kind else { return false }
    return accepted.allSatisfy { WorkbookParser.parse(SourceText($0)).statements.allSatisfy(\.onlyLooks) }
  }

  /// The answer that is graded.
  package var answer: SourceText { SourceText(accepted.map { $0 + "\n" }.joined(), name: "your answer") }

  /// The next hint, with its number from 1; nil when there are no more.
  package mutating func nextHint() -> (hint: MarkdownDocument, number: Int)? {
    guard hintsShown < exercise.hints.count else { return nil }
    hintsShown += 1
    return (exercise.hints[hintsShown - 1], hintsShown)
  }
}

extension Statement {
  /// Whether the statement changes neither the model, nor objects, stores or names.
  fileprivate var onlyLooks: Bool {
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
