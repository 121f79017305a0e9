import CSQLite
import Platform

import class Foundation.FileManager
import struct Foundation.UUID

/// Opens a store to be read without a trace: nothing is written into its folder.
///
/// - A file whose head asks for a write-ahead log that is not there is opened as one that no one changes; SQLite would make
///   the log.
/// - A log with its index, `-shm`, is read without touching either.
/// - A log or a journal that a program left behind has to be played back first, which happens on a copy in the folder for
///   temporary files.
final class StoreFileAccess {
  let connection: SQLiteConnection
  /// Whether there is a write-ahead log with something in it.
  let hasLog: Bool
  /// The part of the log that cannot be played back, in words; nil for a log that is whole.
  let logProblem: String?
  /// A remark on a file whose head asks for a log, where there is none; nil for other files.
  let logNote: String?
  private let copy: String?

  init(_ path: String) throws(SQLiteFailure) {
    let head = try Self.head(path)
    let usesLog = head.count > 19 && head[18] == 2
    hasLog = usesLog && Self.size(path + "-wal") > 0
    logProblem = hasLog ? WriteAheadLog.problem(path + "-wal") : nil
    let isShared = Self.size(path + "-shm") >= 0
    logNote = usesLog && Self.size(path + "-wal") < 0 ? Self.note(onMissingLogOf: path, isShared: isShared) : nil
    if usesLog, !hasLog, !isShared || Self.size(path + "-wal") < 0 {
      connection = try Self.probed(path, .immutable)
      copy = nil
      return
    }
    if !usesLog || isShared {
      do throws(SQLiteFailure) {
        connection = try Self.probed(path, .reading)
        copy = nil
        return
      } catch {
        guard error.primaryCode == SQLITE_READONLY || error.primaryCode == SQLITE_CANTOPEN else { throw error }
      }
    }
    let folder = try Self.copied(path)
    copy = folder
    do throws(SQLiteFailure) { connection = try Self.probed(folder + "/store.sqlite", .writing) } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// SQLite removes the log when the last program closes the file, so a missing log does not prove a loss: it may also
  /// have been left out when the file was copied. SQLite removes the log's index, `-shm`, at the same time.
  /// (sqlite.org/wal.html, section 3.3; it stays where a program asks for that.)
  private static func note(onMissingLogOf path: String, isShared: Bool) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return isShared
      ? "\(name)-shm is there without \(name)-wal: the rows saved last are probably missing"
      : "no \(name)-wal, as after a clean close; if it was not copied along, the rows saved last are missing"
  }

  deinit { if let copy { try? FileManager.default.removeItem(atPath: copy) } }

  /// A connection that has read the schema, which is when SQLite looks at the file.
  private static func probed(_ path: String, _ access: SQLiteConnection.Access) throws(SQLiteFailure)
    -> SQLiteConnection
  {
    let connection = try SQLiteConnection(path, access)
    try connection.execute("SELECT COUNT(*) FROM sqlite_master")
    return connection
  }

  /// The first bytes of an ordinary file.
  static func head(_ path: String) throws(SQLiteFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let number = errno
      throw SQLiteFailure(
        code: SQLITE_ERROR,
        message: number == ENOENT ? "there is no such file" : systemReason(number))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SQLiteFailure(code: SQLITE_ERROR, message: "it is not a file")
    }
    guard status.st_size > 0 else { throw SQLiteFailure(code: SQLITE_ERROR, message: "the file is empty") }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(file, &bytes, bytes.count)
    bytes.removeLast(bytes.count - max(0, count))
    guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw SQLiteFailure(code: SQLITE_NOTADB, message: "file is not a database")
    }
    return bytes
  }

  /// Throws unless a store may be written: SQLite would first make the files of a write-ahead log, and leave them.
  static func requireWritable(_ path: String) throws(SQLiteFailure) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for place in [path, path.contains("/") ? folder + "/" : "."] where access(place, W_OK) != 0 {
      throw SQLiteFailure(code: SQLITE_READONLY, message: "attempt to write a readonly database")
    }
  }

  /// The size of a file; -1 when it is not there.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : -1
  }

  /// Copies a store with what belongs to it, and returns the folder.
  private static func copied(_ path: String) throws(SQLiteFailure) -> String {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)").path
    do {
      try manager.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for ending in ["", "-wal", "-journal"] where size(path + ending) > 0 {
        try manager.copyItem(atPath: path + ending, toPath: folder + "/store.sqlite" + ending)
        chmod(folder + "/store.sqlite" + ending, 0o600)
      }
    } catch {
      try? manager.removeItem(atPath: folder)
      throw SQLiteFailure(
        code: SQLITE_ERROR,
        message: "its log cannot be played back: there is no room for a copy in the folder for temporary files")
    }
    return folder
  }
}
