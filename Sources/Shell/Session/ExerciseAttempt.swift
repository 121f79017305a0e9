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

  /// Starts from the exercise's graph, which is built in `interpreter`.
  package init(_ exercise: Exercise, in interpreter: Interpreter) {
    self.exercise = exercise
    self.interpreter = interpreter
    // What is graded has its stores in memory; so has the attempt.
    self.interpreter.environment.storePath = nil
    _ = self.interpreter.run(exercise.start)
    self.interpreter.forgetUndo()
  }

  /// Runs what an earlier attempt came to.
  package mutating func goOn(from draft: [String]) {
    for text in draft { _ = execute(SourceText(text)) }
  }

  package mutating func execute(_ input: SourceText) -> [Outcome] {
    // The budget is each input's.
    interpreter.budget = interpreter.budget
    let outcomes = interpreter.run(input)
    accepted += outcomes.filter { !$0.failed }.map { String($0.text) }
    return outcomes
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
