import Foundation
import LeagueWorkload
import ObjectGraph
import Predicates

/// The three predicates over the same players and teams, five players a team.
struct PredicateRun {
  private let players: Int
  private let context: ManagedObjectContext
  private let people: People

  private static let model = ManagedObjectModel(
    name: "League",
    entities: [
      EntityDescription(
        "Team",
        properties: [
          .attribute(AttributeDescription("name", .string)),
          .relationship(
            RelationshipDescription("players", to: "Player", isToMany: true, isOptional: true, inverse: "team")),
        ]),
      EntityDescription(
        "Player",
        properties: [
          .attribute(AttributeDescription("lastName", .string)), .attribute(AttributeDescription("age", .integer32)),
          .relationship(RelationshipDescription("team", to: "Team", isOptional: true, inverse: "players")),
        ]),
    ])

  init(players: Int) throws {
    self.players = players
    people = People(players: players)
    context = try ManagedObjectContext(model: Self.model)
    var teams: [ManagedObjectID] = []
    for team in people.teams {
      let id = try context.insert("Team")
      try context.setValue(.string(team.name), of: id, forKey: "name")
      teams.append(id)
    }
    for player in people.players {
      let id = try context.insert("Player")
      try context.setValue(.string(player.lastName), of: id, forKey: "lastName")
      try context.setValue(.integer(Int64(player.age)), of: id, forKey: "age")
      if let team = player.team { try context.setValue(teams[team.number].value, of: id, forKey: "team") }
    }
    context.endEvent()
  }

  func run() throws {
    try compare("lastName BEGINSWITH \"W\"", "Player", people.players, #Predicate { $0.lastName.starts(with: "W") })
    try compare(
      "age > 30 AND team.name == \"Team 17\"", "Player", people.players,
      #Predicate<Player> { $0.age > 30 && $0.team?.name == "Team 17" })
    try compare(
      "ANY players.age > 35", "Team", people.teams,
      #Predicate<Team> { $0.players.contains { $0.age > 35 } })
  }

  private func compare<Element>(
    _ format: String, _ entity: String, _ objects: [Element], _ macro: Foundation.Predicate<Element>
  ) throws {
    guard let predicate = Predicates.Predicate.parse(format).predicate else { return }
    let request = FetchRequest(entity, predicate: predicate)
    let compiled = try predicate.compiled(over: PeopleSource(people: people))
    let tag: UInt64 = entity == "Team" ? PeopleSource.teamTag : 0
    let candidates = objects.indices.map { Value.object(ObjectReference(rawValue: tag | UInt64($0))) }
    var found: [Int] = []
    let graph = try best(15) { found.append(try context.count(request)) }
    let closures = try best(5) {
      found.append(try candidates.reduce(0) { try compiled.matches($1) ? $0 + 1 : $0 })
    }
    let swift = try best(5) {
      found.append(try objects.reduce(0) { try macro.evaluate($1) ? $0 + 1 : $0 })
    }
    precondition(Set(found).count == 1, "\(format) finds \(Set(found).sorted())")
    func rate(_ seconds: Double) -> String { String(format: "%8.2f M/s", Double(objects.count) / seconds / 1e6) }
    print("\(format): \(found[0]) of \(objects.count)")
    print("  fetch over the graph \(rate(graph)), closures over a source \(rate(closures)), #Predicate \(rate(swift))")
  }

  private func best(_ rounds: Int, _ work: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<rounds { best = min(best, try duration(work)) }
    return best
  }
}
