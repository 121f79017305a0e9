import CoreDataStore
import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates

/// A store that is open without its objects: `store app at "App.sqlite", lazy`. Each fetch reads what it needs.
package struct LazyStore: Sendable {
  var name: String
  var path: String
  var model: ManagedObjectModel
  /// Whether nil counts as SQL's NULL in conditions, which then find what Core Data's SQLite store finds.
  package var answersAsStore = false

  /// Opens the file, as other programs may have changed it since.
  func file() throws(CoreDataFileError) -> CoreDataFile { try CoreDataFile(path, models: [model]) }

  func fetch(_ request: FetchRequest) throws -> StoreFetch {
    var request = request
    if answersAsStore { request.predicate = request.predicate.map { $0.inStore?.predicate ?? $0 } }
    return try StoreFetch(file(), request)
  }
}

/// Stores that are opened with `lazy`.
extension Interpreter {
  /// Opens a store without reading its objects.
  mutating func openLazily(
    _ name: Identifier, _ path: StorePath, _ options: StoreOptions, _ notes: inout [Diagnostic], at range: SourceRange
  ) throws -> Outcome.Result {
    if options.isMigrating {
      throw Diagnostic(
        "lazy-store", "a store is not migrated while its objects stay in the file", at: path.range,
        hint: "store \(name) at \(ModelText.string(path.text)), migrating")
    }
    if let opening = try openForModel(name, path, &notes, at: range) { return opening }
    guard let storePath = environment.storePath, !mainContext.coordinator.usesScratchFiles else {
      throw Diagnostic("no-files", "files of Core Data can't be opened here", at: path.range)
    }
    guard mainContext.rowCount == 0 else {
      throw Diagnostic(
        "lazy-store", "a store can be opened lazily only while the workbook has no objects", at: path.range,
        hint: "store \(name) at \(ObjectFormatter.literal(.string(path.text))) reads its objects, too")
    }
    let resolved = storePath(path.text, statementSource.name)
    var remarks: [String] = []
    if context.model.entities.isEmpty { remarks = try takeModel(ofStoreAt: resolved, path, &notes) }
    let store = LazyStore(name: name.text, path: resolved, model: context.model)
    let file: CoreDataFile
    do throws(CoreDataFileError) { file = try store.file() } catch {
      var diagnostic = error.diagnostic
      diagnostic.range = path.range
      throw diagnostic
    }
    let differing = file.entities(differingFrom: context.model)
    guard differing.isEmpty else {
      var diagnostic = StoreError.incompatibleModel(store: name.text, entities: differing).diagnostic
      diagnostic.range = path.range
      diagnostic.hint = hint(
        for: SQLiteStore(name: name.text, path: resolved, notation: .statements),
        migrating: "store \(name) at \(ModelText.string(path.text)), migrating", at: path.text)
      throw diagnostic
    }
    guard file.layout.misfits.isEmpty else {
      throw Diagnostic(
        Diagnostic.ID.cannotOpenStore,
        "'\(DisplayText.visible(path.text))' does not fit the model: \(Listing.text(file.layout.misfits))",
        at: path.range)
    }
    lazyStore = store
    var opening = StoreOpening(
      name: name.text, path: path.text, isNew: false, objectCount: 0, renumberedCount: 0, migration: nil,
      firstStore: nil)
    opening.isLazy = true
    opening.remarks = remarks
    return .storeOpened(opening)
  }

  /// Refuses a statement that needs the objects of a store that is open lazily.
  func refuseWithoutObjects(_ statement: Statement) throws {
    guard let lazyStore else { return }
    switch statement.kind {
    case .value(.fetch), .value(.count), .explain(.fetch), .store(.close), .shell: return
    case .show(.view(.model, _)), .show(.view(.diagram, _)), .export(_, _, _): return
    case .show(.path(let path)):
      if case .name(let name) = path.root, context.model[entity: name.text] != nil { return }
    default: break
    }
    throw Diagnostic(
      "lazy-store", "\(lazyStore.name) is open lazily, so only fetch, count and explain fetch read its objects",
      at: statement.range,
      hint: "to do more with them: close \(lazyStore.name), and open it without lazy")
  }

  /// The objects of a query in a store that is open lazily, with the values and links of the first ones.
  func lazyTable(_ query: Query, in store: LazyStore) throws -> Outcome.Result {
    try refuseSelection(query, "select needs objects in memory", "leave select out")
    let found = try store.fetch(try request(for: query)).objects(shownLimit: ObjectTable.rowLimit)
    try meter.spend(.rows, found.readCount)
    var table = ObjectFormatter(context: found.context).table(of: found.ids, entity: entityName(of: query))
    table.count = found.count
    return .objects(table)
  }

  /// The objects of a query inside a condition.
  func lazyFetch(_ query: Query, in store: LazyStore) throws -> [ManagedObjectID] {
    let found = try store.fetch(try request(for: query)).objects(shownLimit: .max)
    try meter.spend(.rows, found.readCount)
    return found.ids
  }

  /// The object of `Player#3`, which has to be in the file.
  func lazyObject(_ literal: ObjectIDLiteral, in store: LazyStore) throws -> ManagedObjectID {
    var request = FetchRequest(literal.entity.text)
    if let number = Int32(exactly: literal.number),
      let id = context.graph.schema.objectID(entity: literal.entity.text, number: number)
    {
      request.predicate = Predicate(
        .comparison(
          Predicate.Comparison(
            Expression(.key(Expression(.candidate), "objectID")), .equal, Expression(.constant(id.value)))))
      let found = try store.fetch(request).objects(shownLimit: 1)
      if let id = found.ids.first { return id }
    }
    throw Diagnostic(
      "unknown-object", "there is no \(literal.canonicalText)", at: literal.entity.range,
      hint: "fetch \(literal.entity) lists them")
  }

  /// How the objects of a query are found in a file.
  func storePlan(_ query: Query, in store: LazyStore) throws -> StorePlanView {
    let request = try request(for: query)
    let fetch = try store.fetch(request)
    let asked = request.predicate?.allParts ?? []
    let written = zip(asked, query.clauses.condition?.allParts ?? asked).map { ($0.description, $1.declaration) }
    let texts = Dictionary(written, uniquingKeysWith: { first, _ in first })
    var view = StorePlanView(fetch.plan) { texts[$0.description] ?? $0.declaration }
    if !request.sortDescriptors.isEmpty {
      view.order = request.sortDescriptors.map(\.declaration).joined(separator: ", ")
    }
    return view
  }
}

/// How a file finds the objects of a fetch.
package struct StorePlanView: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package var condition: String
    package var decider: StoreFetch.Plan.Decider
  }

  /// The SQL, with its values.
  package var statement: String
  /// The lines of SQLite's own plan.
  package var steps: [String]
  package var parts: [Part]
  /// The keys of the order; nil without one.
  package var order: String?
  package var orderDecider: StoreFetch.Plan.Decider?
  /// The reason why the whole store is read; nil where it is not.
  package var wholeStoreReason: String?
  /// How many objects are found, and how many are read for that; nil where the fetch was not run.
  package var found: Int?
  package var read: Int?

  init(_ plan: StoreFetch.Plan, _ text: (Predicate) -> String) {
    statement = plan.statement
    steps = plan.steps
    parts = plan.parts.map { Part(condition: text($0.condition), decider: $0.decider) }
    orderDecider = plan.order
    wholeStoreReason = plan.wholeStoreReason
  }
}
