import ObjectGraph
import Predicates
import Testing

/// NSBatchUpdateRequest, NSBatchDeleteRequest and NSBatchInsertRequest: what is saved changes, and no context does.
@Suite("Batch requests")
struct BatchTests {
  private static func context() throws -> ManagedObjectContext {
    let model = ManagedObjectModel(
      name: "League",
      entities: [
        EntityDescription(
          "Team",
          properties: [
            .attribute(AttributeDescription("name", .string)),
            .relationship(
              RelationshipDescription(
                "players", to: "Player", isToMany: true, isOptional: true, inverse: "team", deleteRule: .deny)),
          ]),
        EntityDescription(
          "Player",
          properties: [
            .attribute(AttributeDescription("name", .string)),
            .attribute(AttributeDescription("age", .integer16, isOptional: true, defaultValue: .value(.integer(20)))),
            .relationship(RelationshipDescription("team", to: "Team", isOptional: false, inverse: "players")),
          ], uniquenessConstraints: [["name"]]),
      ])
    let context = try ManagedObjectContext(model: model)
    context.checksInvariants = true
    let team = try context.insert("Team")
    try context.setValue("Heat", of: team, forKey: "name")
    for (name, age) in [("Wade", 30), ("Allen", 38)] {
      let player = try context.insert("Player")
      try context.setValue(name, of: player, forKey: "name")
      try context.setValue(age, of: player, forKey: "age")
      try context.setValue(team.value, of: player, forKey: "team")
    }
    try context.save()
    return context
  }

  private static func rows(_ context: ManagedObjectContext) throws -> [[String: Value]] {
    var request = FetchRequest("Player", sortDescriptors: [SortDescriptor("name")], resultType: .dictionaries)
    request.propertiesToFetch = ["name", "age"]
    return try context.fetchDictionaries(request)
  }

  @Test("an update sets what is saved, with old values on the right, and contexts keep what they have read")
  func update() throws {
    let context = try Self.context()
    let ids = try context.fetch(FetchRequest("Player", sortDescriptors: [SortDescriptor("name")]))
    var request = BatchUpdateRequest("Player", predicate: Predicate.parse("age > 35").predicate)
    request.propertiesToUpdate = ["age": try #require(Predicate.parse("age + 100 == 0").predicate?.leftSide)]
    request.resultType = .count
    #expect(try context.execute(request) == .count(1))
    #expect(try context.value(of: ids[0], forKey: "age") == .integer(38))
    #expect(context.isStale(ids[0]))
    #expect(!context.canUndoBatch)
    let other = ManagedObjectContext(coordinator: context.coordinator)
    #expect(
      try Self.rows(other) == [["name": "Allen", "age": .integer(138)], ["name": "Wade", "age": .integer(30)]])
    try context.setValue(1, of: ids[0], forKey: "age")
    #expect(throws: SaveError.self) { try context.save() }
  }

  @Test("a delete follows nullify and cascade, and asks neither deny nor what is required")
  func delete() throws {
    let context = try Self.context()
    var request = BatchDeleteRequest(FetchRequest("Team"))
    #expect(try context.execute(request) == .status(true))
    let other = ManagedObjectContext(coordinator: context.coordinator)
    #expect(try other.count(FetchRequest("Team")) == 0)
    let player = try #require(try other.fetch(FetchRequest("Player")).first)
    // Nobody asked deny, which ends no links either.
    let team = try #require(try other.value(of: player, forKey: "team").objectID)
    #expect(!other.exists(team))
    request = BatchDeleteRequest(FetchRequest("Player", sortDescriptors: [SortDescriptor("name")], limit: 1))
    request.resultType = .objectIDs
    guard case .objectIDs(let ids) = try context.execute(request) else { return }
    #expect(ids.count == 1)
    #expect(try Self.rows(other) == [["name": "Wade", "age": .integer(30)]])
  }

  @Test("an insert gives defaults, and checks only what is required and unique")
  func insert() throws {
    let context = try Self.context()
    var request = BatchInsertRequest("Player", objects: [["name": "Nash"], ["age": .integer(7)]])
    request.resultType = .count
    // Core Data refuses it with 1570, and writes nothing (a public log).
    #expect(throws: SaveError.self) { try context.execute(request) }
    #expect(try context.count(FetchRequest("Player")) == 2)
    request.objects = [["name": "Nash"], ["name": "B", "age": .integer(7)]]
    #expect(try context.execute(request) == .count(2))
    #expect(
      try Self.rows(context) == [
        ["name": "Allen", "age": .integer(38)], ["name": "B", "age": .integer(7)],
        ["name": "Nash", "age": .integer(20)], ["name": "Wade", "age": .integer(30)],
      ])
    request.objects = [["name": "New"], ["name": "Wade"]]
    #expect(throws: SaveError.self) { try context.execute(request) }
    #expect(try context.count(FetchRequest("Player")) == 4)
  }

  @Test("only stored attributes can be set")
  func refusals() throws {
    let context = try Self.context()
    var request = BatchUpdateRequest("Player")
    #expect(throws: BatchRequestError.nothingToSet) { try context.execute(request) }
    request.propertiesToUpdate = ["team": Expression(.constant(.null))]
    #expect(throws: BatchRequestError.notAnAttribute("team", entity: "Player")) { try context.execute(request) }
    request.propertiesToUpdate = ["nam": Expression(.constant(.null))]
    #expect(throws: ObjectGraphError.self) { try context.execute(request) }
    #expect(throws: BatchRequestError.notAnAttribute("team", entity: "Player")) {
      try context.execute(BatchInsertRequest("Player", objects: [["team": .null]]))
    }
    #expect(throws: ObjectGraphError.self) { try context.execute(BatchInsertRequest("Playr", objects: [[:]])) }
  }
}

extension ManagedObjectContext {
  /// Whether undo would take a batch back: the only steps are those of the objects made here.
  fileprivate var canUndoBatch: Bool { undoName?.contains("batch") == true }
}

extension Predicate {
  fileprivate var leftSide: Predicates.Expression? {
    if case .comparison(let comparison) = kind { comparison.left } else { nil }
  }
}
