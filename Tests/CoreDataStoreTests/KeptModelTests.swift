import Diagnostics
import Foundation
import ObjectGraph
import Predicates
import Testing

@testable import CoreDataStore

@Suite("A store of ours keeps its model") struct KeptModelTests {
  /// Texts that stand for the models: the real ones are statements, of a room above.
  static let notation = ModelNotation(
    text: { $0.name }, model: { text in [League.model].first { $0.name == text } })

  static func context(_ path: String, model: ManagedObjectModel = League.model) throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(SQLiteStore(name: "league", path: path, keepsBackup: false, notation: notation))
    return ManagedObjectContext(coordinator: coordinator)
  }

  /// Changes the metadata as another program would.
  static func change(_ path: String, _ change: (inout [String: Any]) -> Void) throws {
    try SQLiteConnection(path, .writing).changeMetadata { plist in
      guard
        var members = try? PropertyListSerialization.propertyList(from: Data(plist), options: [], format: nil)
          as? [String: Any]
      else { return nil }
      change(&members)
      return try? PropertyListSerialization.data(fromPropertyList: members, format: .binary, options: 0)
    }
  }

  @Test func theModelIsFound() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    _ = try Self.context(path)
    let file = try CoreDataFile(path, notation: Self.notation)
    #expect(file.origin == .kept)
    #expect(file.model == League.model)
    #expect(file.notes == [])
    #expect(try StoreCheck(file).findings() == [])
    // The application's own keys are others.
    #expect(file.metadata.own.isEmpty)
    #expect(file.metadata.isReadable)
  }

  /// Core Data writes its version hashes when it has migrated a file.
  @Test func aModelOfAnEarlierVersionIsNotUsed() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    _ = try Self.context(path)
    try Self.change(path) { $0["NSStoreModelVersionHashes"] = ["Team": Data([1, 2, 3])] }
    let file = try CoreDataFile(path, notation: Self.notation)
    #expect(file.origin == .tables)
    #expect(
      file.notes == [
        "the model is put together from the tables: names of properties are in capitals, and everything is optional",
        "the model that Graphbook kept in it is of an earlier version and is not used",
      ])
    // A save leaves what Core Data wrote as it is.
    let context = try Self.context(path)
    try context.setValue("Heat", of: try context.insert("Team"), forKey: "name")
    try context.save()
    #expect(try CoreDataFile(path).metadata.currentModel == nil)
  }

  @Test func metadataThatIsDamaged() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    _ = try Self.context(path)
    for damage in [
      [:], ["model": 7], ["model": "League"], ["model": "no model", "versionHashes": [:] as [String: Any]],
    ]
      as [[String: Any]]
    {
      try Self.change(path) { $0["GraphbookModel"] = damage }
      #expect(try CoreDataFile(path, notation: Self.notation).origin == .tables)
    }
    try Self.change(path) { $0["GraphbookModel"] = "League" }
    #expect(try CoreDataFile(path, notation: Self.notation).origin == .tables)
  }

  /// A file that has no version hashes was not written by Core Data; older versions of ours did not keep the model.
  @Test func aFileWithoutAModelGetsOneWithTheNextSave() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    #expect(try CoreDataFile(path, notation: Self.notation).origin == .tables)
    let context = try Self.context(path)
    try context.setValue(.string("Bulls"), of: try context.insert("Team"), forKey: "name")
    try context.save()
    #expect(try CoreDataFile(path, notation: Self.notation).origin == .kept)
  }

  @Test("So does a file whose property list is empty or missing", arguments: ["x''", "NULL"])
  func anEmptyPropertyList(_ plist: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    try SQLiteConnection(path, .writing).execute("UPDATE Z_METADATA SET Z_PLIST = \(plist)")
    #expect(try !CoreDataFile(path, notation: Self.notation).metadata.isReadable)
    let context = try Self.context(path)
    try context.setValue(.string("Bulls"), of: try context.insert("Team"), forKey: "name")
    try context.save()
    let file = try CoreDataFile(path, notation: Self.notation)
    #expect(file.origin == .kept)
    #expect(try StoreCheck(file).findings() == [])
  }

  @Test("A store of Core Data's is not given one", .enabled(if: StoreCorpus.isThere, "the corpus is not there"))
  func coreDatasMetadata() throws {
    let scratch = try Scratch()
    let path = try StoreCorpus.copy("LoopKit__LoopKit__1", into: scratch)
    let before = try CoreDataFile(path).metadata.plist
    let model = try StoreCorpus.model("LoopKit__LoopKit__1")
    let context = try Self.context(path, model: model)
    let id = try #require(model.entities.lazy.compactMap { context.graph.objectIDs(of: $0.name).first }.first)
    try context.delete(id)
    try context.save()
    #expect(try CoreDataFile(path).metadata.plist == before)
  }

  @Test func anotherModelIsRefused() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    _ = try Self.context(path)
    // The tables fit: only the hashes tell that this is another version.
    var model = League.model
    model[entity: "Cup"]?[property: "year"] = .attribute(AttributeDescription("year", .integer32))
    let error = #expect(throws: StoreError.self) { _ = try Self.context(path, model: model) }
    #expect(error == .incompatibleModel(store: "league", entities: ["Cup"]))
  }
}

