import CSQLite
import ModelInterchange
import ObjectGraph
import Predicates

import struct Foundation.Data

/// Writes the changes of a save as rows, inside a transaction: first what is gone, then what is changed, then what is new, then
/// links and orders.
///
/// An update sets the columns of the properties that differ from what was saved before, and counts `Z_OPT` up; every other
/// row stays as it is.
struct StoreWriter {
  /// The reason why a save is not written.
  enum Refusal: Error {
    case cancelled
    case sqlite(SQLiteFailure)
    /// A value that the store cannot keep.
    case value(String)
  }

  let connection: SQLiteConnection
  let layout: StoreLayout
  let state: SQLiteStore.State
  let save: StoreSave
  /// Whether the objects of the save have a `Z_OPT` already.
  var keepsSaveCounts = false
  let graph: Graph
  let previous: Graph
  /// Indexed by the place of an entity in the schema.
  private var plans: [Int: Plan] = [:]
  private var statements: [String: SQLiteStatement] = [:]
  private var written = 0
  /// The highest `Z_PK` that was given, by root entity.
  private var highest: [String: Int64] = [:]

  /// The properties of an entity with the ways to read them.
  struct Plan {
    var entity: StoreLayout.Entity
    var table: Int
    var attributes: [Attribute] = []
    var ones: [One] = []
    var many: [Many] = []
    var insert: SQLiteStatement?
    /// The properties in uniqueness constraints.
    var unique: Set<String> = []

    struct Attribute {
      var layout: StoreLayout.Attribute
      var target: StoreAttribute
      var isExternal: Bool
    }

    struct One {
      var name: String
      var target: StoreRelationship
      var column: String
      var entityColumn: String?
    }

    struct Many {
      var link: StoreLayout.Link
      var target: StoreRelationship
    }
  }

  init(_ connection: SQLiteConnection, _ layout: StoreLayout, _ state: SQLiteStore.State, _ save: StoreSave) {
    self.connection = connection
    self.layout = layout
    self.state = state
    self.save = save
    graph = save.graph
    previous = save.previous
    let schema = save.graph.schema
    for entity in layout.entities {
      guard let (index, table) = schema.place(ofEntity: entity.name) else { continue }
      var plan = Plan(entity: entity, table: table)
      for ancestor in schema.model.lineage(of: entity.name) {
        plan.unique.formUnion(ancestor.uniquenessConstraints.joined())
      }
      for attribute in entity.attributes {
        guard let target = schema.storeAttribute(attribute.description.name, of: entity.name) else { continue }
        plan.attributes.append(
          Plan.Attribute(
            layout: attribute, target: target,
            isExternal: state.externalColumns.contains("\(entity.table).\(attribute.column)")))
      }
      for link in entity.links {
        guard let target = schema.storeRelationship(link.description.name, of: entity.name) else { continue }
        if case .column(let column, let entityColumn, _) = link.storage {
          plan.ones.append(
            Plan.One(name: link.description.name, target: target, column: column, entityColumn: entityColumn))
        } else {
          plan.many.append(Plan.Many(link: link, target: target))
        }
      }
      plans[index] = plan
    }
  }

  mutating func write() throws(Refusal) {
    for id in save.deleted { try delete(id) }
    // A unique value that a change gives up may be another's, or a new object's.
    try giveUpUniqueValues()
    for id in save.updated { try update(id) }
    for id in save.inserted { try insert(id) }
    // Links of both ends are there now.
    for id in save.deleted { try unlink(id) }
    var orders = StoreOrders()
    for ids in [save.inserted, save.updated] { for id in ids { try writeLinks(of: id, &orders) } }
    try writeOrders(orders)
    try writeHighest()
  }

  // MARK: Steps

  /// Runs SQLite's part of a step.
  func sqlite<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(Refusal) -> Result {
    do throws(SQLiteFailure) { return try body() } catch { throw .sqlite(error) }
  }

