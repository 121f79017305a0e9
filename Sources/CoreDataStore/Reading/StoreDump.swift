import JSON
import ModelInterchange
import ObjectGraph

/// Everything in a store as JSON, rows of each entity up to a limit: a second look at what the workbook reads.
package struct StoreDump {
  private let file: CoreDataFile
  private let limit: Int
  private var connection: SQLiteConnection { file.connection }

  /// - Parameter limit: How many rows of each entity are written.
  package init(_ file: CoreDataFile, limit: Int = 50) {
    self.file = file
    self.limit = limit
  }

  /// Returns the JSON. O(rows of all tables) for counts and dangling links, O(limit × properties) for objects.
  package func json() throws(CoreDataFileError) -> JSONValue {
    do throws(SQLiteFailure) { return try all() } catch {
      throw CoreDataFileError(path: file.path, reason: file.reason(of: error))
    }
  }

  private func all() throws(SQLiteFailure) -> JSONValue {
    let findings = try StoreLinks(file).findings(limit: 1_000)
    var members: [(String, JSONValue)] = [
      ("metadata", file.metadata.json), ("modelCache", .boolean(file.hasModelCache)), ("wal", .boolean(file.hasLog)),
      ("history", try history()), ("integrity", .string(try integrity())), ("joinTables", try joinTables()),
      ("otherTables", try otherTables()), ("entities", try entities()),
    ]
    if !file.layout.leftovers.isEmpty {
      members.append(("unread", .array(file.layout.leftovers.map { .string($0) })))
    }
    if !findings.dangling.isEmpty { members.append(("dangling", .array(findings.dangling.map { .string($0) }))) }
    if !findings.strayRows.isEmpty { members.append(("strayRows", .array(findings.strayRows.map { .string($0) }))) }
    return JSONValue(members)
  }

  private func integrity() throws(SQLiteFailure) -> String {
    let check = try connection.prepare("PRAGMA quick_check(1)")
    return try check.step() ? check.text(0) ?? "" : ""
  }

  private func count(_ table: String) throws(SQLiteFailure) -> Int64 {
    let count = try connection.prepare("SELECT COUNT(*) FROM \(quoted(table))")
    return try count.step() ? count.integer(0) : 0
  }

  private func history() throws(SQLiteFailure) -> JSONValue {
    var counts: [(String, JSONValue)] = []
    for table in file.tables where FileTable.isHistory(table.name) {
      counts.append((table.name, .integer(try count(table.name))))
    }
    return counts.isEmpty ? .null : JSONValue(counts)
  }

  private func otherTables() throws(SQLiteFailure) -> JSONValue {
    var counts: [(String, JSONValue)] = []
    let known = Set(file.layout.schema.tables.map { $0.name.uppercased() })
    for table in file.tables where !known.contains(table.name.uppercased()) {
      let isOwn = FileTable.isBookkeeping(table.name) && !FileTable.isCloudKit(table.name)
      if !isOwn { counts.append((table.name, .integer(try count(table.name)))) }
    }
    return JSONValue(counts)
  }

  private func joinTables() throws(SQLiteFailure) -> JSONValue {
    var found: [(String, JSONValue)] = []
    for (table, join) in file.layout.joinTables {
      func column(_ content: SQLiteColumn.Content) -> JSONValue {
        .optional(table.columns.first { $0.content == content }?.name)
      }
      found.append(
        (
          table.name,
          JSONValue([
            ("owner", .string("\(join.entity).\(join.relationship)")), ("ownerColumn", column(.joinSource)),
            ("other", .string("\(join.inverseEntity).\(join.inverse)")), ("otherColumn", column(.joinDestination)),
            ("columns", .array(table.columns.map { .string($0.name) })), ("count", .integer(try count(table.name))),
          ])
        ))
    }
    return JSONValue(found)
  }

  // MARK: Objects

  private func entities() throws(SQLiteFailure) -> JSONValue {
    var counts: [Int: Int64] = [:]
    for (table, _) in file.layout.objectTables {
      let rows = try connection.prepare("SELECT Z_ENT, COUNT(*) FROM \(quoted(table.name)) GROUP BY Z_ENT")
      while try rows.step() {
        if let number = rows.whole(0).flatMap({ Int(exactly: $0) }),
          file.layout.entity(number: number)?.table == table.name
        {
          counts[number] = rows.integer(1)
        }
      }
    }
    var found: [(String, JSONValue)] = []
    let maxima = Dictionary(file.primaryKeys.map { ($0.number, $0.highest) }, uniquingKeysWith: { first, _ in first })
    for entity in file.layout.entities {
      found.append(
        (
          entity.name,
          JSONValue([
            ("zEnt", .integer(Int64(entity.number))), ("table", .string(entity.table)),
            ("super", .optional(entity.parent)), ("abstract", .boolean(entity.isAbstract)),
            ("count", .integer(counts[entity.number] ?? 0)),
            ("countWithSubentities", .integer(entity.kinds.reduce(0) { $0 + (counts[$1] ?? 0) })),
            ("zMax", maxima[entity.number].map { .integer($0) } ?? .null), ("rows", .array(try rows(of: entity))),
          ])
        ))
    }
    return JSONValue(found)
  }

  private func rows(of entity: StoreLayout.Entity) throws(SQLiteFailure) -> [JSONValue] {
    let toOne: [(link: StoreLayout.Link, column: String)] = entity.links.compactMap { link in
      if case .column(let column, _, _) = link.storage { (link, column) } else { nil }
    }
    let columns = ["Z_PK", "Z_OPT"] + entity.attributes.map(\.column) + toOne.map(\.column)
    let rows = try connection.prepare(
      "SELECT \(columns.map(quoted).joined(separator: ", ")) FROM \(quoted(entity.table)) WHERE Z_ENT = \(entity.number) "
        + "ORDER BY Z_PK LIMIT \(max(0, limit))")
    let lists = try entity.links.filter(\.description.isToMany).map { (link) throws(SQLiteFailure) in
      (link, try StoreMembers(link, in: connection, file.layout))
    }
    let targets = try toOne.map { (link) throws(SQLiteFailure) in
      try connection.prepare("SELECT Z_ENT FROM \(quoted(link.link.destinationTable)) WHERE Z_PK = ?")
    }
    var found: [JSONValue] = []
    while try rows.step() {
      let number = rows.integer(0)
      var attributes: [(String, JSONValue)] = []
      for (place, attribute) in entity.attributes.enumerated() {
        attributes.append((attribute.description.name, rows.json(Int32(2 + place), attribute.description.type)))
      }
      var ones: [(String, JSONValue)] = []
      for (place, one) in toOne.enumerated() {
        let column = Int32(2 + entity.attributes.count + place)
        var text: String?
        if let target = rows.whole(column) {
          targets[place].bind(1, target)
          if try targets[place].step(), let kind = targets[place].whole(0).flatMap({ Int(exactly: $0) }),
            let name = file.layout.entity(number: kind)?.name
          {
            text = "\(name)#\(target)"
          }
          targets[place].reset()
        }
        ones.append((one.link.description.name, .optional(text)))
      }
      var many: [(String, JSONValue)] = []
      var ordered: [(String, JSONValue)] = []
      for (link, list) in lists {
        let members = try list.members(of: number)
        let names = members.sorted { ($0.entity, $0.number) < ($1.entity, $1.number) }
        many.append((link.description.name, .array(names.map { .string($0.name) })))
        if link.description.isOrdered, !members.isEmpty {
          ordered.append((link.description.name, .array(members.map { .string($0.name) })))
        }
      }
      var members: [(String, JSONValue)] = [
        ("pk", .integer(number)), ("opt", rows.whole(1).map { .integer($0) } ?? .null),
        ("attributes", JSONValue(attributes)), ("toOne", JSONValue(ones)), ("toMany", JSONValue(many)),
      ]
      if !ordered.isEmpty { members.append(("ordered", JSONValue(ordered))) }
      found.append(JSONValue(members))
    }
    return found
  }
}

