import LeagueWorkload
import ObjectGraph
import Predicates

extension LeagueRun {
  func fetch() throws {
    var byName = FetchRequest("Player", predicate: try predicate("lastName BEGINSWITH 'W'"))
    byName.sortDescriptors = [SortDescriptor("lastName"), SortDescriptor("firstName")]
    var found: [ManagedObjectID] = []
    try repeated("fA") { found = try context.fetch(byName) }
    var hash = TextHash()
    for player in found {
      for (key, end) in [("lastName", ","), ("firstName", ";")] {
        if case .string(let text) = try context.value(of: player, forKey: key) { hash.add(text) }
        hash.add(end)
      }
    }
    Lines.check("fA", hash.value ^ found.count)

    let ofTeam = FetchRequest("Player", predicate: try predicate("age > 30 AND team.name == 'Team 7'"))
    try repeated("fB") { found = try context.fetch(ofTeam) }
    Lines.check("fB", try found.reduce(0) { $0 + (try integer($1, "age")) } * 1000 + found.count)

    let old = FetchRequest("Team", predicate: try predicate("ANY players.age > 38"))
    try repeated("fC") { found = try context.fetch(old) }
    Lines.check("fC", found.count)

    var counts: [(ManagedObjectID, Int)] = []
    let all = FetchRequest("Team")
    try repeated("fD") {
      counts.removeAll(keepingCapacity: true)
      for team in try context.fetch(all) { counts.append((team, try count(team, "players"))) }
    }
    Lines.check("fD", counts.reduce(0) { $0 + $1.1 * $1.1 })

    var sum = 0
    try repeated("fE") {
      sum = 0
      for index in 0..<10_000 {
        for friendship in try context.value(of: players[index * 7919 % data.playerCount], forKey: "friendships")
          .objectIDs ?? []
        {
          if let friend = try context.object(of: friendship, forKey: "friend") {
            sum += try integer(friend, "age")
          }
        }
      }
    }
    Lines.check("fE", sum)
  }

  private func integer(_ object: ManagedObjectID, _ key: String) throws -> Int {
    try context.integer(of: object, forKey: key) ?? 0
  }
}
