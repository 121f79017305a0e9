import Predicates
import RandomOperations
import TestSupport
import Testing

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

@testable import ObjectGraph

/// A file of its own for each test, in a folder that goes with it.
struct ScratchFile {
  let scratch: TemporaryFolder
  var folder: String { scratch.path }
  var path: String { scratch.path("shop.graphstore") }

  init() throws { scratch = try TemporaryFolder() }

  var bytes: [UInt8] {
    get { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }
    nonmutating set { _ = FileManager.default.createFile(atPath: path, contents: Data(newValue)) }
  }

  var lines: [String] { String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) }

  func open(
    _ model: ManagedObjectModel, migration: FileStore.Migration = .refused
  ) throws -> (ManagedObjectContext, FileStore) {
    let coordinator = try PersistentStoreCoordinator(model: model)
    let store = FileStore(name: "shop", path: path, migration: migration)
    try coordinator.add(store)
    let context = ManagedObjectContext(coordinator: coordinator) { Date(timeIntervalSinceReferenceDate: 0) }
    context.checksInvariants = true
    return (context, store)
  }
}

@Suite("A store in one file")
struct FileStoreTests {
  static let everything = ManagedObjectModel("Everything") {
    CompositeDescription("Geo") {
      Attribute("latitude", .double)
      Attribute("longitude", .double)
    }
    CompositeDescription("Address") {
      Attribute("city", .string)
      Attribute("zip", .integer32, isOptional: true)
      Attribute("geo", composite: "Geo", isOptional: true)
    }
    EntityDescription("Thing") {
      Attribute("i16", .integer16, isOptional: true)
      Attribute("i32", .integer32, isOptional: true)
      Attribute("i64", .integer64, isOptional: true)
      Attribute("decimal", .decimal, isOptional: true)
      Attribute("double", .double, isOptional: true)
      Attribute("float", .float, isOptional: true)
      Attribute("string", .string, isOptional: true)
      Attribute("boolean", .boolean, isOptional: true)
      Attribute("date", .date, isOptional: true)
      Attribute("data", .binaryData, isOptional: true)
      Attribute("uuid", .uuid, isOptional: true)
      Attribute("uri", .uri, isOptional: true)
      Attribute("anything", .transformable, isOptional: true)
      Attribute("color", .transformable, isOptional: true, transformerName: "HexColor")
      Attribute("address", composite: "Address", isOptional: true)
      Attribute("scratch", .string, isOptional: true, isTransient: true, defaultValue: .value("new"))
      Attribute("loose", .undefined, isOptional: true, isTransient: true)
      ToOne("owner", to: "Thing", inverse: "things")
      ToMany("things", to: "Thing", inverse: "owner", isOrdered: true)
      ToMany("friends", to: "Thing", inverse: "friends", isOrdered: true)
      ToMany("likes", to: "Thing", inverse: "likedBy", isOrdered: true)
      ToMany("likedBy", to: "Thing", inverse: "likes", isOrdered: true)
      ToMany("seen", to: "Thing")
      ToOne("partner", to: "Thing", inverse: "partner")
      ToOne("best", to: "Thing")
    }
    EntityDescription("Special", parent: "Thing") { Attribute("more", .string, isOptional: true) }
  }

