import LeagueWorkload
import ObjectGraph
import Predicates

/// The workload league(N) through the public API: string keys on handles.
struct LeagueRun {
  let data: LeagueData
  let context: ManagedObjectContext
  var leagues: [ManagedObjectID] = []
  var teams: [ManagedObjectID] = []
  var players: [ManagedObjectID] = []

  init(_ data: LeagueData) throws {
    self.data = data
    context = try ManagedObjectContext(model: .league)
    players.reserveCapacity(data.playerCount)
    teams.reserveCapacity(data.teamCount)
    Lines.memory("rss0", residentBytes())
  }

  mutating func build() throws {
    try phase("insert") { try insert() }
    let (context, data, leagues, teams, players) = (context, data, leagues, teams, players)
    var letters = 0
    for player in players {
      for key in ["firstName", "lastName", "email"] {
        letters += try context.string(of: player, forKey: key)?.utf8.count ?? 0
      }
    }
    Lines.check("insert", letters)
    try phase("relate") {
      for team in 0..<data.teamCount {
        try context.setValue(leagues[Int(data.leagueOfTeam[team])], of: teams[team], forKey: "league")
      }
      try setTeams(data.firstTeams, from: 0, by: 1)
    }
    try phase("reassign") { try setTeams(data.secondTeams, from: 0, by: 5) }
    Lines.check("reassign", try squares())
    try phase("m2m") {
      for player in 0..<data.playerCount {
        for past in 0..<3 {
          try context.add(teams[Int(data.pastTeams[3 * player + past])], to: "pastTeams", of: players[player])
        }
      }
    }
    Lines.check("m2m", try weighted(teams, "pastPlayers"))
    try phase("links") {
      for player in 0..<data.playerCount {
        for link in 0..<4 {
          let friendship = try context.insert("Friendship")
          try context.setValue(players[player], of: friendship, forKey: "source")
          try context.setValue(players[Int(data.friends[4 * player + link])], of: friendship, forKey: "friend")
          try context.setValue(Int(data.ranks[4 * player + link]), of: friendship, forKey: "rank")
        }
      }
    }
    Lines.check("links", try weighted(players, "befriendedBy"))
    Lines.memory("rss1", residentBytes())
    try phase("validate") { try context.save() }
    Lines.check("validate", 0)
    context.endEvent()
  }

  private mutating func insert() throws {
    let (context, data) = (context, data)
    for _ in 0..<data.leagueCount { leagues.append(try context.insert("League")) }
    for team in 0..<data.teamCount {
      let object = try context.insert("Team")
      try context.setValue(data.teamName(team), of: object, forKey: "name")
      teams.append(object)
    }
    for player in 0..<data.playerCount {
      let object = try context.insert("Player")
      try context.setValue(data.firstName(player), of: object, forKey: "firstName")
      try context.setValue(data.lastName(player), of: object, forKey: "lastName")
      try context.setValue(Int(data.ages[player]), of: object, forKey: "age")
      if let email = data.email(player) { try context.setValue(email, of: object, forKey: "email") }
      players.append(object)
    }
  }

  func setTeams(_ wanted: [Int32], from start: Int, by step: Int) throws {
    let (context, data, teams, players) = (context, data, teams, players)
    for player in stride(from: start, to: data.playerCount, by: step) {
      try context.setValue(teams[Int(wanted[player])], of: players[player], forKey: "team")
    }
  }

  func count(_ object: ManagedObjectID, _ key: String) throws -> Int { try context.count(of: object, forKey: key) ?? 0 }

  func squares() throws -> Int {
    try teams.enumerated().reduce(0) { sum, team in
      let count = try count(team.element, "players")
      return sum + count * count * (1 + team.offset % 97)
    }
  }

  func weighted(_ objects: [ManagedObjectID], _ key: String) throws -> Int {
    try objects.enumerated().reduce(0) { $0 + (try count($1.element, key)) * (1 + $1.offset % 97) }
  }
}
