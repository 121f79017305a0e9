import ObjectGraph
import Predicates
import Testing

import struct Foundation.Decimal

/// The snippets of the articles about single tasks, compiled and run; `CatalogueTests` of ArchitectureTests compares their text.
@Suite("The snippets of the articles about tasks run")
struct TaskArticleTests {
  static let league = ManagedObjectModel("League") {
    CompositeDescription("Address") { Attribute("city", .string) }
    EntityDescription("Team") {
      Attribute("name", .string, isOptional: true)
      Attribute("home", composite: "Address", isOptional: true)
      ToMany("players", to: "Player", inverse: "team")
    }
    EntityDescription("Player") {
      Attribute("lastName", .string)
      Attribute("age", .integer16, isOptional: true)
      Attribute("salary", .decimal, isOptional: true)
      ToOne("team", to: "Team", inverse: "players")
    }
  }

  @Test func settingValues() throws {
    let league = Self.league
    // snippet
    let context = try ManagedObjectContext(model: league)
    let heat = try context.insert("Team")
    let wade = try context.insert("Player")
    try context.setValue("Wade", of: wade, forKey: "lastName")
    try context.setValue(31, of: wade, forKey: "age")
    try context.setValue(heat, of: wade, forKey: "team")
    // end
    // snippet
    try context.setValue(.null, of: wade, forKey: "age")
    try context.setValue(.decimal(Decimal(12)), of: wade, forKey: "salary")
    // end
    #expect(try context.value(of: wade, forKey: "age") == .null)
    // snippet
    try context.setValue("Miami", of: heat, forKeyPath: "home.city")
    try context.setValue("Miami Heat", of: wade, forKeyPath: "team.name")
    // end
    #expect(try context.value(of: heat, forKeyPath: "home.city") == "Miami")
    #expect(try context.value(of: heat, forKey: "name") == "Miami Heat")
    // snippet
    let player = ManagedObject(wade, in: context)
    try player.setValue(32, forKey: "age")
    // end
    #expect(try context.value(of: wade, forKey: "age") == 32)
    // snippet
    struct Player: ManagedObjectWrapper {
      static let entityName = "Player"
      let object: ManagedObject
      init(_ object: ManagedObject) { self.object = object }

      func setAge(_ age: Int?) throws { try set("age", age) }
    }
    try Player(player).setAge(33)
    // end
    #expect(try context.value(of: wade, forKey: "age") == 33)
  }

  @Test func observing() throws {
    let league = Self.league
    // snippet
    let context = try ManagedObjectContext(model: league)
    var lines: [String] = []
    let token = context.observe { changes in
      lines.append("\(changes.kind): \(changes.inserted.count) new, \(changes.updated.count) changed")
    }
    let heat = try context.insert("Team")
    try context.setValue("Miami Heat", of: heat, forKey: "name")
    context.endEvent()
    // objectsDidChange: 1 new, 0 changed
    // end
    #expect(lines == ["objectsDidChange: 1 new, 0 changed"])
    // snippet
    try context.setValue("Heat", of: heat, forKey: "name")
    context.endEvent()
    context.stopObserving(token)
    // objectsDidChange: 0 new, 1 changed
    // end
    #expect(lines.last == "objectsDidChange: 0 new, 1 changed")
  }

  @Test func background() async throws {
    let league = Self.league
    // snippet
    let coordinator = try PersistentStoreCoordinator(model: league)
    try coordinator.add(InMemoryStore(name: "memory"))
    let main = ManagedObjectContext(coordinator: coordinator)
    let background = QueueContext(coordinator: coordinator)
    let (saves, continuation) = AsyncStream.makeStream(of: SaveNotification.self)
    let token = coordinator.observeSaves { continuation.yield($0) }
    let ids = try await background.perform { context in
      let team = try context.insert("Team")
      try context.setValue("Miami Heat", of: team, forKey: "name")
      try context.save()
      return [team]
    }
    // end
    // snippet
    let heat = try main.fetch(FetchRequest("Team"))[0]
    let before = try main.value(of: heat, forKey: "name")
    try await background.perform { context in
      try context.setValue("Heat", of: ids[0], forKey: "name")
      try context.save()
    }
    for await save in saves where save.updated.isEmpty == false {
      try main.mergeChanges(from: save)
      break
    }
    coordinator.stopObserving(token)
    let after = try main.value(of: heat, forKey: "name")
    // Miami Heat, then Heat
    // end
    #expect(before == "Miami Heat" && after == "Heat")
  }

  @Test func conflicts() throws {
    let coordinator = try PersistentStoreCoordinator(model: Self.league)
    try coordinator.add(InMemoryStore(name: "memory"))
    let maker = ManagedObjectContext(coordinator: coordinator)
    let heat = try maker.insert("Team")
    try maker.setValue("Miami Heat", of: heat, forKey: "name")
    try maker.save()

    // snippet
    let mine = ManagedObjectContext(coordinator: coordinator, name: "mine")
    let theirs = ManagedObjectContext(coordinator: coordinator, name: "theirs")
    _ = try mine.value(of: heat, forKey: "name")
    try theirs.setValue("Heat", of: heat, forKey: "name")
    try theirs.save()
    try mine.setValue("The Heat", of: heat, forKey: "name")
    var contested: [String] = []
    do {
      try mine.save()
    } catch .mergeConflicts(let conflicts) {
      for conflict in conflicts {
        for property in conflict.properties where property.isContested {
          if property.store != property.own { contested.append("\(conflict.objectName).\(property.key)") }
        }
      }
    }
    // Team#1.name
    // end
    #expect(contested == ["Team#1.name"])
    // snippet
    mine.mergePolicy = .object
    try mine.save()
    let name = try mine.value(of: heat, forKey: "name")
    // The Heat
    // end
    #expect(name == "The Heat")
    // snippet
    try theirs.refresh(heat, .discardingChanges)
    // end
    #expect(try theirs.value(of: heat, forKey: "name") == "The Heat")
  }
}
