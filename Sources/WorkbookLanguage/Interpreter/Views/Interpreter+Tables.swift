import CoreDataStore
import ModelInterchange
import ObjectGraph

/// `show tables`: what SQLite would hold.
extension Interpreter {
  func tablesView() throws -> TablesView {
    if let store = sqliteStore(named: nil) { return try tablesView(of: store) }
    let tables = try SQLiteTables(context)
    let formatter = ObjectFormatter(context: context)
    let contested = tables.contestedLinks()
    return TablesView(
      tables: tables.schema.tables.map { table in
        let rows = tables.rows(of: table, limit: TablesView.rowLimit)
        let isCut = rows.count == TablesView.rowLimit
        return TablesView.Table(table: table, rows: rows, count: isCut ? tables.count(of: table) : rows.count)
      },
      unsavedCount: unsavedCount,
      contested: contested.prefix(ShownValue.limit).map { link in
        TablesView.Contested(
          relationship: "\(link.relationship.entity).\(link.relationship.name)", object: formatter.label(link.object),
          owners: formatter.labels(link.owners.prefix(ShownValue.limit)), ownerCount: link.owners.count)
      },
      contestedCount: contested.count)
  }

  /// The tables of a file with the rows that are in it.
  private func tablesView(of store: SQLiteStore) throws -> TablesView {
    let tables = try store.tables()
    return TablesView(
      tables: try tables.map { table in
        let isHidden = table.content == .metadata || table.content == .modelCache
        let (rows, count) = isHidden ? ([], 1) : try store.rows(of: table, limit: TablesView.rowLimit)
        return TablesView.Table(table: table, rows: rows, count: count)
      }, unsavedCount: unsavedCount, contested: [], contestedCount: 0)
  }

  /// How many objects a save would write or take away.
  var unsavedCount: Int {
    let view = changesView()
    return view.insertedCount + view.updatedCount + view.deletedCount
  }
}
