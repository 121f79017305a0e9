import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

/// The folder in which Core Data keeps large data next to a store, `.App_SUPPORT/_EXTERNAL_DATA`.
///
/// A column then begins with a byte that says where the data is: 1 for the bytes that follow, 2 for a file named by the UUID
/// that follows, with a zero at its end. No store of ours shows it: this is what is said about it, and a value counts as a
/// reference only if the file is there.
struct ExternalData: Sendable {
  let folder: String
  private let isThere: Bool

  init(storePath: String) {
    let url = URL(fileURLWithPath: storePath)
    let name = url.deletingPathExtension().lastPathComponent
    folder = url.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA").path
    isThere = FileManager.default.fileExists(atPath: folder)
  }

  /// Whether a column of a table has a reference to a file.
  func isUsed(by column: String, of table: String, _ connection: SQLiteConnection) throws(SQLiteFailure) -> Bool {
    guard isThere else { return false }
    let rows = try connection.prepare(
      "SELECT \(quoted(column)) FROM \(quoted(table)) WHERE length(\(quoted(column))) = 38")
    while try rows.step() { if rows.kind(0) == .blob, file(of: rows.blobBytes(0)) != nil { return true } }
    return false
  }

  /// The data of a column that may refer to files; nil where the file is not there.
  func data(_ bytes: UnsafeRawBufferPointer) -> Data? {
    guard let first = bytes.first else { return Data() }
    if first == 2 { return file(of: bytes).flatMap { FileManager.default.contents(atPath: $0) } }
    return first == 1 ? Data(bytes.dropFirst()) : Data(bytes)
  }

  /// The path of the file that a value refers to; nil for other values.
  private func file(of bytes: UnsafeRawBufferPointer) -> String? {
    guard isThere, bytes.count == 38, bytes[0] == 2, bytes[37] == 0 else { return nil }
    let name = bytes[1..<37]
    // The name comes from the file: nothing but a UUID leads out of the folder's way.
    let isUUID = name.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
        UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isUUID else { return nil }
    let path = "\(folder)/\(String(decoding: name, as: UTF8.self))"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
