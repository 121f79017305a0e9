import Diagnostics
import WorkbookLanguage

/// The checks of a text: `check.graph`, or the `check` block of a lesson.
///
/// ```swift
/// let script = CheckScript(SourceText("let heat = 1\nexpect heat == 1"))
/// script.checks.count   // 1: the line before it is set-up
/// ```
///
/// Lines outside checks are set-up and run first, in order; a bare `expect` is a check of one point; each check runs on
/// its own trial, so that none sees what another did.
package struct CheckScript: Sendable {
  package var source: SourceText
  package var setUp: [Statement]
  package var checks: [Check]
  /// The mistakes in the text: its syntax, a check without a statement, points out of bounds.
  package var diagnostics: [Diagnostic]

  /// The most that one check can count.
  package static let pointLimit = 1000

  package init(_ source: SourceText) {
    self.source = source
    let tree = WorkbookParser.parse(source)
    setUp = []
    checks = []
    diagnostics = tree.diagnostics.map { $0.bound(to: source) }
    for statement in tree.statements {
      switch statement.kind {
      case .check(let check):
        add(check, at: statement.range)
      case .expect:
        let name = source[statement.range].claimText
        checks.append(
          Check(name: name, points: 1, statements: [statement], source: source, range: statement.range))
      default: setUp.append(statement)
      }
    }
    if checks.isEmpty, diagnostics.isEmpty {
      diagnostics.append(Diagnostic("no-checks", "nothing is expected here", line: source.firstLine, of: source))
    }
  }

  private mutating func add(_ check: CheckStatement, at range: SourceRange) {
    if check.block.statements.isEmpty {
      diagnostics.append(
        Diagnostic("empty-check", "the check '\(check.name)' expects nothing", at: range, source: source))
    }
    if !(0...Self.pointLimit).contains(check.points) {
      diagnostics.append(
        Diagnostic("check-points", "a check has 0 to \(Self.pointLimit) points", at: range, source: source))
    }
    let points = min(max(check.points, 0), Self.pointLimit)
    checks.append(
      Check(
        name: check.name, points: points, statements: check.block.statements, source: source, range: range))
  }

  /// Runs the set-up and then each check on trials of an interpreter, which stays as it is.
  /// - Parameter budget: what the set-up, and each check after it, may use; nil leaves the interpreter's own.
  package func outcomes(on interpreter: Interpreter, budget: Budget? = nil) -> [CheckOutcome] {
    let trial = Trial(of: self, on: interpreter, budget: budget)
    return checks.indices.map { trial.outcome($0) }
  }

  /// A script whose set-up has been run, so that its checks can be asked in any order.
  ///
  /// Where the set-up fails, no check holds: what they would find is not what their author meant. The same where the
  /// text has an error of syntax.
  package struct Trial {
    private let script: CheckScript
    private let budget: Budget?
    private var interpreter: Interpreter
    private var failure: Outcome?

    /// Runs the set-up on a trial of the interpreter, which stays as it is.
    /// - Parameter budget: what the set-up, and each check after it, may use; nil leaves the interpreter's own.
    package init(of script: CheckScript, on interpreter: Interpreter, budget: Budget? = nil) {
      self.script = script
      self.budget = budget
      self.interpreter = interpreter.rehearsal()
      guard !script.diagnostics.containsError else { return }
      if let budget { self.interpreter.budget = budget }
      for statement in script.setUp {
        let outcome = self.interpreter.execute(statement, in: script.source)
        guard outcome.failed else { continue }
        failure = outcome
        return
      }
    }

    /// Runs one check of the script, by its place in ``checks``, on a separate trial.
    /// - Parameters:
    ///   - untilFailure: whether the first failure ends the check.
    ///   - judged: the places of the expectations that are judged; nil for all.
    package func outcome(
      _ place: Int, untilFailure: Bool = false, judging judged: Set<SourceRange>? = nil
    ) -> CheckOutcome {
      let check = script.checks[place]
      if script.diagnostics.containsError {
        return CheckOutcome(
          of: check, unusable: script.diagnostics.filter { $0.severity == .error }.map(\.message))
      }
      guard let failure else {
        return check.outcome(on: interpreter, budget: budget, untilFailure: untilFailure, judging: judged)
      }
      var result = CheckOutcome(of: check)
      result.add(failure)
      return result
    }
  }
}
