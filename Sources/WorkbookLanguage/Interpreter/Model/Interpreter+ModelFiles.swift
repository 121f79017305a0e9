import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// Models in files: `import`, `compare model … with …`, `expect behaves like …`.
extension Interpreter {
  /// `import "League.graph"`: what the file's model has comes into this one; its objects stay outside.
  mutating func importModel(
    _ file: ModelFile, in source: SourceText, _ diagnostics: inout [Diagnostic]
  ) throws -> Outcome.Result {
    if isXcodeModel(file.path, relativeTo: source.name) { return try importXcodeModel(file, in: source, &diagnostics) }
    if isSwiftModel(file.path, relativeTo: source.name) { return try importSwiftModel(file, in: source, &diagnostics) }
    if let range = file.versionRange {
      throw Diagnostic(
        "no-versions", "only an .xcdatamodeld and Swift sources have versions", at: range, hint: "leave out 'version'")
    }
    let (imported, objectCount, isNamed) = try model(of: file, in: source)
    // One that says `model League` describes one, which may be empty.
    guard isNamed || !imported.entities.isEmpty || !imported.composites.isEmpty else {
      throw Diagnostic(
        "nothing-to-import", "the file describes no entities", at: file.range, hint: "run runs its statements")
    }
    try add(imported, at: file.range)
    importedModels.hasAny = true
    return .imported(
      ImportedModel(
        path: file.path, entities: imported.entityNames, parts: imported.partNames, objectCount: objectCount))
  }

  /// Adds everything that another model has to this one.
  mutating func add(_ imported: ManagedObjectModel, at range: SourceRange) throws {
    guard context === mainContext else { throw Diagnostic.modelInContext(context.name, at: range) }
    var model = context.model
    try refuse(imported, at: range)
    // A model that is still empty takes the name too.
    if model.entities.isEmpty, model.composites.isEmpty { model.name = imported.name }
    model.entities += imported.entities
    model.composites += imported.composites
    model.fetchRequestTemplates += imported.fetchRequestTemplates
    model.configurations += imported.configurations
    try context.setModel(model)
  }

  /// Nothing is replaced: a name that is here already is refused.
  func refuse(_ imported: ManagedObjectModel, at range: SourceRange) throws(Diagnostic) {
    let own = Set(context.model.entityNames + context.model.partNames)
    let names = imported.entityNames + imported.partNames
    if let taken = names.first(where: own.contains) {
      throw Diagnostic(
        Diagnostic.ID.takenName, "both models have \(taken)", at: range,
        hint: "rename \(taken) to … or remove \(taken) first")
    }
    if let taken = names.first(where: { self.names[$0] != nil }) {
      throw Diagnostic(Diagnostic.ID.takenName, "'\(taken)' is a name of your own already", at: range)
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
      Diagnostic.ID.expectationFailed, "this model behaves otherwise", at: range,
      notes: ScriptStep.texts(of: script) + own.lines.map { "here: \($0)" } + others.lines.map { "\(file.path): \($0)" }
    )
  }

  func finding(_ first: ManagedObjectModel, _ second: ManagedObjectModel) throws -> BehaviorFinding {
    var search = behaviorSearch(first, second)
    do {
      return try search.run()
    } catch {
      guard let reason = meter.exhaustion, reason != .requested else { throw error }
      let stopped = OperationCancelled(reason)
      let isRows = if case .exhausted(.rows, _) = reason { true } else { false }
      var problem = words(for: stopped, advice: isRows ? "compare smaller models" : nil)
      problem.message = stopped.message(trials: search.stepsTaken)
      throw problem
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
      var diagnostic = problem.advised
      diagnostic.message = "\(DisplayText.visible(file.path)): " + diagnostic.message
      diagnostic.range = file.range
      throw diagnostic
    }
    return model
  }

  /// The model that a file's statements make, how many objects they make besides, and whether they name it.
  private func model(
    of file: ModelFile, in source: SourceText
  ) throws -> (model: ManagedObjectModel, objects: Int, isNamed: Bool) {
    if isXcodeModel(file.path, relativeTo: source.name) {
      let version = try xcodeModel(of: file, in: source).current
      return (version.document.model(named: version.name).model, 0, true)
    }
    if isSwiftModel(file.path, relativeTo: source.name) {
      return (try swiftModel(of: file, in: source).current.model, 0, true)
    }
    try refuseForeignFormat(file)
    guard let readFile = environment.readFile else {
      throw Diagnostic.noReading(at: file.range)
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
    other.environment.withdrawWriting()
    other.budget = .modelFile
    other.nesting = nesting + 1
    let outcomes = other.run(text)
    for outcome in outcomes where outcome.failed {
      if outcome.diagnostics.contains(where: { $0.id == Diagnostic.cancelled.id }) { throw Diagnostic.cancelled }
      let place = outcome.source.position(at: outcome.diagnostics.last?.range?.lowerBound ?? outcome.range.lowerBound)
      throw Diagnostic(
        "file-fails", "\(DisplayText.visible(text.name ?? file.path)) does not run", at: file.range,
        hint: "run it by itself first: graphbook run \(DisplayText.visible(file.path))",
        notes: outcome.diagnostics.prefix(1).map { "line \(place.line): \($0.message)" })
    }
    let isNamed = outcomes.contains { outcome in
      if case .modelChanged(let change)? = outcome.result, case .named = change.kind { true } else { false }
    }
    return (other.context.model, other.objectsMade, isNamed)
  }

  private func refuseForeignFormat(_ file: ModelFile) throws(Diagnostic) {
    let name = file.path.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    if ending == ModelFile.statementsEnding { return }
    if let compiled = Diagnostic.compiledModel(file.path, at: file.range) { throw compiled }
    if isCoreDataStore(StorePath(text: file.path, range: file.range)) {
      throw Diagnostic(
        "not-a-model-file", "'\(DisplayText.visible(file.path))' is a Core Data store", at: file.range,
        hint: "store app at \(ModelText.string(file.path)) takes the model that it keeps")
    }
    throw Diagnostic(
      "unknown-ending",
      "a model is read from a .graph file, an .xcdatamodeld, an .xcdatamodel or the contents inside one, or from .swift",
      at: file.range,
      hint: ending.flatMap { Suggestions.didYouMean($0, among: ModelFile.endings) })
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
  /// The refusal of a model that Xcode has compiled; nil for other files.
  package static func compiledModel(_ path: String, at range: SourceRange?) -> Diagnostic? {
    guard [".mom", ".momd"].contains(where: path.lowercased().hasSuffix) else { return nil }
    return Diagnostic(
      "compiled-model", "'\(DisplayText.visible(path))' is a compiled model", at: range,
      hint: "name the .xcdatamodeld that it was compiled from")
  }

  /// Ctrl-C.
  static var cancelled: Diagnostic { OperationCancelled().diagnostic }
}

extension ManagedObjectModel {
  /// The names of composites, templates and configurations.
  var partNames: [String] {
    composites.map(\.name) + fetchRequestTemplates.map(\.name) + configurations.map(\.name)
  }
}
