import ObjectGraph
import Predicates
import Testing

@Suite("How fetches find what they find")
struct PlanTests {
  let context: ManagedObjectContext
  var teams: [ManagedObjectID] = []
  var players: [ManagedObjectID] = []

  init() throws {
    var model = ManagedObjectModel.league()
    for index in model.entities.indices {
      if model.entities[index].name == "Person" {
        model.entities[index][property: "name"] = .attribute(
          AttributeDescription("name", .string, isOptional: true, isIndexed: true))
      }
      if model.entities[index].name == "Team" { model.entities[index].uniquenessConstraints = [["name"]] }
    }
    context = try ManagedObjectContext.checked(model)
    context.checksInvariants = false
    for number in 0..<40 { teams.append(try context.make("Team", ["name": .string("Team \(number)")])) }
    for number in 0..<2000 {
      players.append(
        try context.make(
          "Player",
          [
            "name": .string("Player \(number)"), "age": .integer(Int64(20 + number % 20)),
            "team": teams[number % 40].value,
          ]))
    }
    context.endEvent()
  }

  func steps(_ entity: String, _ text: String, _ variables: [String: Value] = [:]) throws -> [String] {
    let predicate = try #require(Predicate.parse(text).predicate)
    return try context.plan(of: FetchRequest(entity, predicate: predicate), variables: variables).steps.map {
      "\($0.kind) \($0.rowsIn) \($0.rowsOut)"
    }
  }

  @Test func indexes() throws {
    #expect(
      try steps("Player", "name == 'Player 7'") == [
        #"index(entity: "Person", attribute: "name", condition: "name == \"Player 7\"", reread: 0) 2000 1"#
      ])
    #expect(
      try steps("Player", "age > 30 AND name BEGINSWITH 'Player 199'") == [
        #"index(entity: "Person", attribute: "name", condition: "name BEGINSWITH \"Player 199\"", reread: 0) 2000 11"#,
        #"filter(condition: "age > 30", isColumnar: true) 11 10"#,
      ])
    #expect(try steps("Player", "name IN {'Player 3', 'Player 4', 'nobody'}").count == 1)
    // Everybody begins with P: an index would cost more than reading.
    #expect(
      try steps("Player", "name BEGINSWITH 'P'") == [
        #"all(entity: "Player") 2000 2000"#, #"filter(condition: "name BEGINSWITH \"P\"", isColumnar: true) 2000 2000"#,
      ])
    // Folded text is in no index.
    #expect(try steps("Player", "name ==[c] 'player 7'").count == 2)
  }

  @Test func relationships() throws {
    #expect(
      try steps("Player", "age > 30 AND team.name == 'Team 7'") == [
        #"index(entity: "Team", attribute: "name", condition: "team.name == \"Team 7\"", reread: 0) 40 1"#,
        #"inverse(entity: "Player", relationship: "team") 1 50"#,
        #"filter(condition: "age > 30", isColumnar: true) 50 0"#,
      ])
    #expect(
      try steps("Player", "team == $t", ["t": teams[3].value]) == [
        #"objects(entity: "Team", condition: "team == $t") 40 1"#,
        #"inverse(entity: "Player", relationship: "team") 1 50"#,
      ])
    #expect(
      try steps("Player", "SELF IN $some", ["some": .array([players[1].value, players[2].value])]) == [
        #"objects(entity: "Player", condition: "SELF IN $some") 2000 2"#
      ])
    #expect(
      try steps("Team", "ANY players.name == 'Player 11'") == [
        #"index(entity: "Person", attribute: "name", condition: "ANY players.name == \"Player 11\"", reread: 0) 2000 1"#,
        #"inverse(entity: "Team", relationship: "players") 1 1"#,
      ])
    #expect(
      try steps("Team", "ANY players.age > 38") == [
        #"all(entity: "Team") 40 40"#, #"farFilter(entity: "Player", condition: "ANY players.age > 38") 2000 100"#,
        #"filter(condition: "ANY players.age > 38", isColumnar: true) 40 2"#,
      ])
  }

  @Test("A part that may fail is asked where it stands, and nothing behind it first")
  func orderOfErrors() throws {
    #expect(
      try steps("Player", "name MATCHES 'Player 1.*' AND team.name == 'Team 1'").first
        == #"all(entity: "Player") 2000 2000"#)
    #expect(throws: EvaluationError.self) { try steps("Player", "age > 'x' AND name == 'nobody'") }
    #expect(try steps("Player", "name == 'nobody' AND age > 'x'").count == 2)
  }

  @Test("Each copy of a graph sees its own values through the shared index")
  func copies() throws {
    func found(_ context: ManagedObjectContext, _ name: String) throws -> Int {
      let predicate = Predicate.parse("name == %@", arguments: [.string(name)]).predicate
      return try context.count(FetchRequest("Player", predicate: predicate))
    }
    #expect(try found(context, "Player 7") == 1)
    try context.save()
    let copy = context.copy()
    try context.setValue("Player 8", of: players[7], forKey: "name")
    context.endEvent()
    #expect(try [found(context, "Player 7"), found(context, "Player 8")] == [0, 2])
    #expect(try [found(copy, "Player 7"), found(copy, "Player 8")] == [1, 1])
    try context.delete(players[8])
    context.endEvent()
    #expect(try [found(context, "Player 8"), found(copy, "Player 8")] == [1, 1])
    #expect(context.undo())
    #expect(context.undo())
    #expect(try [found(context, "Player 7"), found(context, "Player 8")] == [1, 1])
    for (number, player) in players.enumerated() {
      try context.setValue(.string("New \(number)"), of: player, forKey: "name")
    }
    #expect(try [found(context, "Player 7"), found(context, "New 7"), found(copy, "Player 7")] == [0, 1, 1])
    context.rollback()
    #expect(try [found(context, "Player 7"), found(context, "New 7")] == [1, 0])
  }

  @Test("Many threads ask one graph")
  func threads() async throws {
    let graph = context.graph
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<16 {
        group.addTask {
          let predicate = Predicate.parse("name BEGINSWITH 'Player \(number + 1)' AND team.name != nil").predicate
          let source = GraphSource(graph, now: .init(timeIntervalSinceReferenceDate: 0))
          return try graph.objects(FetchRequest("Player", predicate: predicate), source: source).count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(counts == 1111 + 111 * 8 + 111 * 7)
  }
}
