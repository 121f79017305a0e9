import Foundation
import ModelInterchange
import ObjectGraph
import Platform

extension SQLiteStore {
  /// Makes an empty store with the tables that Core Data would make, and keeps the model in its metadata. It has no version
  /// hashes and no cached model, which only Core Data can make.
  func create(_ schema: Schema) throws(StoreError) -> StoreContents {
    let tables: SQLiteSchema
    do throws(ModelError) { tables = try SQLiteSchema(schema.model) } catch {
      throw .cannotOpen(store: name, reason: "the model has problems")
    }
    let identifier = identifier
    let kept = notation.map { KeptModel(schema.model, $0) }
    let metadata = kept?.metadata(Array(Self.propertyList)) ?? Self.propertyList
    let temporary = "\(path).new"
    do throws(SQLiteFailure) {
      // A file that is there at all is whole: it gets its name last.
      try? FileManager.default.removeItem(atPath: temporary)
      defer { try? FileManager.default.removeItem(atPath: temporary) }
      try Self.write(tables, identifier.uuidString, metadata, to: temporary)
      // A link does not replace a file that someone else has made meanwhile.
      guard link(temporary, path) == 0 else {
        throw SQLiteFailure(code: 1, message: systemReason())
      }
    } catch { throw .cannotOpen(store: name, reason: "it cannot be made: \(error.reason)") }
    var contents = try open(schema)
    state.withLock {
      $0.opening?.isNew = true
      // There is nothing in it that a copy could keep.
      $0.hasBackup = true
    }
    contents.highestNumbers = [:]
    return contents
  }

  private static func write(
    _ tables: SQLiteSchema, _ identifier: String, _ plist: Data, to path: String
  ) throws(SQLiteFailure) {
    let connection = try SQLiteConnection(path, .creating)
    try connection.transaction { () throws(SQLiteFailure) in
      for statement in tables.statements { try connection.execute(statement) }
      let keys = try connection.prepare("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
      for entity in tables.entities {
        keys.bind(1, Int64(entity.number))
        keys.bind(2, entity.name)
        keys.bind(3, Int64(entity.parentNumber))
        try keys.run()
      }
      let metadata = try connection.prepare("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
      metadata.bind(1, identifier)
      plist.withUnsafeBytes { metadata.bind(2, blob: $0) }
      try metadata.run()
    }
  }

  /// The metadata of a new store, before a model is kept in them.
  static let propertyList: Data = {
    let plist: [String: Any] = [
      "NSStoreType": "SQLite", "NSStoreModelVersionHashesVersion": 3, "NSStoreModelVersionIdentifiers": [""],
      "_NSAutoVacuumLevel": "2",
    ]
    return (try? PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)) ?? Data()
  }()
}