  static let values: [(String, Value)] = [
    ("i16", .integer(-32_768)), ("i32", .integer(2_147_483_647)), ("i64", .integer(.min)), ("i64", .integer(.max)),
    ("decimal", .decimal(Decimal(string: "12345678901234567890.123456789") ?? 0)), ("double", .double(0.1)),
    ("double", .double(-0.0)), ("double", .double(.infinity)), ("double", .double(.leastNonzeroMagnitude)),
    ("float", .double(0.5)),
    ("string", "é \u{65}\u{301} \"\\\n\t\u{0}\u{7F} 🙂"), ("string", ""), ("boolean", true), ("boolean", false),
    ("date", .date(Date(timeIntervalSinceReferenceDate: -63_079_570_688.125))), ("data", .data(Data([0, 255, 10]))),
    ("uuid", .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))),
    ("anything", .array([.integer(1), .double(1), .null, .dictionary(["a": .set(["x"]), "b": .boolean(true)])])),
    ("color", "#98002e"),
    ("address", .dictionary(["city": "Miami", "geo": .dictionary(["latitude": 25.5, "longitude": -80])])),
  ]

  @Test func everyKindOfValueComesBack() throws {
    let file = try ScratchFile()
    let (context, _) = try file.open(Self.everything)
    var made: [(ManagedObjectID, String, Value)] = []
    for (key, value) in Self.values {
      let id = try context.make("Thing", [key: value])
      made.append((id, key, try context.value(of: id, forKey: key)))
    }
    let uri = try context.make("Special", ["uri": "https://example.org/a?b=c", "more": "more", "scratch": "gone"])
    try context.save()
    let (again, _) = try file.open(Self.everything)
    for (id, key, value) in made {
      #expect(try again.value(of: id, forKey: key).isIdentical(to: value), "\(key)")
    }
    #expect(again.entityName(of: uri) == "Special")
    #expect(try again.value(of: uri, forKey: "more") == "more")
    #expect(try again.value(of: uri, forKey: "uri") == context.value(of: uri, forKey: "uri"))
    #expect(try again.value(of: uri, forKey: "scratch") == "new")
    #expect(!again.hasChanges)
    #expect(again.graph.checkInvariants() == [])
  }

  @Test func linksComeBackInTheirOrder() throws {
    // Without transient attributes: with them a save carries links over to a graph without their values, object by
    // object, and an ordered many-to-many gets another order there.
    var model = Self.everything
    for key in ["scratch", "loose"] { model[entity: "Thing"]?[property: key] = nil }
    let file = try ScratchFile()
    let (context, _) = try file.open(model)
    let ids = try (0..<12).map { _ in try context.make("Thing") }
    var random = SplitMix(7)
    let manies = ["things", "friends", "likes", "likedBy", "seen"]
    for _ in 0..<300 {
      let owner = ids[Int(random.next() % 12)]
      let other = ids[Int(random.next() % 12)]
      switch random.next() % 8 {
      case 0: try context.set(owner, "partner", other)
      case 1: try context.set(owner, "best", other)
      case 2: try context.set(owner, "owner", other)
      case 3:
        let key = manies[Int(random.next() % 4)]
        let count = try context.many(owner, key).count
        try context.insert(other, into: key, of: owner, at: Int(random.next() % UInt64(count + 1)))
      default: try context.add([other], to: manies[Int(random.next() % 5)], of: owner)
      }
    }
    try context.save()
    let (again, _) = try file.open(model)
    for id in ids {
      for key in manies {
        let (found, expected) = (try again.many(id, key).map(\.number), try context.many(id, key).map(\.number))
        #expect(found == expected, "\(key) of \(id.number)")
      }
      for key in ["partner", "best", "owner"] { #expect(try again.one(id, key) == context.one(id, key), "\(key)") }
    }
    #expect(again.graph.checkInvariants() == [])
    // A file that is read and written again is the same.
    let bytes = file.bytes
    try again.setValue("x", of: ids[0], forKey: "string")
    try again.save()
    try again.setValue(.null, of: ids[0], forKey: "string")
    try again.save()
    #expect(file.bytes == bytes)
  }

  @Test func theFileIsReadable() throws {
    let file = try ScratchFile()
    let (context, store) = try file.open(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    try context.make("Player", ["name": "Wade", "age": 31, "team": heat.value])
    try context.save()
    let lines = file.lines.map { $0.split(separator: "\t")[0] }
    #expect(lines[0].hasPrefix("{\"format\":\"graphbook store\",\"version\":1,\"identifier\":\"\(store.identifier)\""))
    #expect(
      lines.dropFirst().joined(separator: "\n") == """
        {"entity":"Player","properties":["age","fans","favorite","friends","idols","name","spouse","tags","team","visited"],"objects":1}
        [1,31,null,null,null,null,"Wade",null,null,1,null]
        {"entity":"Team","properties":["name","players"],"objects":1}
        [1,"Heat",null]
        {"end":2,"checksum":"\(file.lines[5].suffix(19).prefix(8))"}
        """)
  }

  @Test func numbersAreNotGivenAgain() throws {
    let file = try ScratchFile()
    let (context, _) = try file.open(.league())
    let first = try context.make("Tag", ["name": "a"])
    let second = try context.make("Tag", ["name": "b"])
    try context.save()
    try context.delete(second)
    try context.save()
    let (again, store) = try file.open(.league())
    #expect(again.exists(first))
    #expect(try again.make("Tag", ["name": "c"]).number == 3)
    #expect(store.identifier == UUID(uuidString: store.identifier.uuidString))
  }

  @Test func aLinkToWhatIsGoneIsNotInTheFile() throws {
    let file = try ScratchFile()
    var model = ManagedObjectModel.league()
    model[entity: "Player"]?[property: "favorite"] = .one("favorite", "Team", nil, .noAction)
    let (context, _) = try file.open(model)
    let heat = try context.make("Team")
    let wade = try context.make("Player", ["favorite": heat.value])
    try context.save()
    try context.delete(heat)
    try context.save()
    #expect(try context.one(wade, "favorite") == heat)
    let (again, _) = try file.open(model)
    #expect(try again.value(of: wade, forKey: "favorite") == .null)
  }

  // MARK: Refusals

  @Test func anotherModelIsRefused() throws {
    let file = try ScratchFile()
    let (context, _) = try file.open(.league())
    try context.make("Team", ["name": "Heat"])
    try context.save()
    var model = ManagedObjectModel.league()
    model[entity: "Team"]?[property: "city"] = .text("city")
    #expect(throws: StoreError.incompatibleModel(store: "shop", entities: ["Team"])) { try file.open(model) }
    #expect(throws: StoreError.self) { try file.open(model, migration: .lightweight) }
  }

  @Test func migration() throws {
    let file = try ScratchFile()
    let (context, _) = try file.open(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    let wade = try context.make("Player", ["name": "Wade", "age": 31, "team": heat.value])
    try context.save()
    try context.coordinator.close("shop")

    let workbook = try ManagedObjectContext(model: .league())
    try workbook.addModelVersion("League 2")
    var model = workbook.model
    model[entity: "Player"]?[property: "age"] = nil
    model[entity: "Player"]?[property: "years"] = .attribute(
      AttributeDescription("years", .integer16, defaultValue: .value(0), renamingIdentifier: "age"))
    model[entity: "Team"]?[property: "city"] = .attribute(
      AttributeDescription("city", .string, defaultValue: .value("Miami")))
    try workbook.setModel(model)
    let store = FileStore(name: "shop", path: file.path, migration: .lightweight)
    try workbook.coordinator.add(store)
    #expect(try workbook.count(FetchRequest("Player")) == 1)
    #expect(
      store.lastMigration?.lines == [
        "renamed Player.age to Player.years: 1 value", "added Team.city: 1 object has a value",
      ])
    #expect(try workbook.value(of: wade, forKey: "years") == 31)
    #expect(try workbook.value(of: heat, forKey: "city") == "Miami")
    #expect(try workbook.many(heat, "players") == [wade])
    // The file is of the new version now.
    let (again, _) = try file.open(model)
    #expect(try again.value(of: wade, forKey: "years") == 31)
    #expect(throws: StoreError.self) { try file.open(.league()) }
  }

  @Test func twoProgramsDoNotOverwriteEachOther() throws {
    let file = try ScratchFile()
    let (one, _) = try file.open(.league())
    let (other, _) = try file.open(.league())
    try one.make("Tag", ["name": "a"])
    try one.save()
    try other.make("Tag", ["name": "b"])
    #expect(throws: SaveError.store(.changedElsewhere(store: "shop"))) { try other.save() }
    #expect(other.hasChanges)
    let (third, _) = try file.open(.league())
    #expect(try third.count(FetchRequest("Tag")) == 1)
  }

  @Test(
    "What is no store is refused",
    arguments: [
      ("", "the file is empty"), ("hello\n", "this is not a store of Graphbook"),
      ("SQLite format 3\u{0}", "this is not a store of Graphbook"),
      ("{\"format\":\"graphbook store\",\"version\":1}", "the file ends in the middle of a line"),
    ])
  func foreignFiles(text: String, reason: String) throws {
    let file = try ScratchFile()
    file.bytes = Array(text.utf8)
    #expect(throws: StoreError.damaged(store: "shop", place: "line 1", reason: reason)) { try file.open(.league()) }
    #expect(file.bytes == Array(text.utf8))
  }

  @Test func foldersAndMissingFolders() throws {
    let file = try ScratchFile()
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    #expect(throws: StoreError.cannotOpen(store: "shop", reason: "it is not an ordinary file")) {
      try file.open(.league())
    }
    let store = FileStore(name: "shop", path: file.folder + "/no/such/folder/file")
    let coordinator = try PersistentStoreCoordinator(model: .league())
    #expect(throws: StoreError.cannotOpen(store: "shop", reason: "no such file or directory")) {
      try coordinator.add(store)
    }
  }
}
