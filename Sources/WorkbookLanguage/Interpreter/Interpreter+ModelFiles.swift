import Diagnostics
import ObjectGraph
import Predicates

/// Models in files: `import`, `compare model … with …`, `expect behaves like …`.
extension Interpreter {
  /// `import "League.graph"`: what the file's model has comes into this one; its objects stay outside.
  mutating func importModel(_ file: ModelFile, in source: SourceText) throws -> Outcome.Result {
    let (imported, objectCount) = try model(of: file, in: source)
    guard context === mainContext else {
      throw Diagnostic.modelInContext(context.name, at: file.range)
    }
    var model = context.model
    try refuse(imported, at: file.range)
    // A model that is still empty takes the name too.
    if model.entities.isEmpty, model.composites.isEmpty { model.name = imported.name }
    model.entities += imported.entities
    model.composites += imported.composites
    model.fetchRequestTemplates += imported.fetchRequestTemplates
    model.configurations += imported.configurations
    try context.setModel(model)
    return .imported(
      ImportedModel(
        path: file.path, entities: imported.entityNames,
        parts: imported.composites.map(\.name) + imported.fetchRequestTemplates.map(\.name)
          + imported.configurations.map(\.name), objectCount: objectCount))
  }

  /// Nothing is replaced: a name that is here already is refused.
  private func refuse(_ imported: ManagedObjectModel, at range: SourceRange) throws(Diagnostic) {
    func partNames(_ model: ManagedObjectModel) -> [String] {
      model.entityNames + model.composites.map(\.name) + model.fetchRequestTemplates.map(\.name)
        + model.configurations.map(\.name)
    }
    let own = Set(partNames(context.model))
    if let taken = partNames(imported).first(where: own.contains) {
      throw Diagnostic(
        "taken-name", "both models have \(taken)", at: range, hint: "rename \(taken) to … or remove \(taken) first")
    }
    if let taken = partNames(imported).first(where: { names[$0] != nil }) {
      throw Diagnostic("taken-name", "'\(taken)' is a name of your own already", at: range)
    }
    if imported.entities.isEmpty, imported.composites.isEmpty {
      throw Diagnostic(
        "nothing-to-import", "the file describes no entities", at: range, hint: "run runs its statements")
    }
  }

  // MARK: Comparing

  func compare(_ first: ModelFile, with second: ModelFile, in source: SourceText) throws -> Outcome.Result {
    let own = try soundModel(of: first, in: source)
    let other = try soundModel(of: second, in: source)
    let changes = other.difference(from: own, renaming: ModelRenaming()).changes
    return .modelsCompared(
      ModelComparison(
        first: first.path, second: second.path, changes: changes.map(\.description),
        finding: changes.isEmpty ? nil : try finding(own, other)))
  }

  /// `expect behaves like "solution.graph"`: nil when no script of the search shows a difference.
  func judge(_ file: ModelFile, in source: SourceText, at range: SourceRange) throws -> Diagnostic? {
    let other = try soundModel(of: file, in: source)
    try context.prepare()
    guard case .differ(let script, let own, let others) = try finding(context.model, other) else { return nil }
    return Diagnostic(
      "expectation-failed", "this model behaves otherwise", at: range,
      notes: ScriptStep.texts(of: script) + own.map { "here: \($0)" } + others.map { "\(file.path): \($0)" })
  }

  func finding(_ first: ManagedObjectModel, _ second: ManagedObjectModel) throws -> BehaviorFinding {
    var search = behaviorSearch(first, second)
    do {
      return try search.run()
    } catch {
      guard var stopped = meter.exhaustion.map({ words(for: OperationCancelled($0)) }),
        stopped.id == Diagnostic.exhaustedID
      else { throw error }
      // "stopped after looking at 1,000 rows"
      stopped.message = stopped.message.replacing(
        "stopped after ",
        with: "stopped after trying \(DisplayText.grouped(search.stepsTaken)) statements on each model and ",
        maxReplacements: 1)
      stopped.hint = stopped.hint?.replacing(
        Meter.Resource.rows.advice, with: "compare smaller models", maxReplacements: 1)
      throw stopped
    }
  }

