import Diagnostics
import WorkbookLanguage

/// A task of a lesson, in the state in which a learner begins it, so that any number of answers can be tried.
package struct LessonTask {
  package let lesson: Lesson
  package let step: Step
  /// The state in which an answer begins.
  package let start: Interpreter
  private let solutions: Solutions?

  /// The tasks of a lesson that have a solution, each with the number of its step, from 1. O(statements of the lesson).
  package static func all(
    of lesson: Lesson, makeInterpreter: @escaping InterpreterMaker
  ) -> [(number: Int, task: LessonTask)] {
    var replay = LessonReplay(lesson: lesson, makeInterpreter: makeInterpreter)
    var tasks: [(Int, LessonTask)] = []
    for (index, step) in lesson.steps.enumerated() {
      guard let place = step.blocks.firstIndex(where: { if case .task = $0 { true } else { false } }),
        !step.solutions.isEmpty
      else { continue }
      var start = replay.state(before: index)
      for case .graph(let source, _) in step.blocks[..<place] { _ = start.run(source) }
      if !step.isSolvedByUndo { start.forgetUndo() }
      let solutions = step.solutions(from: start)
      tasks.append((index + 1, LessonTask(lesson: lesson, step: step, start: start, solutions: solutions)))
    }
    return tasks
  }

  /// The solution as one text.
  package var solution: SourceText {
    SourceText(step.solutions.map(\.text).joined(separator: "\n"), name: lesson.source.name)
  }

  /// How the prompt takes an answer.
  package struct Trial {
    /// Whether the checks held after one of the statements.
    package var isPassed = false
    /// Whether the model and the objects were then those of the solution.
    package var isLikeSolution = false
  }

  /// The outcomes of the checks when an answer has ended. O(statements + checks).
  package func outcomes(after answer: SourceText) -> [CheckOutcome] {
    var interpreter = start.trial()
    interpreter.budget = .check
    _ = interpreter.run(answer)
    interpreter.solutions = solutions
    return step.checks.flatMap { $0.outcomes(on: interpreter) }
  }

  /// Tries an answer as the prompt does: the checks run after each statement, until all hold. O(statements × checks).
  package func `try`(_ answer: SourceText) -> Trial {
    var interpreter = start.trial()
    interpreter.budget = .check
    var watch = MannerWatch(step.manner, on: &interpreter)
    var result = Trial()
    for statement in WorkbookParser.parse(answer).statements {
      let outcome = interpreter.execute(statement, in: answer)
      watch.note(statement, outcome, in: interpreter)
      var judged = interpreter
      judged.solutions = solutions
      let outcomes = step.checks.flatMap { $0.outcomes(on: judged) }
      guard !outcomes.isEmpty, outcomes.allSatisfy(\.holds), watch.problems.isEmpty else { continue }
      let likeness = SourceText("expect model like solution\nexpect objects like solution")
      result.isPassed = true
      result.isLikeSolution = judged.run(likeness).allSatisfy { !$0.failed }
      return result
    }
    return result
  }
}
