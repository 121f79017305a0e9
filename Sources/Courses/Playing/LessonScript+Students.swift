import Diagnostics
import WorkbookLanguage

extension LessonScript {
  /// Returns a student's place in a step: the state after some of its parts, with the question or the task that is then
  /// open. The step's later parts are left out of it: when the task is done, nothing more is shown.
  ///
  /// - Complexity: O(1); for a task O(statements of its solution).
  package func player(step index: Int, shown count: Int) -> LessonPlayer {
    let parts = steps[index].parts
    return LessonPlayer(
      lesson, step: index, state: states[index][count], open: count > 0 ? parts[count - 1] : nil,
      makeInterpreter: makeInterpreter)
  }
}

extension LessonPlayer {
  fileprivate init(
    _ lesson: Lesson, step index: Int, state: Interpreter, open part: LessonPart?,
    makeInterpreter: @escaping InterpreterMaker
  ) {
    self.init(lesson: lesson, makeInterpreter: makeInterpreter)
    let step = lesson.steps[index]
    stepIndex = index
    nextBlock = step.blocks.count
    checks = step.checks
    base = state.trial()
    switch part {
    case .question(let question):
      takeTurn()
      phase = .asking(question.prediction)
    case .task:
      takeTurn(keepsUndo: step.isSolvedByUndo)
      watch = AnswerRulesWatch(step.answerRules, on: &interpreter)
      openTask = LessonTask(
        lesson: lesson, step: step, start: interpreter.trial(), solutions: step.solutions(from: base))
      phase = .task
    case .prose, .example, .hint, .solution, nil:
      takeTurn()
      phase = .stepDone
    }
  }

  /// Returns an independent copy for one student. O(1) in the size of the graph.
  /// - Parameter isCancelled: whether what the student runs has to stop; asked again and again meanwhile.
  package func student(_ budget: Budget, isCancelled: (@Sendable () -> Bool)? = nil) -> LessonPlayer {
    var copy = self
    copy.base = base.trial()
    copy.interpreter = interpreter.trial()
    copy.base.environment.isCancelled = isCancelled
    copy.interpreter.environment.isCancelled = isCancelled
    copy.openTask?.start = interpreter.trial()
    copy.openTask?.start.environment.isCancelled = isCancelled
    // Only now, since the meter that a budget begins asks it.
    copy.base.budget = budget
    copy.interpreter.budget = budget
    copy.replay = LessonReplay(lesson: lesson, makeInterpreter: replay.makeInterpreter)
    return copy
  }
}
