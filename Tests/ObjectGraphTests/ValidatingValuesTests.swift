import ObjectGraph
import Predicates
import Testing

@Suite("Values before they are set, defaults as literals, errors in words")
struct ValidatingValuesTests {
  private static let model = ManagedObjectModel(
    name: "League",
    entities: [
      EntityDescription(
        "Player",
        properties: [
          .attribute(AttributeDescription("name", .string, defaultValue: "No name", minimumLength: 2)),
          .attribute(AttributeDescription("age", .integer16, isOptional: true, defaultValue: 0, maximumValue: 99)),
          .attribute(AttributeDescription("height", .double, defaultValue: 1.5)),
          .attribute(AttributeDescription("active", .boolean, defaultValue: true)),
          .relationship(RelationshipDescription("team", to: "Team", inverse: "players")),
        ]),
      EntityDescription(
        "Team",
        properties: [
          .relationship(
            RelationshipDescription(
              "players", to: "Player", isToMany: true, isOptional: true, inverse: "team", maximumCount: 2))
        ]),
    ])

  @Test("a literal is a default")
  func defaults() throws {
    let context = try ManagedObjectContext(model: Self.model)
    let player = try ManagedObject(inserting: "Player", into: context)
    #expect(player["name"] == "No name")
    #expect(player["age"] == 0)
    #expect(player["height"] == 1.5)
    #expect(player["active"] == true)
  }

  @Test(
    "what would keep a value from being saved",
    arguments: [
      ("name", "Wade", []), ("name", "W", ["name"]), ("name", .null, ["name"]), ("age", .null, []), ("age", 99, []),
      ("age", 100, ["age"]), ("team", .null, ["team"]),
    ] as [(String, Value, [String])])
  func values(key: String, value: Value, keys: [String]) throws {
    let context = try ManagedObjectContext(model: Self.model)
    let player = try ManagedObject(inserting: "Player", into: context)
    context.endEvent()
    let before = (player["name"], player["age"], context.undoCount)
    #expect(try player.validateValue(value, forKey: key).map(\.key) == keys)
    #expect((player["name"], player["age"], context.undoCount) == before)
    #expect(!context.canRedo)
  }

  @Test("a value that could not even be set")
  func refused() throws {
    let context = try ManagedObjectContext(model: Self.model)
    let player = try context.insert("Player")
    #expect(throws: ObjectGraphError.self) { try context.validateValue("old", of: player, forKey: "age") }
    #expect(throws: ObjectGraphError.self) { try context.validateValue(1, of: player, forKey: "agee") }
    try context.delete(player)
    try context.save()
    #expect(throws: ObjectGraphError.self) { try context.validateValue(1, of: player, forKey: "age") }
  }

  @Test("the number of objects in a to-many")
  func lists() throws {
    let context = try ManagedObjectContext(model: Self.model)
    let team = try context.insert("Team")
    let players = try (0..<3).map { _ in try context.insert("Player") }
    #expect(try context.validateValue(.array(players.prefix(2).map(\.value)), of: team, forKey: "players") == [])
    let errors = try context.validateValue(.array(players.map(\.value)), of: team, forKey: "players")
    #expect(errors.map(\.reason) == [.tooMany(count: 3, maximum: 2)])
    #expect(try context.count(of: team, forKey: "players") == 0)
  }

  @Test("an error of a key prints as words")
  func words() {
    #expect(
      "\(KeyValueError.unknownKey("agee", of: "Player", known: ["name", "age"]))"
        == "Player has no 'agee' (did you mean age?)")
    #expect(
      "\(KeyValueError.missingObject("Player#3"))"
        == "Player#3 has been deleted (133000) (its row is gone; by default Core Data reads nil from it, "
        + "and says that it is deleted)")
    #expect("\(KeyValueError.unknownForm("x#1"))" == "x#1 has no value here")
  }
}