/// The members of a to-many relationship, object by object.
struct StoreMembers {
  struct Member {
    var entity: String
    var number: Int64
    var name: String { "\(entity)#\(number)" }
  }

  private let statements: [SQLiteStatement]
  private let layout: StoreLayout
  private let destinations: Set<Int>

  init(_ link: StoreLayout.Link, in connection: SQLiteConnection, _ layout: StoreLayout) throws(SQLiteFailure) {
    self.layout = layout
    destinations = link.destinations
    let table = quoted(link.destinationTable)
    var queries: [String] = []
    switch link.storage {
    case .column: break
    case .inverseColumn(let column, let order), .ownerColumn(let column, let order):
      queries.append(
        "SELECT Z_ENT, Z_PK FROM \(table) WHERE \(quoted(column)) = ? ORDER BY "
          + (order.map { "\(quoted($0)), Z_PK" } ?? "Z_PK"))
    case .join(let join, let own, let other, let order, _, let isReflexive):
      func query(_ own: String, _ other: String) -> String {
        "SELECT d.Z_ENT, d.Z_PK FROM \(quoted(join)) AS j JOIN \(table) AS d ON d.Z_PK = j.\(quoted(other)) "
          + "WHERE j.\(quoted(own)) = ? ORDER BY " + (order.map { "j.\(quoted($0)), d.Z_PK" } ?? "d.Z_PK")
      }
      queries.append(query(own, other))
      if isReflexive { queries.append(query(other, own)) }
    }
    statements = try queries.map { (query) throws(SQLiteFailure) in try connection.prepare(query) }
  }

  /// In the order of the relationship where it has one, else by `Z_PK`; without those that are of a wrong entity.
  func members(of owner: Int64) throws(SQLiteFailure) -> [Member] {
    var found: [Member] = []
    var known: Set<Int64> = []
    for statement in statements {
      statement.bind(1, owner)
      while try statement.step() {
        guard let kind = statement.whole(0).flatMap({ Int(exactly: $0) }), destinations.contains(kind),
          let entity = layout.entity(number: kind)?.name
        else { continue }
        let number = statement.integer(1)
        if known.insert(number).inserted { found.append(Member(entity: entity, number: number)) }
      }
      statement.reset()
    }
    return found
  }
}

extension StoreMetadata {
  /// The lines that `graphbook store dump` writes.
  fileprivate var json: JSONValue {
    JSONValue([
      ("uuid", .string(identifier)), ("version", .integer(version)),
      ("frameworkVersion", .integer(Int64(frameworkVersion))),
      ("versionIdentifiers", .array(versionIdentifiers.map { .string($0) })),
      ("hashesVersion", hashesVersion.map { .integer($0) } ?? .null),
      (
        "hashes",
        JSONValue(
          hashes.sorted { $0.key < $1.key }.map { name, hash in
            (name, .string(hash.withUnsafeBytes { Hexadecimal.text($0) }))
          })
      ), ("hashesDigest", .optional(hashesDigest)), ("checksum", .optional(checksum)),
      ("autoVacuum", .optional(autoVacuum)), ("own", JSONValue(own.map { ($0.key, $0.value.json) })),
    ])
  }
}

extension StoreMetadata.Entry {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .real(let number): .number(number)
    case .boolean(let flag): .boolean(flag)
    case .data(let data): data.withUnsafeBytes { SQLiteStatement.data($0) }
    case .other: .string("…")
    }
  }
}
