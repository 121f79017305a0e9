import Foundation
import LeagueWorkload
import ObjectGraph
import Predicates

/// How fast predicates are asked of many objects, by each of the ways that a fetch can go.
struct FetchingRun {
  let players: Int
  let context: ManagedObjectContext

  private static let surnames = [
    "Wade", "Allen", "Nash", "Walker", "James", "Bosh", "Chalmers", "Haslem", "Westbrook", "Durant", "Harden",
  ]

  init(players: Int) throws {
    self.players = players
    context = try ManagedObjectContext(model: .league)
    var seed: UInt64 = 1
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    var teams: [ManagedObjectID] = []
    for number in 0..<players / 5 {
      let team = try context.insert("Team")
      try context.setValue(.string("Team \(number)"), of: team, forKey: "name")
      teams.append(team)
    }
    for number in 0..<players {
      let player = try context.insert("Player")
      try context.setValue(.string("First \(number % 977)"), of: player, forKey: "firstName")
      try context.setValue(.string(Self.surnames[random(Self.surnames.count)]), of: player, forKey: "lastName")
      try context.setValue(.integer(Int64(18 + random(22))), of: player, forKey: "age")
      try context.setValue(teams[random(teams.count)].value, of: player, forKey: "team")
    }
    context.endEvent()
  }

  func run() throws {
    try measure("BEGINSWITH", "Player", "lastName BEGINSWITH 'W'")
    try measure("join", "Player", "age > 30 AND team.name == 'Team 17'")
    try measure("ANY", "Team", "ANY players.age > 35")
    try measure("CONTAINS[c]", "Player", "lastName CONTAINS[c] 'AL'")
    try measure("OR, NOT", "Player", "age < 20 OR NOT (lastName == 'Wade' OR team == nil)")
    try measure("count", "Team", "players.@count > 8")
  }

  /// Prints the objects asked a second, and how many were found, for each way.
  private func measure(_ name: String, _ entity: String, _ text: String) throws {
    let request = FetchRequest(entity, predicate: Predicate.parse(text).predicate)
    let objects = try context.count(FetchRequest(entity))
    for strategy in FetchStrategy.allCases {
      var best = Double.infinity
      var found = 0
      for _ in 0..<(strategy == .closures ? 3 : 15) {
        let start = DispatchTime.now().uptimeNanoseconds
        found = try context.fetch(request, strategy: strategy).count
        best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
      }
      let rate = String(format: "%.1f", Double(objects) / best / 1e6)
      print("\(name) by \(strategy): \(rate) M/s, \(found) of \(objects)")
    }
  }
}
