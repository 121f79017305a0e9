import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

import struct Foundation.Date

/// Carries out the workbook language on an object graph.
///
/// ```swift
/// var interpreter = Interpreter()
/// let outcomes = interpreter.run(SourceText("entity Team { name: String }; Team(name: \"Miami Heat\")"))
/// outcomes.last?.failed   // false
/// ```
///
/// A statement that fails has no effect: its partial changes are dropped. The whole state is the value of a graph, the
/// names and a few settings, so ``trial()`` is O(1) whatever the graph's size.
///
/// ## Topics
/// ### Running
/// - ``run(_:onError:)``
/// - ``execute(_:in:)``
/// - ``evaluate(_:)``
/// ### Trying without a trace
/// - ``trial()``
/// - ``rehearsal()``
package struct Interpreter {
  package enum ErrorPolicy: Sendable {
    /// Run every statement, as a lesson and the prompt do.
    case goOn
    /// Stop after the first statement that fails.
    case stop
  }

  /// How much an outcome says besides whether its statement failed; each level includes those before it. The state is the
  /// same after all of them.
  package enum Detail: Int, Comparable, Sendable {
    /// The error itself, without advice: for trials of which no one reads more than whether they failed.
    case verdict
    /// Errors, with all that is known about them.
    case errors
    /// The values that were asked for, notes and warnings.
    case values
    /// The changes that each statement made.
    case changes

    package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  package var environment: Environment
  /// The context that the statements work on; declarations that wait are run first.
  package internal(set) var context: ManagedObjectContext {
    get {
      declaringContext.carryOutDeclarations()
      return declaringContext
    }
    set { declaringContext = newValue }
  }
  /// The same while declarations may wait in it: for them alone.
  var declaringContext: ManagedObjectContext
  /// The context that the statements outside every `context` block work on.
  var mainContext: ManagedObjectContext {
    get {
      outermostContext.carryOutDeclarations()
      return outermostContext
    }
    set { outermostContext = newValue }
  }
  private(set) var outermostContext: ManagedObjectContext
  /// The learner's own contexts, by name.
  var contexts: [String: NamedContext] = [:]
  /// The text that contains the current statement.
  var statementSource = SourceText("")
  /// The last proposals of `normalize` and `review`, and the state they belong to; `apply` runs one.
  var proposed: ProposedChanges?
  /// The additional checks of `review`.
  package var reviewOptions: ReviewSubject.Options = []
  /// The learner's own names, made with `let`.
  package internal(set) var names: [String: Value] = [:]
  /// The objects that a name meant before `let` gave it to another one, the latest last: undo may bring them back.
  var earlierObjects: [String: [ManagedObjectID]] = [:]
  /// The states that `expect model like solution` and `expect objects like solution` compare with; nil outside the checks
  /// of an exercise.
  package var solutions: Solutions?
  /// The explanations that were given.
  var explained = Explained()
  /// Whether a statement that finds no object to act on fails: in checks, which would prove nothing.
  package var demandsEffects = false
  /// Whether lines of other languages are answered with a translation; not where a translation is tried.
  var translatesLines = true
  /// How much outcomes say.
  package var detail = Detail.changes
  /// How much may be done; setting it counts from 0 again.
  package var budget: Budget = .unlimited {
    didSet { startCounting() }
  }
  /// Counts what is done, that of copies included until they are given a budget.
  package private(set) var meter: Meter
  package var stepsUsed: Int { used(.statements) }
  /// How much of a resource was used since the budget was set.
  package func used(_ resource: Meter.Resource) -> Int { meter.used(resource) }
  var objectsMade: Int { meter.used(.objects) }
  /// The changes that the current statement asks for.
  var asked = AskedChanges()
  /// How many statements about the model came one after the other, the one at hand included.
  var modelStatements = 0
  /// The objects that the last save wrote.
  var savedObjects: [ManagedObjectID] = []
  /// The models that came from files.
  var importedModels = ImportedModels()
  /// The Core Data store that is open without its objects.
  package var lazyStore: LazyStore?
  /// The values that an answer has to leave as they are; nil where nothing is watched.
  var kept: KeptExpressions?
  /// The current depth of nested files, loops and blocks.
  var nesting = 0
  /// Inside a loop no statement ends an event: the whole loop is one, and one that fails has no effect.
  var isInsideLoop = false

  package init(environment: Environment = Environment()) {
    self.environment = environment
    declaringContext = Self.emptyContext(clock: environment.now)
    outermostContext = declaringContext
    meter = Meter(isCancelled: environment.isCancelled)
    declaringContext.cancellation = Cancellation(meter)
  }

  /// Counts from 0 again, in all contexts: the next input may use up the whole budget.
  package mutating func startCounting() {
    meter = Meter(limits: budget.limits, isCancelled: environment.isCancelled)
    let cancellation = Cancellation(meter)
    declaringContext.cancellation = cancellation
    outermostContext.cancellation = cancellation
    for named in contexts.values { named.context.cancellation = cancellation }
  }

  /// Returns an independent copy: graph, model, names and undo. O(1) in the size of the graph.
  package func trial() -> Interpreter {
    // Before the coordinator is copied: a copy that does not know about it would look at the disk.
    if environment.hasScratchStores { mainContext.coordinator.useScratchFiles() }
    var copy = self
    let keys = contexts.keys.sorted()
    let copies = ManagedObjectContext.copies(of: [context, mainContext] + keys.compactMap { contexts[$0]?.context })
    copy.context = copies[0]
    copy.mainContext = copies[1]
    for (key, context) in zip(keys, copies.dropFirst(2)) { copy.contexts[key]?.context = context }
    return copy
  }

  /// A trial that leaves no trace in a file either.
  package func rehearsal() -> Interpreter {
    var copy = trial()
    copy.environment.withdrawExports()
    return copy
  }

  private static func emptyContext(clock: @escaping @Sendable () -> Date) -> ManagedObjectContext {
    do {
      return try ManagedObjectContext(model: ManagedObjectModel(name: "Model"), clock: clock)
    } catch {
      preconditionFailure("an empty model has no problems, but has: \(error)")
    }
  }

  // MARK: Running

  /// Runs a text: every statement that could be understood, in order, and a failed outcome for each that could not be.
  ///
  /// - Returns: an outcome for each statement and for each syntax error, in the order of the text.
  package mutating func run(_ source: SourceText, onError: ErrorPolicy = .goOn) -> [Outcome] {
    // Before it is parsed.
    if let refused = refuseLongText(source) { return [refused] }
    return run(WorkbookParser.parse(source), onError: onError)
  }

  /// Runs a text that has been parsed.
  package mutating func run(_ tree: SyntaxTree, onError: ErrorPolicy = .goOn) -> [Outcome] {
    if let refused = refuseLongText(tree.source) { return [refused] }
    if tree.statements.count == 1, tree.diagnostics.isEmpty { return [execute(tree.statements[0], in: tree.source)] }
    var outcomes: [Outcome] = []
    var problems = tree.diagnostics[...]
    var translated: SourceRange?
    func failure(_ diagnostic: Diagnostic) -> Outcome? {
      // One message for a line that is translated as a whole.
      if let place = diagnostic.range?.lowerBound, let line = translated, line.lowerBound <= place,
        place < line.upperBound
      {
        return nil
      }
      let (explained, line) = explained(diagnostic, in: tree)
      if let line { translated = line }
      return Outcome(
        source: tree.source, range: explained.range ?? SourceRange(0, 0), diagnostics: [explained])
    }
    let progress = tree.statements.count > 8 && nesting <= 1 && !isInsideLoop ? environment.progress : nil
    for (place, statement) in tree.statements.enumerated() {
      progress?(place, tree.statements.count)
      while let problem = problems.first, (problem.range?.lowerBound ?? 0) < statement.range.lowerBound {
        problems.removeFirst()
        if let failed = failure(problem) { outcomes.append(failed) }
        if problem.severity == .error, onError == .stop { return outcomes }
      }
      var inside: [Diagnostic] = []
      while let problem = problems.first, (problem.range?.lowerBound ?? 0) < statement.range.upperBound {
        problems.removeFirst()
        inside.append(hinting(at: problem, in: tree.source))
      }
      if inside.containsError {
        // A problem inside a statement's block: none of it is run.
        outcomes.append(Outcome(source: tree.source, range: statement.range, diagnostics: inside))
      } else {
        var outcome = execute(statement, in: tree.source)
        outcome.diagnostics.insert(contentsOf: inside, at: 0)
        outcomes.append(outcome)
      }
      if onError == .stop, outcomes.last?.failed == true { return outcomes }
    }
    outcomes += problems.compactMap(failure)
    return outcomes
  }

  /// Carries out one statement. Never throws: what went wrong is in the outcome, and nothing of a failed statement stays.
  package mutating func execute(_ statement: Statement, in source: SourceText) -> Outcome {
    if !isInsideLoop, !asked.objects.isEmpty { asked.objects.removeAll(keepingCapacity: true) }
    if !isInsideLoop {
      if !asked.links.isEmpty { asked.links.removeAll() }
      asked.severalObjects = detail >= .changes && statement.hasList
    }
    let outerSource = statementSource
    statementSource = source
    defer { statementSource = outerSource }
    let saveCount = isInsideLoop ? 0 : outermostContext.saveCount
    if nesting == 0 { kept?.changedInside = [] }
    let keptBefore = nesting > 0 ? keptValues() : []
    defer { if !keptBefore.isEmpty { noteKept(since: keptBefore) } }
    do {
      try spendStep()
      if declaringContext.automaticallyMergesChangesFromParent { context.mergeAutomatically() }
      // Before it runs: afterwards the objects that a deletion finds are gone.
      let storeNotes = detail >= .values && statement.mayAsk ? storeNotes(on: statement) : []
      var outcome = try carryOut(statement, in: source)
      if !storeNotes.isEmpty {
        let place = outcome.diagnostics.firstIndex { $0.severity == .note } ?? outcome.diagnostics.endIndex
        outcome.diagnostics.insert(contentsOf: storeNotes, at: place)
      }
      if isInsideLoop {
        context.processPendingChanges()
      } else {
        // Before the event ends, since it cannot be taken back afterwards.
        try meter.refuseExhausted()
        endEvent(of: statement, in: source, outcome: &outcome)
      }
      if !outcome.diagnostics.isEmpty { spend(showing: outcome.diagnostics) }
      try meter.refuseExhausted()
      return outcome
    } catch {
      if !isInsideLoop { discardEvent(of: declaringContext) }
      var problem = diagnostic(for: error, at: statement.range)
      if !isInsideLoop, !demandsEffects, detail > .verdict,
        let translation = foreignLine(in: statement.range, of: source, failedWith: problem)
      {
        problem = translation
      }
      var outcome = Outcome(source: source, range: statement.range, diagnostics: [problem])
      outcome.stop = meter.exhaustion
      outcome.failed = true
      outcome.keepsSaves = !isInsideLoop && outermostContext.saveCount != saveCount
      if outcome.keepsSaves, case .loop = statement.kind {
        outcome.diagnostics[0].notes.append("what was saved before this stays; the rest was taken back")
      }
      // Names near to a wrong one are looked for among all.
      _ = meter.count(.rows, 8 * (declaringContext.modelSize + names.count))
      spend(showing: outcome.diagnostics)
      // An expectation that could not be evaluated does not hold. Its author's words are about a condition that is false,
      // so they are left out.
      if case .expect(let expectation) = statement.kind {
        outcome.expectation = ExpectationVerdict(holds: false, claim: expectation.claim)
      }
      return outcome
    }
  }

  /// Takes back what a statement that failed has done in a context. Where there is no other, its objects' numbers are free again.
  func discardEvent(of context: ManagedObjectContext) {
    if contexts.isEmpty { context.discardEventUnseen() } else { context.discardEvent() }
  }

  /// The value of a condition or expression; the state stays as it is.
  package func evaluate(_ text: String) -> Result<Value, Diagnostic> { evaluate(SourceText(text)) }

  /// The value of a condition or expression; the state stays as it is.
  package func evaluate(_ source: SourceText) -> Result<Value, Diagnostic> {
    let (syntax, diagnostics) = WorkbookParser.parseValue(source)
    if let problem = diagnostics.first(where: { $0.severity == .error }) { return .failure(problem) }
    guard let syntax else {
      return .failure(
        Diagnostic(Diagnostic.ID.expected, "expected a value", at: SourceRange(0, source.text.utf8.count)))
    }
    var copy = rehearsal()
    do {
      return .success(try copy.value(of: syntax))
    } catch {
      return .failure(diagnostic(for: error, at: syntax.range))
    }
  }

  /// A value as it is shown: objects by their names.
  package func shown(_ value: Value) -> ShownValue { ObjectFormatter(context: context).shown(value) }

  // MARK: One statement

  private mutating func carryOut(_ statement: Statement, in source: SourceText) throws -> Outcome {
    var outcome = Outcome(source: source, range: statement.range)
    if modelStatements > 0 {
      if case .model = statement.kind {} else { modelStatements = 0 }
    }
    try refuseWithoutObjects(statement)
    switch statement.kind {
    case .model(let change):
      outcome.result = try changeModel(change, at: statement.range, &outcome.diagnostics)
      outcome.diagnostics += change.unknownTransformers
    case .letName(let name, let value):
      (outcome.result, outcome.diagnostics) = try makeName(name, value)
      if detail >= .values { outcome.diagnostics += warnings(of: value) }
    case .assign(let path, let value): outcome.result = try assign(path, value)
    case .addTo(let path, let value): outcome.result = try mutate(path, value, .add, &outcome.diagnostics)
    case .removeFrom(let path, let value): outcome.result = try mutate(path, value, .remove, &outcome.diagnostics)
    case .insertInto(let path, let value, let position):
      outcome.result = try mutate(path, value, .insert(position), &outcome.diagnostics)
    case .delete(let target): outcome.result = try delete(target, &outcome.diagnostics)
    case .save: outcome.result = try save(&outcome.diagnostics, at: statement.range)
    case .rollback, .undo, .redo, .reset, .beginGroup, .endGroup:
      outcome.result = try move(statement, &outcome.diagnostics)
    case .value(.batch(let batch)): outcome.result = try show(batch, &outcome.diagnostics)
    case .value(let value):
      outcome.result = try show(value: value)
      if detail >= .values { outcome.diagnostics += warnings(of: value) }
    case .show(let subject): outcome.result = try show(subject)
    case .explain(let subject): outcome.result = try explain(subject, &outcome.diagnostics)
    case .compareDelete(let target): outcome.result = try compare(target)
    case .export(let path, let range, let options):
      outcome.result = try export(path, options, at: range, in: source)
      outcome.diagnostics += warnings(of: outcome.result, at: range)
    case .run(let path, let range): outcome = try runFile(path, at: range, statement: statement, in: source)
    case .expect(let expectation): outcome = try judge(expectation, statement: statement, in: source)
    case .check(let check): outcome = try judge(check, statement: statement, in: source)
    case .loop(let loop): outcome = try run(loop, statement: statement, in: source)
    case .shell:
      throw Diagnostic(
        "prompt-only", "'\(source[statement.range])' is for the prompt", at: statement.range,
        hint: "start one with: graphbook")
    case .store(let store): outcome.result = try carryOut(store, &outcome.diagnostics, at: statement.range)
    case .refresh(let path, let isDiscarding):
      outcome.result = try refresh(path, isDiscarding: isDiscarding, &outcome.diagnostics)
    case .validate(let path, let purpose): outcome.result = try validate(path, for: purpose, &outcome.diagnostics)
    case .normalize(let name): outcome.result = .normalized(try normalize(name))
    case .apply(let number): outcome.result = .proposalApplied(try apply(number, at: statement.range))
    case .derive(let left, let right, let isMultivalued):
      outcome.result = .derived(try derive(left, right, isMultivalued: isMultivalued))
    case .review: outcome.result = .reviewed(try review())
    case .compareModel(let first, let second): outcome.result = try compare(first, with: second, in: source)
    case .importFile(let file): outcome.result = try importModel(file, in: source, &outcome.diagnostics)
    }
    return outcome
  }

  /// The end of a statement is the end of an event: deletes spread, and one undo value is kept.
  mutating func endEvent(of statement: Statement, in source: SourceText, outcome: inout Outcome) {
    defer { if !asked.objects.isEmpty { asked.objects.removeAll(keepingCapacity: true) } }
    let summary = declaringContext.endEvent(named: source.string(in: statement.range))
    guard detail >= .changes else { return }
    guard let result = outcome.result else {
      outcome.result = summary.flatMap { describe($0) } ?? unchanged(statement, in: source)
      return
    }
    // A name or a value is shown; what its new objects have taken away from others is said all the same.
    guard statement.kind.mayMakeObjects, let losses = summary.flatMap(losses) else { return }
    outcome.result = .sequence(
      [result, losses].map { Outcome(source: source, range: statement.range, result: $0) })
  }

  // MARK: Limits

  func spendStep() throws {
    try meter.spend(.statements)
    // Before each statement, and not every few hundred.
    if let isCancelled = environment.isCancelled, isCancelled() { throw Diagnostic.cancelled }
  }

  func spendObject() throws { try meter.spend(.objects) }

  /// Spends for messages of an outcome; the values in it have been spent for when they were described.
  private func spend(showing diagnostics: [Diagnostic]) {
    let bytes = diagnostics.reduce(0) { sum, diagnostic in
      diagnostic.notes.reduce(sum + 64 + diagnostic.message.utf8.count) { $0 + $1.utf8.count }
    }
    _ = meter.count(.printedBytes, bytes)
  }

  /// The entities and properties of the model: what changing or showing it has to go through. O(entities).
  var modelSize: Int { context.modelSize }

  /// Enters a block, a loop or a file for the time of a body.
  mutating func nested<Result>(_ body: (inout Interpreter) throws -> Result) throws -> Result {
    guard nesting < budget.nesting else {
      throw Diagnostic(
        Diagnostic.ID.nestedTooDeep, "blocks and files are nested more than \(budget.nesting) deep",
        hint: budget.canBeRaised && budget.nesting != Budget.unlimited.nesting
          ? "does a file run itself? --nesting allows more" : "does a file run itself?")
    }
    nesting += 1
    defer { nesting -= 1 }
    return try body(&self)
  }

  private func refuseLongText(_ source: SourceText) -> Outcome? {
    let length = source.text.utf8.count
    guard length > budget.textBytes else { return nil }
    return Outcome(source: source, range: SourceRange(0, 0), diagnostics: [tooLong])
  }

  /// The message about a text that the budget does not allow.
  package var tooLong: Diagnostic {
    Diagnostic(
      Diagnostic.ID.budgetExceeded, "the text is longer than \(DisplayText.grouped(budget.textBytes)) bytes",
      hint: budget.canBeRaised ? "write a shorter one, or allow more with --bytes" : "write a shorter one")
  }
}
