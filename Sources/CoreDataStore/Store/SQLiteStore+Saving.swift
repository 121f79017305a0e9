import CSQLite
import Diagnostics
import Foundation
import ModelInterchange
import ObjectGraph
import Platform

extension SQLiteStore {
  /// Writes a save in one transaction. O(objects of the save × properties).
  /// - Throws: `StoreError.cannotSave(store:reason:)`, `StoreError.changedElsewhere(store:)` when another program has written
  ///   the file since it was read, `StoreError.incompatibleModel(store:entities:)` when the model is no longer the one that
  ///   the store was opened with, `StoreError.modelFromTables(store:_:)`, `StoreError.cancelled`. Then the file is as it was.
  public func save(_ save: StoreSave) throws(StoreError) {
    let state = state.withLock { $0 }
    guard let known = state.known else { throw .cannotSave(store: name, reason: "it is closed") }
    let model = save.graph.schema.model
    guard model.isCompatible(withHashes: state.hashes) else {
      throw .incompatibleModel(store: name, entities: model.entities(differingFrom: state.hashes))
    }
    guard StoreFileAccess.size(path) >= 0 else { throw .cannotSave(store: name, reason: "the file no longer exists") }
    if state.opening?.isPutTogether == true, let change = save.firstBeyondValues {
      throw .modelFromTables(store: name, change)
    }
    let layout: StoreLayout
    do throws(ModelError) {
      layout = try StoreLayout(model, state.tables, state.primaryKeys.filter(\.isModels), framework: state.framework)
    } catch { throw .cannotSave(store: name, reason: "the model has problems") }
    guard layout.misfits.isEmpty else {
      throw .cannotSave(store: name, reason: "it does not fit the model: \(Listing.text(layout.misfits))")
    }
    guard StoreStamp(path) == known else { throw .changedElsewhere(store: name) }
    let kept = modelToKeep(state)
    var refusal: StoreError?
    do throws(SQLiteFailure) {
      _ = try write(state, &refusal) { (connection) throws(StoreWriter.Refusal) in
        var writer = StoreWriter(connection, layout, state, save)
        try writer.write()
        guard let kept else { return }
        do throws(SQLiteFailure) { try connection.changeMetadata { kept.metadata($0) } } catch { throw .sqlite(error) }
      }
    } catch {
      if case .changedElsewhere? = refusal {} else { note(hasBackup: false) }
      throw refusal ?? .cannotSave(store: name, reason: error.reason)
    }
    if let kept { self.state.withLock { $0.keptText = kept.text } }
    note(hasBackup: keepsBackup)
  }

  /// Notes the state of the file after everything is closed: closing may have put a log into the file, even after a refusal.
  private func note(hasBackup: Bool) {
    let stamp = StoreStamp(path)
    state.withLock {
      $0.known = stamp
      if hasBackup { $0.hasBackup = true }
    }
  }

  /// Opens the file, writes in one transaction, and closes it.
  /// - Parameter refusal: Gets the reason where it is not one of SQLite's.
  /// - Returns: the path of the copy that was made first.
  func write(
    _ state: State, _ refusal: inout StoreError?,
    _ body: (SQLiteConnection) throws(StoreWriter.Refusal) -> Void
  ) throws(SQLiteFailure) -> String? {
    try StoreFileAccess.requireWritable(path)
    let hasJournal = StoreFileAccess.size(path + "-journal") > 0
    let connection = try SQLiteConnection(path, .writing)
    // The schema is read now: a file that is no database is refused, and what a killed program left half written is undone.
    try connection.execute("SELECT COUNT(*) FROM sqlite_master")
    let known = hasJournal ? StoreStamp(path) : state.known
    var found: StoreError?
    var backup: String?
    defer { refusal = found }
    do throws(SQLiteFailure) {
      try connection.transaction { () throws(SQLiteFailure) in
        guard StoreStamp(self.path) == known else {
          found = .changedElsewhere(store: self.name)
          throw SQLiteFailure(code: SQLITE_ERROR, message: "changed")
        }
        if self.keepsBackup, !state.hasBackup { backup = try self.backUp() }
        do throws(StoreWriter.Refusal) { try body(connection) } catch {
          switch error {
          case .cancelled: found = .cancelled
          case .value(let reason): found = .cannotSave(store: self.name, reason: reason)
          case .sqlite(let failure): throw failure
          }
          throw SQLiteFailure(code: SQLITE_ERROR, message: "refused")
        }
      }
    } catch {
      // The file is as it was: no one needs a copy.
      if let backup { try? FileManager.default.removeItem(atPath: backup) }
      throw found == nil ? Self.explained(error, connection) : error
    }
    return backup
  }

