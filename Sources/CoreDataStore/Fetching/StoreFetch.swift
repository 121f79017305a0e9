import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates

/// A fetch from a store that reads the rows it needs and no others.
///
/// SQLite finds the rows wherever it answers exactly as memory does. Where it cannot, it finds rows that may pass, and
/// memory decides about these, with whatever the condition asks of the objects they lead to.
///
/// ```swift
/// let fetch = try StoreFetch(CoreDataFile("App.sqlite"), FetchRequest("Player", predicate: condition))
/// print(fetch.plan.statement)
/// let found = try fetch.objects(shownLimit: 50)
/// ```
package final class StoreFetch {
  /// How a fetch is run.
  package struct Plan: Hashable, Sendable {
    /// Who decides about a part of the condition, or about the order.
    package enum Decider: Hashable, Sendable {
      case sqlite
      /// SQLite leaves out most of the others.
      case sqliteThenMemory
      case memory
    }

    /// The query, with its values written out.
    package var statement: String
    /// The parts of the condition that must all hold, as written.
    package var parts: [(condition: Predicate, decider: Decider)] = []
    /// Who sorts; nil without an order.
    package var order: Decider?
    /// The lines of SQLite's EXPLAIN QUERY PLAN.
    package var steps: [String] = []
    /// The reason why the whole store has to be read; nil where it need not be.
    package var wholeStoreReason: String?

    package static func == (left: Plan, right: Plan) -> Bool {
      left.statement == right.statement && left.order == right.order && left.steps == right.steps
        && left.wholeStoreReason == right.wholeStoreReason
        && left.parts.elementsEqual(right.parts) { $0.condition == $1.condition && $0.decider == $1.decider }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(statement) }
  }

  /// Objects that were found, in a context that has them and what they lead to.
  package struct Found {
    package var context: ManagedObjectContext
    /// In order; the first ones of ``count``, as many as were to be shown.
    package var ids: [ManagedObjectID]
    package var count: Int
    /// How many objects were read into memory.
    package var readCount: Int
  }

  package let plan: Plan

  private let file: CoreDataFile
  private let request: FetchRequest
  private let entity: StoreLayout.Entity
  /// The condition of SQL; nil where it says nothing.
  private let condition: StoreCondition.Found?
  /// Everything after the table's name.
  private let clause: SQLText
  /// The keys that SQLite sorts by; nil where memory has to sort.
  private let sorting: SQLText?
  private var connection: SQLiteConnection { file.connection }

  /// Whether memory has to look at the rows that SQLite finds.
  private var needsMemory: Bool { condition?.isExact == false || (condition == nil && request.predicate != nil) }

  /// Translates a request; nothing is read but what tells whether SQLite's order is that of memory.
  /// - Throws: ``CoreDataFileError`` when the file does not fit its model or cannot be read, and ``FetchRefusal``.
  package init(_ file: CoreDataFile, _ request: FetchRequest) throws {
    self.file = file
    self.request = request
    guard file.layout.misfits.isEmpty else {
      throw CoreDataFileError(
        path: file.path, reason: "it does not fit the model: \(Listing.text(file.layout.misfits))")
    }
    guard let entity = file.layout.entity(named: request.entity) else {
      throw ObjectGraphError.unknownEntity(request.entity, known: file.model.entityNames)
    }
    self.entity = entity
    let schema = try ManagedObjectContext(model: file.model).graph.schema
    do throws(SQLiteFailure) {
      let connection = file.connection
      var builder = StoreCondition(file.layout, schema)
      let alias = builder.alias()
      var found = request.predicate.flatMap { builder.found($0, alias, entity) }
      var reason = try Self.disagreement(builder.mirrored, file)
      if reason != nil { found = nil }
      // The words of SQL may be at most a million bytes long.
      if let sql = found?.sql.statement, sql.utf8.count > 400_000 { found = nil }
      condition = found
      let kinds = request.includesSubentities ? entity.kinds : [entity.number]
      let list = kinds.sorted().map(String.init).joined(separator: ", ")
      var clause = SQLText("FROM \(named(entity.table)) AS \(alias) WHERE \(alias).Z_ENT IN (\(list))")
      if let found { clause += " AND (" + found.sql + ")" }
      self.clause = clause
      let isExact = found?.isExact ?? (request.predicate == nil)
      var sorting: SQLText?
      if isExact { sorting = try Self.sorting(request.sortDescriptors, &builder, alias, entity, clause, connection) }
      if reason == nil { reason = try Self.disagreement(builder.mirrored, file) }
      self.sorting = reason == nil ? sorting : nil
      var needs = StoreNeeds(file, entity: entity.name)
      Self.add(request, to: &needs, isInMemory: !isExact, sortsInMemory: sorting == nil)
      if needs.isUnbounded { reason = reason ?? "the condition may ask for any object" }
      if reason == nil, !isExact || sorting == nil { reason = try Self.disagreement(Self.mirrored(needs), file) }
      plan = try Self.plan(
        request, file, found, schema, entity, isSorted: sorting != nil,
        query: Self.query(alias, clause, sorting, request), reason: reason)
    } catch { throw CoreDataFileError(path: file.path, reason: error.reason) }
  }

  private static func add(
    _ request: FetchRequest, to needs: inout StoreNeeds, isInMemory: Bool, sortsInMemory: Bool
  ) {
    if isInMemory, let predicate = request.predicate { needs.add(predicate) }
    if isInMemory || sortsInMemory { for key in request.sortDescriptors { needs.add(key.keyPath) } }
  }

  private static func query(_ alias: String, _ clause: SQLText, _ sorting: SQLText?, _ request: FetchRequest) -> SQLText
  {
    var query = "SELECT \(alias).Z_PK, \(alias).Z_ENT " + clause
    guard let sorting else { return query }
    query += " ORDER BY " + sorting
    let offset = max(0, request.offset ?? 0)
    if request.bound != nil || offset > 0 { query = query + " LIMIT \(request.bound ?? -1)" }
    if offset > 0 { query = query + " OFFSET \(offset)" }
    return query
  }

  // MARK: Planning

  private static func plan(
    _ request: FetchRequest, _ file: CoreDataFile, _ found: StoreCondition.Found?, _ schema: Schema,
    _ entity: StoreLayout.Entity, isSorted: Bool, query: SQLText, reason: String?
  ) throws(SQLiteFailure) -> Plan {
    var plan = Plan(statement: query.shown)
    plan.wholeStoreReason = reason
    for part in request.predicate?.conjuncts ?? [] {
      var builder = StoreCondition(file.layout, schema)
      let alias = builder.alias()
      let own = reason == nil && found != nil ? builder.found(part, alias, entity) : nil
      plan.parts.append((part, own.map { $0.isExact ? .sqlite : .sqliteThenMemory } ?? .memory))
    }
    if !request.sortDescriptors.isEmpty { plan.order = isSorted && reason == nil ? .sqlite : .memory }
    if reason == nil {
      let rows = try file.connection.prepare("EXPLAIN QUERY PLAN " + query)
      while try rows.step() { if let line = rows.text(3) { plan.steps.append(line) } }
    }
    return plan
  }

  /// Returns the keys to sort by; nil where SQLite's order is not that of memory.
  private static func sorting(
    _ descriptors: [SortDescriptor], _ builder: inout StoreCondition, _ alias: String, _ entity: StoreLayout.Entity,
    _ clause: SQLText, _ connection: SQLiteConnection
  ) throws(SQLiteFailure) -> SQLText? {
    var keys: [SQLText] = []
    for descriptor in descriptors {
      guard descriptor.options.isEmpty, descriptor.comparison == .standard,
        let path = StorePathway(descriptor.keyPath, entity, builder.layout), case .attribute(let attribute) = path.end,
        path.hops.allSatisfy({ !$0.description.isToMany && $0.isPlain })
      else { return nil }
      builder.noteLinks(path.hops)
      guard let value = builder.value(path.hops[...], path.end, alias) else { return nil }
      switch attribute.description.type {
      case .integer16, .integer32, .integer64, .boolean, .double, .float, .date: break
      case .string:
        // The order of bytes is that of memory for texts that are plain ASCII.
        let others = try connection.prepare(
          "SELECT 1 " + clause + " AND LENGTH(" + value + ") <> LENGTH(CAST(" + value + " AS BLOB)) LIMIT 1")
        if try others.step() { return nil }
      case .decimal, .binaryData, .uri, .uuid, .transformable, .undefined: return nil
      }
      keys.append(value + (descriptor.isAscending ? "" : " DESC"))
    }
    keys.append(SQLText("\(alias).Z_PK"))
    return .joined(keys, by: ", ")
  }

  /// The one-to-one relationships that a list of links follows.
  private static func mirrored(_ needs: StoreNeeds) -> Set<SQLiteProperty> {
    var found: Set<SQLiteProperty> = []
    var steps = [needs.root]
    while let step = steps.popLast() {
      for (link, next) in step.next {
        if link.isMirrored(in: needs.layout) {
          found.insert(SQLiteProperty(entity: link.declaredBy, name: link.description.name))
        }
        steps.append(next)
      }
    }
    return found
  }

  /// Returns why the columns of a one-to-one relationship do not say what the graph has: of links that only one side has,
  /// the order in which they are read decides. O(rows × log rows) for each.
  private static func disagreement(_ relationships: Set<SQLiteProperty>, _ file: CoreDataFile) throws(SQLiteFailure)
    -> String?
  {
    func link(_ property: SQLiteProperty) -> StoreLayout.Link? {
      file.layout.entity(named: property.entity)?.links.first { $0.description.name == property.name }
    }
    func list(_ numbers: Set<Int>) -> String { numbers.sorted().map(String.init).joined(separator: ", ") }
    for property in relationships.sorted(by: { ($0.entity, $0.name) < ($1.entity, $1.name) }) {
      guard let own = link(property), let inverse = own.inverse, let back = link(inverse) else { continue }
      for (here, there) in [(own, back), (back, own)] {
        guard case .column(let column, _, _) = here.storage, case .column(let other, _, _) = there.storage else {
          continue
        }
        let rows = try file.connection.prepare(
          """
          SELECT 1 FROM \(named(there.destinationTable)) AS s LEFT JOIN \(named(here.destinationTable)) AS d \
          ON d.Z_PK = s.\(named(column)) AND d.Z_ENT IN (\(list(here.destinations))) \
          WHERE s.\(named(column)) IS NOT NULL AND s.Z_ENT IN (\(list(here.owners))) \
          AND d.\(named(other)) IS NOT s.Z_PK LIMIT 1
          """)
        if try rows.step() {
          return "some links of \(property.entity).\(property.name) have one side only"
        }
      }
    }
    return nil
  }

  // MARK: Running

  /// The number of objects, limit and offset counted in. O(rows) at most.
  package func count() throws -> Int {
    if plan.wholeStoreReason == nil, !needsMemory {
      do throws(SQLiteFailure) {
        let rows = try connection.prepare("SELECT COUNT(*) " + clause)
        let all = try rows.step() ? Int(clamping: rows.integer(0)) : 0
        let rest = max(0, all - max(0, request.offset ?? 0))
        return min(rest, request.bound ?? rest)
      } catch { throw CoreDataFileError(path: file.path, reason: error.reason) }
    }
    return try objects(shownLimit: 0).count
  }

  /// Runs the fetch.
  /// - Parameter shownLimit: How many of the objects are wanted, with everything that they lead to.
  /// - Throws: ``CoreDataFileError``, `StoreError`, and what the condition throws in memory.
  package func objects(shownLimit: Int) throws -> Found {
    if plan.wholeStoreReason != nil {
      let store = SQLiteStore(name: file.name, path: file.path)
      let coordinator = try PersistentStoreCoordinator(model: file.model)
      try coordinator.add(store)
      let context = ManagedObjectContext(coordinator: coordinator)
      let ids = try context.fetch(request)
      return Found(
        context: context, ids: Array(ids.prefix(shownLimit)), count: ids.count,
        readCount: store.opening?.objectCount ?? 0)
    }
    do {
      return needsMemory || sorting == nil ? try filtered(shownLimit) : try direct(shownLimit)
    } catch let error as SQLiteFailure { throw CoreDataFileError(path: file.path, reason: error.reason) }
  }

  /// SQLite has decided about everything.
  private func direct(_ shownLimit: Int) throws -> Found {
    let rows = try connection.prepare(Self.query("t0", clause, sorting, request))
    var numbers: [Int64] = []
    var count = 0
    while try rows.step() {
      if count < shownLimit { numbers.append(rows.integer(0)) }
      count += 1
    }
    return try shown(numbers, count: count)
  }

  /// Memory decides about the rows that SQLite finds.
  private func filtered(_ shownLimit: Int) throws -> Found {
    var needs = StoreNeeds(file, entity: entity.name)
    Self.add(request, to: &needs, isInMemory: needsMemory, sortsInMemory: true)
    let part = try PartialRows(connection, file.layout)
    try part.fill(needs.root, from: "SELECT t0.Z_PK " + clause)
    let context = try context(of: part)
    var request = request
    var conditions = needsMemory ? request.predicate.map { [$0] } ?? [] : []
    if let candidates = try part.candidates(of: entity.table) {
      // Objects loaded as a side effect may lack what the condition reads, so only the candidates are asked.
      let objects = try candidates.compactMap { try context.objectID(entity: entity.name, number: $0)?.value }
      conditions.insert(
        Predicate(
          .comparison(
            Predicate.Comparison(Expression(.candidate), .in, Expression(.constant(.array(objects)))))), at: 0)
    }
    request.predicate = conditions.isEmpty ? nil : Predicate(.and(conditions))
    let ids = try context.fetch(request)
    var found = try shown(ids.prefix(shownLimit).map { Int64($0.number) }, count: ids.count)
    found.readCount += part.count
    return found
  }

  /// Reads objects with what they lead to.
  private func shown(_ numbers: [Int64], count: Int) throws -> Found {
    var needs = StoreNeeds(file, entity: entity.name)
    needs.addLinks()
    let part = try PartialRows(connection, file.layout)
    try part.fill(needs.root, with: numbers)
    let context = try context(of: part)
    let ids = try numbers.compactMap { try context.objectID(entity: entity.name, number: $0) }
    return Found(context: context, ids: ids, count: count, readCount: part.count)
  }

  private func context(of part: PartialRows) throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: file.model)
    let schema = ManagedObjectContext(coordinator: coordinator).graph.schema
    var reader = StoreGraphReader(file, schema, storeName: file.name, part: part)
    try coordinator.add(PartialStore(file.name, reader.graph()))
    return ManagedObjectContext(coordinator: coordinator)
  }
}