  /// A statement that is compiled once.
  mutating func statement(_ sql: String) throws(Refusal) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    let made = try sqlite { () throws(SQLiteFailure) in try connection.prepare(sql) }
    statements[sql] = made
    return made
  }

  private mutating func count() throws(Refusal) {
    written += 1
    if written & 4_095 == 4_095, save.cancellation.isRequested { throw .cancelled }
  }

  /// The `Z_PK` of a row of the graph.
  func number(ofRow row: Int32, entity: Int) -> Int64 {
    if state.numbers.isEmpty { return Int64(row) }
    return state.numbers[entity]?[row] ?? Int64(row)
  }

  /// The `Z_PK` of a row of a table, whichever entity it is of.
  func number(ofRow row: Int32, table: Int) -> Int64 {
    if state.numbers.isEmpty { return Int64(row) }
    return (graph.entity(ofRow: row, table: table) ?? previous.entity(ofRow: row, table: table)).map {
      number(ofRow: row, entity: $0)
    } ?? Int64(row)
  }

  private func plan(of id: ManagedObjectID) -> Plan? { plans[Int(id.entity)] }

  // MARK: Objects

  private mutating func delete(_ id: ManagedObjectID) throws(Refusal) {
    guard let plan = plan(of: id) else { return }
    let row = try statement("DELETE FROM \(quoted(plan.entity.table)) WHERE Z_PK = ?")
    row.bind(1, number(ofRow: Int32(bitPattern: id.number), entity: Int(id.entity)))
    try sqlite { () throws(SQLiteFailure) in try row.run() }
    try count()
  }

  /// Empties the unique columns that several updates of a table change: SQLite checks an index row by row, and two objects may
  /// exchange their values.
  private mutating func giveUpUniqueValues() throws(Refusal) {
    var changes: [String: [(column: String, number: Int64)]] = [:]
    for id in save.updated {
      guard let plan = plan(of: id), !plan.unique.isEmpty, let (entity, table, row) = graph.storeRow(of: id) else {
        continue
      }
      let number = number(ofRow: row, entity: entity)
      for attribute in plan.attributes
      where plan.unique.contains(attribute.layout.description.name)
        && !graph.isSame(attribute.target, table: table, row: row, in: previous)
      {
        changes[plan.entity.table, default: []].append((attribute.layout.column, number))
      }
      for one in plan.ones
      where plan.unique.contains(one.name)
        && graph.target(one.target, row: row) != previous.target(one.target, row: row)
      {
        changes[plan.entity.table, default: []].append((one.column, number))
      }
    }
    for (table, changes) in changes.sorted(by: { $0.key < $1.key }) where changes.count > 1 {
      for change in changes {
        try run("UPDATE \(quoted(table)) SET \(quoted(change.column)) = NULL WHERE Z_PK = ?", change.number)
      }
    }
  }

  private mutating func insert(_ id: ManagedObjectID) throws(Refusal) {
    let index = Int(id.entity)
    guard let plan = plans[index], let (_, _, row) = graph.storeRow(of: id) else { return }
    let statement: SQLiteStatement
    if let known = plan.insert {
      statement = known
    } else {
      let columns =
        ["Z_PK", "Z_ENT", "Z_OPT"] + plan.attributes.map(\.layout.column)
        + plan.ones.flatMap { [$0.column] + [$0.entityColumn].compactMap { $0 } }
      statement = try self.statement(
        "INSERT INTO \(quoted(plan.entity.table)) (\(columns.map(quoted).joined(separator: ", "))) "
          + "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))")
      plans[index]?.insert = statement
    }
    let number = number(ofRow: row, entity: index)
    statement.bind(1, number)
    statement.bind(2, Int64(plan.entity.number))
    statement.bind(3, keepsSaveCounts ? Int64(max(1, graph.saveCount(of: id))) : 1)
    var place: Int32 = 4
    for attribute in plan.attributes {
      try bind(attribute, row, plan, statement, place)
      place += 1
    }
    for one in plan.ones { bind(one, row, statement, &place) }
    do throws(SQLiteFailure) { try statement.run() } catch { throw .sqlite(error) }
    if number > highest[plan.entity.root, default: 0] { highest[plan.entity.root] = number }
    try count()
  }

  private mutating func update(_ id: ManagedObjectID) throws(Refusal) {
    guard let plan = plan(of: id), let (entity, table, row) = graph.storeRow(of: id) else { return }
    let attributes = plan.attributes.filter { !graph.isSame($0.target, table: table, row: row, in: previous) }
    let ones = plan.ones.filter { graph.target($0.target, row: row) != previous.target($0.target, row: row) }
    let hasOtherMembers = plan.many.contains {
      graph.members($0.target, row: row) != previous.members($0.target, row: row)
    }
    guard !attributes.isEmpty || !ones.isEmpty || hasOtherMembers else { return }
    let columns = attributes.map(\.layout.column) + ones.flatMap { [$0.column] + [$0.entityColumn].compactMap { $0 } }
    let set = ["Z_OPT = COALESCE(Z_OPT, 0) + 1"] + columns.map { "\(quoted($0)) = ?" }
    let statement = try statement(
      "UPDATE \(quoted(plan.entity.table)) SET \(set.joined(separator: ", ")) WHERE Z_PK = ?")
    var place: Int32 = 1
    for attribute in attributes {
      try bind(attribute, row, plan, statement, place)
      place += 1
    }
    for one in ones { bind(one, row, statement, &place) }
    let number = number(ofRow: row, entity: entity)
    statement.bind(place, number)
    try sqlite { () throws(SQLiteFailure) in try statement.run() }
    guard connection.changes == 1 else { throw .value("\(plan.entity.table) has no row with the Z_PK \(number)") }
    try count()
  }

  private func bind(_ one: Plan.One, _ row: Int32, _ statement: SQLiteStatement, _ place: inout Int32) {
    let target = graph.target(one.target, row: row)
    if target == 0 {
      statement.bindNull(place)
    } else {
      statement.bind(place, number(ofRow: target, table: one.target.destinationTable))
    }
    place += 1
    guard one.entityColumn != nil else { return }
    if target != 0, let entity = graph.entity(ofRow: target, table: one.target.destinationTable),
      let number = plans[entity]?.entity.number
    {
      statement.bind(place, Int64(number))
    } else {
      statement.bindNull(place)
    }
    place += 1
  }

  private func bind(
    _ attribute: Plan.Attribute, _ row: Int32, _ plan: Plan, _ statement: SQLiteStatement, _ place: Int32
  ) throws(Refusal) {
    let target = attribute.target
    switch target.kind {
    case .integer:
      if let number = graph.integer(target, row: row) {
        statement.bind(place, number)
      } else {
        statement.bindNull(place)
      }
    case .boolean:
      if let flag = graph.boolean(target, row: row) {
        statement.bind(place, flag ? Int64(1) : 0)
      } else {
        statement.bindNull(place)
      }
    case .real:
      if let number = graph.real(target, row: row) { statement.bind(place, number) } else { statement.bindNull(place) }
    case .text:
      graph.withText(target, row: row) { bytes in
        if let bytes { statement.bind(place, text: bytes) } else { statement.bindNull(place) }
      }
    case .value:
      let value = graph.value(target, table: plan.table, row: row)
      if case .null = value { return statement.bindNull(place) }
      if let data = target.stored(value) { return bind(data, attribute.isExternal, statement, place) }
      switch SQLiteValue(value, in: attribute.layout.type) {
      case .null:
        // Core Data keeps this text for a decimal that is not a number.
        if case .decimal(let number) = value, number.isNaN {
          statement.bind(place, "NaN")
        } else {
          statement.bindNull(place)
        }
      case .integer(let number): statement.bind(place, number)
      case .real(let number): statement.bind(place, number)
      case .text(let text): statement.bind(place, text)
      case .blob(let data): bind(data, attribute.isExternal, statement, place)
      case .archive:
        let name = "\(plan.entity.name)#\(row).\(attribute.layout.description.name)"
        throw .value(
          attribute.layout.description.compositeName == nil
            ? "\(name) has no transformer that makes bytes of it"
            : "\(name) is a composite, and how a SQLite store keeps one is not known to us; separate attributes can be saved, "
              + "or a file that ends in .graphstore")
      }
    }
  }

  private func bind(_ data: Data, _ isExternal: Bool, _ statement: SQLiteStatement, _ place: Int32) {
    // In a column that may refer to files the first byte says that the data is here.
    let bytes = isExternal ? Data([1]) + data : data
    bytes.withUnsafeBytes { statement.bind(place, blob: $0) }
  }

  // MARK: Links

  /// Takes a deleted object out of join tables, and off the members that name it as their owner.
  private mutating func unlink(_ id: ManagedObjectID) throws(Refusal) {
    guard let plan = plan(of: id) else { return }
    let number = number(ofRow: Int32(bitPattern: id.number), entity: Int(id.entity))
    for many in plan.many {
      switch many.link.storage {
      case .join(let table, let own, let other, _, _, let isReflexive):
        try run("DELETE FROM \(quoted(table)) WHERE \(quoted(own)) = ?", number)
        if isReflexive { try run("DELETE FROM \(quoted(table)) WHERE \(quoted(other)) = ?", number) }
      case .ownerColumn(let column, _):
        try run(
          "UPDATE \(quoted(many.link.destinationTable)) SET \(quoted(column)) = NULL WHERE \(quoted(column)) = ?",
          number)
      case .column, .inverseColumn: continue
      }
    }
  }

  private mutating func run(_ sql: String, _ numbers: Int64...) throws(Refusal) {
    let statement = try statement(sql)
    for (place, number) in numbers.enumerated() { statement.bind(Int32(place + 1), number) }
    try sqlite { () throws(SQLiteFailure) in try statement.run() }
  }

  private mutating func writeLinks(of id: ManagedObjectID, _ orders: inout StoreOrders) throws(Refusal) {
    guard let plan = plan(of: id), !plan.many.isEmpty, let (entity, _, row) = graph.storeRow(of: id) else { return }
    for many in plan.many {
      let link = many.link
      let isOrdered = link.description.isOrdered
      if case .inverseColumn = link.storage, !isOrdered { continue }
      let (now, before) = (graph.members(many.target, row: row), previous.members(many.target, row: row))
      if now == before { continue }
      let number = number(ofRow: row, entity: entity)
      let (added, removed) = (Set(now).subtracting(before), Set(before).subtracting(now))
      let table = many.target.destinationTable
      switch link.storage {
      case .column: continue
      case .inverseColumn(let column, let order):
        if let order {
          orders.add(
            table: link.destinationTable, owner: column, member: "Z_PK", order: order, number: number,
            members: now.map { self.number(ofRow: $0, table: table) })
        }
      case .ownerColumn(let column, let order):
        let member = quoted(link.destinationTable)
        for row in removed.sorted() {
          try run(
            "UPDATE \(member) SET \(quoted(column)) = NULL WHERE Z_PK = ? AND \(quoted(column)) = ?",
            self.number(ofRow: row, table: table), number)
        }
        for row in added.sorted() {
          try run(
            "UPDATE \(member) SET \(quoted(column)) = ? WHERE Z_PK = ?", number, self.number(ofRow: row, table: table))
        }
        if let order {
          orders.add(
            table: link.destinationTable, owner: column, member: "Z_PK", order: order, number: number,
            members: now.map { self.number(ofRow: $0, table: table) })
        }
      case .join(let join, let own, let other, let order, _, let isReflexive):
        for row in removed.sorted() {
          let member = self.number(ofRow: row, table: table)
          try run("DELETE FROM \(quoted(join)) WHERE \(quoted(own)) = ? AND \(quoted(other)) = ?", number, member)
          if isReflexive {
            try run("DELETE FROM \(quoted(join)) WHERE \(quoted(own)) = ? AND \(quoted(other)) = ?", member, number)
          }
        }
        for row in added.sorted() {
          let member = self.number(ofRow: row, table: table)
          // A save has both ends of a new link: of two that are alike the lower one writes it.
          if isReflexive, row < Int32(bitPattern: id.number) { continue }
          try run(
            "INSERT OR IGNORE INTO \(quoted(join)) (\(quoted(own)), \(quoted(other))) VALUES (?, ?)", number, member)
        }
        if let order {
          orders.add(
            table: join, owner: own, member: other, order: order, number: number,
            members: now.map { self.number(ofRow: $0, table: table) })
        }
      }
    }
  }

  private mutating func writeHighest() throws(Refusal) {
    for (root, number) in highest.sorted(by: { $0.key < $1.key }) {
      guard let entity = layout.entity(named: root) else { continue }
      try run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND (Z_MAX IS NULL OR Z_MAX < ?)", number,
        Int64(entity.number), number)
    }
  }

  private mutating func writeOrders(_ orders: StoreOrders) throws(Refusal) {
    for list in orders.lists {
      let rows = try statement(
        "SELECT \(quoted(list.member)), \(quoted(list.order)) FROM \(quoted(list.table)) WHERE \(quoted(list.owner)) = ?"
      )
      rows.bind(1, list.number)
      var known: [Int64: Int64] = [:]
      try sqlite { () throws(SQLiteFailure) in
        while try rows.step() { if let place = rows.whole(1) { known[rows.integer(0)] = place } }
      }
      rows.reset()
      let places = StoreOrders.places(of: list.members, known: known)
      for (member, place) in zip(list.members, places) where known[member] != place {
        try run(
          "UPDATE \(quoted(list.table)) SET \(quoted(list.order)) = ? WHERE \(quoted(list.owner)) = ? "
            + "AND \(quoted(list.member)) = ?", place, list.number, member)
      }
    }
  }
}