@Suite("A model that was put together from the tables") struct TableModelTests {
  /// A store without a model, opened under what its tables say.
  private func context(_ path: String) throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: CoreDataFile(path).model)
    try coordinator.add(SQLiteStore(name: "league", path: path, keepsBackup: false))
    return ManagedObjectContext(coordinator: coordinator)
  }

  private func refusal(_ path: String, _ change: (ManagedObjectContext) throws -> Void) throws -> String? {
    let context = try context(path)
    let before = try SavingTests.rows(path)
    try change(context)
    let error = #expect(throws: SaveError.self) { try context.save() }
    guard case .store(let error)? = error else { return nil }
    #expect(try SavingTests.rows(path) == before)
    return error.diagnostic.message
  }

  @Test func aSaveChangesValuesAlone() throws {
    let scratch = try Scratch()
    let path = scratch.path("league.sqlite")
    try League.make(at: path)
    let start = "134030  the store league cannot be written: "
    let end = ", and its model, put together from its tables, does not say "
    func first(_ entity: String, _ context: ManagedObjectContext) throws -> ManagedObjectID {
      try #require(context.graph.objectIDs(of: entity).first)
    }
    #expect(
      try refusal(path) { try $0.delete(first("Team", $0)) } == start
        + "Team#1 is deleted\(end)what the delete rules are")
    #expect(try refusal(path) { _ = try $0.insert("Cup") } == start + "Cup#2 is new\(end)what is required")
    #expect(
      try refusal(path) { try $0.setValue(.null, of: first("Team", $0), forKey: "STAR") }
        == start + "STAR of Team#1 has changed\(end)what its inverse is")
    #expect(
      try refusal(path) { try $0.setValue(.null, of: first("Team", $0), forKey: "NAME") }
        == start + "NAME of Team#1 is nil now\(end)whether it is required")
    let context = try context(path)
    try context.setValue("Heat", of: first("Team", context), forKey: "NAME")
    try context.save()
    #expect(try League.lines(League.context(path)).contains("Team#1 name: Heat"))
    // Under its own model the same file takes everything.
    let own = try League.context(path)
    try own.delete(first("Cup", own))
    try own.save()
  }

  @Test(
    "A store of Core Data's without a model loses nothing",
    .enabled(if: StoreCorpus.isThere, "the corpus is not there"),
    arguments: StoreCorpus.names.filter { $0.hasPrefix("hwaxxer") || $0.hasPrefix("apptentive") })
  func coreDatasStores(_ name: String) throws {
    let scratch = try Scratch()
    let path = try StoreCorpus.copy(name, into: scratch)
    let file = try CoreDataFile(path)
    guard file.origin == .tables else { return }
    let context = try context(path)
    for id in file.model.entities.flatMap({ context.graph.objectIDs(of: $0.name) }) {
      try context.delete(id)
      #expect(throws: SaveError.self) { try context.save() }
      context.rollback()
    }
    #expect(try StoreDump(CoreDataFile(path)).json() == StoreDump(file).json())
  }
}
