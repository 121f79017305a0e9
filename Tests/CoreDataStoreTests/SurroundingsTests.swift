import Foundation
import JSON
import ObjectGraph
import Predicates
import Testing

@testable import CoreDataStore

@Suite("What is around the rows of a store")
struct SurroundingsTests {
  @Test func historyAndCloudKitAreLeftAlone() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let connection = try SQLiteConnection(path, .writing)
    for sql in [
      "CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER)",
      "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY)", "CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY)",
      "INSERT INTO ACHANGE VALUES (1, 16001, 1, 0)",
      "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1), (16002, 'TRANSACTION', 0, 0)",
    ] { try connection.execute(sql) }
    let file = try CoreDataFile(path, models: [League.model])
    #expect(file.layout.misfits == [] && file.layout.leftovers == [])
    let summary = try StoreSummary(file)
    #expect(
      summary.remarks == [
        "persistent history, left alone: ACHANGE, ATRANSACTION", "CloudKit's tables, left alone: ANSCKEVENT",
      ])
    let json = try StoreDump(file).json()
    #expect(json["history"] == JSONValue([("ACHANGE", .integer(1)), ("ATRANSACTION", .integer(0))]))
    #expect(json["otherTables"] == JSONValue([("ANSCKEVENT", .integer(0))]))
    let context = try League.context(path)
    let cup = try context.insert("Cup")
    try context.setValue(.integer(1), of: cup, forKey: "year")
    try context.save()
    #expect(try SavingTests.rows(path).contains("ACHANGE Z_PK=1 Z_ENT=16001 Z_OPT=1 ZCHANGETYPE=0"))
  }

  @Test func dataInFiles() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let name = "0A1B2C3D-0000-4000-8000-000000000001"
    let folder = scratch.path(".league_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("large".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    func set(_ bytes: [UInt8], _ team: Int64) throws {
      let statement = try SQLiteConnection(path, .writing).prepare("UPDATE ZTEAM SET ZCREST = ? WHERE Z_PK = ?")
      bytes.withUnsafeBytes { statement.bind(1, blob: $0) }
      statement.bind(2, team)
      try statement.run()
    }
    try set([2] + Array(name.utf8) + [0], 1)
    try set([1] + Array("small".utf8), 2)
    let context = try League.context(path)
    func crests(_ context: ManagedObjectContext) throws -> [Value] {
      try context.graph.objectIDs(of: "Team").map { try context.value(of: $0, forKey: "crest") }
    }
    #expect(try crests(context) == [.data(Data("large".utf8)), .data(Data("small".utf8))])
    try context.setValue(.data(Data("other".utf8)), of: context.graph.objectIDs(of: "Team")[1], forKey: "crest")
    try context.save()
    #expect(try crests(League.context(path)) == [.data(Data("large".utf8)), .data(Data("other".utf8))])
    // What leads out of the folder is no name of a file: then nothing refers to files, and bytes are bytes.
    try set([2] + Array("../../league.sqlite                 ".utf8) + [0], 1)
    if case .data(let data)? = try crests(League.context(path)).first { #expect(data.count == 38) }
  }

  /// A program that was killed leaves a log; it is played back, and stays as it is.
  @Test func aLogThatWasLeftBehind() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let connection = try SQLiteConnection(path, .writing)
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("UPDATE ZCUP SET ZYEAR = 1999")
    let copy = scratch.path("copy.sqlite")
    for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending) }
    let before = scratch.files
    let log = try Data(contentsOf: URL(fileURLWithPath: copy + "-wal"))
    let file = try CoreDataFile(copy, models: [League.model])
    #expect(file.hasLog)
    func year(_ context: ManagedObjectContext) throws -> Value {
      try context.value(of: context.graph.objectIDs(of: "Cup")[0], forKey: "year")
    }
    let context = try League.context(copy)
    #expect(try year(context) == .integer(1999))
    #expect(scratch.files == before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")) == log)
    // The log alone is not in what is read without it.
    let rows = try SQLiteConnection(copy, .immutable).prepare("SELECT ZYEAR FROM ZCUP")
    #expect(try rows.step() && rows.integer(0) == 2006)
    try context.setValue(.integer(2000), of: context.graph.objectIDs(of: "Cup")[0], forKey: "year")
    try context.save()
    #expect(try year(League.context(copy)) == .integer(2000))
  }

  /// SQLite plays back what it can of a log, and says nothing of the rest.
  @Test func aDamagedLog() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let connection = try SQLiteConnection(path, .writing)
    try connection.execute("PRAGMA journal_mode = WAL")
    for year in [1999, 2000, 2001] { try connection.execute("UPDATE ZCUP SET ZYEAR = \(year)") }
    let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    let frame = 24 + 4096
    #expect(log.count == 32 + 3 * frame)
    func changed(_ place: Int) -> Data {
      var log = log
      log[place] ^= 1
      return log
    }
    let older = log[..<32] + Data((0..<frame).map { UInt8(truncatingIfNeeded: $0) })
    let cases: [(log: Data, problem: String?, year: Int64)] = [
      (log, nil, 2001), (Data(), nil, 2006), (Data(repeating: 0, count: 32), nil, 2006),
      // A save that never ended, and what is left of an earlier log.
      (log.dropLast(10), nil, 2000), (older, nil, 2006),
      (changed(9), "the head of the write-ahead log is damaged: nothing in the log can be played back", 2006),
      (changed(32 + frame + 100), "page 2 of the write-ahead log is damaged: 2 transactions are lost", 1999),
      (changed(32 + 2 * frame + 24), "page 3 of the write-ahead log is damaged: 1 transaction is lost", 2000),
    ]
    for (log, problem, year) in cases {
      let copy = scratch.path("copy.sqlite")
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + ending) }
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      try log.write(to: URL(fileURLWithPath: copy + "-wal"))
      let file = try CoreDataFile(copy, models: [League.model])
      #expect(file.logProblem == problem)
      let found = try StoreCheck(file).findings()
      #expect(found.map { "\($0.kind.rawValue): \($0.message)" } == (problem.map { ["damaged: \($0)"] } ?? []))
      #expect(
        try StoreSummary(file).remarks.first == problem ?? (file.hasLog ? "some rows are in the write-ahead log" : nil))
      let store = SQLiteStore(name: "league", path: copy)
      let coordinator = try PersistentStoreCoordinator(model: League.model)
      try coordinator.add(store)
      let context = ManagedObjectContext(coordinator: coordinator)
      #expect(try context.value(of: context.graph.objectIDs(of: "Cup")[0], forKey: "year") == .integer(year))
      #expect(store.opening?.logProblem == problem)
    }
  }

  /// SQLite would first make the files of the log, and then find out that it may not write.
  @Test("A save to a read-only store leaves nothing behind", .enabled(if: geteuid() != 0, "root may write any file"))
  func aReadOnlyStore() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    try SQLiteConnection(path, .writing).execute("PRAGMA journal_mode = WAL")
    let context = try League.context(path, keepsBackup: true)
    try context.setValue(.integer(1), of: context.graph.objectIDs(of: "Cup")[0], forKey: "year")
    let before = scratch.files
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(throws: SaveError.self) { try context.save() }
    #expect(scratch.files == before)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try context.save()
    #expect(scratch.files == before + ["league.sqlite.backup"])
  }

  /// Objects whose numbers others have get other ones here, and keep theirs in the file.
  @Test func renumberedObjects() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    let expected = try League.lines(League.make(at: path))
    let coordinator = try PersistentStoreCoordinator(model: League.model)
    try coordinator.add(InMemoryStore(name: "memory"))
    let context = ManagedObjectContext(coordinator: coordinator)
    for name in ["a", "b", "c"] {
      let player = try context.insert("Player")
      try context.setValue(.string(name), of: player, forKey: "name")
    }
    try context.save()
    let renumbered = try coordinator.add(SQLiteStore(name: "league", path: path, keepsBackup: false))
    #expect(renumbered.count == 6)
    try context.mergeStores()
    let first = try #require(renumbered.first { $0.key.number == 1 }?.value)
    let captain = try #require(context.graph.objectIDs(of: "Player").first { $0.number == first.number })
    try context.setValue(.integer(9), of: captain, forKey: "goals")
    let team = try #require(context.graph.objectIDs(of: "Team").first)
    let players = try context.value(of: team, forKey: "players").objectIDs ?? []
    try context.setValue(.array(players.reversed().map(\.value)), of: team, forKey: "players")
    try context.save()
    let lines = try League.lines(League.context(path))
    #expect(
      lines.filter { !expected.contains($0) } == [
        "Player#1 goals: 9.0", "Team#1 players: [Player#2, Player#1, Player#3]",
      ])
    #expect(lines.count == expected.count)
  }

  @Test(
    "Reading leaves no trace",
    arguments: [[""], ["", "-wal", "-shm"], ["", "-wal"], ["", "-shm"], ["", "-empty", "-shm"]])
  func readingLeavesNoTrace(_ parts: [String]) throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let writer = try SQLiteConnection(path, .writing)
    if parts.count > 1 {
      try writer.execute("PRAGMA journal_mode = WAL")
      try writer.execute("UPDATE ZCUP SET ZYEAR = 2013")
    }
    let folder = scratch.path("copy")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for part in parts {
      if part == "-empty" {
        try Data().write(to: URL(fileURLWithPath: folder + "/league.sqlite-wal"))
      } else {
        try FileManager.default.copyItem(atPath: path + part, toPath: folder + "/league.sqlite" + part)
      }
    }
    func trace() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
        let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
        let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
        return "\(name) \(date) \(bytes.count) \(bytes.hashValue)"
      }
    }
    let before = try trace()
    do {
      let file = try CoreDataFile(folder + "/league.sqlite", models: [League.model])
      _ = try StoreSummary(file)
      _ = try StoreDump(file).json()
      _ = try StoreCheck(file).findings()
      let context = try League.context(folder + "/league.sqlite")
      #expect(try context.count(FetchRequest("Person")) == 6)
    }
    #expect(try trace() == before)
  }

  /// A log that was not copied with its store leaves no trace, and neither does one that a clean close has removed.
  @Test func aLogThatIsNotThere() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    #expect(try CoreDataFile(path).logNote == nil)
    let writer = try SQLiteConnection(path, .writing)
    try writer.execute("PRAGMA journal_mode = WAL")
    try writer.execute("UPDATE ZCUP SET ZYEAR = 2013")
    #expect(try CoreDataFile(path).logNote == nil)
    let copy = scratch.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let note = "no copy.sqlite-wal, as after a clean close; if it was not copied along, the rows saved last are missing"
    #expect(try CoreDataFile(copy).logNote == note)
    #expect(try StoreSummary(CoreDataFile(copy, models: [League.model])).remarks == [note])
    let context = try League.context(copy)
    #expect((context.coordinator.stores.first as? SQLiteStore)?.opening?.logNote == note)
    // With the index of a log there was a log, too.
    try FileManager.default.copyItem(atPath: path + "-shm", toPath: copy + "-shm")
    #expect(
      try CoreDataFile(copy).logNote == "copy.sqlite-shm is there without copy.sqlite-wal: the rows saved last are "
        + "probably missing")
    // Everything was in the log.
    let empty = scratch.path("empty.sqlite")
    let first = try SQLiteConnection(empty, .creating)
    try first.execute("PRAGMA journal_mode = WAL")
    try first.execute("CREATE TABLE Z_METADATA (Z_VERSION INTEGER)")
    let cut = scratch.path("cut.sqlite")
    try FileManager.default.copyItem(atPath: empty, toPath: cut)
    let error = #expect(throws: CoreDataFileError.self) { try CoreDataFile(cut) }
    #expect(
      error?.reason
        == "it is a SQLite database, but not a Core Data store: it has no table Z_METADATA; all tables may be "
        + "in a -wal file that was not copied with it")
  }

  @Test func aModelFromTheTables() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let file = try CoreDataFile(path)
    #expect(
      file.notes == [
        "the model is put together from the tables: names of properties are in capitals, and everything is optional"
      ])
    #expect(
      ReadingTests.lines(file.model) == [
        "Coach: Person false []", "Cup.YEAR integer64 true false", "Cup:  false []",
        "Fan.IDOLS Player true true true FANS nullify 0", "Fan.NICK string true false", "Fan:  false []",
        "Person.CLUB integer64 true false", "Person.FRIENDOF Person true true false FRIENDS nullify 0",
        "Person.FRIENDS Person true true true FRIENDOF nullify 0", "Person.GOALS integer64 true false",
        "Person.ISCAPTAIN integer64 true false", "Person.NAME string true false", "Person.NUMBER integer64 true false",
        "Person.SALARY decimal true false", "Person.TEAM Team false true false  nullify 1", "Person:  false []",
        "Player.FANS Fan true true false IDOLS nullify 0", "Player: Person false []",
        "Team.COACH Coach false true false  nullify 1",
        "Team.CREST binaryData true false", "Team.CUPS Cup true true false  nullify 0", "Team.FOUNDED date true false",
        "Team.IDENTIFIER binaryData true false", "Team.NAME string true false", "Team.POINTS double true false",
        "Team.SITE string true false", "Team.STAR Person false true false  nullify 1", "Team:  false []",
      ])
    let context = ManagedObjectContext(coordinator: try PersistentStoreCoordinator(model: file.model))
    try context.coordinator.add(SQLiteStore(name: "league", path: path))
    try context.mergeStores()
    #expect(try context.count(FetchRequest("Person")) == 6)
  }
}
