import Diagnostics
import WorkbookLanguage

/// One thing that must hold, with its sentence and its points: of a lesson's task and of an exercise alike.
public struct Check: Hashable, Sendable {
  /// The sentence of `check "…"`; for a bare `expect` the statement itself.
  public var name: String
  public var points: Int
  /// What is run, in order, on a trial of its own.
  public var statements: [Statement]
  /// The text that the statements stand in, and the check's place there.
  public var source: SourceText
  public var range: SourceRange

  /// The check as it is written.
  public var text: String { String(source[range]) }

  /// The line of the file on which it starts.
  public var line: Int { source.position(at: range.lowerBound).line }
}

/// What came of a check.
public struct CheckOutcome: Sendable {
  public var check: Check
  public var holds: Bool
  /// What to tell the learner, a line each: the `else` text first, then what is wrong and the values. Empty when it holds.
  public var feedback: [String]
  /// The `else` texts among the feedback: what its author advises.
  public var advice: [String] = []
  /// The first statement that failed: the check's own, or of the set-up before it.
  public var failed: Outcome?
  /// The steps that it took, the set-up's not among them.
  public var stepsUsed: Int
  /// Whether it was stopped because its budget was used up.
  public var wasStopped: Bool
}

extension Check {
  /// Runs the check on a trial of an interpreter, which stays as it is.
  ///
  /// A failed expectation does not end the check, so that the learner hears of all of them; any other failure does.
  /// - Parameter budget: what the check may use; nil leaves the interpreter's own.
  public func outcome(on interpreter: Interpreter, budget: Budget? = nil) -> CheckOutcome {
    var trial = interpreter.trial()
    let before = budget == nil ? trial.stepsUsed : 0
    if let budget { trial.budget = budget }
    var result = CheckOutcome(
      check: self, holds: true, feedback: [], failed: nil, stepsUsed: 0, wasStopped: false)
    for statement in statements {
      let outcome = trial.execute(statement, in: source)
      guard outcome.failed else { continue }
      result.add(outcome)
      if outcome.expectation == nil || outcome.wasStopped { break }
    }
    result.stepsUsed = trial.stepsUsed - before
    return result
  }
}

extension CheckOutcome {
  /// Counts a failed statement against the check.
  mutating func add(_ outcome: Outcome) {
    holds = false
    if failed == nil { failed = outcome }
    if let text = outcome.expectation?.elseText, !advice.contains(text) { advice.append(text) }
    wasStopped = wasStopped || outcome.wasStopped
    for line in outcome.feedback where !feedback.contains(line) { feedback.append(line) }
  }
}

extension Outcome {
  /// Whether the statement was ended because a budget was used up.
  package var wasStopped: Bool { diagnostics.contains { $0.id == "budget-exceeded" } }

  /// What a failed statement tells who is being checked: the author's `else` text, then what is wrong, then the values.
  package var feedback: [String] {
    var lines: [String] = []
    let advice = expectation?.elseText
    for diagnostic in diagnostics where diagnostic.severity == .error {
      lines.append(diagnostic.hint.map { "\(diagnostic.message) (\($0))" } ?? diagnostic.message)
      lines += diagnostic.notes
    }
    return (advice.map { [$0] } ?? []) + lines.flatMap { $0.split(separator: "\n").map(String.init) }
  }
}
