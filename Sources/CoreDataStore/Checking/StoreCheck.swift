import CSQLite
import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates

/// Looks for what is wrong in a store: in its tables and links, and in the values that its model refuses.
///
/// ```swift
/// for finding in try StoreCheck(CoreDataFile("App.sqlite")).findings() { print(finding.kind.rawValue, finding.message) }
/// ```
package struct StoreCheck {
  /// The kinds of findings, in the order in which they are listed.
  package enum Kind: String, CaseIterable, Sendable {
    /// The pages of the file are damaged.
    case damaged = "damaged"
    /// The store does not say who it is, or which model it has.
    case metadata = "metadata"
    /// A table or a column that the model asks for is missing.
    case unfit = "does not fit"
    /// `Z_ENT` is none of the table's entities, or an abstract one's.
    case entity = "wrong Z_ENT"
    /// A value of another type than the column's.
    case type = "wrong type"
    /// A value that is too long to be read.
    case large = "too large"
    /// A link to a row that is missing or of a wrong entity.
    case dangling = "dangling link"
    /// A row of a join table without one of its ends.
    case orphaned = "orphaned join row"
    /// A link that only one side has.
    case oneSided = "one-sided link"
    /// `Z_MAX` is below a `Z_PK` that was given.
    case maximum = "Z_MAX too low"
    /// Two objects with the same values in what must be unique.
    case unique = "not unique"
    /// A value, or a number of links, that a save would refuse.
    case invalid = "invalid"
  }

  package struct Finding: Hashable, Sendable {
    package var kind: Kind
    package var message: String
  }

  /// How many findings of a kind are listed for each column or entity.
  package static let limit = 100

  private let file: CoreDataFile
  private var connection: SQLiteConnection { file.connection }

  package init(_ file: CoreDataFile) { self.file = file }

  /// Returns everything that is wrong, by kind. O(rows × columns).
  package func findings() throws(CoreDataFileError) -> [Finding] {
    do throws(SQLiteFailure) { return try all() } catch {
      // Pages that cannot be read are what was looked for.
      if error.primaryCode == SQLITE_CORRUPT { return [Finding(kind: .damaged, message: error.reason)] }
      throw CoreDataFileError(path: file.path, reason: error.reason)
    }
  }

  private func all() throws(SQLiteFailure) -> [Finding] {
    var damage = file.logProblem.map { [Finding(kind: .damaged, message: $0)] } ?? []
    do throws(SQLiteFailure) { damage += try integrity() } catch {
      guard error.primaryCode == SQLITE_CORRUPT else { throw error }
      damage.append(Finding(kind: .damaged, message: error.reason))
    }
    if !file.metadata.isReadable {
      damage.append(Finding(kind: .metadata, message: "Z_METADATA: Z_PLIST cannot be read"))
    } else if file.metadata.identifier.isEmpty {
      damage.append(Finding(kind: .metadata, message: "Z_METADATA: Z_UUID is missing"))
    }
    let misfits = file.layout.misfits.map { Finding(kind: .unfit, message: $0) }
    // Queries over columns that are not there would be wrong.
    guard misfits.isEmpty else { return damage + misfits }
    var found = damage
    for part in [entities, types, large, links, oneSided, maxima, duplicates] { found += try readable(part) }
    let isKnown = damage.contains { $0.kind == .damaged }
    let ends = found.filter { $0.kind == .damaged }
    if !isKnown, let first = ends.first { damage.append(first) }
    found = damage + found.filter { $0.kind != .damaged && $0.kind != .metadata }
    return found + invalid()
  }

  /// Returns the findings of a part. A damaged page ends a part and is a finding itself; the others still look at what can be read.
  private func readable(_ part: () throws(SQLiteFailure) -> [Finding]) throws(SQLiteFailure) -> [Finding] {
    do throws(SQLiteFailure) { return try part() } catch {
      guard error.primaryCode == SQLITE_CORRUPT else { throw error }
      return [Finding(kind: .damaged, message: error.reason)]
    }
  }

  private func links() throws(SQLiteFailure) -> [Finding] {
    let links = try StoreLinks(file).findings(limit: Self.limit)
    let joins = Set(file.layout.joinTables.map(\.table.name))
    return links.dangling.map { dangling in
      let isJoin = joins.contains { dangling.hasPrefix("\($0): ") }
      return Finding(kind: isJoin ? .orphaned : .dangling, message: dangling)
    }
  }

  // MARK: Tables

  private func integrity() throws(SQLiteFailure) -> [Finding] {
    let check = try connection.prepare("PRAGMA integrity_check(\(Self.limit))")
    var found: [Finding] = []
    while try check.step() {
      guard let line = check.text(0), line != "ok" else { continue }
      found.append(Finding(kind: .damaged, message: line))
    }
    return found
  }

  private func entities() throws(SQLiteFailure) -> [Finding] {
    var found: [Finding] = []
    for (table, entities) in file.layout.objectTables {
      let concrete = entities.filter { !$0.isAbstract }.map { String($0.number) }.joined(separator: ", ")
      let rows = try connection.prepare(
        "SELECT Z_PK, Z_ENT FROM \(quoted(table.name)) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(concrete)) "
          + "ORDER BY Z_PK LIMIT \(Self.limit)")
      while try rows.step() {
        let abstract = rows.whole(1).flatMap { number in entities.first { Int64($0.number) == number } }
        let end = abstract.map { ", which is the abstract entity \($0.name)" } ?? ""
        found.append(
          Finding(kind: .entity, message: "\(table.name): Z_PK=\(rows.integer(0)) has Z_ENT \(rows.shown(1))\(end)"))
      }
    }
    return found
  }

  private func types() throws(SQLiteFailure) -> [Finding] {
    var found: [Finding] = []
    var seen: Set<String> = []
    for entity in file.layout.entities {
      for attribute in entity.attributes where seen.insert("\(entity.table).\(attribute.column)").inserted {
        let allowed: String =
          switch attribute.description.type {
          case .integer16, .integer32, .integer64, .boolean: "'integer'"
          case .double, .float, .date: "'real', 'integer'"
          case .decimal: "'real', 'integer', 'text'"
          case .string, .uri: "'text'"
          case .uuid: "'blob'"
          case .binaryData, .transformable, .undefined: "'blob', 'text'"
          }
        let column = quoted(attribute.column)
        var condition = "typeof(\(column)) NOT IN ('null', \(allowed))"
        if attribute.description.type == .uuid { condition += " OR length(\(column)) <> 16" }
        if let range = attribute.description.type.integerRange, attribute.description.type != .integer64 {
          condition += " OR \(column) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        }
        // SQL cannot tell whether these can be read, so each value goes through the reader's own conversion.
        let isAsked = attribute.description.type == .decimal || attribute.description.type == .uri
        if isAsked { condition += " OR typeof(\(column)) IN ('real', 'text')" }
        found += try readable { () throws(SQLiteFailure) in
          let rows = try connection.prepare(
            "SELECT Z_PK, \(column) FROM \(quoted(entity.table)) WHERE \(condition) ORDER BY Z_PK"
              + (isAsked ? "" : " LIMIT \(Self.limit)"))
          var found: [Finding] = []
          while found.count < Self.limit, try rows.step() {
            if attribute.description.type == .decimal, rows.decimal(1) != nil { continue }
            if attribute.description.type == .uri, rows.uri(1) != nil { continue }
            found.append(
              Finding(
                kind: .type,
                message:
                  "\(entity.table): Z_PK=\(rows.integer(0)) has \(rows.shown(1)) in \(attribute.column), which is "
                  + "\(attribute.declaredBy).\(attribute.description.name): \(attribute.description.type.rawValue)"))
          }
          return found
        }
      }
    }
    return found
  }

  private func large() throws(SQLiteFailure) -> [Finding] {
    var found: [Finding] = []
    var seen: Set<String> = []
    for entity in file.layout.entities {
      for attribute in entity.attributes
      where attribute.type == .blob && seen.insert("\(entity.table).\(attribute.column)").inserted {
        for (number, length) in try file.largeValues(in: attribute.column, of: entity.table) {
          found.append(
            Finding(
              kind: .large,
              message: "\(entity.table): Z_PK=\(number) has \(DisplayText.grouped(Int(length))) bytes in "
                + "\(attribute.column); values are read up to \(SQLiteConnection.lengthLimit >> 20) MB"))
        }
      }
    }
    return found
  }

  private func maxima() throws(SQLiteFailure) -> [Finding] {
    var found: [Finding] = []
    for (table, entities) in file.layout.objectTables {
      guard let root = entities.first else { continue }
      var highest: Int64?
      found += try readable { () throws(SQLiteFailure) in
        let rows = try connection.prepare("SELECT MAX(Z_PK) FROM \(quoted(table.name))")
        if try rows.step() { highest = rows.whole(0) }
        return []
      }
      guard let highest else { continue }
      // A store whose rows were copied in may say −1 or 0: Core Data then looks itself.
      let stated = file.highest(ofTreeOf: root)
      if stated < highest {
        found.append(
          Finding(
            kind: .maximum,
            message:
              "Z_PRIMARYKEY: Z_MAX of \(root.name) is \(stated), and \(table.name) has a row with Z_PK \(highest)"))
      }
    }
    return found
  }

  // MARK: Links

  /// To-one relationships whose inverse is a to-one as well: both sides store the link in a column. Other links are written
  /// once; their destination's entity and its order may be wrong.
  private func oneSided() throws(SQLiteFailure) -> [Finding] {
    var found: [Finding] = []
    var seen: Set<String> = []
    for entity in file.layout.entities {
      for link in entity.links {
        guard case .column(let column, let entityColumn, _) = link.storage,
          seen.insert("\(entity.table).\(column)").inserted
        else { continue }
        let owners = link.owners.sorted().map(String.init).joined(separator: ", ")
        // A row of a wrong entity is a finding already.
        let others = link.destinations.sorted().map(String.init).joined(separator: ", ")
        let (table, destination) = (quoted(entity.table), quoted(link.destinationTable))
        if let inverse = link.inverse, let back = inverseColumn(inverse) {
          let rows = try connection.prepare(
            """
            SELECT s.Z_PK, s.\(quoted(column)), d.\(quoted(back)) FROM \(table) AS s \
            JOIN \(destination) AS d ON d.Z_PK = s.\(quoted(column)) \
            WHERE s.Z_ENT IN (\(owners)) AND d.Z_ENT IN (\(others)) AND d.\(quoted(back)) IS NOT s.Z_PK ORDER BY 1 LIMIT \(Self.limit)
            """)
          while try rows.step() {
            let shown = rows.kind(2) == .null ? "nil" : "\(rows.shown(2))"
            found.append(
              Finding(
                kind: .oneSided,
                message:
                  "\(entity.table): \(column) of Z_PK=\(rows.integer(0)) is \(rows.shown(1)), and \(back) there is "
                  + shown))
          }
        }
        if let entityColumn {
          let rows = try connection.prepare(
            """
            SELECT s.Z_PK, s.\(quoted(entityColumn)), d.Z_ENT FROM \(table) AS s \
            JOIN \(destination) AS d ON d.Z_PK = s.\(quoted(column)) \
            WHERE s.Z_ENT IN (\(owners)) AND d.Z_ENT IN (\(others)) AND s.\(quoted(entityColumn)) IS NOT d.Z_ENT ORDER BY 1 LIMIT \(Self.limit)
            """)
          while try rows.step() {
            found.append(
              Finding(
                kind: .entity,
                message:
                  "\(entity.table): \(entityColumn) of Z_PK=\(rows.integer(0)) is \(rows.shown(1)), and the row there "
                  + "has Z_ENT \(rows.shown(2))"))
          }
        }
      }
    }
    return found
  }

  /// The column of an inverse that is a to-one.
  private func inverseColumn(_ inverse: SQLiteProperty) -> String? {
    for link in file.layout.entity(named: inverse.entity)?.links ?? [] where link.description.name == inverse.name {
      if case .column(let column, _, _) = link.storage { return column }
    }
    return nil
  }

  // MARK: Objects

  private func duplicates() throws(SQLiteFailure) -> [Finding] {
    var found: [Finding] = []
    for description in file.model.entities {
      guard let entity = file.layout.entity(named: description.name) else { continue }
      for keys in description.uniquenessConstraints {
        let columns = keys.compactMap { key -> String? in
          if let attribute = entity.attributes.first(where: { $0.description.name == key }) { return attribute.column }
          if case .column(let column, _, _)? = entity.links.first(where: { $0.description.name == key })?.storage {
            return column
          }
          return nil
        }
        guard columns.count == keys.count, !columns.isEmpty else { continue }
        let list = columns.map(quoted).joined(separator: ", ")
        let kinds = entity.kinds.sorted().map(String.init).joined(separator: ", ")
        let rows = try connection.prepare(
          "SELECT COUNT(*), MIN(Z_PK), MAX(Z_PK) FROM \(quoted(entity.table)) WHERE Z_ENT IN (\(kinds)) AND "
            + columns.map { "\(quoted($0)) IS NOT NULL" }.joined(separator: " AND ")
            + " GROUP BY \(list) HAVING COUNT(*) > 1 ORDER BY 2 LIMIT \(Self.limit)")
        while try rows.step() {
          found.append(
            Finding(
              kind: .unique,
              message:
                "\(rows.integer(0)) objects have the same \(Listing.text(keys)): \(entity.name)#\(rows.integer(1)) "
                + "and \(entity.name)#\(rows.integer(2))" + (rows.integer(0) > 2 ? " among them" : "")))
        }
      }
    }
    return found
  }

  /// The errors that keep the objects from being saved as they are: required values, bounds, patterns, counts. Values that
  /// cannot be read are findings already, and so are links to rows that cannot.
  private func invalid() -> [Finding] {
    do {
      let coordinator = try PersistentStoreCoordinator(model: file.model)
      let schema = ManagedObjectContext(coordinator: coordinator).graph.schema
      var reader = StoreGraphReader(file, schema, storeName: file.name, isLenient: true)
      try coordinator.add(PartialStore(file.name, reader.graph()))
      let context = ManagedObjectContext(coordinator: coordinator)
      var found: [Finding] = []
      for entity in file.model.entities {
        let ids = context.graph.objectIDs(of: entity.name).filter { context.graph.entityName(of: $0) == entity.name }
        var count = 0
        for id in ids where count < Self.limit {
          for error in context.validateForUpdate(id) {
            if case .notUnique = error.reason { continue }
            if let key = error.key, reader.leftOut.contains("\(id.entity)#\(id.number).\(key)") { continue }
            if reader.lacksRows, error.key.map({ isRelationship($0, of: entity.name) }) ?? true { continue }
            count += 1
            found.append(
              Finding(kind: .invalid, message: "\(entity.name)#\(id.number): \(error.message) (\(error.code))"))
          }
        }
      }
      return found
    } catch { return [Finding(kind: .damaged, message: "\(error)")] }
  }

  private func isRelationship(_ key: String, of entity: String) -> Bool {
    file.model.property(key, of: entity)?.property.relationship != nil
  }
}
