import Diagnostics
import Foundation
import ModelInterchange
import ObjectGraph
import Predicates
import Testing

@testable import CoreDataStore

@Suite("A store is migrated in its file") struct MigratingTests {
  /// The next version of the league: an entity and an attribute have other names, one of each is new, one is gone, and two
  /// attributes are required.
  static let next: ManagedObjectModel = {
    var model = League.model
    model.name = "League 2"
    model[entity: "Team"]?.name = "Club"
    model[entity: "Club"]?.renamingIdentifier = "Team"
    for (entity, key) in [("Player", "team"), ("Coach", "club")] {
      guard var relationship = model[entity: entity]?[property: key]?.relationship else { continue }
      relationship.destination = "Club"
      model[entity: entity]?[property: key] = .relationship(relationship)
    }
    model[entity: "Club"]?[property: "crest"] = nil
    model[entity: "Club"]?.properties.append(.attribute(AttributeDescription("city", .string, isOptional: true)))
    model[entity: "Club"]?.properties.append(
      .relationship(RelationshipDescription("stadium", to: "Arena", isOptional: true)))
    model[entity: "Cup"]?[property: "year"] = .attribute(
      AttributeDescription("season", .integer32, isOptional: true, renamingIdentifier: "year"))
    model[entity: "Fan"]?[property: "nick"] = .attribute(
      AttributeDescription("nick", .string, isOptional: false, defaultValue: .value("nobody")))
    model.entities.append(
      EntityDescription("Arena", properties: [.attribute(AttributeDescription("seats", .integer32, isOptional: true))]))
    return model
  }()

  static let notation = ModelNotation(
    text: { $0.name }, model: { text in [League.model, next].first { $0.name == text } })

  static func store(_ path: String, migrating: Bool = true, keepsBackup: Bool = true) -> SQLiteStore {
    let store = SQLiteStore(name: "league", path: path, keepsBackup: keepsBackup, notation: notation)
    store.migration = migrating ? .lightweight : .refused
    return store
  }

