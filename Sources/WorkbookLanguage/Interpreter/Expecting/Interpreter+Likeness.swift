import Diagnostics
import ObjectGraph
import Predicates

/// `expect model like solution`, `expect objects like solution` and `expect conditions like solution`.
extension Interpreter {
  /// Returns nil where the model, or the objects, are like those of one of the exercise's solutions.
  mutating func judge(_ likeness: Expectation.Likeness, at range: SourceRange) throws -> Diagnostic? {
    guard let solutions else {
      throw Diagnostic(
        "no-solution", "only the checks of an exercise can compare with its solution", at: range,
        hint: "expect behaves like \"solution.graph\" compares with a file")
    }
    let mine = EndState(of: self)
    switch likeness {
    case .model:
      let entry = try solutions.memo[mine.model] ?? compare(mine.model, with: solutions)
      _ = meter.count(.rows, entry.rows)
      return entry.difference.map { unlike($0, at: range) }
    case .conditions:
      return try conditionDifference(of: mine.model, from: solutions).map {
        Diagnostic(Diagnostic.ID.expectationFailed, "for example: \($0)", at: range)
      }
    case .objects:
      let likeness = ObjectLikeness(mine: mine, solutions: solutions, name: name)
      try meter.spend(.rows, mine.model.entityNames.reduce(0) { $0 + mine.graph.objectIDs(of: $1).count })
      return try likeness.difference().map {
        Diagnostic(
          $0.isOnlyUnsaved ? Diagnostic.ID.onlyUnsaved : Diagnostic.ID.expectationFailed, $0.sentence, at: range)
      }
    }
  }

  private func conditionDifference(of model: ManagedObjectModel, from solutions: Solutions) throws -> String? {
    if let known = solutions.conditionMemo[model] {
      try meter.spend(.rows, known.rows)
      return known.difference
    }
    var rows = 0
    let trials = ConditionTrials(mine: model, solutions: solutions) { [meter] count in
      rows += count
      try meter.spend(.rows, count)
    }
    let difference = try trials.difference()
    solutions.conditionMemo[model] = .init(difference: difference, rows: rows)
    return difference
  }

  private func compare(
    _ model: ManagedObjectModel, with solutions: Solutions
  ) throws -> LikenessMemo<ModelLikeness.Difference>.Entry {
    var rows = 0
    let difference = try ModelLikeness(mine: model, solutions: solutions).difference { first, second in
      let (finding, used) = try shortFinding(first, second)
      rows += used
      return finding
    }
    let entry = LikenessMemo.Entry(difference: difference, rows: rows)
    solutions.memo[model] = entry
    return entry
  }

  /// As ``finding(_:_:)``, but with most of what a check may use up, and with the rows that it took; nil where that did not
  /// do.
  private func shortFinding(
    _ first: ManagedObjectModel, _ second: ManagedObjectModel
  ) throws -> (finding: BehaviorFinding?, rows: Int) {
    var limits = Budget.check.limits
    limits[.rows] = Budget.check[.rows] / 8 * 7
    let own = Meter(limits: limits, isCancelled: meter.isCancelled)
    var search = BehaviorSearch(first, second)
    search.cancellation = Cancellation(own)
    search.interrupt = { _, _ in try own.spend(.rows, Self.rowsOfComparison) }
    do {
      let found = try search.run()
      var isWhole = true
      if case .agree(_, _, let steps) = found { isWhole = steps < search.limits.steps }
      return (isWhole ? found : nil, own.used(.rows))
    } catch {
      guard own.exhaustion != nil else { throw error }
      return (nil, own.used(.rows))
    }
  }

  private func unlike(_ difference: ModelLikeness.Difference, at range: SourceRange) -> Diagnostic {
    switch difference {
    case .script(let script, let mine, let theirs, let beyond):
      var unlike = Diagnostic(
        Diagnostic.ID.expectationFailed, Diagnostic.behavesOtherwise, at: range,
        notes: ["after " + ScriptStep.texts(of: script).joined(separator: "; ")] + Self.direction(mine, theirs)
          + beyond.prefix(4))
      unlike.role = .headline
      return unlike
    case .declarations(let lines):
      return Diagnostic(
        Diagnostic.ID.expectationFailed, "the model is not what the task asks for", at: range,
        notes: Array(lines.prefix(4)))
    }
  }

  /// Returns lines about the end of a script under both models, or about which of the two models is the stricter.
  private static func direction(_ mine: ScriptEnd, _ theirs: ScriptEnd) -> [String] {
    switch (mine.isRefusal, theirs.isRefusal) {
    case (false, true):
      ["your model accepts this, which the task's model refuses"] + theirs.lines.map { "the task's model: \($0)" }
    case (true, false):
      ["your model refuses this, which the task's model accepts"] + mine.lines.map { "your model: \($0)" }
    default: mine.lines.map { "your model: \($0)" } + theirs.lines.map { "asked for: \($0)" }
    }
  }
}

extension Interpreter {
  /// Makes the model of another interpreter the model here, as one change of the model that the objects follow and one step
  /// for undo, and drops the learner's names for what is gone.
  /// - Returns: the failed outcome of the first statement, where the objects cannot follow.
  package mutating func replaceModel(
    with other: Interpreter, at range: SourceRange, of source: SourceText
  ) -> Outcome? {
    do {
      let before = mainContext.graph
      let renumbered = try mainContext.setModel(other.mainContext.model).renumbered
      _ = follow(renumbered, since: before, at: SourceRange(0, 0))
      mainContext.endEvent(named: String(source[range]))
      return nil
    } catch {
      var outcome = Outcome(source: source, range: range)
      var problem = diagnostic(for: error, at: range)
      problem.notes.insert("the start's objects cannot be carried over to this model", at: 0)
      outcome.diagnostics = [problem]
      outcome.failed = true
      return outcome
    }
  }

  /// Gives the names of a start their meaning again: in a check they mean the start's objects, and names of the model mean the
  /// model, whatever the answer bound to them with `let`.
  package mutating func bindNames(of start: Interpreter) {
    let renumbered = mainContext.graph.renumbering(since: start.mainContext.graph)
    let model = mainContext.model
    let taken = Set(model.entityNames + model.fetchRequestTemplates.map(\.name))
    names = names.filter { !taken.contains($0.key) }
    for (name, value) in start.names {
      names[name] = value.objectID.flatMap { renumbered[$0] }?.value ?? value
    }
  }

  /// An object as its learner knows it: the name that `let` gave it, or `Team#1 Miami Heat`.
  package func name(of id: ManagedObjectID) -> String {
    names.filter { $0.value.objectID == id }.map(\.key).min()
      ?? ObjectFormatter(context: mainContext).label(id).description
  }
}

extension Interpreter {
  /// The names of objects, by entity, in alphabetical order.
  package var namesByEntity: [String: [String]] {
    var found: [String: [String]] = [:]
    for (name, value) in names.sorted(by: { $0.key < $1.key }) {
      guard let id = value.objectID, let entity = mainContext.graph.entityName(of: id) else { continue }
      found[entity, default: []].append(name)
    }
    return found
  }
}
