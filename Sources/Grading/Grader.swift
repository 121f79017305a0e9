import Courses
import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

import struct Foundation.Date

/// Grades answers to exercises.
///
/// ```swift
/// let verdict = Grader(makeInterpreter: make).grade(exercise, answer: SourceText(text, name: "answer.graph"))
/// print(TextFormat().text(for: [verdict]))
/// ```
///
/// A verdict depends only on the exercise and the answer, not on files, the clock or random numbers. An answer that is
/// not trusted should be run in a separate process. A statement that fails, does not parse or is not allowed has no
/// effect, and the verdict reports it; only the checks decide. Grading fails closed: an answer that exceeds its budget
/// scores nothing, and there is always a verdict that says why. The start and the checks have budgets too, because an
/// answer can make them costly.
package struct Grader: Sendable {
  /// The budget of the start, and again of the answer. An exercise may allow its answer fewer steps.
  package var budget: Budget
  /// The budget of the checks' set-up, and again of each check.
  package var checkBudget: Budget
  /// Called when a stage of the grading begins, so that the stage is known even if the process ends during it.
  package var enter: (@Sendable (Stage) -> Void)?
  private let makeInterpreter: InterpreterMaker

  /// A longer answer is refused before it is read.
  package static let answerByteLimit = 256 * 1024

  /// The most problems that a verdict lists; further ones are only counted.
  package static let problemLimit = 100

  /// The time that `now()` gives while grading: the start of 2026, UTC.
  package static let clock = Date(timeIntervalSince1970: 1_767_225_600)

  /// A stage in the grading of one answer.
  package enum Stage: Hashable, Sendable {
    /// A statement of the answer: its number from 1, and the line on which it begins.
    case statement(Int, line: Int)
    /// The checks.
    case checks
  }

  package init(
    budget: Budget = .grading, checkBudget: Budget = .check, makeInterpreter: @escaping InterpreterMaker
  ) {
    self.budget = budget
    self.checkBudget = checkBudget
    self.makeInterpreter = makeInterpreter
  }

  /// Prepares an exercise and grades one answer to it.
  package func grade(_ exercise: Exercise, answer: SourceText) -> Verdict { grade(prepare(exercise), answer: answer) }

  /// Grades an answer. The answer continues from the exercise's start; if its first statement is `model`, its model
  /// replaces the start's, and the start's objects are carried over.
  ///
  /// A statement that fails has no effect, as at the prompt, and the next one runs. One slip can make everything fail
  /// that uses what it concerns: the answer is judged as it was meant, and loses a point or two for it. Each check then runs on its own trial. An answer may change only what a solution changes, and must be reached as the exercise asks.
  /// - Parameter others: the other exercises to which the text has answers; what belongs to them is left out.
  package func grade(
    _ prepared: PreparedExercise, answer: SourceText, besides others: [PreparedExercise] = []
  ) -> Verdict {
    var verdict = judge(prepared, answer: answer, besides: others)
    guard verdict.status == .failed else { return verdict }
    verdict =
      asMeant(verdict, prepared, answer, besides: others)
      ?? withQuestionMarks(verdict, prepared, answer, besides: others) ?? verdict
    verdict.diagnostics = signNotes(on: answer, prepared, besides: others) + verdict.diagnostics
    return verdict
  }

  /// Grades an answer without the experiments that inserted or deleted objects besides those of the task.
  func judge(_ prepared: PreparedExercise, answer: SourceText, besides others: [PreparedExercise] = []) -> Verdict {
    let (verdict, end) = judgeAsItIs(prepared, answer, besides: others)
    return end.flatMap { withoutStrays($0, verdict, prepared, answer, besides: others) } ?? verdict
  }

  /// Grades an answer as it is.
  /// - Returns: the verdict, and the end of an answer that ran.
  func judgeAsItIs(
    _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise]
  ) -> (Verdict, EndState?) {
    let work = perform(prepared, answer, besides: others)
    var verdict = work.verdict
    guard work.isFinished else { return (verdict, nil) }
    enter?(.checks)
    verdict.checks = results(of: prepared, on: work.interpreter)
    verdict.score = verdict.checks.score(of: prepared.exercise.points)
    let hasFailed = verdict.checks.contains { $0.status == .failed }
    let end = EndState(of: work.interpreter)
    if hasFailed, !verdict.isUntouched {
      if let kept = followThrough(verdict.checks, end, prepared, answer, besides: others) { verdict.apply([kept]) }
      if let kept = savedUnjudged(verdict.checks, end, work.interpreter, prepared) { verdict.apply([kept]) }
    }
    let missing =
      hasFailed && !verdict.isUntouched ? missingSave(verdict.checks, work.interpreter, prepared) : nil
    // What a save computes is compared as it would be.
    var compared = work
    if let missing { compared.interpreter = missing.saved }
    var rules = ruleChecks(prepared, compared) + againChecks(prepared, answer, besides: others, isSkipped: hasFailed)
    var counted = counted(in: verdict.checks, prepared, compared)
    let isKept = rules.first?.isAboutRules != true || rules.first?.status == .passed
    let broken = isKept ? [] : prepared.settings(in: work.watch.broken)
    if !broken.isEmpty { counted.remove(.reachedAsAsked) }
    var judged = end
    if let missing {
      judged = EndState(of: missing.saved)
      if let adjustment = missing.adjustment { verdict.apply([adjustment]) }
      if let rule = missing.rule { rules.append(rule) }
    }
    let difference =
      hasFailed || rules.contains { $0.status == .failed }
      ? difference(of: judged, prepared, work, verdict.checks) : nil
    if let difference, let adjustment = verdict.checks.comparedAlready(difference, prepared.exercise.words) {
      verdict.apply([adjustment])
      // A comparison that takes no points has not taken any for a second place.
      if difference.places > 1 {
        counted.formIntersection(self.counted(in: verdict.checks, prepared, compared))
      }
    }
    // An answer that fails one of these checks does not pass, and loses one point for what no other check has taken.
    let taker = rules.firstIndex { $0.status == .failed && !($0.implicit.map(counted.contains) ?? false) }
    let points = broken.isEmpty ? 1 : max(1, verdict.pointsMissingToHalf(besides: broken))
    verdict.apply(rules.indices.map { .take($0 == taker ? points : 0, for: rules[$0]) })
    verdict.status = verdict.checks.allSatisfy { $0.status == .passed } ? .passed : .failed
    // A check without points that fails alone costs a point as well.
    if verdict.status == .failed, verdict.score == verdict.maxScore,
      let place = verdict.checks.firstIndex(where: { $0.status == .failed })
    {
      verdict.apply([.charge(1, at: place)])
    }
    if verdict.status == .failed {
      verdict.end = prepared.solutions.digest(of: end)
      let mistake = prepared.mistake(in: verdict, end: end)
      // An answer that ends like a known mistake because statements were refused has not made it.
      verdict.misconception = verdict.hasDropped ? nil : mistake.name
      verdict.explain(
        work, on: prepared, difference ?? EndDifference(), like: mistake.words,
        lacking: lack(verdict.checks, prepared, work.interpreter))
    }
    return (verdict, end)
  }

  /// How the end of a failed answer differs from the nearest solution's; nothing where there is none to compare with.
  private func difference(
    of end: EndState, _ prepared: PreparedExercise, _ work: Work, _ checks: [CheckResult]
  ) -> EndDifference {
    if prepared.exercise.isFree || prepared.exercise.isHandout { return EndDifference() }
    let isWhole =
      checks.mayBeComparedAlready
      || checks.contains { $0.status == .failed && $0.failures.contains { $0.advice != nil } }
    return prepared.solutions.difference(of: end, isWhole: isWhole, name: work.interpreter.name)
  }

  /// The results of the checks. A check of an open brief has to hold with other data, too.
  func results(of prepared: PreparedExercise, on interpreter: Interpreter) -> [CheckResult] {
    let words = prepared.exercise.words
    var results = prepared.script.outcomes(on: interpreter, budget: checkBudget).map { CheckResult($0, words) }
    guard let other = prepared.otherScript, results.contains(where: { $0.status == .passed }) else { return results }
    let trial = CheckScript.Trial(of: other, on: interpreter, budget: checkBudget)
    for place in results.indices where results[place].status == .passed {
      let again = CheckResult(trial.outcome(place), words)
      if again.status == .failed { results[place] = again }
    }
    return results
  }

  /// An answer that has been run but not checked.
  struct Work {
    /// The verdict so far: its problems and steps are known.
    var verdict: Verdict
    /// The state in which the answer ended.
    var interpreter: Interpreter
    var watch: AnswerRulesWatch
    /// False if the answer was refused or stopped; the verdict is then final.
    var isFinished = false
  }

  /// Runs an answer from the exercise's start.
  func perform(
    _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise] = []
  ) -> Work {
    var problems = prepared.problems
    if problems.isEmpty, answer.text.utf8.count > Self.answerByteLimit {
      problems = [.answerTooLong(limit: Self.answerByteLimit)]
    }
    guard problems.isEmpty else {
      var work = begin(prepared)
      work.verdict.diagnostics = problems
      return work
    }
    let (tree, notes) = read(answer, of: prepared, besides: others)
    return perform(prepared, tree, notes: notes)
  }

  /// Reads an answer as a student means it: without the prompts of a session, the comments of other languages, typographic characters
  /// and the capitals of a word processor, and without what belongs to other exercises.
  func read(
    _ answer: SourceText, of prepared: PreparedExercise, besides others: [PreparedExercise]
  ) -> (tree: SyntaxTree, notes: [Diagnostic]) {
    let words = prepared.exercise.words
    var (answer, notes) = PastedSession.unwrapped(answer.withLineFeeds, words)
    let (uncommented, comments) = ForeignComments.blanked(answer, words)
    let (unquoted, quoted) = PastedSession.unquoted(uncommented, words)
    (answer, notes) = (unquoted, notes + comments + quoted)
    if answer.text.utf8.contains(where: { $0 >= 0x80 }) {
      let characters = TypographicCharacters(in: answer.text)
      if !characters.found.isEmpty {
        notes.insert(.typography(characters, in: answer, words: words), at: 0)
        answer = SourceText(characters.plain, name: answer.name, firstLine: answer.firstLine)
      }
    }
    var tree = WorkbookParser.parse(answer)
    let starts = ([prepared] + others).map(\.start)
    let capitals = StatementCapitals(
      in: tree, names: Set(starts.flatMap(\.names.keys)), others: Set(starts.flatMap(\.context.model.namesOfParts)))
    if !capitals.words.isEmpty {
      notes.insert(.capitals(capitals, in: answer, words: words), at: 0)
      tree = capitals.tree
    }
    if !others.isEmpty {
      // Statements that are refused do not run in any of them.
      tree.statements = SharedAnswer(with: others, self).statements(of: tree, for: prepared)
    }
    return (tree, notes)
  }

  /// Returns the work on an answer of which nothing has been run.
  private func begin(_ prepared: PreparedExercise) -> Work {
    var interpreter = prepared.start.trial()
    let watch = AnswerRulesWatch(prepared.exercise.answerRules, on: &interpreter)
    return Work(verdict: Verdict(on: prepared.exercise, prepared.script), interpreter: interpreter, watch: watch)
  }

  /// Runs an answer that has been read.
  /// - Parameters:
  ///   - pasted: notes on how it was read.
  ///   - replay: a right answer that this one is a mutant of. What both begin with is not run again, and the verdict has
  ///     neither its problems in words nor a shape.
  func perform(
    _ prepared: PreparedExercise, _ tree: SyntaxTree, notes pasted: [Diagnostic] = [], from replay: AnswerReplay? = nil
  ) -> Work {
    let exercise = prepared.exercise
    let answer = tree.source
    var work = begin(prepared)
    let refusals = tree.statements.refusals
    let found = pasted + (tree.diagnostics + refusals).map { $0.bound(to: answer) }
    work.verdict.diagnostics = Array(found.prefix(Self.problemLimit))
    if !work.verdict.diagnostics.containsError, let error = found.first(where: { $0.severity == .error }) {
      work.verdict.diagnostics.append(error)
    }
    let unlisted = found.count - work.verdict.diagnostics.count

    // A statement with a mistake inside its block does not run, as at the prompt.
    let mistakes = tree.diagnostics.filter { $0.severity == .error }
    let statements = tree.statements.filter { statement in
      [statement].refusals.isEmpty && !mistakes.contains(where: statement.contains)
    }
    var allowed = allowance(of: exercise)
    let begun = replay?.state(sharedWith: answer, statements)
    if let state = begun?.state {
      work.interpreter = state.interpreter.trial()
      work.watch = state.watch
      allowed[.statements] -= state.stepsUsed
    }
    work.interpreter.budget = allowed
    work.verdict.isUntouched = true
    // No one reads what a mutant's statements did.
    if replay != nil { work.interpreter.detail = .verdict }
    work.isFinished = run(
      statements, after: begun?.count ?? 0, of: answer, in: &work.interpreter, &work.watch, &work.verdict, unlisted)
    if replay == nil {
      work.verdict.shape = AnswerShape(
        of: answer, ownNames: work.interpreter.ownNames(since: prepared.start),
        ownParts: work.interpreter.ownParts(of: answer, since: prepared.start, prepared.solutions.fixedNames),
        without: prepared.knownMarks)
    }
    guard work.isFinished else { return work }
    if replay == nil { explainSyntax(of: tree, besides: pasted.count, in: &work) }
    // The checks may change what the answer has to leave as it is.
    work.interpreter.keep([])
    if exercise.isFree { work.verdict.diagnostics += giveRoles(in: &work.interpreter, prepared) }
    work.interpreter.solutions = prepared.solutions
    work.interpreter.bindNames(of: prepared.start)
    return work
  }

  /// The most syntax errors that are tried as lines of other languages.
  private static let translationLimit = 12

  /// Says of syntax errors what the prompt would say at the end of the answer, where it has the names and entities that it made.
  /// - Parameter count: the number of notes before these errors.
  private func explainSyntax(of tree: SyntaxTree, besides count: Int, in work: inout Work) {
    let places = count..<min(count + tree.diagnostics.count, work.verdict.diagnostics.count)
    guard !places.isEmpty, count + tree.diagnostics.count <= Self.problemLimit else { return }
    var lines: [SourceRange] = []
    var tried = 0
    var explained: [Diagnostic] = []
    for problem in tree.diagnostics {
      let place = problem.range?.lowerBound ?? 0
      if lines.contains(where: { $0.lowerBound <= place && place < $0.upperBound }) { continue }
      var problem = problem
      // One that says what to write needs no other words.
      if problem.severity == .error, problem.fix == nil, problem.nearest.isEmpty, problem.offer == nil,
        problem.statements.isEmpty, tried < Self.translationLimit
      {
        tried += 1
        let found = work.interpreter.explained(problem, in: tree)
        problem = found.problem
        if let line = found.line { lines.append(line) }
      }
      explained.append(problem.bound(to: tree.source))
    }
    work.verdict.diagnostics.replaceSubrange(places, with: explained)
  }

  /// The budget of an answer to an exercise, which may allow fewer steps.
  func allowance(of exercise: Exercise) -> Budget {
    var allowed = budget
    if let steps = exercise.steps { allowed[.statements] = min(allowed[.statements], steps) }
    return allowed
  }

  /// Renames whatever plays a role in an open answer to the name that the stories use.
  private func giveRoles(in interpreter: inout Interpreter, _ prepared: PreparedExercise) -> [Diagnostic] {
    let renames = Roles(of: interpreter.context.model).renames
    guard !renames.isEmpty else { return [] }
    interpreter.budget = budget
    let words = prepared.exercise.words
    return renames.flatMap { renaming in
      interpreter.run(SourceText(renaming.statement)).filter(\.failed).flatMap(\.diagnostics).map { problem in
        var problem = problem
        problem.message = words(.roleOf, renaming.path, problem.message)
        problem.range = nil
        return problem
      }
    }
  }

  /// Returns the checks that no author writes: that nothing else has changed, and that the answer was reached as asked.
  func ruleChecks(_ prepared: PreparedExercise, _ work: Work) -> [CheckResult] {
    var checks: [CheckResult] = []
    if !prepared.exercise.answerRules.isEmpty {
      checks.append(CheckResult(.reachedAsAsked, of: prepared.exercise, work.watch.problems))
    }
    if prepared.exercise.isFree {
      let found = work.interpreter.context.model.repeatedFacts(besides: prepared.exercise.names)
        .map { prepared.exercise.words(.canBeFound, $0) }
      checks.append(CheckResult(.eachFactOnce, of: prepared.exercise, found))
    }
    if let unasked = unaskedChanges(prepared, work) {
      checks.append(CheckResult(.nothingElse, of: prepared.exercise, unasked.sentences))
    }
    return checks
  }

  private func unaskedChanges(_ prepared: PreparedExercise, _ work: Work) -> UnaskedChanges.Changes? {
    let begun = prepared.start
    return prepared.restraint?.changes(in: EndState(of: work.interpreter)) { begun.name(of: $0) }
  }

  /// The implicit checks for which checks of the author have taken points already. Those that compare the model or the objects with the
  /// solution take points for every change that no one asked for, and others for the changes that they read.
  private func counted(
    in checks: [CheckResult], _ prepared: PreparedExercise, _ work: Work
  ) -> Set<CheckResult.Implicit> {
    guard !checks.takingPoints.isEmpty else { return [] }
    let compared = Set(checks.takingPoints.flatMap(\.failures).compactMap(\.likeness))
    let unasked = unaskedChanges(prepared, work)
    var uncompared = compared.contains(.model) ? [] : unasked?.model ?? []
    let substitutes = Set(substitutes(among: uncompared, prepared, work))
    uncompared.removeAll(where: substitutes.contains)
    if !compared.contains(.objects) { uncompared += unasked?.objects ?? [] }
    if uncompared.isEmpty {
      return compared.isEmpty ? (substitutes.isEmpty ? [] : [.nothingElse]) : [.nothingElse, .reachedAsAsked]
    }
    return checks.read(uncompared, from: prepared.start) ? [.nothingElse] : []
  }

  /// Returns an interpreter that has the budget and cannot read or write files.
  func newInterpreter() -> Interpreter {
    var interpreter = makeInterpreter(Self.clock)
    interpreter.environment.withdrawFiles()
    interpreter.budget = budget
    return interpreter
  }

  /// Runs the exercise's start alone.
  func runStart(of exercise: Exercise) -> [Outcome] {
    var interpreter = newInterpreter()
    return interpreter.run(exercise.start)
  }

  /// Runs an answer, statement by statement. ``AnswerBeginning`` says which `model` replaces the start's model.
  /// - Parameters:
  ///   - count: the number of statements at the beginning that have been run already, none of them a `model`.
  ///   - willRun: called before each statement, or before the first of several that run together.
  ///   - visit: called after each statement; ends the answer if it returns false.
  func run(
    _ statements: [Statement], after count: Int = 0, of answer: SourceText, in interpreter: inout Interpreter,
    willRun: (_ index: Int) -> Void = { _ in },
    visit: (_ index: Int, _ outcome: Outcome, _ interpreter: Interpreter) -> Bool
  ) {
    var own: [Int: Outcome] = [:]
    var beginning = AnswerBeginning(isOver: count > 0)
    for (index, statement) in statements.enumerated().dropFirst(count) {
      if own[index] == nil {
        willRun(index)
        if beginning.take(statement).isOwnModel {
          let outcomes = begin(statements[index...], &beginning, of: answer, in: &interpreter)
          for (offset, outcome) in outcomes.enumerated() { own[index + offset] = outcome }
        }
      }
      let outcome = own[index] ?? interpreter.execute(statement, in: answer)
      if own[index] == nil { beginning.note(statement, outcome) }
      guard visit(index, outcome, interpreter) else { return }
    }
  }

  /// Gives an answer that begins with `model` its own model, and carries over the start's objects.
  /// - Returns: the outcomes of the `model` statements at the beginning, and of the statements between them that only
  ///   look.
  private func begin(
    _ statements: ArraySlice<Statement>, _ beginning: inout AnswerBeginning, of answer: SourceText,
    in interpreter: inout Interpreter
  ) -> [Outcome] {
    var own = newInterpreter()
    own.budget = interpreter.budget
    var outcomes: [Outcome] = []
    for (offset, statement) in statements.enumerated() {
      if offset > 0, !beginning.take(statement).isOwnModel, beginning.isOver { break }
      outcomes.append(own.execute(statement, in: answer))
    }
    if let refused = interpreter.replaceModel(with: own, at: statements[statements.startIndex].range, of: answer) {
      outcomes[0] = refused
    }
    return outcomes
  }

  /// Runs the answer; returns false if it exceeded its budget.
  /// - Parameter unlisted: the number of problems that the verdict does not list.
  private func run(
    _ statements: [Statement], after count: Int, of answer: SourceText, in interpreter: inout Interpreter,
    _ watch: inout AnswerRulesWatch, _ verdict: inout Verdict, _ unlisted: Int
  ) -> Bool {
    var unlisted = unlisted
    var wasStopped = false
    let willRun = { (index: Int) in
      guard let enter else { return }
      enter(.statement(index + 1, line: answer.position(at: statements[index].range.lowerBound).line))
    }
    run(statements, after: count, of: answer, in: &interpreter, willRun: willRun) { index, outcome, interpreter in
      let statement = statements[index]
      verdict.steps = interpreter.stepsUsed
      watch.note(statement, outcome, in: interpreter)
      if !outcome.failed, statement.isWork { verdict.isUntouched = false }
      guard outcome.failed else {
        verdict.diagnostics += outcome.diagnostics.filter(\.isAboutUnknown).map { $0.bound(to: answer) }
        return true
      }
      var found = outcome.diagnostics.map { $0.bound(to: answer) }
      if outcome.wasStopped {
        if let reason = outcome.stop {
          for place in found.indices where found[place].id == Diagnostic.ID.budgetExceeded {
            found[place].message = OperationCancelled(reason).message(atStatement: index + 1)
          }
        }
        verdict.diagnostics += found
        wasStopped = true
        return false
      }
      if found.isEmpty { found = [.statementFailed(at: statement, in: answer)] }
      // The learner's own expectations do not affect the grade, and the checks judge the result of a refused save.
      let isTheirs = outcome.expectation != nil
      for place in found.indices where isTheirs || found[place].id == Diagnostic.ID.saveFailed {
        found[place].severity = .warning
      }
      if verdict.diagnostics.count < Self.problemLimit || found.containsError && !verdict.diagnostics.containsError {
        verdict.diagnostics += found
      } else {
        unlisted += 1
      }
      return true
    }
    if unlisted > 0 { verdict.diagnostics.append(.moreProblems(unlisted, verdict.words)) }
    return !wasStopped
  }
}