  static func context(_ store: SQLiteStore, _ model: ManagedObjectModel = next) throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(store)
    return ManagedObjectContext(coordinator: coordinator)
  }

  /// A file of the first version, which keeps its model.
  private func league(_ scratch: Scratch) throws -> String {
    let path = scratch.path("league.sqlite")
    _ = try KeptModelTests.context(path)
    try League.make(at: path)
    return path
  }

  @Test func everyRowComesAlong() throws {
    let scratch = try Scratch()
    let path = try league(scratch)
    let identifier = try CoreDataFile(path).metadata.identifier
    let before = try CoreDataFile(path).primaryKeys
    try SQLiteConnection(path, .writing).execute("UPDATE ZCUP SET Z_OPT = 7")
    try SQLiteConnection(path, .writing).execute("CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY)")
    try SQLiteConnection(path, .writing).execute("INSERT INTO ACHANGE VALUES (5)")
    let old = try League.lines(League.context(path))

    let refusal = #expect(throws: StoreError.self) { _ = try Self.context(Self.store(path, migrating: false)) }
    #expect(refusal?.code == 134100)
    #expect(scratch.files == ["league.sqlite"])
    let store = Self.store(path)
    let context = try Self.context(store)
    #expect(
      store.lastMigration?.lines.contains("renamed Team to Club: 2 objects") == true,
      "\(store.lastMigration?.lines ?? [])")
    #expect(store.opening?.migrationRemarks == ["the file as it was is league.sqlite.backup"])
    #expect(scratch.files == ["league.sqlite", "league.sqlite.backup"])

    // Every object has its number, its values and its links.
    let lines = try League.lines(context)
    let renamed = old.filter { !$0.contains(" crest: ") }.map {
      $0.replacing("Team#", with: "Club#").replacing(" year: ", with: " season: ").replacing(
        "nick: nil", with: "nick: nobody")
    }
    let added = ["city", "stadium"].flatMap { key in (1...2).map { "Club#\($0) \(key): nil" } }
    #expect(lines == (renamed + added).sorted(), "\(lines.difference(from: (renamed + added).sorted()))")

    // The file says the same to whoever reads it.
    let file = try CoreDataFile(path, notation: Self.notation)
    #expect(file.origin == .kept && file.model == Self.next)
    #expect(try StoreCheck(file).findings() == [])
    #expect(file.layout.leftovers == [] && file.layout.misfits == [])
    #expect(file.metadata.identifier == identifier)
    let numbers = Dictionary(uniqueKeysWithValues: before.map { ($0.name, $0) })
    for key in file.primaryKeys where key.name != "Arena" {
      let old = try #require(numbers[key.name == "Club" ? "Team" : key.name])
      #expect((key.number, key.highest) == (old.number, old.highest), "\(key)")
    }
    let rows = try SQLiteConnection(path, .reading).prepare("SELECT Z_OPT, (SELECT Z_PK FROM ACHANGE) FROM ZCUP")
    #expect(try rows.step() && rows.integer(0) == 7 && rows.integer(1) == 5)
    // A statement in the middle of its rows keeps others from writing.
    rows.reset()
    let names = try SQLiteConnection(path, .reading).prepare("SELECT name FROM sqlite_master WHERE type = 'index'")
    var indexes: Set<String> = []
    while try names.step() { indexes.insert(names.text(0) ?? "") }
    #expect(indexes.isSuperset(of: ["Z_Club_UNIQUE_name", "ZPERSON_Z_ENT_INDEX", "ZPERSON_ZTEAM_INDEX"]))
    if League.python != nil {
      let (objects, integrity) = try League.read(path, scratch, Self.next)
      #expect(integrity == ["ok"])
      #expect(objects == lines)
    }

    // The copy is the file as it was, and the store goes on.
    #expect(try League.lines(League.context(path + ".backup")) == old)
    let arena = try context.insert("Arena")
    let club = try #require(context.graph.objectIDs(of: "Club").first)
    try context.setValue(arena.value, of: club, forKey: "stadium")
    try context.save()
    #expect(scratch.files.filter { $0.contains("backup") }.count == 1)
    #expect(try StoreCheck(CoreDataFile(path, notation: Self.notation)).findings() == [])
  }

  @Test func aFileThatCannotBeMigratedStaysAsItIs() throws {
    let scratch = try Scratch()
    let path = try league(scratch)
    let bytes = FileManager.default.contents(atPath: path)
    func error(_ change: (inout ManagedObjectModel) -> Void) throws -> StoreError? {
      var model = League.model
      change(&model)
      return #expect(throws: StoreError.self) { _ = try Self.context(Self.store(path), model) }
    }
    let unique = try error { $0[entity: "Player"]?.uniquenessConstraints = [["isCaptain"]] }
    #expect(unique?.code == 134111)
    let type = try error {
      $0[entity: "Team"]?[property: "founded"] = .attribute(
        AttributeDescription("founded", .binaryData, isOptional: true))
    }
    #expect(type?.code == 134140)
    #expect(scratch.files == ["league.sqlite"])
    #expect(FileManager.default.contents(atPath: path) == bytes)
    #expect(try CoreDataFile(path, notation: Self.notation).model == League.model)
  }

  /// A write-ahead log is part of what is migrated.
  @Test func aLogThatWasLeftBehind() throws {
    let scratch = try Scratch()
    let path = try league(scratch)
    let writer = try SQLiteConnection(path, .writing)
    try writer.execute("PRAGMA journal_mode = WAL")
    try writer.execute("UPDATE ZCUP SET ZYEAR = 2013")
    let copy = scratch.path("copy.sqlite")
    for ending in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending) }
    let context = try Self.context(Self.store(copy, keepsBackup: false))
    #expect(try League.lines(context).contains("Cup#1 season: 2013.0"))
    #expect(try League.lines(Self.context(Self.store(copy, migrating: false))).contains("Cup#1 season: 2013.0"))
    #expect(scratch.files.contains("copy.sqlite-wal") == false)
  }

  /// Every store of the corpus that has a bundle, to every version of it that a lightweight migration reaches.
  @Test(
    "Stores of Core Data's", .enabled(if: StoreCorpus.isThere, "the corpus is not there"), arguments: StoreCorpus.names)
  func realStores(_ name: String) throws {
    let bundle = StoreCorpus.folder.appendingPathComponent("bundles").appendingPathComponent(
      String(name[..<(name.range(of: "__", options: .backwards)?.lowerBound ?? name.endIndex)]))
    let paths = FileManager.default.enumerator(atPath: bundle.path)?.compactMap { $0 as? String } ?? []
    for version in paths.sorted() where version.hasSuffix("/contents") {
      let file = bundle.appendingPathComponent(version).path
      let model = try XcodeModelDocument(SourceText(String(contentsOfFile: file, encoding: .utf8), name: file)).model(
        named: "Model"
      ).model
      guard model.problems().isEmpty else { continue }
      let scratch = try Scratch()
      let path = try StoreCorpus.copy(name, into: scratch)
      let before = try CoreDataFile(path)
      guard before.origin == .cache, !before.entities(differingFrom: model).isEmpty else { continue }
      let known = try StoreCheck(before).findings()
      let store = Self.store(path, keepsBackup: false)
      let context: ManagedObjectContext
      do { context = try Self.context(store, model) } catch let error as StoreError {
        #expect([134110, 134111, 134140].contains(error.code), "\(name) to \(version): \(error)")
        continue
      }
      let after = try CoreDataFile(path, models: [model])
      #expect(try StoreCheck(after).findings().count <= known.count, "\(name) to \(version)")
      #expect(after.metadata.hashes.isEmpty && !after.hasModelCache)
      guard League.python != nil else { continue }
      let (objects, integrity) = try League.read(path, scratch, model)
      #expect(integrity == ["ok"])
      #expect(objects == (try League.lines(context)), "\(name) to \(version)")
    }
  }
}