extension StoreCondition {
  /// Notes the one-to-one relationships of a path.
  mutating func noteLinks(_ hops: [StoreLayout.Link]) { for hop in hops { _ = note(hop) } }
}

/// The numbers of rows that are to be read, in temporary tables of the connection.
final class PartialRows {
  private let connection: SQLiteConnection
  private let layout: StoreLayout
  /// The temporary table with the rows of each table of objects.
  private(set) var tables: [String: String] = [:]
  private var made: [String] = []

  init(_ connection: SQLiteConnection, _ layout: StoreLayout) throws(SQLiteFailure) {
    self.connection = connection
    self.layout = layout
    try connection.execute("PRAGMA temp_store = MEMORY")
  }

  deinit { for table in made { try? connection.execute("DROP TABLE IF EXISTS temp.\(table)") } }

  private func make() throws(SQLiteFailure) -> String {
    let name = "rows_\(connection.nextNumber())"
    try connection.execute("CREATE TEMP TABLE \(name) (pk INTEGER PRIMARY KEY)")
    made.append(name)
    return name
  }

  /// The rows of a table that are to be read.
  private func loaded(_ table: String) throws(SQLiteFailure) -> String {
    if let known = tables[table] { return known }
    let name = try make()
    tables[table] = name
    return name
  }

