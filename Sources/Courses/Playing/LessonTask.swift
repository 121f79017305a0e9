import Diagnostics
import WorkbookLanguage

/// A task of a lesson, in the state in which a learner begins it, so that any number of answers can be tried.
package struct LessonTask {
  package let lesson: Lesson
  package let step: Step
  /// The state in which an answer begins.
  package internal(set) var start: Interpreter
  let solutions: Solutions?
  private let checks: [CheckScript]

  init(lesson: Lesson, step: Step, start: Interpreter, solutions: Solutions?) {
    self.lesson = lesson
    self.step = step
    self.start = start
    self.solutions = solutions
    checks = step.checks
  }

  /// The tasks of a lesson that have a solution, each with the number of its step, from 1. O(statements of the lesson).
  package static func all(
    of lesson: Lesson, makeInterpreter: @escaping InterpreterMaker
  ) -> [(number: Int, task: LessonTask)] {
    var replay = LessonReplay(lesson: lesson, makeInterpreter: makeInterpreter)
    var tasks: [(Int, LessonTask)] = []
    for (index, step) in lesson.steps.enumerated() {
      guard let place = step.blocks.firstIndex(where: { if case .task = $0 { true } else { false } }),
        !step.solutions.isEmpty
      else { continue }
      var start = replay.state(before: index)
      for case .graph(let source, _) in step.blocks[..<place] { _ = start.run(source) }
      if !step.isSolvedByUndo { start.forgetUndo() }
      let solutions = step.solutions(from: start)
      tasks.append((index + 1, LessonTask(lesson: lesson, step: step, start: start, solutions: solutions)))
    }
    return tasks
  }

  /// The solution as one text.
  package var solution: SourceText {
    SourceText(step.solutions.map(\.text).joined(separator: "\n"), name: lesson.source.name)
  }

  /// A learner's work on a task: statements that are run one after the other, as at the prompt.
  package struct Attempt {
    package let task: LessonTask
    package private(set) var interpreter: Interpreter
    private var watch: AnswerRulesWatch
    /// The statements that changed something, in order.
    package private(set) var work: [String] = []
    /// The steps of all statements.
    private(set) var stepsUsed = 0

    init(at task: LessonTask) {
      self.task = task
      interpreter = task.start.trial()
      watch = AnswerRulesWatch(task.step.answerRules, on: &interpreter)
    }

    /// Runs a statement. O(its work).
    @discardableResult
    package mutating func execute(_ statement: Statement, in source: SourceText) -> Outcome {
      // The budget is each statement's, as at the prompt.
      interpreter.budget = .check
      let outcome = interpreter.execute(statement, in: source)
      work += [outcome].texts(of: statement.isWork ? [statement] : [])
      watch.note(statement, outcome, in: interpreter)
      stepsUsed += interpreter.stepsUsed
      return outcome
    }

    /// The outcomes of the checks now, those about the rules last. O(statements of the checks).
    package func outcomes() -> [CheckOutcome] { task.outcomes(on: interpreter, watch) }

    /// Whether the task is done now.
    var isDone: Bool { task.isDone(on: interpreter, watch) }

    /// Whether the model and the objects are those of the solution.
    package func isLikeSolution() -> Bool {
      var judged = interpreter
      judged.solutions = task.solutions
      let likeness = SourceText("expect model like solution\nexpect objects like solution")
      return judged.run(likeness).allSatisfy { !$0.failed }
    }

    /// Returns a copy that goes on separately.
    package func copy() -> Attempt {
      var copy = self
      copy.interpreter = interpreter.trial()
      return copy
    }
  }

  package func begin() -> Attempt { Attempt(at: self) }

  /// The outcomes of the checks when an answer has ended. O(statements + checks).
  package func outcomes(after answer: SourceText) -> [CheckOutcome] {
    var interpreter = start.trial()
    interpreter.budget = .check
    _ = interpreter.run(answer)
    interpreter.solutions = solutions
    return checks.flatMap { $0.outcomes(on: interpreter) }
  }

  /// The outcomes of the checks in a state, and one about the rules of the answer if they were broken.
  func outcomes(on state: Interpreter, _ watch: AnswerRulesWatch) -> [CheckOutcome] {
    var judged = state
    judged.solutions = solutions
    let outcomes = checks.flatMap { $0.outcomes(on: judged) }.map(\.withTrueAdvice)
    let problems = watch.problems
    guard !problems.isEmpty else { return outcomes }
    let way =
      watch.areProblemsUndoable
      ? "undo takes it back, or restart begins the step again" : "restart begins the step again"
    let check = Check(
      name: "the way it was done", points: 0, statements: [], source: lesson.source, range: SourceRange(0, 0))
    return outcomes + [CheckOutcome(of: check, unusable: problems.map { "\($0); \(way)" })]
  }

  /// Whether the task is done in a state. The first check that fails is the last that runs.
  fileprivate func isDone(on state: Interpreter, _ watch: AnswerRulesWatch) -> Bool {
    guard watch.problems.isEmpty, checks.contains(where: { !$0.checks.isEmpty }) else { return false }
    var judged = state
    judged.solutions = solutions
    return checks.allSatisfy { script in
      let trial = CheckScript.Trial(of: script, on: judged)
      return script.checks.indices.allSatisfy { trial.outcome($0, untilFailure: true).holds }
    }
  }
}

