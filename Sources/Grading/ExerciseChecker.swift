import Courses
import Diagnostics
import WorkbookLanguage

/// The check that an exercise grades correctly: the tests that every exercise gets automatically.
///
/// The start must fail, and the solution and every answer in `right/` must pass. Every answer in `wrong/` must fail,
/// and its first comment must occur in the feedback of a check that failed. There must be at least two wrong answers
/// and three hints, and only the last hint may contain the solution.
package enum ExerciseChecker {
  /// The fewest wrong answers and hints.
  package static let fewestWrong = 2
  package static let fewestHints = 3

  /// Grades all answers of the exercise, and their mutants.
  package static func check(_ exercise: Exercise, grader: Grader) -> CheckReport {
    var report = CheckReport()
    report.count("exercises")
    let prepared = grader.prepare(exercise)
    let script = prepared.script
    report.count("checks", script.checks.count)
    report.findings += script.diagnostics
    guard !script.diagnostics.containsError else { return report }
    checkStart(of: prepared, grader, &report)
    var verdicts: [Verdict] = []
    for answer in [exercise.solution] + exercise.right {
      report.count("right answers")
      let verdict = grader.grade(prepared, answer: answer)
      if verdict.status != .passed {
        report.findings.append(
          Diagnostic(
            "right-fails", "this answer must pass, but its status is \(verdict.status.rawValue)", line: 1, of: answer,
            notes: verdict.problems))
      }
      // The other right answers may contain a mistake on purpose.
      guard verdict.status == .passed, answer == exercise.solution else { continue }
      for problem in verdict.diagnostics where problem.severity == .error {
        report.findings.append(
          Diagnostic(
            "right-statement-fails", "a statement of this answer fails: \(problem.message)", line: 1, of: answer,
            hint: "the solution should have no effect that its author did not see"))
      }
    }
    for answer in exercise.wrong {
      report.count("wrong answers")
      verdicts.append(checkWrong(answer, of: prepared, grader, &report))
    }
    if exercise.wrong.count < fewestWrong {
      report.findings.append(
        Diagnostic(
          "few-wrong", "the exercise needs \(fewestWrong) wrong answers, and has \(exercise.wrong.count)", line: 1,
          of: exercise.source, hint: "wrong/<misconception>.graph"))
    }
    checkHints(of: prepared, grader, &report)
    guard report.isClean else { return report }
    // More trials make sense only if the exercise grades its own answers correctly.
    verdicts += checkFreePoints(of: prepared, grader, &report)
    var dead = DeadExpectations(in: [script])
    for verdict in verdicts { dead.note(verdict.checks.flatMap(\.failures)) }
    let mutants = mutants(of: prepared, grader, &dead)
    checkMutants(of: prepared, mutants, &report)
    // Open briefs are judged by stories about what the model does.
    if !exercise.isFree { checkHardCoded(of: prepared, grader, &report) }
    report.findings += dead.findings(tried: "neither the start, nor a wrong answer, nor a mutant")
    checkNames(of: prepared, &report)
    checkBorrowed(of: prepared, &report)
    report.rows.append(row(of: exercise, mutants))
    return report
  }

  private static func checkStart(of prepared: PreparedExercise, _ grader: Grader, _ report: inout CheckReport) {
    let exercise = prepared.exercise
    for outcome in grader.runStart(of: exercise) where outcome.failed {
      report.findings.append(outcome.finding("start-fails", "the start has an error"))
    }
    let empty = SourceText("", name: exercise.start.name)
    if grader.grade(prepared, answer: empty).status == .passed {
      report.findings.append(
        Diagnostic("start-passes", "the start passes before anyone has done anything", line: 1, of: exercise.start))
    }
  }

  private static func checkWrong(
    _ answer: SourceText, of prepared: PreparedExercise, _ grader: Grader, _ report: inout CheckReport
  ) -> Verdict {
    let verdict = grader.grade(prepared, answer: answer)
    if verdict.status == .passed {
      report.findings.append(Diagnostic("wrong-passes", "this answer must fail, but passes", line: 1, of: answer))
      return verdict
    }
    guard let comment = answer.firstComment else {
      report.findings.append(
        Diagnostic(
          "no-misconception", "a wrong answer begins with the feedback that it must get", line: 1, of: answer,
          hint: "// Look at which side the rule is written on."))
      return verdict
    }
    // The messages about the statements come first if none of them worked.
    let first = verdict.isUntouched ? verdict.diagnostics.map(\.message) : [verdict.cause?.sentence ?? ""]
    if !first.contains(where: { $0.inOneLine.contains(comment.inOneLine) }) {
      report.findings.append(
        Diagnostic(
          "other-feedback", "the verdict says something else first", line: 1, of: answer,
          notes: first.map(\.inOneLine) + verdict.problems))
    }
    return verdict
  }

  /// Returns the numbers of an exercise: its answers, and how many of the mutants fail.
  private static func row(of exercise: Exercise, _ mutants: MutantReport) -> CheckReport.Row {
    CheckReport.Row(
      name: exercise.slug,
      cells: [
        .init("right", "\(1 + exercise.right.count)"), .init("wrong", "\(exercise.wrong.count)"),
        .init("mutants", "\(mutants.killed + mutants.survivors.count)"),
        .init("survive", "\(mutants.survivors.count)"),
        .init("killed", "\(Int((mutants.killRate(in: exercise) * 100).rounded(.down))) %"),
      ])
  }

  private static func checkHints(of prepared: PreparedExercise, _ grader: Grader, _ report: inout CheckReport) {
    let exercise = prepared.exercise
    report.count("hints", exercise.hints.count)
    if exercise.hints.count < fewestHints {
      report.findings.append(
        Diagnostic(
          "few-hints", "the exercise needs \(fewestHints) hints, and has \(exercise.hints.count)", line: 1,
          of: exercise.source, hint: "```hint"))
    }
    let statements = WorkbookParser.parse(exercise.solution).statements.map {
      String(exercise.solution[$0.range]).inOneLine
    }.filter { !$0.isEmpty }
    guard !statements.isEmpty else { return }
    for hint in exercise.hints {
      guard let check = hint.check, !prepared.script.checks.indices.contains(check) else { continue }
      report.findings.append(
        Diagnostic(
          "hint-for-nothing", "the exercise has no check \(check + 1)", line: hint.text.blocks.first?.line ?? 1,
          of: exercise.source, hint: "hint for <the number of a check>"))
    }
    for (index, hint) in exercise.hints.map(\.text).dropLast().enumerated() {
      let text = hint.plainText.inOneLine
      let typed = SourceText(hint.code.joined(separator: "\n"), name: exercise.source.name)
      let passes = !hint.code.isEmpty && grader.grade(prepared, answer: typed).status == .passed
      if passes || statements.allSatisfy(text.contains) {
        report.findings.append(
          Diagnostic(
            "hint-tells", "hint \(index + 1) contains the solution; only the last may",
            line: hint.blocks.first?.line ?? 1, of: exercise.source))
      }
    }
  }
}

extension Verdict {
  /// The problems, one line each: the answer's messages, then the feedback of the checks that failed.
  fileprivate var problems: [String] {
    diagnostics.map(\.message)
      + checks.filter { $0.status != .passed }.map {
        "\($0.name): \($0.feedback.map(\.english).joined(separator: " · "))"
      }
  }
}