  /// The rows that a step of a search is reckoned as: two graphs are copied, changed and compared.
  static let rowsOfComparison = 64

  /// A search that spends from the budget.
  func behaviorSearch(_ first: ManagedObjectModel, _ second: ManagedObjectModel) -> BehaviorSearch {
    var search = BehaviorSearch(first, second)
    search.cancellation = context.cancellation
    let progress = environment.progress
    search.interrupt = { [meter] done, total in
      try meter.spend(.rows, Self.rowsOfComparison)
      progress?(done, total)
    }
    return search
  }

  // MARK: Reading

  private func soundModel(of file: ModelFile, in source: SourceText) throws -> ManagedObjectModel {
    let model = try self.model(of: file, in: source).model
    if let problem = model.problems().first {
      var diagnostic = problem.diagnostic
      diagnostic.message = "\(DisplayText.visible(file.path)): " + diagnostic.message
      diagnostic.range = file.range
      throw diagnostic
    }
    return model
  }

  /// The model that a file's statements make, and how many objects they make besides.
  private func model(of file: ModelFile, in source: SourceText) throws -> (model: ManagedObjectModel, objects: Int) {
    try refuseForeignFormat(file)
    guard let readFile = environment.readFile else {
      throw Diagnostic(
        "no-files", "files can't be read here", at: file.range, hint: "write the statements themselves")
    }
    let text: SourceText
    do {
      text = try readFile(file.path, source.name)
    } catch let problem as Diagnostic {
      var problem = problem
      problem.range = problem.range ?? file.range
      throw problem
    } catch {
      throw Diagnostic.unreadable(file.path, at: file.range)
    }
    var other = Interpreter(environment: environment)
    other.environment.writeFile = nil
    other.budget = .modelFile
    other.nesting = nesting + 1
    for outcome in other.run(text) where outcome.failed {
      if outcome.diagnostics.contains(where: { $0.id == Diagnostic.cancelled.id }) { throw Diagnostic.cancelled }
      let place = outcome.source.position(at: outcome.diagnostics.last?.range?.lowerBound ?? outcome.range.lowerBound)
      throw Diagnostic(
        "file-fails", "\(DisplayText.visible(text.name ?? file.path)) does not run", at: file.range,
        hint: "run it by itself first: graphbook run \(DisplayText.visible(file.path))",
        notes: outcome.diagnostics.prefix(1).map { "line \(place.line): \($0.message)" })
    }
    return (other.context.model, other.objectsMade)
  }

  private func refuseForeignFormat(_ file: ModelFile) throws(Diagnostic) {
    let name = file.path.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    switch ending {
    case "graph": return
    case "xcdatamodeld", "xcdatamodel", "mom", "momd":
      throw Diagnostic(
        "not-in-this-version", "this version of Graphbook reads models from .graph files, and no .\(ending ?? "") yet",
        at: file.range, hint: "write the model as statements: entity … { … }")
    default:
      throw Diagnostic(
        "unknown-ending", "a model is read from a file that ends in .graph", at: file.range,
        hint: ending.flatMap { Suggestions.didYouMean($0, among: ["graph"]) })
    }
  }
}

extension Budget {
  /// The budget of a file that is read for its model.
  static let modelFile = {
    var budget = generous
    budget[.statements] = 1_000_000
    budget[.objects] = 1_000_000
    budget.canBeRaised = false
    return budget
  }()
}

extension Diagnostic {
  /// The id of a message about a limit that was reached.
  static let exhaustedID = "budget-exceeded"

  /// Ctrl-C.
  static var cancelled: Diagnostic { OperationCancelled().diagnostic }
}