  /// The rows that were asked for first, if others of their table have come along; nil if there are no others.
  func candidates(of table: String) throws(SQLiteFailure) -> [Int64]? {
    guard let first = made.first, let loaded = tables[table] else { return nil }
    let others = try connection.prepare(
      "SELECT 1 FROM temp.\(loaded) WHERE pk NOT IN (SELECT pk FROM temp.\(first)) LIMIT 1")
    guard try others.step() else { return nil }
    let rows = try connection.prepare("SELECT pk FROM temp.\(first) ORDER BY pk")
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(0)) }
    return found
  }

  /// How many rows there are.
  var count: Int {
    var sum = 0
    for table in tables.values {
      if let rows = try? connection.prepare("SELECT COUNT(*) FROM temp.\(table)"), (try? rows.step()) == true {
        sum += Int(clamping: rows.integer(0))
      }
    }
    return sum
  }

  /// Takes the rows of a query, and those that the steps lead to.
  func fill(_ root: StoreNeeds.Step, from query: SQLText) throws(SQLiteFailure) {
    let first = try make()
    try connection.execute("INSERT OR IGNORE INTO temp.\(first) " + query)
    try follow(root, first)
  }

  /// Takes some rows, and those that the steps lead to.
  func fill(_ root: StoreNeeds.Step, with numbers: [Int64]) throws(SQLiteFailure) {
    let first = try make()
    let insertion = try connection.prepare("INSERT OR IGNORE INTO temp.\(first) VALUES (?)")
    for number in numbers {
      insertion.bind(1, number)
      try insertion.run()
    }
    try follow(root, first)
  }

  private func follow(_ root: StoreNeeds.Step, _ first: String) throws(SQLiteFailure) {
    var steps = [(root, first)]
    while let (step, rows) = steps.popLast() {
      guard let entity = layout.entity(named: step.entity) else { continue }
      let table = try loaded(entity.table)
      try connection.execute("INSERT OR IGNORE INTO temp.\(table) SELECT pk FROM temp.\(rows)")
      for (link, next) in step.next {
        let members = try make()
        for query in queries(link, entity, rows) {
          try connection.execute("INSERT OR IGNORE INTO temp.\(members) \(query)")
        }
        steps.append((next, members))
      }
    }
  }

  private func queries(_ link: StoreLayout.Link, _ entity: StoreLayout.Entity, _ rows: String) -> [String] {
    let owners = "(SELECT pk FROM temp.\(rows))"
    switch link.storage {
    case .column(let column, _, _):
      let column = named(column)
      return [
        "SELECT \(column) FROM \(named(entity.table)) WHERE Z_PK IN \(owners) AND typeof(\(column)) = 'integer'"
      ]
    case .inverseColumn(let column, _), .ownerColumn(let column, _):
      return ["SELECT Z_PK FROM \(named(link.destinationTable)) WHERE \(named(column)) IN \(owners)"]
    case .join(let join, let own, let other, _, _, let isReflexive):
      func query(_ own: String, _ other: String) -> String {
        "SELECT \(named(other)) FROM \(named(join)) WHERE \(named(own)) IN \(owners) AND typeof(\(named(other))) = 'integer'"
      }
      return [query(own, other)] + (isReflexive ? [query(other, own)] : [])
    }
  }
}
