import CoreDataStore
import ObjectGraph
import Predicates

// What Benchmarks/stores/compare.py runs: a store of teams, clubs and a number of players.
//
//   StoreBench empty FILE            makes the tables
//   StoreBench save FILE PLAYERS     saves that many new players in one save, and prints its seconds
//   StoreBench read FILE             opens the store, and prints the seconds and the number of objects

let model = ManagedObjectModel("League") {
  EntityDescription("Club") {
    Attribute("name", .string)
    ToMany("players", to: "Player", inverse: "club")
  }
  EntityDescription("Team") {
    Attribute("name", .string)
    ToMany("players", to: "Player", inverse: "team")
  }
  EntityDescription("Player") {
    Attribute("lastName", .string)
    Attribute("age", .integer16)
    Attribute("points", .double, isOptional: true)
    ToOne("team", to: "Team", inverse: "players")
    ToOne("club", to: "Club", inverse: "players")
  }
}

func opened(_ path: String) throws -> (context: ManagedObjectContext, seconds: Duration) {
  let clock = ContinuousClock()
  let coordinator = try PersistentStoreCoordinator(model: model)
  let store = SQLiteStore(name: "league", path: path, keepsBackup: false)
  let seconds = try clock.measure { _ = try coordinator.add(store) }
  return (ManagedObjectContext(coordinator: coordinator), seconds)
}

func shown(_ duration: Duration) -> Double {
  Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fatalError("StoreBench empty|save|read FILE [PLAYERS]") }
switch arguments[1] {
case "empty": _ = try opened(arguments[2])
case "save":
  let count = Int(arguments[3]) ?? 0
  let context = try opened(arguments[2]).context
  var teams: [ManagedObjectID] = []
  var clubs: [ManagedObjectID] = []
  for number in 0..<1_000 {
    let (team, club) = (try context.insert("Team"), try context.insert("Club"))
    try context.setValue("Team \(number)", of: team, forKey: "name")
    try context.setValue("Club \(number)", of: club, forKey: "name")
    teams.append(team)
    clubs.append(club)
  }
  try context.save()
  for number in 0..<count {
    let player = try context.insert("Player")
    try context.setValue("Player number \(number)", of: player, forKey: "lastName")
    try context.setValue(18 + number % 20, of: player, forKey: "age")
    try context.setValue(Double(number) / 7, of: player, forKey: "points")
    try context.setValue(teams[number % 1_000].value, of: player, forKey: "team")
    try context.setValue(clubs[number / 7 % 1_000].value, of: player, forKey: "club")
  }
  context.processPendingChanges()
  let seconds = try ContinuousClock().measure { try context.save() }
  print(shown(seconds))
default:
  let (context, seconds) = try opened(arguments[2])
  print(shown(seconds), context.graph.objectIDs(of: "Player").count)
}
