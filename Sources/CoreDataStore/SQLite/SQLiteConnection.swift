import CSQLite
import Support

/// An open SQLite database. One thread at a time may use it; it is never kept in a value that crosses threads.
///
/// ```swift
/// let connection = try SQLiteConnection("App.sqlite", .reading)
/// let statement = try connection.prepare("SELECT Z_PK FROM ZTEAM")
/// while try statement.step() { numbers.append(statement.integer(0)) }
/// ```
final class SQLiteConnection {
  /// The access to the file.
  enum Access {
    /// Nothing is written, neither to the file nor next to it. The index of a write-ahead log, `-shm`, is read where it is
    /// there; while it is open so, this process cannot write the file.
    case reading
    /// The same for a file that no one changes meanwhile: a write-ahead log is ignored, and nothing is locked.
    case immutable
    /// Reads and writes a file that exists.
    case writing
    /// Reads and writes, and makes the file if it does not exist.
    case creating
  }

  /// The longest value that is read, in bytes. SQLite's own limit is 1 GB.
  static let lengthLimit: Int32 = 256 << 20
  /// How long to wait for another program's lock, in milliseconds.
  private static let patience: Int32 = 250

  private let handle: OpaquePointer
  private var numberCount = 0

  /// A number that no temporary table of this connection has yet.
  func nextNumber() -> Int {
    numberCount += 1
    return numberCount
  }

  /// Opens a file. SQLite reads it only when the first statement is prepared.
  init(_ path: String, _ access: Access) throws(SQLiteFailure) {
    var found: OpaquePointer?
    let flags =
      switch access {
      case .reading, .immutable: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE
      case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let parameter: String? =
      switch access {
      case .reading: "readonly_shm=1"
      case .immutable: "immutable=1"
      case .writing, .creating: nil
      }
    let name = parameter.map { "\(Self.uri(path))?\($0)" } ?? path
    let code = sqlite3_open_v2(
      name, &found, flags | SQLITE_OPEN_NOMUTEX | (parameter == nil ? 0 : SQLITE_OPEN_URI), nil)
    guard let found else { throw SQLiteFailure(code: SQLITE_NOMEM, message: "out of memory") }
    handle = found
    guard code == SQLITE_OK else { throw failure(code) }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.patience)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.lengthLimit)
    graphbook_defend(handle)
    try execute("PRAGMA cell_size_check = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  /// The path as a URI: everything but plain ASCII letters, digits and `/-_.` is escaped.
  private static func uri(_ path: String) -> String {
    "file:" + path.percentEncoded(keeping: "/-_.")
  }

  fileprivate func failure(_ code: Int32) -> SQLiteFailure {
    let extended = sqlite3_extended_errcode(handle)
    let known = extended & 0xFF == code & 0xFF ? extended : code
    return SQLiteFailure(code: known, message: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "unknown")
  }

  /// Compiles one statement.
  func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    return SQLiteStatement(statement, self)
  }

  /// Runs a statement and ignores its rows.
  func execute(_ sql: String) throws(SQLiteFailure) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Fills this database with the pages of another.
  func backUp(from other: SQLiteConnection) throws(SQLiteFailure) {
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw failure(sqlite3_errcode(handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else { throw failure(end == SQLITE_OK ? code : end) }
  }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Runs the body in a transaction that no one else can write during; an error undoes everything.
  func transaction(_ body: () throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
    try execute("BEGIN IMMEDIATE")
    do throws(SQLiteFailure) {
      try body()
      try execute("COMMIT")
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }
}

/// A compiled statement, with the row that it is at.
final class SQLiteStatement {
  let handle: OpaquePointer
  private let connection: SQLiteConnection

  fileprivate init(_ handle: OpaquePointer, _ connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Goes to the next row; false after the last one.
  func step() throws(SQLiteFailure) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw connection.failure(code)
  }

  /// Runs the statement once and makes it ready to run again.
  func run() throws(SQLiteFailure) {
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      let failure = connection.failure(code)
      sqlite3_reset(handle)
      throw failure
    }
    sqlite3_reset(handle)
  }

  /// Makes the statement ready to run again; bound values stay.
  func reset() { sqlite3_reset(handle) }

  // MARK: Binding, from 1

  func bind(_ place: Int32, _ number: Int64) { sqlite3_bind_int64(handle, place, number) }
  func bind(_ place: Int32, _ number: Double) { sqlite3_bind_double(handle, place, number) }
  func bindNull(_ place: Int32) { sqlite3_bind_null(handle, place) }

  func bind(_ place: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bind(place, text: UnsafeRawBufferPointer($0)) }
  }

  /// Binds the bytes of a text, which are copied.
  func bind(_ place: Int32, text bytes: UnsafeRawBufferPointer) {
    // A null pointer would be a null value.
    guard let start = bytes.baseAddress else { return bindEmptyText(place) }
    _ = graphbook_bind_text(handle, place, start.assumingMemoryBound(to: CChar.self), sqlite3_uint64(bytes.count))
  }

  private func bindEmptyText(_ place: Int32) { _ = "".withCString { graphbook_bind_text(handle, place, $0, 0) } }

  /// Binds bytes, which are copied.
  func bind(_ place: Int32, blob bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(handle, place, 0)
    } else {
      _ = graphbook_bind_blob(handle, place, bytes.baseAddress, sqlite3_uint64(bytes.count))
    }
  }

  // MARK: The row, columns from 0

  /// The kind of value in a column.
  enum Kind { case null, integer, real, text, blob }

  func kind(_ column: Int32) -> Kind {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// A whole number, or nil for a value of any other kind.
  func whole(_ column: Int32) -> Int64? { kind(column) == .integer ? integer(column) : nil }

  /// A text; nil for a value of any other kind. Bytes that are not UTF-8 are replaced.
  func text(_ column: Int32) -> String? {
    kind(column) == .text ? String(decoding: textBytes(column), as: UTF8.self) : nil
  }

  /// The bytes of a text, valid until the next step.
  func textBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let bytes = sqlite3_column_text(handle, column) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// The bytes of a blob, valid until the next step.
  func blobBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let bytes = sqlite3_column_blob(handle, column) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }

  var columnCount: Int32 { sqlite3_column_count(handle) }
}
