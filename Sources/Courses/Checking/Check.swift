import Diagnostics
import WorkbookLanguage

/// One thing that must hold, with its sentence and its points: of a lesson's task and of an exercise alike.
package struct Check: Hashable, Sendable {
  /// The sentence of `check "…"`; for a bare `expect` what it expects.
  package var name: String
  package var points: Int
  /// The statements, run in order on their own trial.
  package var statements: [Statement]
  /// The text that contains the statements, and the check's place in it.
  package var source: SourceText
  package var range: SourceRange

  /// The check as it is written.
  package var text: String { String(source[range]) }

  /// The line of the file on which it starts.
  package var line: Int { source.position(at: range.lowerBound).line }
}

/// The result of a check.
package struct CheckOutcome: Sendable {
  package var check: Check
  package var holds: Bool
  /// The feedback for the learner, a line each: for every failure its `else` text, then the findings. Empty when the
  /// check holds.
  package var feedback: [String] = []
  /// The learner's own statements without which the task would be done; empty where there are none.
  package var leftover: [String] = []
  /// The statements that failed, in order: the check's own, or one of the set-up before it.
  package var failures: [Outcome] = []
  /// The steps that it took, the set-up's not among them.
  package var stepsUsed = 0
  /// Whether it was stopped because its budget was used up.
  package var wasStopped: Bool { failures.contains(where: \.wasStopped) }

  /// An outcome that holds until a failure is added.
  init(of check: Check) {
    self.check = check
    holds = true
  }

  /// A check that could not be run, with the reasons.
  init(of check: Check, unusable reasons: [String]) {
    self.check = check
    holds = false
    feedback = reasons
  }
}

extension Check {
  /// Runs the check on a trial of an interpreter, which stays as it is.
  ///
  /// A failed expectation does not end the check, so that the learner hears of all of them; any other failure does.
  /// - Parameters:
  ///   - budget: what the check may use; nil leaves the interpreter's own.
  ///   - untilFailure: whether the first failure ends the check.
  ///   - judged: the places of the expectations that are judged; nil for all. An expectation leaves no trace, so that the
  ///     others need not be.
  package func outcome(
    on interpreter: Interpreter, budget: Budget? = nil, untilFailure: Bool = false,
    judging judged: Set<SourceRange>? = nil
  ) -> CheckOutcome {
    var trial = interpreter.rehearsal()
    trial.demandsEffects = true
    trial.detail = min(trial.detail, .errors)
    let before = budget == nil ? trial.stepsUsed : 0
    if let budget { trial.budget = budget }
    var result = CheckOutcome(of: self)
    for (place, statement) in statements.enumerated() {
      if let judged, statement.isExpectation, !judged.contains(statement.range) { continue }
      var outcome = trial.execute(statement, in: source)
      guard outcome.failed else { continue }
      if outcome.expectation != nil {
        outcome.noteSteps(statements[..<place].filter { !$0.isExpectation }.map { source[$0.range].claimText })
      }
      result.add(outcome)
      if untilFailure || outcome.expectation == nil || outcome.wasStopped { break }
    }
    result.stepsUsed = trial.stepsUsed - before
    return result
  }
}

extension Check {
  /// Returns the statement that failed; nil if it is one of the set-up.
  package func statement(of failure: Outcome) -> Statement? { statements.first { $0.range == failure.range } }

  /// Returns what was run before one of its expectations failed: its statements that expect nothing, and those of the block
  /// that should have succeeded or failed.
  package func steps(before failure: Outcome) -> [Statement] {
    statements.filter { $0.range.upperBound <= failure.range.lowerBound && !$0.isExpectation }
      + (statement(of: failure)?.tried ?? [])
  }

  /// Whether one of its expectations that failed looks at what was saved last: the unsaved changes were discarded before.
  package func looksAtSaved(in failure: Outcome) -> Bool {
    statements.contains { statement in
      guard statement.range.upperBound <= failure.range.lowerBound else { return false }
      return switch statement.kind {
      case .rollback, .reset: true
      default: false
      }
    }
  }
}

