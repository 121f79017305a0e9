import Foundation
import Predicates

/// The same league as plain classes, for #Predicate.
final class People {
  let teams: [Team]
  let players: [Player]

  init(players count: Int) {
    let surnames = ["Wade", "Allen", "Nash", "Walker", "James", "Bosh", "Chalmers", "Haslem", "Durant", "Harden"]
    var seed: UInt64 = 1
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    let teams = (0..<max(1, count / 5)).map { Team(number: $0) }
    players = (0..<count).map { number in
      let player = Player(lastName: surnames[random(surnames.count)], age: 18 + random(22))
      let team = teams[number % teams.count]
      player.team = team
      team.players.append(player)
      return player
    }
    self.teams = teams
  }
}

final class Team {
  let number: Int
  let name: String
  var players: [Player] = []

  init(number: Int) {
    self.number = number
    name = "Team \(number)"
  }
}

final class Player {
  let lastName: String
  let age: Int
  var team: Team?

  init(lastName: String, age: Int) {
    self.lastName = lastName
    self.age = age
  }
}

/// The classes as predicates read them: an object's number is its place.
struct PeopleSource: KeyValueSource {
  static let teamTag: UInt64 = 1 << 40

  let people: People
  var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

  func value(forKey key: String, of object: ObjectReference) throws -> Value {
    let place = Int(object.rawValue & (Self.teamTag - 1))
    if object.rawValue & Self.teamTag == 0 {
      let player = people.players[place]
      switch key {
      case "lastName": return .string(player.lastName)
      case "age": return .integer(Int64(player.age))
      case "team":
        return player.team.map { .object(ObjectReference(rawValue: Self.teamTag | UInt64($0.number))) } ?? .null
      default: throw KeyValueError.unknownKey(key, of: "Player", known: ["lastName", "age", "team"])
      }
    }
    let team = people.teams[place]
    switch key {
    case "name": return .string(team.name)
    case "players":
      // Players were dealt round the teams.
      let references = team.players.indices.map { ObjectReference(rawValue: UInt64($0 * people.teams.count + place)) }
      return .set(references.map(Value.object))
    default: throw KeyValueError.unknownKey(key, of: "Team", known: ["name", "players"])
    }
  }
}
