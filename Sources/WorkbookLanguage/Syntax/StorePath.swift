import Diagnostics

/// The file of a store, as it is written.
package struct StorePath: Hashable, Sendable {
  package var text: String
  package var range: SourceRange

  package init(text: String, range: SourceRange) {
    self.text = text
    self.range = range
  }

  /// Whether its ending is one that Core Data's SQLite stores have.
  package var isSQLite: Bool { Self.isSQLite(text) }

  /// Whether its ending is that of a store of ours.
  var isOfGraphbook: Bool { text.lowercased().hasSuffix(".graphstore") }

  /// The endings of Core Data's SQLite stores; `default.store` is what SwiftData calls its own. A file that is there is
  /// recognised by what it holds, whatever its name.
  package static let sqliteEndings = ["sqlite", "sqlite3", "db", "store", "storedata", "cdbstore"]

  /// The endings that a shell completes.
  package static let shownEndings = sqliteEndings + ["CDBStore", "backup"]

  /// Whether a path has such an ending.
  package static func isSQLite(_ path: String) -> Bool {
    sqliteEndings.contains { path.lowercased().hasSuffix("." + $0) }
  }

  package static func == (left: StorePath, right: StorePath) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
