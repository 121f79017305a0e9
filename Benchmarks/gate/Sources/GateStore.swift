import CoreDataStore
import ObjectGraph
import Predicates

/// A Core Data store of 2,000 players: saving it, and opening it.
struct GateStore {
  private let path: String

  init(folder: String) throws { path = "\(folder)/gate.sqlite" }

  private static let model = ManagedObjectModel("Store") {
    EntityDescription("Team") {
      Attribute("name", .string)
      ToMany("players", to: "Player", inverse: "team", isOptional: true)
    }
    EntityDescription("Player") {
      Attribute("name", .string)
      Attribute("age", .integer16)
      ToOne("team", to: "Team", inverse: "players", isOptional: true)
    }
  }

  private func opened() throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: Self.model)
    _ = try coordinator.add(SQLiteStore(name: "gate", path: path, keepsBackup: false))
    return ManagedObjectContext(coordinator: coordinator)
  }

  @inline(never)
  func gateStoreSave() throws {
    let context = try opened()
    var teams: [ManagedObjectID] = []
    for number in 0..<50 {
      let team = try context.insert("Team")
      try context.setValue("Team \(number)", of: team, forKey: "name")
      teams.append(team)
    }
    for number in 0..<2_000 {
      let player = try context.insert("Player")
      try context.setValue("Player \(number)", of: player, forKey: "name")
      try context.setValue(number % 40, of: player, forKey: "age")
      try context.setValue(teams[number % 50], of: player, forKey: "team")
    }
    try context.save()
  }

  @inline(never)
  func gateStoreOpen() throws {
    let context = try opened()
    guard try context.count(FetchRequest("Player")) == 2_000 else { fatalError("the store is not what was saved") }
  }
}
