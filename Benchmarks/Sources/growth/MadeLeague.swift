import LeagueWorkload
import ObjectGraph

/// A league made of numbers, of the shape of league(N): teams of fifteen, three past teams and four friendships a
/// player.
struct MadeLeague {
  let context: ManagedObjectContext
  private(set) var teams: [ManagedObjectID] = []
  private(set) var players: [ManagedObjectID] = []
  private(set) var phases: [(name: String, seconds: Double)] = []

  init(players count: Int) throws {
    context = try ManagedObjectContext(model: .league)
    let teamCount = max(20, count / 15)
    let leagueCount = max(1, teamCount / 20)
    var random = Numbers()
    players.reserveCapacity(count)
    try measure("insert") {
      for number in 0..<teamCount {
        teams.append(try context.insert("Team"))
        try context.setValue("Team \(number)", of: teams[number], forKey: "name")
      }
      for number in 0..<count {
        let player = try context.insert("Player")
        try context.setValue("First \(number % 997)", of: player, forKey: "firstName")
        try context.setValue("Last \(number % 9_973)", of: player, forKey: "lastName")
        try context.setValue(18 + number % 25, of: player, forKey: "age")
        if number % 10 < 7 { try context.setValue("player\(number)@league.example", of: player, forKey: "email") }
        players.append(player)
      }
    }
    try measure("relate") {
      let leagues = try (0..<leagueCount).map { _ in try context.insert("League") }
      for team in teams { try context.setValue(leagues[random.next(leagueCount)], of: team, forKey: "league") }
      for player in players { try context.setValue(teams[random.next(teamCount)], of: player, forKey: "team") }
    }
    try measure("reassign") {
      for player in stride(from: 0, to: count, by: 5) {
        try context.setValue(teams[random.next(teamCount)], of: players[player], forKey: "team")
      }
    }
    try measure("many to many") {
      for player in players {
        for _ in 0..<3 { try context.add(teams[random.next(teamCount)], to: "pastTeams", of: player) }
      }
    }
    try measure("link objects") {
      for player in players {
        for _ in 0..<4 {
          let friendship = try context.insert("Friendship")
          try context.setValue(player, of: friendship, forKey: "source")
          try context.setValue(players[random.next(count)], of: friendship, forKey: "friend")
          try context.setValue(1 + random.next(10), of: friendship, forKey: "rank")
        }
      }
    }
    try measure("save") { try context.save() }
    context.endEvent()
  }

  private mutating func measure(_ name: String, _ work: () throws -> Void) rethrows {
    let start = seconds()
    try work()
    phases.append((name, seconds() - start))
  }
}

/// Numbers that look random and are the same every time.
private struct Numbers {
  private var state: UInt64 = 88_172_645_463_325_252

  mutating func next(_ bound: Int) -> Int {
    state ^= state &<< 13
    state ^= state &>> 7
    state ^= state &<< 17
    return Int(state >> 33) % bound
  }
}