extension CheckOutcome {
  /// Counts a failed statement against the check.
  ///
  /// An expectation that could not be judged (what it asks for is not there) is shown without its author's advice, which was
  /// written for values that do not exist, and without hints for mending the check's own statements. What should succeed and does
  /// not keeps the advice, unless something before it failed.
  mutating func add(_ outcome: Outcome) {
    var outcome = outcome
    if outcome.metAnError {
      if !failures.isEmpty || !outcome.expectsSuccess { outcome.expectation?.elseText = nil }
      for place in outcome.diagnostics.indices where !outcome.diagnostics[place].isAboutName {
        outcome.diagnostics[place].hint = nil
      }
    }
    holds = false
    failures.append(outcome)
    for line in outcome.feedback where !feedback.contains(line) { feedback.append(line) }
  }
}

extension Diagnostic {
  /// Whether it says that an entity or a property is not there, so that its hint names one of the learner's, or that a
  /// budget is used up.
  fileprivate var isAboutName: Bool {
    [
      Diagnostic.ID.unknownEntity, Diagnostic.ID.unknownProperty, Diagnostic.ID.unknownKey, Diagnostic.ID.unknownName,
      Diagnostic.ID.budgetExceeded,
    ].contains(id)
  }
}

extension Statement {
  fileprivate var isExpectation: Bool { if case .expect = kind { true } else { false } }

  /// The statements of a block that should succeed or fail; none for any other expectation.
  fileprivate var tried: [Statement] {
    guard case .expect(let expectation) = kind, case .block(let block, _) = expectation.claim else { return [] }
    return block.statements
  }
}

extension Outcome {
  /// Says of the values of a failed expectation that they are those after the check's own statements, which the learner did
  /// not type. Long blocks are not repeated.
  fileprivate mutating func noteSteps(_ steps: [String]) {
    let text = steps.joined(separator: ", ")
    guard !steps.isEmpty, text.count <= 60 else { return }
    let start = steps == ["rollback"] ? "in what was saved last: " : "after \(text): "
    for place in diagnostics.indices {
      if diagnostics[place].severity == .error, metAnError {
        diagnostics[place].message = start + diagnostics[place].message
      }
      diagnostics[place].notes = diagnostics[place].notes.map { start + $0 }
    }
  }

  /// Whether the statement was ended because a budget was used up.
  package var wasStopped: Bool { diagnostics.contains { $0.id == Diagnostic.ID.budgetExceeded } }

  /// Whether there is an error besides what was expected and does not hold.
  fileprivate var metAnError: Bool {
    diagnostics.contains {
      $0.severity == .error && $0.id != Diagnostic.ID.expectationFailed && $0.id != Diagnostic.ID.onlyUnsaved
    }
  }

  /// Whether an expectation came to a verdict; false where an error kept it from one. What should succeed and is refused
  /// was judged, unless a name in it means nothing. One object compared with many was not.
  package var wasJudged: Bool {
    if expectation?.findsMore == true { return false }
    return !metAnError || expectsSuccess && !diagnostics.contains { $0.severity == .error && $0.isAboutName }
  }

  /// Whether it is an expectation that statements succeed, and they had something to act on.
  fileprivate var expectsSuccess: Bool {
    guard case .block(_, .succeeds)? = expectation?.claim else { return false }
    return !diagnostics.contains { $0.id == Diagnostic.ID.noEffect }
  }

  /// The advice of a failed expectation's author.
  package var advice: String? { expectation?.elseText }

  /// The findings: what is wrong, then the values.
  package var findings: [CheckFinding] {
    diagnostics.filter { $0.severity == .error }.flatMap { diagnostic in
      [CheckFinding(diagnostic.message, hint: diagnostic.hint, role: diagnostic.role)]
        + diagnostic.notes.enumerated().map { CheckFinding($1, role: diagnostic.noteRoles[$0]) }
    }.flatMap(\.lines)
  }

  /// The feedback that a failed statement gives to the learner.
  package var feedback: [String] { (advice.map { [$0] } ?? []) + findings.map(\.line) }
}
