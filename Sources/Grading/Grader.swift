import Courses
import Diagnostics
import WorkbookLanguage

import struct Foundation.Date

/// Grades answers to exercises.
///
/// ```swift
/// let verdict = Grader(makeInterpreter: make).grade(exercise, answer: SourceText(text, name: "answer.graph"))
/// print(TextFormat().text(for: [verdict]))
/// ```
///
/// Grading is a function of exercise and answer: no files, no clock, no random numbers. An answer that is not trusted
/// should be run in its own process. Grading fails closed: an answer that does not parse, uses something forbidden, or
/// exceeds its budget scores nothing, and there is always a verdict that says why. The start and the checks have
/// budgets too, because an answer can make them costly.
package struct Grader: Sendable {
  /// The budget of the start, and again of the answer. An exercise may allow its answer fewer steps.
  package var budget: Budget
  /// The budget of the checks' set-up, and again of each check.
  package var checkBudget: Budget
  private let makeInterpreter: InterpreterMaker

  /// A longer answer is refused before it is read.
  package static let answerByteLimit = 256 * 1024

  /// The number of problems that a verdict lists; the others are only counted.
  package static let problemLimit = 100

  /// The time that `now()` gives while grading: the start of 2026, UTC.
  package static let clock = Date(timeIntervalSince1970: 1_767_225_600)

  package init(
    budget: Budget = .grading, checkBudget: Budget = .check, makeInterpreter: @escaping InterpreterMaker
  ) {
    self.budget = budget
    self.checkBudget = checkBudget
    self.makeInterpreter = makeInterpreter
  }

  /// Grades an answer. It continues from the exercise's start, or starts afresh if its first statement is `model`. It
  /// continues after a failing statement, as the prompt does; such an answer keeps the points of the checks that hold,
  /// but its status is `error`. A refused save is not such a failure. Each check then runs on its own trial.
  package func grade(_ exercise: Exercise, answer: SourceText) -> Verdict {
    let script = CheckScript(exercise.check)
    var verdict = Verdict(on: exercise, script)
    if script.diagnostics.containsError || script.checks.isEmpty {
      verdict.diagnostics = [.brokenExercise(exercise)] + script.diagnostics
      return verdict
    }
    guard answer.text.utf8.count <= Self.answerByteLimit else {
      verdict.diagnostics = [.answerTooLong(limit: Self.answerByteLimit)]
      return verdict
    }
    let tree = WorkbookParser.parse(answer)
    verdict.diagnostics = (tree.diagnostics + tree.statements.refusals).map { $0.bound(to: answer) }
    guard !verdict.diagnostics.containsError else { return verdict }

    var interpreter = newInterpreter()
    if case .model(.name)? = tree.statements.first?.kind {
      // The answer brings its own model.
    } else if let stopped = exercise.begin(in: &interpreter).first(where: \.wasStopped) {
      verdict.diagnostics = [.brokenStart(exercise)] + stopped.diagnostics.map { $0.bound(to: exercise.start) }
      return verdict
    }
    var allowed = budget
    if let steps = exercise.steps { allowed[.statements] = min(allowed[.statements], steps) }
    interpreter.budget = allowed
    guard run(tree.statements, of: answer, in: &interpreter, &verdict) else { return verdict }
    let outcomes = script.outcomes(on: interpreter, budget: checkBudget)
    verdict.checks = outcomes.map(CheckResult.init)
    verdict.score = exercise.score(of: verdict.checks)
    let holds = outcomes.allSatisfy(\.holds)
    verdict.status = verdict.diagnostics.containsError ? .error : holds ? .passed : .failed
    return verdict
  }

  /// An interpreter that reads and writes no files, under the budget.
  private func newInterpreter() -> Interpreter {
    var interpreter = makeInterpreter(Self.clock)
    interpreter.environment.readFile = nil
    interpreter.environment.writeFile = nil
    interpreter.environment.storePath = nil
    interpreter.budget = budget
    return interpreter
  }

  /// Runs the exercise's start alone.
  func runStart(of exercise: Exercise) -> [Outcome] {
    var interpreter = newInterpreter()
    return interpreter.run(exercise.start)
  }

  /// Runs the answer; false when its budget ended it.
  private func run(
    _ statements: [Statement], of answer: SourceText, in interpreter: inout Interpreter, _ verdict: inout Verdict
  ) -> Bool {
    var unlisted = 0
    defer { if unlisted > 0 { verdict.diagnostics.append(.moreProblems(unlisted)) } }
    for (index, statement) in statements.enumerated() {
      let outcome = interpreter.execute(statement, in: answer)
      verdict.steps = interpreter.stepsUsed
      guard outcome.failed else { continue }
      var found = outcome.diagnostics.map { $0.bound(to: answer) }
      if outcome.wasStopped {
        for place in found.indices where found[place].id == "budget-exceeded" {
          found[place].message = found[place].message.replacing(
            "stopped ", with: "stopped at statement \(index + 1) ", maxReplacements: 1)
        }
        verdict.diagnostics += found
        return false
      }
      if found.isEmpty { found = [.statementFailed(at: statement, in: answer)] }
      // Shown, but not counted: the learner's own expectations are theirs, and the result of a refused save is for the
      // checks to judge.
      let isTheirs = outcome.expectation != nil
      for place in found.indices where isTheirs || found[place].id == "save-failed" { found[place].severity = .warning }
      if verdict.diagnostics.count < Self.problemLimit || found.containsError && !verdict.diagnostics.containsError {
        verdict.diagnostics += found
      } else {
        unlisted += 1
      }
    }
    return true
  }
}

extension Exercise {
  /// The sum of the checks' points, scaled to the exercise's and rounded to hundredths.
  fileprivate func score(of checks: [CheckResult]) -> Double {
    let total = checks.reduce(0) { $0 + $1.maxPoints }
    guard total > 0 else { return checks.allSatisfy { $0.status == .passed } ? Double(points) : 0 }
    let earned = checks.reduce(0) { $0 + $1.points }
    return (Double(earned) * Double(points) * 100 / Double(total)).rounded() / 100
  }
}

extension CheckResult {
  /// A check of an answer that could not be run.
  init(notRun check: Check) {
    self.init(
      name: check.name, status: .notRun, points: 0, maxPoints: check.points,
      feedback: ["not checked: the answer could not be run"], statement: check.text, file: check.source.name,
      line: check.line)
  }

  init(_ outcome: CheckOutcome) {
    let check = outcome.check
    self.init(
      name: check.name, status: outcome.holds ? .passed : .failed, points: outcome.holds ? check.points : 0,
      maxPoints: check.points, feedback: outcome.feedback, failures: outcome.failures.map(Failure.init),
      statement: check.text, file: check.source.name, line: check.line)
    if status == .failed, feedback.isEmpty { feedback = ["this fails"] }
  }
}

extension CheckResult.Failure {
  fileprivate init(_ outcome: Outcome) {
    self.init(
      statement: String(outcome.text), file: outcome.source.name,
      line: outcome.source.position(at: outcome.range.lowerBound).line, found: outcome.findings,
      advice: outcome.advice)
  }
}
