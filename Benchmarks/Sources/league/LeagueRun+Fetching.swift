import LeagueWorkload
import ObjectGraph
import Predicates

extension LeagueRun {
  func fetch() throws {
    let (context, data, teams, players) = (context, data, teams, players)
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
    try repeated("fD") {
      counts.removeAll(keepingCapacity: true)
      for team in teams { counts.append((team, try context.integer(of: team, forKeyPath: "players.@count") ?? 0)) }
    }
    Lines.check("fD", counts.reduce(0) { $0 + $1.1 * $1.1 })

    var sum = 0
    try repeated("fE") {
      sum = 0
      for index in 0..<10_000 {
        let player = players[index * 7919 % data.playerCount]
        sum += try context.integer(of: player, forKeyPath: "friendships.@sum.friend.age") ?? 0
      }
    }
    Lines.check("fE", sum)
  }

  private func integer(_ object: ManagedObjectID, _ key: String) throws -> Int {
    try context.integer(of: object, forKey: key) ?? 0
  }
}
