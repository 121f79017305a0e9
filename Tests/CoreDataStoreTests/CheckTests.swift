import Foundation
import ObjectGraph
import Support
import Testing

@testable import CoreDataStore

@Suite("A check finds what is broken in a store") struct CheckTests {
  /// A statement that breaks a store, and the findings.
  static let breakages: [(sql: String, findings: [String])] = [
    ("UPDATE ZPERSON SET ZTEAM = 77 WHERE Z_PK = 1", ["dangling link: ZPERSON: ZTEAM=77 is not a row of ZTEAM"]),
    ("UPDATE ZTEAM SET ZSTAR = 99 WHERE Z_PK = 1", ["dangling link: ZTEAM: ZSTAR=99 is not a row of ZPERSON"]),
    ("UPDATE ZTEAM SET ZCOACH = 2 WHERE Z_PK = 2", ["dangling link: ZTEAM: ZCOACH=2 is a row of Player, not of Coach"]),
    (
      "UPDATE ZPERSON SET ZCLUB = NULL WHERE Z_PK = 6",
      ["one-sided link: ZTEAM: ZCOACH of Z_PK=1 is 6, and ZCLUB there is nil"]
    ), ("UPDATE ZCUP SET Z6CUPS = 12", ["dangling link: ZCUP: Z6CUPS=12 is not a row of ZTEAM"]),
    ("INSERT INTO Z_2IDOLS VALUES (1, 50, 9999)", ["orphaned join row: Z_2IDOLS: Z_5IDOLS=50 is not a row of ZPERSON"]),
    ("UPDATE ZCUP SET Z_ENT = 2", ["wrong Z_ENT: ZCUP: Z_PK=1 has Z_ENT 2"]),
    ("UPDATE ZCUP SET Z_ENT = NULL", ["wrong Z_ENT: ZCUP: Z_PK=1 has Z_ENT NULL"]),
    (
      "UPDATE ZPERSON SET Z_ENT = 3 WHERE Z_PK = 3",
      ["wrong Z_ENT: ZPERSON: Z_PK=3 has Z_ENT 3, which is the abstract entity Person"]
    ),
    (
      "UPDATE ZTEAM SET Z3_STAR = 4 WHERE Z_PK = 1",
      ["wrong Z_ENT: ZTEAM: Z3_STAR of Z_PK=1 is 4, and the row there has Z_ENT 5"]
    ),
    (
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Person'",
      ["Z_MAX too low: Z_PRIMARYKEY: Z_MAX of Person is 3, and ZPERSON has a row with Z_PK 6"]
    ),
    (
      "DROP INDEX Z_Team_UNIQUE_name; UPDATE ZTEAM SET ZNAME = 'same'",
      ["not unique: 2 objects have the same name: Team#1 and Team#2"]
    ),
    ("UPDATE ZTEAM SET ZNAME = NULL WHERE Z_PK = 2", ["invalid: Team#2: name is a required value (1570)"]),
    (
      "UPDATE ZPERSON SET ZNAME = '' WHERE Z_PK = 2",
      ["invalid: Player#2: name: \"\" is too short (0, at least 1) (1670)"]
    ),
    (
      "UPDATE ZPERSON SET ZNUMBER = 100 WHERE Z_PK = 2",
      ["invalid: Player#2: number: 100 is too large (at most 99) (1610)"]
    ),
    (
      "UPDATE ZPERSON SET ZNUMBER = 'seven' WHERE Z_PK = 2",
      ["wrong type: ZPERSON: Z_PK=2 has 'seven' in ZNUMBER, which is Player.number: Integer16"]
    ),
    (
      "UPDATE ZTEAM SET ZIDENTIFIER = x'00' WHERE Z_PK = 2",
      ["wrong type: ZTEAM: Z_PK=2 has 1 byte in ZIDENTIFIER, which is Team.identifier: UUID"]
    ),
    (
      "UPDATE ZPERSON SET ZSALARY = 'abc' WHERE Z_PK = 6",
      ["wrong type: ZPERSON: Z_PK=6 has 'abc' in ZSALARY, which is Coach.salary: Decimal"]
    ),
    (
      "UPDATE ZPERSON SET ZSALARY = '12abc' WHERE Z_PK = 6",
      ["wrong type: ZPERSON: Z_PK=6 has '12abc' in ZSALARY, which is Coach.salary: Decimal"]
    ),
    (
      "UPDATE ZTEAM SET ZSITE = '' WHERE Z_PK = 1",
      ["wrong type: ZTEAM: Z_PK=1 has '' in ZSITE, which is Team.site: URI"]
    ),
    (
      "UPDATE ZTEAM SET ZSITE = 'http://[' WHERE Z_PK = 1",
      ["wrong type: ZTEAM: Z_PK=1 has 'http://[' in ZSITE, which is Team.site: URI"]
    ),
    ("UPDATE ZTEAM SET ZSITE = 'http://example.com/a b?c=[d]' WHERE Z_PK = 1", []),
    ("UPDATE ZTEAM SET ZSITE = 'http://example.com/a%20b?c=%5Bd%5D#e'", []),
    ("UPDATE ZPERSON SET ZSALARY = 'NaN' WHERE Z_PK = 6", []),
    ("ALTER TABLE ZCUP RENAME COLUMN ZYEAR TO ZJAHR", ["does not fit: ZCUP has no column ZYEAR for Cup.year"]),
    ("UPDATE Z_METADATA SET Z_PLIST = x'0011'", ["metadata: Z_METADATA: Z_PLIST cannot be read"]),
    ("UPDATE Z_METADATA SET Z_UUID = NULL", ["metadata: Z_METADATA: Z_UUID is missing"]),
    // Values that cannot be read are left out of the objects that are validated, and cause no other finding.
    (
      "UPDATE ZTEAM SET ZNAME = x'FF', ZPOINTS = 'x' WHERE Z_PK = 1; UPDATE ZPERSON SET ZNUMBER = 100 WHERE Z_PK = 2",
      [
        "wrong type: ZTEAM: Z_PK=1 has 1 byte in ZNAME, which is Team.name: String",
        "wrong type: ZTEAM: Z_PK=1 has 'x' in ZPOINTS, which is Team.points: Double",
        "invalid: Player#2: number: 100 is too large (at most 99) (1610)",
      ]
    ),
    ("DROP TABLE ZCUP", ["does not fit: the store has no table ZCUP"]),
    (
      "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Fan'",
      ["does not fit: the store has no entity Fan", "does not fit: the store has no table Z_7IDOLS"]
    ),
  ]

