import Courses
import Diagnostics
import WorkbookLanguage

/// The check that a wrong first try is no trap: whoever types the right answer after it, in the same session, is done or
/// hears what is in the way.
///
/// - The solution directly after the wrong answer: the task is done, or a statement of the solution is refused with a message,
///   or the prompt names the statements that are in the way (``LessonTask/leftover(in:)``).
/// - The solution after `undo` has taken the wrong answer back: after each statement, the first check that complains is one that
///   complains without the detour as well, or one about what is saved, which `undo` leaves as it is; in the end the task is
///   done.
struct TaskTraps {
  /// An answer that did not pass, with a name for messages.
  struct WrongAnswer {
    var words: String
    var end: LessonTask.Attempt
  }

  private let task: LessonTask
  private let statements: [Statement]
  /// The checks that do not hold after each statement of the solution alone.
  private let expected: [Set<Check>]

  init(_ task: LessonTask) {
    self.task = task
    statements = WorkbookParser.parse(task.solution).statements
    var attempt = task.begin()
    expected = statements.map { statement in
      attempt.execute(statement, in: task.solution)
      return Set(attempt.outcomes().filter { !$0.holds }.map(\.check))
    }
  }

  /// The most mutants of a solution that are tried as wrong answers.
  private static let mostMutants = 3

  /// Chooses mutants at equal distances, so that the whole solution is covered.
  static func sample(of wrong: [WrongAnswer]) -> [WrongAnswer] {
    guard wrong.count > mostMutants else { return wrong }
    return (0..<mostMutants).map { wrong[$0 * (wrong.count - 1) / (mostMutants - 1)] }
  }

  /// - Complexity: O(*n* × statements × checks) for *n* wrong answers.
  func findings(after wrong: [WrongAnswer]) -> [Diagnostic] {
    wrong.compactMap { answer in trap(directlyAfter: answer) ?? trap(afterUndoing: answer) }
  }

  private func trap(directlyAfter wrong: WrongAnswer) -> Diagnostic? {
    var attempt = wrong.end.copy()
    var outcomes: [CheckOutcome] = []
    for statement in statements {
      if attempt.execute(statement, in: task.solution).failed { return nil }
      outcomes = attempt.outcomes()
      if outcomes.isDone { return nil }
    }
    guard outcomes.contains(where: { !$0.holds && !$0.isAboutRules }), task.leftover(in: attempt.work).isEmpty else {
      return nil
    }
    return Diagnostic(
      "trap",
      "the right answer is refused after a wrong first try, and nothing says what is in the way: \(wrong.words)",
      line: task.step.line, of: task.lesson.source,
      hint: "let the check accept it, or say in the else text what is left over", notes: [outcomes.complaint])
  }

  private func trap(afterUndoing wrong: WrongAnswer) -> Diagnostic? {
    let work = wrong.end.work.flatMap { WorkbookParser.parse(SourceText($0)).statements }
    // Undo skips a save, and does not reach a store that was opened or migrated, nor a name that `let` gave anew.
    guard work.allSatisfy({ $0.isUndoable && !renames($0) || $0.kind == .save }) else { return nil }
    var attempt = wrong.end.copy()
    let undo = SourceText("undo")
    guard let word = WorkbookParser.parse(undo).statements.first else { return nil }
    for _ in 0..<work.count(where: \.isUndoable) { attempt.execute(word, in: undo) }
    for (place, statement) in statements.enumerated() {
      let outcome = attempt.execute(statement, in: task.solution)
      // A statement that is refused says why: undo keeps the names that let gave.
      if outcome.failed { return nil }
      let outcomes = attempt.outcomes()
      if outcomes.isDone { return nil }
      guard let first = outcomes.first(where: { !$0.holds }) else { return nil }
      if !expected[place].contains(first.check), !first.isAboutRules, !first.isOnlyUnsaved, !first.check.looksAtSaved {
        return Diagnostic(
          "trap-after-undo",
          "after a wrong first try and undo, the right answer gets another complaint: \(wrong.words)",
          line: task.step.line,
          of: task.lesson.source,
          hint: "let the check look at what the task asks for, and not at what was saved meanwhile",
          notes: ["after \(String(outcome.text).inOneLine)", outcomes.complaint])
      }
    }
    return nil
  }
}

extension TaskTraps {
  /// Whether a statement gives another meaning to a name that the task begins with.
  private func renames(_ statement: Statement) -> Bool {
    guard case .letName(let name, _) = statement.kind else { return false }
    return task.start.names[name.text] != nil
  }
}

extension [CheckOutcome] {
  /// The complaint that the prompt shows first: the author's advice, or else what was found. Empty when all checks hold.
  var complaint: String {
    guard let open = first(where: { !$0.holds }) else { return "" }
    return open.failures.first?.advice ?? open.feedback.first ?? open.check.name
  }
}

extension Check {
  /// Whether it asks about what was saved last.
  fileprivate var looksAtSaved: Bool {
    var found = false
    for statement in statements { statement.forEachStatement { if $0.kind == .rollback { found = true } } }
    return found
  }
}

extension CheckOutcome {
  /// Whether it is about the way in which the task was done, and no check of the author's.
  fileprivate var isAboutRules: Bool { check.statements.isEmpty }
}
