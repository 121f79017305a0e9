import ObjectGraph
import Predicates
import Testing

import struct Foundation.CharacterSet
import class Foundation.FileManager
import struct Foundation.UUID

/// The snippets of the article "Getting started", compiled and run; `CatalogueTests` of ArchitectureTests compares their text with the article's.
@Suite("The article's snippets run")
struct ArticleTests {
  @Test func gettingStarted() throws {
    // snippet
    let league = ManagedObjectModel("League") {
      CompositeDescription("Address") {
        Attribute("city", .string)
        Attribute("street", .string, isOptional: true)
      }
      EntityDescription("Team") {
        Attribute("name", .string, minimumLength: 1)
        Attribute("uniformColor", .transformable, isOptional: true, transformerName: "HexColor")
        Attribute("home", composite: "Address", isOptional: true)
        ToMany("players", to: "Player", inverse: "team", deleteRule: .cascade)
        Unique("name")
      }
      EntityDescription("Player") {
        Attribute("lastName", .string)
        Attribute("age", .integer16, isOptional: true)
        ToOne("team", to: "Team", inverse: "players", isOptional: false)
      }
    }
    // end
    #expect(league.problems() == [])

    // snippet
    let context = try ManagedObjectContext(model: league)
    let heat = try context.insert("Team")
    try context.setValue("Miami Heat", of: heat, forKey: "name")
    try context.setValue("Miami", of: heat, forKeyPath: "home.city")
    let wade = try context.insert("Player")
    try context.setValue("Wade", of: wade, forKey: "lastName")
    try context.setValue(heat.value, of: wade, forKey: "team")
    let players = try context.value(of: heat, forKey: "players").objectIDs
    try context.save()
    // end
    #expect(players == [wade])

    // snippet
    struct Team: ManagedObjectWrapper {
      static let entityName = "Team"
      let object: ManagedObject
      init(_ object: ManagedObject) { self.object = object }

      func name() throws -> String? { try get("name") }
      func players() throws -> [Player] { try many("players") }
    }

    struct Player: ManagedObjectWrapper {
      static let entityName = "Player"
      let object: ManagedObject
      init(_ object: ManagedObject) { self.object = object }

      func age() throws -> Int? { try get("age") }
      func setAge(_ age: Int?) throws { try set("age", age) }
      func team() throws -> Team? { try one("team") }
    }
    // end

    // snippet
    let teams = try context.fetch(Team.self, where: "home.city == %@", ["Miami"])
    for player in try teams.flatMap({ try $0.players() }) { try player.setAge(31) }
    let old = try context.fetch(Player.self, where: "age > 30 AND team.name BEGINSWITH 'M'")
    // end
    #expect(try old.map { try $0.age() } == [31])
    #expect(try old.first?.team()?.name() == "Miami Heat")
    #expect(throws: AccessError(key: "age", entity: "Player", expected: "String", value: 31)) {
      let _: String? = try old.first?.get("age")
    }
    #expect(throws: AccessError.self) { try context.wrapper(of: heat, as: Player.self) }
    try context.save()

    // snippet
    let allen = try context.insert("Player")
    do {
      try context.save()
    } catch {
      let lines = error.errors.map(\.line)
      // 1570  Player#2: lastName is a required value
      // 1570  Player#2: team is a required value
      // end
      #expect(
        lines == [
          "1570  Player#2: lastName is a required value", "1570  Player#2: team is a required value",
        ])
    }
    context.rollback()
    #expect(!context.exists(allen))

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // snippet
    let path = "\(folder)/shop.graphstore"
    let coordinator = try PersistentStoreCoordinator(model: league)
    try coordinator.add(FileStore(name: "shop", path: path))
    let shop = ManagedObjectContext(coordinator: coordinator)
    let suns = try shop.insert("Team")
    try shop.setValue("Phoenix Suns", of: suns, forKey: "name")
    try shop.save()
    try coordinator.close("shop")
    // end
    try coordinator.reopen("shop")
    let again = ManagedObjectContext(coordinator: coordinator)
    #expect(try again.value(of: suns, forKey: "name") == "Phoenix Suns")

    // snippet
    var history = ModelHistory(league)
    try history.add("League 2")
    history.model[entity: "Team"]?[property: "founded"] = .attribute(Attribute("founded", .date, isOptional: true))
    let mapping = try MappingModel.inferred(from: league, to: history.model)
    let differences = history.model.difference(from: league).changes.map(\.description)
    // + Team.founded
    // end
    #expect(differences == ["+ Team.founded"])
    #expect(mapping.entities.map(\.kind) == [.transformed, .copied])
    try coordinator.close("shop")

    // snippet
    let later = try PersistentStoreCoordinator(history: history)
    let store = FileStore(name: "shop", path: path, migration: .lightweight)
    try later.add(store)
    let report = store.lastMigration?.lines
    // added Team.founded
    // end
    #expect(report == ["added Team.founded"])
  }

  @Test func errorsHaveWords() throws {
    let shop = try ManagedObjectContext(
      model: ManagedObjectModel("M") { EntityDescription("Team") { Attribute("name", .string) } })
    let suns = try shop.insert("Team")
    var lines: [String] = []
    func print(_ error: any Error) { lines.append("\(error)") }
    // snippet
    do {
      try shop.setValue(true, of: suns, forKey: "name")
    } catch {
      print(error)
      // Team.name takes a String, not true
    }
    // end
    #expect(lines == ["Team.name takes a String, not true"])
    do {
      try shop.setValue(1, of: suns, forKey: "nmae")
    } catch {
      #expect("\(error)" == "Team has no 'nmae' (did you mean name?)")
      #expect(error.localizedDescription == "Team has no 'nmae'")
    }
    do {
      _ = try shop.insert("Team")
      try shop.save()
    } catch {
      #expect(
        "\(error)" == """
          1560  2 errors keep this from being saved
          1570  Team#1: name is a required value
          1570  Team#2: name is a required value
          """)
      #expect(error.localizedDescription == "1560  2 errors keep this from being saved")
    }
  }
}
