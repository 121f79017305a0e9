import CSQLite

/// The reason why SQLite refused an operation.
package struct SQLiteFailure: Error, Hashable, Sendable {
  /// The result code with its extension, such as 11 (`SQLITE_CORRUPT`) or 5 (`SQLITE_BUSY`).
  package var code: Int32
  /// SQLite's message, or one of ours.
  package var message: String

  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The code without its extension.
  var primaryCode: Int32 { code & 0xFF }

  /// The reason in words, for a message that names the file before it.
  package var reason: String {
    switch primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: "another program has it locked"
    case SQLITE_NOTADB: "it is not a SQLite database, or it is encrypted"
    case SQLITE_CORRUPT: "the file is damaged or cut off (\(message))"
    case SQLITE_FULL: "the disk is full"
    case SQLITE_READONLY: "the file or its folder is read-only"
    case SQLITE_CANTOPEN: "it cannot be opened; perhaps its folder is read-only"
    case SQLITE_TOOBIG: "a value is longer than \(SQLiteConnection.lengthLimit >> 20) MB"
    case SQLITE_NOMEM: "there is not enough memory"
    case SQLITE_IOERR: "the disk reports an error (\(message))"
    case SQLITE_CONSTRAINT: "a constraint of the table refuses it (\(message))"
    // Triggers of derived attributes call functions that only Core Data has.
    case SQLITE_ERROR where message.contains("no such function: NSCoreData"):
      "its tables have triggers that only Core Data can run, for derived attributes"
    default: message
    }
  }
}
