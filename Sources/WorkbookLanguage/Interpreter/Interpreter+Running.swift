import Diagnostics
import ObjectGraph
import Predicates

/// Blocks, loops and files: statements that hold statements.
extension Interpreter {
  /// Runs the statements of a block up to the first that fails. Names made inside end with it.
  ///
  /// - Returns: the outcomes; the last one failed, or none did.
  mutating func run(_ block: [Statement], in source: SourceText) throws -> [Outcome] {
    let outer = names
    defer { names = outer }
    return try nested { interpreter in
      var outcomes: [Outcome] = []
      for statement in block {
        let outcome = interpreter.execute(statement, in: source)
        outcomes.append(outcome)
        if outcome.failed { break }
      }
      return outcomes
    }
  }

  /// `for i in 1...10 { … }`: one event, one undo group; a round that fails ends it, and the loop has no effect.
  mutating func run(_ loop: Loop, statement: Statement, in source: SourceText) throws -> Outcome {
    guard context.model[entity: loop.variable.text] == nil else {
      throw Diagnostic.takenByEntity(loop.variable, hint: "take another name")
    }
    let rounds: [Value]
    switch loop.sequence {
    case .range(let first, let last):
      return try run(loop, over: try bounds(first, last), statement: statement, in: source) { .integer($0) }
    case .list(let syntax):
      let value = try sequence(syntax)
      guard let elements = value.elements else {
        throw Diagnostic(
          Diagnostic.ID.notAList, "\(text(of: value)) is not a list", at: syntax.range,
          hint: isEntity(value) ? "write for x in (fetch \(text(of: value))) { … }" : "for p in heat.players { … }")
      }
      rounds = elements
    }
    return try run(loop, over: rounds, statement: statement, in: source) { $0 }
  }

  /// Refuses a statement of a check that finds nothing: what the check goes on to expect would prove nothing.
  func demandEffect(on count: Int, at range: SourceRange) throws {
    guard demandsEffects, count == 0 else { return }
    throw Diagnostic(Diagnostic.ID.noEffect, "this finds nothing, and so there is nothing to check", at: range)
  }

  /// The value that a loop goes through. `for p in players`, where nothing is called so, probably means the objects of an
  /// entity.
  private mutating func sequence(_ syntax: ValueSyntax) throws -> Value {
    do {
      return try value(of: syntax)
    } catch var problem as Diagnostic {
      let meant = problem.nearest.count == 1 ? context.model[entity: problem.nearest[0]]?.name : nil
      guard let meant, case .expression(let expression) = syntax, expression.keyPath?.count == 1 else { throw problem }
      problem.ask(about: ["(fetch \(meant))"])
      throw problem
    }
  }

  private func isEntity(_ value: Value) -> Bool {
    guard case .object(let reference) = value, case .namedEntity? = DescriptionReference(reference)?.subject else {
      return false
    }
    return true
  }

  private func bounds(_ first: Expression, _ last: Expression) throws -> ClosedRange<Int64> {
    func integer(_ expression: Expression) throws -> Int64 {
      let value = try value(of: expression)
      if case .integer(let number) = value { return number }
      throw Diagnostic(
        "bad-range", "\(text(of: value)) is not a whole number", at: expression.range, hint: "for i in 1...10 { … }")
    }
    let lower = try integer(first)
    let upper = try integer(last)
    guard lower <= upper else {
      throw Diagnostic(
        "bad-range", "a range runs upwards, and \(lower) is above \(upper)", at: first.range.union(last.range),
        hint: "for i in \(upper)...\(lower) { … }")
    }
    return lower...upper
  }

  private mutating func run<Rounds: Collection>(
    _ loop: Loop, over rounds: Rounds, statement: Statement, in source: SourceText, value: (Rounds.Element) -> Value
  ) throws -> Outcome {
    try demandEffect(on: rounds.count, at: statement.range)
    let outer = names
    defer { names = outer }
    let isOutermost = !isInsideLoop
    let opensGroup = isOutermost && context.beginUndoGroup(named: String(source[statement.range]))
    isInsideLoop = true
    defer {
      isInsideLoop = !isOutermost
      if opensGroup { context.endUndoGroup() }
    }
    var shown: [Outcome] = []
    // A loop inside another statement leaves it to that one to report progress.
    let progress = isOutermost && nesting == 0 ? environment.progress : nil
    let total = progress == nil ? 0 : rounds.count
    var done = 0
    for round in rounds {
      progress?(done, total)
      done &+= 1
      do {
        try spendStep()
      } catch {
        if isOutermost { discardEvent(of: context) }
        throw error
      }
      names[loop.variable.text] = value(round)
      let outcomes = try run(loop.block.statements, in: source)
      if let failed = outcomes.last, failed.failed {
        // Nothing of the loop remains except what it saved itself; the message is at the statement's place.
        if isOutermost { discardEvent(of: context) }
        throw failed.diagnostics.last(where: { $0.severity == .error })
          ?? Diagnostic("loop-stopped", "the loop stopped here", at: failed.range)
      }
      if shown.count < ObjectTable.rowLimit {
        shown += outcomes.filter { $0.result.map(\.isWorthShowingInLoop) ?? false }
      }
    }
    var outcome = Outcome(source: source, range: statement.range)
    if isOutermost { endEvent(of: statement, in: source, outcome: &outcome) }
    if !shown.isEmpty {
      if let changes = outcome.result { shown.append(Outcome(source: source, range: statement.range, result: changes)) }
      outcome.result = .sequence(shown)
    }
    return outcome
  }

  /// `run "setup.graph"`: stops at the first error; one undo group.
  mutating func runFile(
    _ path: String, at range: SourceRange, statement: Statement, in source: SourceText
  ) throws -> Outcome {
    guard let readFile = environment.readFile else {
      throw Diagnostic(
        "no-files", "files can't be run here", at: statement.range, hint: "write the statements themselves")
    }
    let file: SourceText
    do {
      file = try readFile(path, source.name)
    } catch let problem as Diagnostic {
      var problem = problem
      problem.range = problem.range ?? range
      throw problem
    } catch {
      throw Diagnostic.unreadable(path, at: range)
    }
    let opensGroup = context.beginUndoGroup(named: String(source[statement.range]))
    let outerNames = names
    let outcomes: [Outcome]
    do {
      outcomes = try nested { $0.run(file, onError: .stop) }
    } catch {
      if opensGroup { context.endUndoGroup() }
      throw error
    }
    if opensGroup {
      let isStopped = outcomes.last?.diagnostics.contains { $0.id == Diagnostic.ID.cancelled } == true
      let hasChanged = context.isUndoGroupChanged
      context.endUndoGroup()
      // Ctrl-C leaves nothing of the statement, and the statement is the file.
      if isStopped {
        if hasChanged { context.undo() }
        names = outerNames
      }
    }
    var outcome = Outcome(source: source, range: statement.range, result: .sequence(outcomes))
    if let failed = outcomes.last, failed.failed {
      // The statements before the failure stay, as one step of undo.
      outcome.failed = true
    }
    return outcome
  }
}

extension Outcome.Result {
  /// In a loop only requested values are shown; changes are reported once, at its end.
  fileprivate var isWorthShowingInLoop: Bool {
    switch self {
    case .value, .objects, .count, .object, .held, .deletionExplained, .deletionCompared, .saved,
      .groups, .fetchPlanned, .normalized, .derived, .reviewed, .membershipExplained, .fetchedPropertyExplained:
      true
    default: false
    }
  }
}
