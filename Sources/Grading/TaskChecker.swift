import Courses
import Diagnostics
import WorkbookLanguage

/// The check that no task of a lesson can be passed without doing it: small changes to each solution must fail, and
/// every expectation must be able to fail.
package enum TaskChecker {
  /// Tries the mutants of every solution. A mutant that passes and ends like the solution is not a different answer and
  /// does not count.
  package static func check(_ lesson: Lesson, makeInterpreter: @escaping InterpreterMaker) -> CheckReport {
    var report = CheckReport()
    for (number, task) in LessonTask.all(of: lesson, makeInterpreter: makeInterpreter) {
      check(task, number, &report)
    }
    return report
  }

  private static func check(_ task: LessonTask, _ number: Int, _ report: inout CheckReport) {
    let mutants = AnswerMutants.all(of: task.solution, start: task.start)
    var survivors: [AnswerMutants.Mutant] = []
    var killed = 0
    for mutant in mutants {
      let trial = task.try(SourceText(mutant.text, name: task.lesson.source.name))
      if !trial.isPassed {
        killed += 1
      } else if !trial.isLikeSolution, !task.step.manner.alternatives.contains(where: mutant.change.contains) {
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
    checkDeadExpectations(of: task, mutants.map(\.text), &report)
  }

  /// Reports every `expect` that holds where the task begins, after every mutant, and after the solution with any
  /// spoiler before it.
  private static func checkDeadExpectations(
    of task: LessonTask, _ mutants: [String], _ report: inout CheckReport
  ) {
    var dead = DeadExpectations(in: task.step.checks)
    let solution = task.solution.text
    let spoiled = Spoilers.all(for: task.start).map { $0 + "\n" + solution }
    for answer in [""] + spoiled + mutants where !dead.isEmpty {
      let outcomes = task.outcomes(after: SourceText(answer, name: task.lesson.source.name))
      dead.note(outcomes.map(CheckResult.init).flatMap(\.failures))
    }
    report.findings += dead.findings(tried: "neither the start, nor a mutant, nor a change in addition to the solution")
  }
}
