import ObjectGraph
import Predicates

/// The phases of the league (Benchmarks/README.md) with 10,000 players of its own, through the public interface.
struct GateLeague {
  private static let playerCount = 10_000

  private let context: ManagedObjectContext
  private var leagues: [ManagedObjectID] = []
  private var teams: [ManagedObjectID] = []
  private var players: [ManagedObjectID] = []
  private var state: UInt64 = 1

  init() throws { context = try ManagedObjectContext(model: Self.model) }

  static let model = ManagedObjectModel("League") {
    EntityDescription("League") { ToMany("teams", to: "Team", inverse: "league", isOptional: true, deleteRule: .deny) }
    EntityDescription("Team") {
      Attribute("name", .string)
      ToOne("league", to: "League", inverse: "teams", isOptional: true)
      ToMany("players", to: "Player", inverse: "team", isOptional: true, deleteRule: .cascade)
      ToMany("pastPlayers", to: "Player", inverse: "pastTeams", isOptional: true)
    }
    EntityDescription("Player") {
      Attribute("firstName", .string)
      Attribute("lastName", .string)
      Attribute("age", .integer32)
      Attribute("email", .string, isOptional: true)
      ToOne("team", to: "Team", inverse: "players", isOptional: true)
      ToMany("pastTeams", to: "Team", inverse: "pastPlayers", isOptional: true)
      ToMany("friendships", to: "Friendship", inverse: "source", isOptional: true, deleteRule: .cascade)
      ToMany("befriendedBy", to: "Friendship", inverse: "friend", isOptional: true, deleteRule: .cascade)
    }
    EntityDescription("Friendship") {
      Attribute("rank", .integer32)
      ToOne("source", to: "Player", inverse: "friendships")
      ToOne("friend", to: "Player", inverse: "befriendedBy")
    }
  }

  /// A number below a bound, the next of a fixed sequence.
  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  @inline(never)
  mutating func gateInsert() throws {
    for _ in 0..<35 { leagues.append(try context.insert("League")) }
    for number in 0..<Self.playerCount / 15 {
      let team = try context.insert("Team")
      try context.setValue("Team \(number)", of: team, forKey: "name")
      teams.append(team)
    }
    for number in 0..<Self.playerCount {
      let player = try context.insert("Player")
      try context.setValue("First \(next(500))", of: player, forKey: "firstName")
      try context.setValue(
        "\(["Wade", "Jones", "Moreau", "Okafor"][next(4)]) \(next(3_000))", of: player, forKey: "lastName")
      try context.setValue(18 + next(25), of: player, forKey: "age")
      if number % 10 < 7 { try context.setValue("player\(number)@example.org", of: player, forKey: "email") }
      players.append(player)
    }
  }

  @inline(never)
  mutating func gateRelate() throws {
    for team in teams { try context.setValue(leagues[next(leagues.count)], of: team, forKey: "league") }
    for player in players { try context.setValue(teams[next(teams.count)], of: player, forKey: "team") }
  }

  @inline(never)
  mutating func gateReassign() throws { try reassign(from: 0) }

  private mutating func reassign(from start: Int) throws {
    for place in stride(from: start, to: players.count, by: 5) {
      try context.setValue(teams[next(teams.count)], of: players[place], forKey: "team")
    }
  }

  @inline(never)
  mutating func gateManyToMany() throws {
    for player in players {
      for _ in 0..<3 { try context.add(teams[next(teams.count)], to: "pastTeams", of: player) }
    }
  }

  @inline(never)
  mutating func gateLinks() throws {
    for player in players {
      for _ in 0..<4 {
        let friendship = try context.insert("Friendship")
        try context.setValue(player, of: friendship, forKey: "source")
        try context.setValue(players[next(players.count)], of: friendship, forKey: "friend")
        try context.setValue(1 + next(10), of: friendship, forKey: "rank")
      }
    }
  }

  @inline(never)
  func gateSave() throws {
    try context.save()
    context.endEvent()
  }

  private func fetch(_ entity: String, _ condition: String, sort keys: [String] = []) throws {
    let request = FetchRequest(
      entity, predicate: Predicate.parse(condition).predicate, sortDescriptors: keys.map { SortDescriptor($0) })
    guard try !context.fetch(request).isEmpty else { fatalError("\(condition) finds nothing") }
  }

  @inline(never)
  func gateFetchText() throws { try fetch("Player", "lastName BEGINSWITH 'W'", sort: ["lastName", "firstName"]) }

  @inline(never)
  func gateFetchOverRelationship() throws { try fetch("Player", "age > 20 AND team.name == 'Team 7'") }

  @inline(never)
  func gateFetchAny() throws { try fetch("Team", "ANY players.age > 38") }

  @inline(never)
  func gateCount() throws {
    for team in teams { _ = try context.integer(of: team, forKeyPath: "players.@count") }
  }

  @inline(never)
  func gateSum() throws {
    for place in 0..<10_000 {
      _ = try context.integer(of: players[place * 7919 % players.count], forKeyPath: "friendships.@sum.friend.age")
    }
  }

  @inline(never)
  mutating func gateUndoable() throws {
    try reassign(from: 1)
    context.endEvent()
  }

  // One undo or one question takes 20,000 instructions, of which the runtime's caches, whose order follows addresses, are
  // several hundred: only what is repeated can be compared with a record.
  @inline(never)
  func gateUndoAndRedo() throws {
    for _ in 0..<100 {
      context.undo()
      context.redo()
    }
  }

  @inline(never)
  func gateDeny() throws {
    for _ in 0..<100 {
      guard leagues.contains(where: { !context.canDelete($0) }) else { fatalError("nothing is denied") }
    }
  }

  @inline(never)
  func gateDelete() throws {
    for place in stride(from: 3, to: teams.count, by: 10) { try context.delete(teams[place]) }
    try context.save()
  }
}