  /// The model to keep in a store of ours, where the file has none or an earlier text: defaults and rules may change while
  /// the version hashes stay.
  private func modelToKeep(_ state: State) -> KeptModel? {
    guard let notation, let model = state.model, state.isOwn, state.opening?.isPutTogether != true else { return nil }
    let kept = KeptModel(model, notation)
    return kept.text == state.keptText ? nil : kept
  }

  /// Names the triggers that call functions which only Core Data has.
  private static func explained(_ failure: SQLiteFailure, _ connection: SQLiteConnection) -> SQLiteFailure {
    let start = "no such function: "
    guard failure.message.hasPrefix(start),
      let rows = try? connection.prepare(
        SQLText("SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND INSTR(sql, ")
          + SQLText(.text(String(failure.message.dropFirst(start.count)))) + ") > 0 ORDER BY rowid")
    else { return failure }
    var names: [String] = []
    while (try? rows.step()) == true {
      if let name = rows.text(0), let table = rows.text(1) { names.append("\(name) of \(table)") }
    }
    guard !names.isEmpty else { return failure }
    return SQLiteFailure(
      code: failure.code,
      message: "only Core Data can run its \(names.count == 1 ? "trigger" : "triggers") \(Listing.text(names)), "
        + "for derived attributes")
  }

  /// The path of the copy that the first save makes. Where there is one from before, the copy gets a number.
  public var backupPath: String { path + ".backup" }

  /// Copies the file, with what is in its log, under the first name that is free: `App.sqlite.backup`,
  /// `App.sqlite.backup-2`.
  /// - Returns: its path.
  private func backUp() throws(SQLiteFailure) -> String {
    let temporary = backupPath + ".new"
    try? FileManager.default.removeItem(atPath: temporary)
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    // The connection that is about to write cannot be copied from; another one reads what was there before.
    do throws(SQLiteFailure) { try SQLiteConnection(path, .reading).copy(to: temporary) } catch {
      throw SQLiteFailure(code: SQLITE_ERROR, message: "the backup cannot be made: \(error.reason)")
    }
    // A link does not replace a file that is there.
    var number = 1
    func name(_ number: Int) -> String { number == 1 ? backupPath : "\(backupPath)-\(number)" }
    while link(temporary, name(number)) != 0 {
      guard errno == EEXIST, number < 1_000 else {
        throw SQLiteFailure(
          code: SQLITE_ERROR, message: "the backup cannot be made: \(systemReason())")
      }
      number += 1
    }
    return name(number)
  }
}

extension SQLiteConnection {
  /// Writes another property list into the metadata, unless the change gives none.
  func changeMetadata(_ change: ([UInt8]) -> Data?) throws(SQLiteFailure) {
    let rows = try prepare("SELECT Z_VERSION, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
    guard try rows.step() else { return }
    let version = rows.integer(0)
    guard let plist = change(Array(rows.blobBytes(1))) else { return }
    rows.reset()
    let update = try prepare("UPDATE Z_METADATA SET Z_PLIST = ? WHERE Z_VERSION = ?")
    plist.withUnsafeBytes { update.bind(1, blob: $0) }
    update.bind(2, version)
    try update.run()
  }

  /// Copies the whole database into a new file.
  func copy(to path: String) throws(SQLiteFailure) {
    let copy = try SQLiteConnection(path, .creating)
    try copy.backUp(from: self)
  }
}
