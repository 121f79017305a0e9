import CSQLite
import Diagnostics

/// The entities of a store with their numbers of objects, for `graphbook store show`.
package struct StoreSummary: Sendable {
  package struct Entity: Sendable {
    package var name: String
    package var table: String
    package var number: Int
    /// Objects of exactly this entity.
    package var count: Int
    /// How many ancestors it has.
    package var depth: Int
  }

  /// The version of Apple's framework, as the end of a sentence.
  package let framework: String
  /// The source of the model, in words.
  package let modelSource: String
  package let versionIdentifiers: [String]
  /// Parents before their sub-entities.
  package let entities: [Entity]
  /// Remarks on what else is in the file, and what does not fit the model.
  package let remarks: [String]

  /// Counts the objects. O(rows).
  package init(_ file: CoreDataFile) throws(CoreDataFileError) {
    framework = file.metadata.frameworkVersion > 0 ? ", framework version \(file.metadata.frameworkVersion)" : ""
    modelSource =
      switch file.origin {
      case .named: "the one given with --model"
      case .kept: "the store's own, which Graphbook keeps in its metadata"
      case .cache: "the store's own (Z_MODELCACHE)"
      case .tables: "put together from the tables"
      }
    versionIdentifiers = file.metadata.versionIdentifiers.filter { !$0.isEmpty }
    let there = Set(file.tables.map { $0.name.uppercased() })
    var counts: [Int: Int] = [:]
    do throws(SQLiteFailure) {
      for (table, _) in file.layout.objectTables where there.contains(table.name.uppercased()) {
        let rows = try file.connection.prepare("SELECT Z_ENT, COUNT(*) FROM \(quoted(table.name)) GROUP BY Z_ENT")
        while try rows.step() {
          if let number = rows.whole(0).flatMap({ Int(exactly: $0) }) {
            counts[number] = Int(clamping: rows.integer(1))
          }
        }
      }
    } catch { throw CoreDataFileError(path: file.path, reason: error.reason) }
    var depths: [String: Int] = [:]
    entities = file.layout.entities.map { entity in
      let depth = entity.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[entity.name] = depth
      return Entity(
        name: entity.name, table: entity.table, number: entity.number, count: counts[entity.number] ?? 0, depth: depth)
    }
    var remarks = file.notes
    for remark in [file.logProblem, file.logNote].compactMap(\.self) { remarks.append(remark) }
    if file.hasLog { remarks.append("some rows are in the write-ahead log") }
    let history = file.tables.filter { FileTable.isHistory($0.name) }.map(\.name)
    if !history.isEmpty { remarks.append("persistent history, left alone: \(Listing.text(history))") }
    let cloud = file.tables.filter { FileTable.isCloudKit($0.name) }.map(\.name)
    if !cloud.isEmpty { remarks.append("CloudKit's tables, left alone: \(Listing.text(cloud))") }
    if !file.layout.leftovers.isEmpty {
      remarks.append("in the file and not in the model: \(Listing.text(file.layout.leftovers))")
    }
    self.remarks = remarks
  }
}