  static func template(_ scratch: Scratch) throws -> String {
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    return path
  }

  @Test func breakages() throws {
    let scratch = try Scratch()
    let template = try Self.template(scratch)
    for (sql, findings) in Self.breakages {
      let path = scratch.path("broken.sqlite")
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: template, toPath: path)
      let connection = try SQLiteConnection(path, .writing)
      for statement in sql.split(separator: ";") { try connection.execute(String(statement)) }
      let found = try StoreCheck(CoreDataFile(path, models: [League.model])).findings()
      #expect(found.map { "\($0.kind.rawValue): \($0.message)" } == findings, "\(sql)")
      // What the check passes opens, and a value that it refuses does not.
      if findings.isEmpty { _ = try League.context(path) }
      if findings.contains(where: { $0.hasPrefix("wrong type") }) {
        #expect(throws: (any Error).self, "\(sql)") { try League.context(path) }
      }
    }
  }

  /// What the model has no property for is not read, and nobody may take it for read.
  @Test func unreadColumns() throws {
    let scratch = try Scratch()
    let path = try Self.template(scratch)
    #expect(try CoreDataFile(path, models: [League.model]).unread == nil)
    try SQLiteConnection(path, .writing).execute("ALTER TABLE ZCUP ADD COLUMN ZHOUR INTEGER")
    let file = try CoreDataFile(path, models: [League.model])
    #expect(file.unread == "in the file and not in the model, so that it is not read: ZCUP.ZHOUR")
    let dump = try StoreDump(file).json()
    #expect(dump["unread"] == .array([.string("ZCUP.ZHOUR")]))
    #expect(try StoreCheck(file).findings() == [])
  }

  @Test func damagedPages() throws {
    let scratch = try Scratch()
    let path = try Self.template(scratch)
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    // The cells of an index point at other rows.
    let page = 4096 * 3
    for place in page + 8..<page + 12 { bytes[place] = 255 }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let found = try StoreCheck(CoreDataFile(path, models: [League.model])).findings()
    #expect(!found.isEmpty && found[0].kind == .damaged, "\(found)")
  }

  /// A table that cannot be read does not keep the others from being looked at.
  @Test func aDamagedTable() throws {
    let scratch = try Scratch()
    let path = try Self.template(scratch)
    let connection = try SQLiteConnection(path, .writing)
    try connection.execute("UPDATE ZCUP SET ZYEAR = 3000000000")
    try connection.execute("UPDATE ZPERSON SET ZNUMBER = 100 WHERE Z_PK = 2")
    let root = try connection.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'ZTEAM'")
    #expect(try root.step())
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let page = Int(root.integer(0) - 1) * 4096
    for place in page..<page + 200 { bytes[place] = 0xAA }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let found = try StoreCheck(CoreDataFile(path, models: [League.model])).findings().map {
      "\($0.kind.rawValue): \($0.message)"
    }
    #expect(found.first?.hasPrefix("damaged: ") == true, "\(found)")
    #expect(
      found.filter { !$0.hasPrefix("damaged: ") && !$0.hasPrefix("dangling") && !$0.hasPrefix("orphaned") } == [
        "wrong type: ZCUP: Z_PK=1 has 3000000000 in ZYEAR, which is Cup.year: Integer32",
        "invalid: Player#2: number: 100 is too large (at most 99) (1610)",
      ], "\(found)")
  }

  @Test("Real stores", .enabled(if: StoreCorpus.isThere, "the corpus is not there"), arguments: StoreCorpus.names)
  func corpus(_ name: String)
    throws
  {
    let scratch = try Scratch()
    let file = try CoreDataFile(StoreCorpus.copy(name, into: scratch), models: [StoreCorpus.model(name)])
    let found = try StoreCheck(file).findings().filter { $0.kind != .maximum && $0.kind != .invalid }
    let expected =
      name == "apptentive__apptentive-ios__9"
      ? ["orphaned join row: Z_5DISPLAYTYPES: Z_5MESSAGES=1 is a row of ATEvent, not of ATAbstractMessage"] : []
    #expect(found.map { "\($0.kind.rawValue): \($0.message)" } == expected)
  }

  /// Core Data wrote the rows under a model that requires to-manys and gives them no minimum count.
  @Test("A required to-many that Core Data saved empty", .enabled(if: StoreCorpus.isThere, "the corpus is not there"))
  func emptyRequiredToManys() throws {
    let scratch = try Scratch()
    let name = "carekit-apple__CareKit__2"
    let model = try StoreCorpus.model(name)
    let bare = model.entities.flatMap(\.properties).compactMap(\.relationship).filter {
      $0.isToMany && !$0.isOptional && $0.minimumCount == 0
    }
    #expect(bare.count == 25)
    let file = try CoreDataFile(StoreCorpus.copy(name, into: scratch), models: [model])
    #expect(try StoreCheck(file).findings().filter { $0.kind == .invalid }.map(\.message) == [])
  }

  @Test(
    "A required to-many that is empty in the tables, by its minimum count",
    arguments: [(0, []), (1, ["invalid: Club#1: members: Too few items (0, at least 1) (1580)"])])
  func emptyRequiredToMany(minimum: Int, findings: [String]) throws {
    let model = ManagedObjectModel(entities: [
      EntityDescription(
        "Club",
        properties: [
          .relationship(
            RelationshipDescription(
              "members", to: "Member", isToMany: true, isOrdered: true, inverse: "club", minimumCount: minimum))
        ]),
      EntityDescription(
        "Member",
        properties: [.relationship(RelationshipDescription("club", to: "Club", isOptional: true, inverse: "members"))]),
    ])
    let scratch = try Scratch()
    let path = scratch.path("clubs.sqlite")
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(SQLiteStore(name: "clubs", path: path))
    let context = ManagedObjectContext(coordinator: coordinator)
    let club = try context.insert("Club")
    try context.setValue(club.value, of: context.insert("Member"), forKey: "club")
    try context.save()
    try SQLiteConnection(path, .writing).execute("UPDATE ZMEMBER SET ZCLUB = NULL, Z_FOK_CLUB = NULL")
    let found = try StoreCheck(CoreDataFile(path, models: [model])).findings()
    #expect(found.map { "\($0.kind.rawValue): \($0.message)" } == findings)
  }

  // MARK: Anything at all

  /// Bytes of a store are changed at random: every answer is a message or findings, and never a trap.
  @Test func changedBytes() throws {
    let scratch = try Scratch()
    let template = try Array(Data(contentsOf: URL(fileURLWithPath: Self.template(scratch))))
    let path = scratch.path("hostile.sqlite")
    var random = SplitMix(state: 5)
    var (refused, read) = (0, 0)
    for _ in 0..<50 {
      var bytes = template
      for _ in 0...random.below(12) {
        // Most of a small store is free space: the beginnings of pages say more.
        let page = random.below(bytes.count / 4096) * 4096
        bytes[page + (random.below(2) == 0 ? random.below(120) : random.below(4096))] = UInt8(
          truncatingIfNeeded: random.next())
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      for models in [[League.model], []] {
        do throws(CoreDataFileError) {
          let file = try CoreDataFile(path, models: models)
          _ = try StoreCheck(file).findings()
          _ = try StoreDump(file).json()
          read += 1
        } catch {
          #expect(!error.reason.isEmpty)
          refused += 1
        }
      }
      _ = try? League.context(path)
    }
    #expect(refused > 10 && read > 10, "\(refused) refused, \(read) read")
  }

  @Test func hostileRows() throws {
    let scratch = try Scratch()
    let template = try Self.template(scratch)
    let rows: [(sql: String, refusal: String?)] = [
      ("UPDATE ZPERSON SET Z_ENT = NULL", nil), ("UPDATE ZPERSON SET Z_ENT = 'x'", nil),
      ("UPDATE ZPERSON SET ZTEAM = -3, Z_FOK_TEAM = 'x'", nil), ("UPDATE ZPERSON SET ZTEAM = 9223372036854775807", nil),
      ("UPDATE ZPERSON SET ZTEAM = x'00'", nil), ("UPDATE Z_2IDOLS SET Z_FOK_5IDOLS = NULL", nil),
      ("UPDATE ZPERSON SET Z_OPT = -9223372036854775808", nil), ("UPDATE ZPERSON SET Z_OPT = 9223372036854775807", nil),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", nil), ("UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT", nil),
      (
        "UPDATE ZCUP SET Z_PK = -1",
        "134080  the store league is damaged at ZCUP, Z_PK -1, Z_PK: rows are numbered from 1 to 268,435,456"
      ),
      (
        "UPDATE ZCUP SET Z_PK = 9223372036854775807",
        "134080  the store league is damaged at ZCUP, Z_PK 9223372036854775807, Z_PK: rows are numbered from 1 to 268,435,456"
      ),
      (
        "UPDATE ZCUP SET ZYEAR = 3000000000",
        "134080  the store league is damaged at ZCUP, Z_PK 1, ZYEAR: 3000000000 is not a number of the type Integer32"
      ),
      (
        "UPDATE ZTEAM SET ZPOINTS = 'x' WHERE Z_PK = 1",
        "134080  the store league is damaged at ZTEAM, Z_PK 1, ZPOINTS: 'x' is not a number"
      ),
      (
        "UPDATE ZTEAM SET ZNAME = x'FF' WHERE Z_PK = 1",
        "134080  the store league is damaged at ZTEAM, Z_PK 1, ZNAME: 1 byte is not a text"
      ),
      (
        "UPDATE Z_PRIMARYKEY SET Z_ENT = 99999999 WHERE Z_ENT = 1",
        "134080  the store league cannot be opened: Z_PRIMARYKEY has a row that belongs to no entity"
      ), ("DELETE FROM Z_METADATA", "134080  the store league cannot be opened: Z_METADATA has no row"),
    ]
    for (sql, refusal) in rows {
      let path = scratch.path("hostile.sqlite")
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: template, toPath: path)
      try SQLiteConnection(path, .writing).execute(sql)
      var found: String?
      do {
        let context = try League.context(path)
        #expect(context.graph.checkInvariants() == [], "\(sql)")
        let cup = try context.insert("Cup")
        try context.setValue(.integer(1), of: cup, forKey: "year")
        do { try context.save() } catch SaveError.store(let error) { #expect(!error.diagnostic.message.isEmpty) }
      } catch let error as StoreError { found = error.diagnostic.message }
      #expect(found == refusal, "\(sql)")
      let file = try? CoreDataFile(path)
      if let file { _ = try? StoreDump(file).json() }
    }
  }

  @Test(
    "Archives of models, with bytes changed at random", .enabled(if: StoreCorpus.isThere, "the corpus is not there"))
  func archives() throws {
    let scratch = try Scratch()
    let access = try StoreFileAccess(StoreCorpus.copy("kean__Pulse__1", into: scratch))
    let row = try access.connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE")
    #expect(try row.step())
    let content = Array(row.blobBytes(0))
    let archive = try #require(ModelCache.inflated(content))
    #expect(ModelCache.model(content)?.entities.count == 4)
    var random = SplitMix(state: 11)
    var read = 0
    for _ in 0..<150 {
      var bytes = archive
      for _ in 0...random.below(6) {
        // The table of offsets and the trailer are at the end.
        let place = random.below(3) == 0 ? bytes.count - 1 - random.below(400) : random.below(bytes.count)
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
      }
      if ModelCache.model(archive: bytes) != nil { read += 1 }
      var packed = content
      packed[random.below(packed.count)] = UInt8(truncatingIfNeeded: random.next())
      _ = ModelCache.model(packed)
    }
    #expect(read > 20)
    #expect(BinaryPropertyList([]) == nil && KeyedArchive(Array("bplist00".utf8)) == nil)
  }

  /// A list that refers to itself, and a dictionary of a hundred references to one of the same kind.
  @Test func circles() throws {
    func list(_ objects: [[UInt8]]) -> [UInt8] {
      var bytes = Array("bplist00".utf8)
      var offsets: [UInt8] = []
      for object in objects {
        offsets.append(UInt8(bytes.count))
        bytes += object
      }
      let table = UInt8(bytes.count)
      bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
      for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
      return bytes
    }
    let circle = try #require(BinaryPropertyList(list([[0xA1, 0]])))
    if case .array(let places)? = circle[circle.top] { #expect(places == [0]) } else { Issue.record("no list") }
    // A length that is longer than the file, and one below zero.
    #expect(BinaryPropertyList(list([[0x4F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]]))?[0] == nil)
    #expect(BinaryPropertyList(list([[0x4F, 0x13, 255, 255, 255, 255, 255, 255, 255, 255]]))?[0] == nil)
    #expect(BinaryPropertyList(list([[0xA1, 9]]))?[0] == nil)
  }
}
