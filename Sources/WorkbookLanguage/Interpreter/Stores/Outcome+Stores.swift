import ModelInterchange

/// The result of opening a store.
package struct StoreOpening: Hashable, Sendable {
  package var name: String
  /// The path as it was written; nil in memory.
  package var path: String?
  /// There was no such file, and it was made.
  package var isNew: Bool
  package var objectCount: Int
  /// How many of them have other numbers here than in the file.
  package var renumberedCount: Int
  /// The steps of a migration, a line each; nil when there was none.
  package var migration: [String]?
  /// The open store that new objects go to unless they are given to another, where it is not this one.
  package var firstStore: String?
  package var discarded: DiscardedChanges?
  /// Whether that store has objects and keeps them in memory alone: closing it would lose them.
  package var firstStoreWouldLose = false
  /// Whether the objects stay in the file until a fetch reads them.
  package var isLazy = false
  /// Remarks on the file, a line each.
  package var remarks: [String] = []
}

/// The result of migrating a store's file to the current model.
package struct StoreMigration: Hashable, Sendable {
  package var name: String
  /// The version of the model that it has now.
  package var version: String
  /// The steps, a line each; nil when the file already fitted the model.
  package var lines: [String]?
}

/// `show tables`: what a store would hold, of what was saved.
package struct TablesView: Sendable {
  package struct Table: Sendable {
    package var table: SQLiteTable
    /// At most ``rowLimit``, with a value for each column.
    package var rows: [[SQLiteValue]]
    /// How many there are.
    package var count: Int
  }

  /// An object that several objects have in a to-many without inverse: a store has room for one of them.
  package struct Contested: Sendable {
    package var relationship: String
    package var object: ObjectLabel
    /// The first ``ShownValue/limit``.
    package var owners: [ObjectLabel]
    package var ownerCount: Int
  }

  package var tables: [Table]
  /// How many objects a save would write or take away; their changes are not in the tables.
  package var unsavedCount: Int
  /// The first ``ShownValue/limit``.
  package var contested: [Contested]
  package var contestedCount: Int

  package static let rowLimit = 50
}
