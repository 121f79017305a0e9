import ModelInterchange

/// The links of a store that lead nowhere, and the rows that belong to no entity of their table.
struct StoreLinks {
  struct Findings {
    /// References to rows that are missing or of a wrong entity.
    var dangling: [String] = []
    /// Rows whose `Z_ENT` does not belong in their table.
    var strayRows: [String] = []
  }

  private let file: CoreDataFile

  init(_ file: CoreDataFile) { self.file = file }

  private static func list(_ numbers: Set<Int>) -> String { numbers.sorted().map(String.init).joined(separator: ", ") }

  /// Finds both, up to a limit for each column. O(rows × log rows).
  func findings(limit: Int) throws(SQLiteFailure) -> Findings {
    var findings = Findings()
    for (table, entities) in file.layout.objectTables {
      let numbers = Self.list(Set(entities.map(\.number)))
      let rows = try file.connection.prepare(
        "SELECT Z_PK, Z_ENT FROM \(quoted(table.name)) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers)) "
          + "ORDER BY Z_PK LIMIT \(limit)")
      while try rows.step() {
        findings.strayRows.append("\(table.name): Z_PK=\(rows.integer(0)) has Z_ENT \(rows.shown(1))")
      }
    }
    var seen: Set<String> = []
    for link in file.layout.entities.flatMap(\.links) {
      switch link.storage {
      case .column(let column, _, _):
        let own = file.layout.entity(named: link.declaredBy)?.table ?? ""
        guard seen.insert("\(own).\(column)").inserted else { continue }
        findings.dangling += try dangling(
          own, column, "s.Z_ENT IN (\(Self.list(link.owners)))", link.destinationTable, link.destinations,
          link.description.destination, limit)
      case .ownerColumn(let column, _):
        guard seen.insert("\(link.destinationTable).\(column)").inserted else { continue }
        let owner = file.layout.entity(named: link.declaredBy)
        findings.dangling += try dangling(
          link.destinationTable, column, "1", owner?.table ?? "", link.owners, link.declaredBy, limit)
      case .join(let table, _, let other, _, _, let isReflexive):
        guard seen.insert("\(table).\(other)").inserted else { continue }
        findings.dangling += try dangling(
          table, other, "1", link.destinationTable, link.destinations, link.description.destination, limit)
        if isReflexive, case .join(_, let own, _, _, _, _) = link.storage {
          findings.dangling += try dangling(
            table, own, "1", link.destinationTable, link.destinations, link.description.destination, limit)
        }
      case .inverseColumn: continue
      }
    }
    return findings
  }

  private func dangling(
    _ table: String, _ column: String, _ condition: String, _ destination: String, _ kinds: Set<Int>, _ name: String,
    _ limit: Int
  ) throws(SQLiteFailure) -> [String] {
    let rows = try file.connection.prepare(
      """
      SELECT DISTINCT s.\(quoted(column)), d.Z_PK IS NULL, d.Z_ENT FROM \(quoted(table)) AS s \
      LEFT JOIN \(quoted(destination)) AS d ON d.Z_PK = s.\(quoted(column)) \
      WHERE \(condition) AND s.\(quoted(column)) IS NOT NULL \
      AND (d.Z_PK IS NULL OR d.Z_ENT IS NULL OR d.Z_ENT NOT IN (\(Self.list(kinds)))) ORDER BY 1 LIMIT \(limit)
      """)
    var found: [String] = []
    while try rows.step() {
      let place = "\(table): \(column)=\(rows.shown(0))"
      if rows.integer(1) == 1 {
        found.append("\(place) is not a row of \(destination)")
      } else {
        let kind = rows.whole(2).flatMap { Int(exactly: $0) }.flatMap { file.layout.entity(number: $0)?.name }
        found.append("\(place) is a row of \(kind ?? "no entity"), not of \(name)")
      }
    }
    return found
  }
}

extension SQLiteStatement {
  /// A value for a message.
  func shown(_ column: Int32) -> String {
    switch kind(column) {
    case .null: "NULL"
    case .integer: String(integer(column))
    case .real: String(real(column))
    case .text: "'\(text(column)?.prefix(40) ?? "")'"
    case .blob: blobBytes(column).count == 1 ? "1 byte" : "\(blobBytes(column).count) bytes"
    }
  }
}
