import Courses
import Diagnostics
import WorkbookLanguage

/// The check that no task of a lesson can be passed without doing it, and that none is a trap: small changes to each solution
/// must fail, every expectation must be able to fail, and a wrong first try must not spoil the right answer after it.
package enum TaskChecker {
  /// Tries the mutants of every solution, and the wrong first tries. A mutant that passes and ends like the solution is not a
  /// different answer and does not count.
  package static func check(_ lesson: Lesson, makeInterpreter: @escaping InterpreterMaker) -> CheckReport {
    var report = CheckReport()
    for (number, task) in LessonTask.all(of: lesson, makeInterpreter: makeInterpreter) {
      check(task, number, &report)
    }
    return report
  }

  private static func check(_ task: LessonTask, _ number: Int, _ report: inout CheckReport) {
    let mutants = AnswerMutants.all(of: task.solution, start: task.start)
    var dead = DeadExpectations(in: task.step.checks)
    var survivors: [AnswerMutants.Mutant] = []
    var killed = 0
    var wrong: [TaskTraps.WrongAnswer] = []
    for mutant in mutants {
      let trial = TaskTrial(of: mutant.tree, at: task)
      dead.note(trial.outcomes.flatMap(\.failures))
      if !trial.isPassed {
        killed += 1
        if trial.ranWhole { wrong.append(TaskTraps.WrongAnswer(words: mutant.change, end: trial.attempt)) }
      } else if !trial.attempt.isLikeSolution(),
        !task.step.answerRules.alternatives.contains(where: mutant.change.contains)
      {
        survivors.append(mutant)
      }
    }
    report.count("mutants", killed + survivors.count)
    report.count("killed", killed)
    report.rows.append(
      CheckReport.Row(
        name: "\(task.lesson.number).\(number) \(task.step.title)",
        cells: [
          .init("mutants", "\(killed + survivors.count)"), .init("survive", "\(survivors.count)"),
        ]))
    for mutant in survivors {
      report.findings.append(
        Diagnostic(
          "mutant-survives", "the task is passed by an answer that ends differently: \(mutant.change)",
          line: task.step.line, of: task.lesson.source,
          hint: "check it, or say that it is also right: task survives=\"…\""))
    }
    let tries = checkWrongAnswers(of: task, &dead, &report)
    report.findings += TaskTraps(task).findings(after: tries + TaskTraps.sample(of: wrong))
    checkDeadExpectations(of: task, mutants.map(\.text), &dead, &report)
  }

  /// Reports the wrong first tries that pass, and those that get another complaint than the one in their first comment.
  private static func checkWrongAnswers(
    of task: LessonTask, _ dead: inout DeadExpectations, _ report: inout CheckReport
  ) -> [TaskTraps.WrongAnswer] {
    task.step.wrongAnswers.compactMap { answer in
      report.count("wrong answers")
      let trial = TaskTrial(of: WorkbookParser.parse(answer), at: task)
      dead.note(trial.outcomes.flatMap(\.failures))
      func find(_ id: String, _ message: String, _ hint: String? = nil, notes: [String] = []) {
        report.findings.append(Diagnostic(id, message, line: answer.firstLine, of: answer, hint: hint, notes: notes))
      }
      guard !trial.isPassed else {
        find("wrong-passes", "this answer must not be accepted, but is")
        return nil
      }
      let complaint = trial.failure ?? trial.outcomes.complaint
      if let comment = answer.firstComment {
        if !complaint.inOneLine.contains(comment.inOneLine) {
          find("other-feedback", "the learner is told something else", notes: [complaint])
        }
      } else {
        find(
          "no-misconception", "a wrong answer begins with a part of the complaint that it must get",
          "// Which side is the rule written on?")
      }
      return TaskTraps.WrongAnswer(words: "the wrong answer on line \(answer.firstLine)", end: trial.attempt)
    }
  }

  /// Reports every `expect` that holds where the task begins, after every mutant and wrong answer, and after the solution with
  /// any of the probes before it.
  private static func checkDeadExpectations(
    of task: LessonTask, _ mutants: [String], _ dead: inout DeadExpectations, _ report: inout CheckReport
  ) {
    let solution = task.solution.text
    let probes = NegativeProbes.all(for: task.start).map { $0 + "\n" + solution }
    for answer in [""] + probes + mutants where !dead.isEmpty {
      let outcomes = task.outcomes(after: SourceText(answer, name: task.lesson.source.name))
      dead.note(outcomes.flatMap(\.failures))
    }
    report.findings += dead.findings(tried: "neither the start, nor a mutant, nor a change in addition to the solution")
  }
}

/// An answer to a task, tried as the prompt takes it: the checks run after each statement, until all hold.
struct TaskTrial {
  /// Whether the checks held after one of the statements.
  private(set) var isPassed = false
  /// The work as it is when the checks held, or at the end.
  private(set) var attempt: LessonTask.Attempt
  /// The outcomes of the checks then.
  private(set) var outcomes: [CheckOutcome] = []
  /// The message about the last statement that failed.
  private(set) var failure: String?
  /// Whether there was no mistake in the answer, and every statement ran.
  private(set) var ranWhole: Bool

  /// - Complexity: O(statements × checks).
  init(of tree: SyntaxTree, at task: LessonTask) {
    attempt = task.begin()
    ranWhole = !tree.diagnostics.containsError
    for statement in tree.statements {
      let outcome = attempt.execute(statement, in: tree.source)
      if outcome.failed {
        ranWhole = false
        failure = outcome.feedback.joined(separator: " ")
      }
      outcomes = attempt.outcomes()
      guard outcomes.isDone else { continue }
      isPassed = true
      return
    }
  }
}