extension [CheckOutcome] {
  /// Whether a task is done: there are checks, and all of them hold.
  package var isDone: Bool { !isEmpty && allSatisfy(\.holds) }
}

extension CheckOutcome {
  /// Whether the objects are as they should be, and only not saved.
  package var isOnlyUnsaved: Bool { failures.first?.isOnlyUnsaved == true }

  /// The outcome without the advice of an author who thought of other differences: if the objects are right and only not
  /// saved, that is what it says.
  fileprivate var withTrueAdvice: CheckOutcome {
    var outcome = self
    for place in failures.indices where failures[place].isOnlyUnsaved {
      outcome.feedback.removeAll { $0 == failures[place].advice }
      outcome.failures[place].expectation?.elseText = nil
    }
    return outcome
  }
}

extension Outcome {
  fileprivate var isOnlyUnsaved: Bool { diagnostics.contains { $0.id == Diagnostic.ID.onlyUnsaved } }
}

// MARK: - Leftovers

extension LessonTask {
  /// The most statements of an answer among which one is looked for that is in the way, and the most of which every row of
  /// statements is tried and not only single ones and those at the beginning.
  private static let (mostStatements, mostRows) = (24, 10)
  /// The most steps that a search takes.
  private static let mostSteps = 5_000

  private static func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the statements that are in the way: those without which the answer would be right, as few as possible. Empty
  /// where there are none. What `undo` took back is not in the way, and neither is a
  /// statement that the solution has.
  ///
  /// A wrong first try stays in effect until `undo` takes it back, and the checks then complain about an answer that is right by
  /// itself.
  /// - Complexity: O(*n*³) statements for an answer of *n* up to ten, O(*n*²) for a longer one; the search gives up after some
  ///   thousand steps.
  package func leftover(in work: [String]) -> [String] {
    let work = work.withoutUndone
    let count = work.count
    guard (2...Self.mostStatements).contains(count) else { return [] }
    // A statement that the solution has is needed, unless it was typed more often.
    let asked = step.solutions.flatMap { solution in
      WorkbookParser.parse(solution).statements.map { Self.words(solution[$0.range]) }
    }
    let typed = work.map(Self.words)
    func isNeeded(_ text: String) -> Bool {
      let times = asked.count { $0 == text }
      return times > 0 && typed.count { $0 == text } <= times
    }
    let sources = work.map { SourceText($0) }
    let parsed = sources.map { WorkbookParser.parse($0).statements }
    var steps = 0
    for length in 1..<count {
      let last = length == 1 || count <= Self.mostRows ? count - length - 1 : 0
      guard last >= 0 else { continue }
      for first in 0...last where !typed[first..<first + length].contains(where: isNeeded) {
        var attempt = begin()
        for place in work.indices where !(first..<first + length).contains(place) {
          for statement in parsed[place] { attempt.execute(statement, in: sources[place]) }
        }
        steps += attempt.stepsUsed
        guard steps < Self.mostSteps else { return [] }
        if attempt.isDone { return Array(work[first..<first + length]) }
      }
    }
    return []
  }
}
