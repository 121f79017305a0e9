import Courses
import Diagnostics
import WorkbookLanguage

extension CheckResult {
  /// A check of an answer that could not be run.
  init(notRun check: Check, _ words: FixedWords) {
    self.init(
      name: check.name, status: .notRun, points: 0, maxPoints: check.points,
      feedback: [.text(words(.couldNotRun))], statement: check.text, file: check.source.name,
      line: check.line)
  }

  init(_ outcome: CheckOutcome, _ words: FixedWords) {
    let check = outcome.check
    var failures = outcome.failures.map { Failure($0, of: check) }
    // Its sentence is about what holds.
    if !failures.isEmpty, failures.allSatisfy({ $0.likeness != nil }),
      check.statements.contains(where: \.expectsMoreThanLikeness)
    {
      failures[0].found.insert(CheckFinding(words(.restOfCheckHolds), role: .headline), at: 0)
    }
    self.init(
      name: check.name, status: outcome.holds ? .passed : .failed, points: outcome.holds ? check.points : 0,
      maxPoints: check.points,
      feedback: failures.isEmpty ? outcome.feedback.map(Feedback.text) : failures.feedback, failures: failures,
      statement: check.text, file: check.source.name, line: check.line)
    if status == .failed, feedback.isEmpty { feedback = [.text(Diagnostic.fails)] }
  }
}

extension Statement {
  /// Whether it expects something other than what the solution has.
  fileprivate var expectsMoreThanLikeness: Bool {
    guard case .expect(let expectation) = kind else { return false }
    if case .likeSolution = expectation.claim { return false }
    return true
  }
}

extension CheckResult.Failure {
  fileprivate init(_ outcome: Outcome, of check: Check) {
    self.init(
      statement: String(outcome.text), file: outcome.source.name,
      line: outcome.source.position(at: outcome.range.lowerBound).line, found: outcome.findings,
      advice: outcome.advice)
    wasJudged = outcome.wasJudged
    let steps = check.steps(before: outcome)
    tried = steps.map { check.source[$0.range].claimText }
    trees = steps + (check.statement(of: outcome).map { [$0] } ?? [])
    looksAtSaved = check.looksAtSaved(in: outcome)
    if case .likeSolution(let part)? = outcome.expectation?.claim { likeness = part }
  }
}
