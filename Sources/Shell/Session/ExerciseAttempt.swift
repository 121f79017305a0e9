import Courses
import Diagnostics
import Grading
import WorkbookLanguage

/// An exercise being answered at the prompt: the graph as it is now, and what was typed to get there.
package struct ExerciseAttempt {
  package let exercise: Exercise
  package private(set) var interpreter: Interpreter
  /// The statements of the answer, in order: those that ran without failing, except those that only look. Where reading
  /// counts, one that only looks or that fails is part of the answer as well: it may have read something before.
  package private(set) var accepted: [String] = []
  /// The hints that were shown, by their places.
  package private(set) var hintsShown: Set<Int> = []
  /// The check that the latest verdict began with.
  package var failedCheck: Int?
  private let makeInterpreter: InterpreterMaker
  /// The graph that the exercise starts with.
  package let start: Interpreter
  /// The model of an answer that begins with `model`, as long as only statements about the model have come.
  private var ownModel: Interpreter?
  /// Decides which `model` begins it.
  private var beginning = AnswerBeginning()
  /// Whether the latest input replaced the start's model.
  package private(set) var replacedModel = false
  /// Whether what is read belongs to the answer from now on.
  private var readingCounts = false

  /// Starts from the exercise's graph.
  package init(_ exercise: Exercise, makeInterpreter: @escaping InterpreterMaker) {
    self.exercise = exercise
    self.makeInterpreter = makeInterpreter
    var begun = Self.blank(makeInterpreter)
    _ = exercise.begin(in: &begun)
    start = begun
    interpreter = begun.trial()
  }

  /// An interpreter without a graph. What is graded has its stores in memory; so has the attempt.
  private static func blank(_ makeInterpreter: InterpreterMaker) -> Interpreter {
    var interpreter = makeInterpreter(nil)
    interpreter.environment.storePath = nil
    return interpreter
  }

  /// Shows the hints of an earlier attempt, and knows what it failed at.
  mutating func takeHints(of earlier: ExerciseAttempt) {
    (hintsShown, failedCheck) = (earlier.hintsShown, earlier.failedCheck)
  }

  /// Runs the statements of an earlier attempt.
  package mutating func goOn(from draft: [String]) {
    for text in draft { _ = execute(SourceText(text)) }
  }

  /// Runs an input, and adds what succeeds to the answer.
  ///
  /// Statements that a grader refuses are refused here too, so an answer that works at the prompt can be graded. A
  /// statement that only writes a file or compares with one runs, and is left out of the answer.
  package mutating func execute(_ tree: SyntaxTree) -> [Outcome] {
    replacedModel = false
    // The budget is each input's.
    interpreter.startCounting()
    if !readingCounts { readingCounts = tree.statements.contains(where: \.makesReadingCount) }
    let work = tree.statements.filter { ($0.isWork || readingCounts && $0.reads) && !$0.onlyWritesOrCompares }
    let refusals = tree.statements.filter { !$0.onlyWritesOrCompares }.refusals
    var allowed = tree
    allowed.statements.removeAll { statement in refusals.contains(where: statement.contains) }
    let outcomes =
      refusals.map { Outcome(source: tree.source, range: $0.range ?? SourceRange(0, 0), diagnostics: [$0]) }
      + run(allowed)
    accepted += outcomes.texts(of: work, evenFailed: readingCounts)
    return outcomes
  }

  /// Parses an input and runs it.
  package mutating func execute(_ input: SourceText) -> [Outcome] { execute(WorkbookParser.parse(input)) }

  /// Runs what is allowed. In an answer that begins with `model`, the statements about the model that come first make a model of
  /// their own, and the start's objects are carried over to it, as the grader does.
  private mutating func run(_ tree: SyntaxTree) -> [Outcome] {
    // A text that is too long is one problem, not one for each statement.
    guard tree.source.text.utf8.count <= interpreter.budget.textBytes else { return interpreter.run(tree) }
    var outcomes: [Outcome] = []
    var rest = tree
    while let statement = rest.statements.first, !beginning.isOver {
      // The statement alone, with the mistakes before it and in it.
      var part = rest
      part.statements = [statement]
      part.diagnostics = Array(rest.diagnostics.prefix { ($0.range?.lowerBound ?? 0) < statement.range.upperBound })
      if part.diagnostics.contains(where: { $0.severity == .error && statement.contains($0) }) {
        outcomes += interpreter.run(part)
      } else {
        let role = beginning.take(statement)
        if beginning.isOver { break }
        if role.isFirst {
          ownModel = Self.blank(makeInterpreter)
          accepted = []
          replacedModel = true
        }
        if role.isOwnModel, let changed = changeOwnModel(part, at: statement.range) {
          outcomes += changed
        } else {
          let found = interpreter.run(part)
          if let outcome = found.last { beginning.note(statement, outcome) }
          outcomes += found
        }
      }
      rest.statements.removeFirst()
      rest.diagnostics.removeFirst(part.diagnostics.count)
    }
    if beginning.isOver { ownModel = nil }
    return rest.statements.isEmpty && rest.diagnostics.isEmpty ? outcomes : outcomes + interpreter.run(rest)
  }

  /// Runs a statement about the answer's own model, and carries the start's objects over to it.
  private mutating func changeOwnModel(_ part: SyntaxTree, at range: SourceRange) -> [Outcome]? {
    guard var own = ownModel else { return nil }
    own.startCounting()
    var outcomes = own.run(part)
    ownModel = own
    interpreter = start.trial()
    if let refused = interpreter.replaceModel(with: own, at: range, of: part.source), !outcomes.isEmpty {
      outcomes[outcomes.count - 1].diagnostics += refused.diagnostics.map { $0.asWarning }
    }
    return outcomes
  }

  /// The answer that is graded.
  package var answer: SourceText { SourceText(accepted.map { $0 + "\n" }.joined(), name: "your answer") }

  /// Whether there are changes that the checks leave out, because they look at what was saved last. O(statements of the
  /// checks).
  package var hasUngradedChanges: Bool {
    guard interpreter.context.hasChanges else { return false }
    var looksAtSaved = false
    for statement in WorkbookParser.parse(exercise.check).statements {
      statement.forEachStatement { if $0.kind == .rollback { looksAtSaved = true } }
    }
    return looksAtSaved
  }

  /// The statements of the answer without those that `undo` took back, one statement each. Where that is not what `undo` did,
  /// they are another answer, and get another verdict.
  package var statementsWithoutUndone: [String] { accepted.withoutUndone }

  /// The next hint, with its number from 1: one for the check that failed, or else the next in order; nil when there are no
  /// more.
  package mutating func nextHint() -> (hint: MarkdownDocument, number: Int)? {
    guard let place = exercise.hints.next(after: hintsShown, failing: failedCheck) else { return nil }
    hintsShown.insert(place)
    return (exercise.hints[place].text, place + 1)
  }
}

extension Diagnostic {
  fileprivate var asWarning: Diagnostic {
    var diagnostic = self
    diagnostic.severity = .warning
    return diagnostic
  }
}
