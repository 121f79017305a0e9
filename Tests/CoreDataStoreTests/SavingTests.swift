import Foundation
import ObjectGraph
import Predicates
import Support
import Testing

@testable import CoreDataStore

@Suite("Stores are written as Core Data writes them") struct SavingTests {
  @Test func aNewStore() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    let context = try League.make(at: path)
    let lines = try League.lines(context)
    #expect(lines.count == 70)
    #expect(lines.contains("Team#1 players: [Player#3, Player#1, Player#2]"))
    #expect(try League.lines(League.context(path)) == lines)
    #expect(scratch.files == ["league.sqlite"])
    let file = try CoreDataFile(path, models: [League.model])
    #expect(try StoreCheck(file).findings() == [])
    #expect(
      file.primaryKeys.filter { $0.highest > 0 }.map { "\($0.name) \($0.highest)" } == [
        "Cup 1", "Fan 2", "Person 6", "Team 2",
      ])
  }

  @Test("Another reader finds the same", .enabled(if: League.python != nil)) func secondReader() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    let context = try League.make(at: path)
    let (objects, integrity) = try League.read(path, scratch)
    #expect(integrity == ["ok"])
    #expect(objects == (try League.lines(context)))
  }

  /// Random changes, saved and read again, by this reader after every save and by the other one at the end.
  @Test(arguments: [1, 2]) func randomChanges(_ seed: UInt64) throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    var context = try League.make(at: path)
    var random = SplitMix(state: seed)
    for round in 0..<8 {
      for _ in 0..<8 { try change(context, &random) }
      try context.save()
      let lines = try League.lines(context)
      let again = try League.context(path)
      let found = try League.lines(again)
      #expect(found == lines, "\(found.difference(from: lines))")
      // Numbers that are gone are not given again, whichever context goes on.
      if round % 3 == 2 { context = again }
    }
    #expect(try StoreCheck(CoreDataFile(path, models: [League.model])).findings() == [])
    guard League.python != nil else { return }
    let (objects, integrity) = try League.read(path, scratch)
    #expect(integrity == ["ok"])
    #expect(objects == (try League.lines(context)))
  }

  private func change(_ context: ManagedObjectContext, _ random: inout SplitMix) throws {
    func any(_ entity: String) -> ManagedObjectID? {
      let ids = context.graph.objectIDs(of: entity).filter { !context.isDeleted($0) }
      return ids.isEmpty ? nil : ids[random.below(ids.count)]
    }
    func some(_ entity: String) -> [Value] {
      var found: [Value] = []
      for _ in 0..<random.below(4) { if let id = any(entity), !found.contains(id.value) { found.append(id.value) } }
      return found
    }
    switch random.below(12) {
    case 0:
      let player = try context.insert("Player")
      try context.setValue(.string("New \(random.below(1_000_000))"), of: player, forKey: "name")
    case 1:
      let team = try context.insert("Team")
      try context.setValue(.string("Team \(random.next())"), of: team, forKey: "name")
    case 2:
      guard let id = any("Person") else { return }
      // A save refuses a link without inverse to what is gone.
      for team in context.graph.objectIDs(of: "Team") where try context.value(of: team, forKey: "star") == id.value {
        try context.setValue(.null, of: team, forKey: "star")
      }
      try context.delete(id)
    case 3: if random.below(3) == 0, let id = any("Team") { try context.delete(id) }
    case 4: if let id = any("Team") { try context.setValue(.array(some("Player")), of: id, forKey: "players") }
    case 5: if let id = any("Fan") { try context.setValue(.array(some("Player")), of: id, forKey: "idols") }
    case 6: if let id = any("Person") { try context.setValue(.array(some("Person")), of: id, forKey: "friends") }
    case 7: if let id = any("Player") { try context.setValue(any("Team")?.value ?? .null, of: id, forKey: "team") }
    case 8: if let id = any("Team") { try context.setValue(any("Coach")?.value ?? .null, of: id, forKey: "coach") }
    case 9: if let id = any("Team") { try context.setValue(any("Person")?.value ?? .null, of: id, forKey: "star") }
    case 10:
      // Without an inverse a row has room for one owner.
      for team in context.graph.objectIDs(of: "Team") where !context.isDeleted(team) {
        try context.setValue(.set([]), of: team, forKey: "cups")
      }
      if let id = any("Team") { try context.setValue(.set(some("Cup")), of: id, forKey: "cups") }
    default:
      if let id = any("Player") { try context.setValue(.integer(Int64(random.below(100))), of: id, forKey: "number") }
    }
    context.processPendingChanges()
  }

  @Test func unchangedRowsKeepTheirBytes() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    // Values that are kept only as long as no one writes them.
    try SQLiteConnection(path, .writing).execute("UPDATE ZTEAM SET ZPOINTS = 7 WHERE Z_PK = 2")
    let before = try Self.rows(path)
    let context = try League.context(path)
    let player = try #require(context.graph.objectIDs(of: "Player").first)
    try context.setValue(.integer(42), of: player, forKey: "number")
    try context.save()
    let after = try Self.rows(path)
    #expect(
      after.filter { !before.contains($0) }
        == before.filter { !after.contains($0) }.map {
          $0.replacing("number=1 ", with: "").replacing("ZNUMBER=1", with: "ZNUMBER=42").replacing(
            "Z_OPT=1", with: "Z_OPT=2")
        })
    #expect(after.filter { !before.contains($0) }.count == 1)
  }

  @Test func insertingIntoAnOrderChangesOneRow() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    let context = try League.make(at: path)
    func places() throws -> [String] {
      let rows = try SQLiteConnection(path, .reading).prepare(
        "SELECT Z_PK, Z_FOK_TEAM FROM ZPERSON WHERE ZTEAM = 1 ORDER BY 2")
      var found: [String] = []
      while try rows.step() { found.append("\(rows.integer(0)) \(rows.integer(1))") }
      return found
    }
    #expect(try places() == ["3 2048", "1 3072", "2 4096"])
    let team = try #require(context.graph.objectIDs(of: "Team").first)
    let players = context.graph.objectIDs(of: "Player")
    try context.setValue(
      .array([players[2], players[3], players[0], players[1]].map(\.value)), of: team, forKey: "players")
    try context.save()
    #expect(try places() == ["3 2048", "4 2560", "1 3072", "2 4096"])
    try context.setValue(.array([players[1], players[2], players[3]].map(\.value)), of: team, forKey: "players")
    try context.save()
    #expect(try places() == ["2 1024", "3 2048", "4 2560"])
  }

  @Test func placesInAnOrder() {
    func places(_ members: [Int64], _ known: [Int64: Int64]) -> [Int64] {
      StoreOrders.places(of: members, known: known)
    }
    #expect(places([], [:]) == [])
    #expect(places([7, 8], [:]) == [2048, 3072])
    #expect(places([1, 2, 3], [1: 5, 2: 6, 3: 7]) == [5, 6, 7])
    #expect(places([3, 1, 2], [1: 10, 2: 20, 3: 30]) == [5, 10, 20])
    // No room between neighbours: all are numbered again.
    #expect(places([1, 9, 2], [1: 5, 2: 6]) == [2048, 3072, 4096])
    #expect(places([1, 2], [1: .max, 2: .min]) == [2048, 3072])
  }

  // MARK: The first save

  @Test func theFirstSaveMakesACopy() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let before = try Self.rows(path)
    let context = try League.context(path, keepsBackup: true)
    #expect(scratch.files == ["league.sqlite"])
    for year in [1: 2012, 2: 2013].values.sorted() {
      let cup = try context.insert("Cup")
      try context.setValue(.integer(Int64(year)), of: cup, forKey: "year")
      try context.save()
    }
    #expect(scratch.files == ["league.sqlite", "league.sqlite.backup"])
    #expect(try Self.rows(path + ".backup") == before)
    #expect(try Self.rows(path) != before)
  }

  @Test func aLogIsKept() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    try SQLiteConnection(path, .writing).execute("PRAGMA journal_mode = WAL")
    let context = try League.context(path)
    let cup = try context.insert("Cup")
    try context.setValue(.integer(2013), of: cup, forKey: "year")
    try context.save()
    #expect(try League.lines(League.context(path)) == League.lines(context))
    #expect(try StoreFileAccess.head(path)[18] == 2)
  }

  /// Core Data makes an index for a uniqueness constraint, and SQLite checks it row by row.
  @Test func twoObjectsExchangeUniqueValues() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let context = try League.context(path)
    #expect(throws: SQLiteFailure.self) {
      try SQLiteConnection(path, .writing).execute("UPDATE ZTEAM SET ZNAME = 'same'")
    }
    let teams = context.graph.objectIDs(of: "Team")
    let names = try teams.map { try context.value(of: $0, forKey: "name") }
    try context.setValue(names[1], of: teams[0], forKey: "name")
    try context.setValue(names[0], of: teams[1], forKey: "name")
    try context.save()
    #expect(try League.lines(League.context(path)) == League.lines(context))
    // A chain, which ends with a new object.
    let new = try context.insert("Team")
    try context.setValue(names[0], of: new, forKey: "name")
    try context.setValue(names[1], of: teams[1], forKey: "name")
    try context.setValue("Magic", of: teams[0], forKey: "name")
    try context.save()
    #expect(try League.lines(League.context(path)) == League.lines(context))
    #expect(try StoreCheck(CoreDataFile(path, models: [League.model])).findings() == [])
  }

  // MARK: Refusals

  /// The triggers of derived attributes call functions of Core Data's.
  @Test func triggersThatOnlyCoreDataCanRun() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let connection = try SQLiteConnection(path, .writing)
    try connection.execute(
      "CREATE TRIGGER Z_DA_ZCUP_Cup_total_INSERT AFTER INSERT ON ZCUP BEGIN SELECT "
        + "NSCoreDataDATriggerUpdatedAffectedObjectValue('ZTEAM', 'Team', 1, 'total'); END")
    let before = try Self.rows(path)
    let context = try League.context(path, keepsBackup: true)
    #expect(
      try refusal(context)
        == "134030  the store league cannot be written: only Core Data can run its trigger Z_DA_ZCUP_Cup_total_INSERT of ZCUP, for derived attributes"
    )
    #expect(try Self.rows(path) == before && scratch.files == ["league.sqlite"])
    context.rollback()
    // Tables without such triggers are written.
    try context.setValue(.integer(3), of: context.graph.objectIDs(of: "Player")[0], forKey: "goals")
    try context.save()
    #expect(scratch.files == ["league.sqlite", "league.sqlite.backup"])
  }

  /// Tries to save a new cup, and returns the words of the refusal.
  private func refusal(_ context: ManagedObjectContext) throws -> String? {
    let cup = try context.insert("Cup")
    try context.setValue(.integer(1), of: cup, forKey: "year")
    do {
      try context.save()
      return nil
    } catch SaveError.store(let error) { return error.diagnostic.message }
  }

  @Test func refusals() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let before = try Self.rows(path)

    let context = try League.context(path)
    let other = try SQLiteConnection(path, .writing)
    try other.execute("BEGIN IMMEDIATE")
    #expect(try refusal(context) == "134030  the store league cannot be written: another program has it locked")
    try other.execute("ROLLBACK")
    #expect(try Self.rows(path) == before)
    try other.execute("UPDATE ZCUP SET ZYEAR = 1")
    let changed = try Self.rows(path)
    #expect(
      try refusal(context) == "134030  another program has written the file of the store league since it was opened")
    #expect(try Self.rows(path) == changed)
    try FileManager.default.removeItem(atPath: path)
    #expect(try refusal(context) == "134030  the store league cannot be written: the file no longer exists")
    #expect(scratch.files == [])
  }

  @Test func filesThatAreNoStores() throws {
    let scratch = try Scratch()
    func words(_ name: String, _ bytes: [UInt8]?) throws -> String {
      let path = scratch.path(name)
      if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
      do throws(CoreDataFileError) {
        _ = try CoreDataFile(path)
        return "read"
      } catch { return error.reason }
    }
    #expect(try words("none.sqlite", nil) == "there is no such file")
    #expect(try words("empty.sqlite", []) == "the file is empty")
    #expect(try words("text.sqlite", Array("hello".utf8)) == "it is not a SQLite database, or it is encrypted")
    #expect(try words(".", nil) == "it is not a file")
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(
      try words("cut.sqlite", Array(bytes[..<(bytes.count / 2)]))
        == "the file is damaged or cut off (database disk image is malformed)")
    let plain = scratch.path("plain.sqlite")
    try SQLiteConnection(plain, .creating).execute("CREATE TABLE a (b)")
    #expect(
      try words("plain.sqlite", nil)
        == "it is a SQLite database, but not a Core Data store: it has no table Z_METADATA")
    #expect(scratch.files == ["cut.sqlite", "empty.sqlite", "league.sqlite", "plain.sqlite", "text.sqlite"])
  }

  @Test func anotherModel() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    var model = League.model
    model[entity: "Cup"]?.properties.append(.attribute(AttributeDescription("country", .string, isOptional: true)))
    let coordinator = try PersistentStoreCoordinator(model: model)
    let error = #expect(throws: StoreError.self) { try coordinator.add(SQLiteStore(name: "league", path: path)) }
    #expect(
      error?.diagnostic.message
        == "134080  the store league cannot be opened: it does not fit the model: ZCUP has no column ZCOUNTRY for Cup.country"
    )
  }

  /// A text for each row of every table of objects and links.
  static func rows(_ path: String) throws -> [String] {
    let connection = try SQLiteConnection(path, .reading)
    let file = try CoreDataFile(path, models: [League.model])
    var found: [String] = []
    for table in file.tables where table.name != "Z_METADATA" && table.name != "Z_PRIMARYKEY" {
      let rows = try connection.prepare("SELECT * FROM \(quoted(table.name)) ORDER BY 1")
      while try rows.step() {
        let cells = table.columns.enumerated().map { "\($1)=\(rows.shown(Int32($0)))" }
        found.append("\(table.name) \(cells.joined(separator: " "))")
      }
    }
    return found
  }
}
