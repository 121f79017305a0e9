import Predicates
import Testing

import struct Foundation.Decimal

@testable import ObjectGraph

@Suite("Values by key paths")
struct KeyPathTests {
  /// Teams with players and their friends; some values and links are missing.
  static let model = ManagedObjectModel(
    name: "Paths",
    entities: [
      EntityDescription(
        "Team",
        properties: [
          .attribute(AttributeDescription("name", .string)), .attribute(AttributeDescription("founded", .integer64)),
          .relationship(
            RelationshipDescription("players", to: "Player", isToMany: true, isOptional: true, inverse: "team")),
          .relationship(
            RelationshipDescription(
              "line", to: "Player", isToMany: true, isOptional: true, isOrdered: true, inverse: "lineOf")),
        ]),
      EntityDescription(
        "Player",
        properties: [
          .attribute(AttributeDescription("age", .integer16)), .attribute(AttributeDescription("height", .double)),
          .relationship(RelationshipDescription("team", to: "Team", isOptional: true, inverse: "players")),
          .relationship(RelationshipDescription("lineOf", to: "Team", isOptional: true, inverse: "line")),
          .relationship(RelationshipDescription("idol", to: "Player", isOptional: true)),
          .relationship(
            RelationshipDescription("friends", to: "Player", isToMany: true, isOptional: true, inverse: "friends")),
        ]),
    ])

  static func context() throws -> (ManagedObjectContext, teams: [ManagedObjectID], players: [ManagedObjectID]) {
    let context = try ManagedObjectContext(model: model)
    let teams = try (0..<3).map { number in
      let team = try context.insert("Team")
      if number > 0 { try context.setValue(1900 + number, of: team, forKey: "founded") }
      return team
    }
    let players = try (0..<40).map { _ in try context.insert("Player") }
    for (number, player) in players.enumerated() {
      if number % 5 != 0 { try context.setValue(number % 7 * 10, of: player, forKey: "age") }
      if number % 4 != 0 { try context.setValue(Double(number) / 8, of: player, forKey: "height") }
      if number % 6 != 0 { try context.setValue(teams[number % 2], of: player, forKey: "team") }
      if number % 3 == 0 { try context.setValue(teams[0], of: player, forKey: "lineOf") }
      if number % 7 != 0 { try context.setValue(players[number % 4], of: player, forKey: "idol") }
      try context.add(players[(number * 7 + 3) % 40], to: "friends", of: player)
    }
    return (context, teams, players)
  }

  @Test(
    "A path leads to what the predicate language says",
    arguments: [
      "name", "founded", "players", "players.@count", "line.@count", "players.@sum.age", "players.@avg.age",
      "players.@min.age", "players.@max.age", "line.@sum.age", "line.idol.@count", "line.idol.@sum.age",
      "players.idol.@count", "players.idol.@sum.age", "players.@sum.idol.age", "players.@avg.idol.age",
      "players.idol.team.@count", "players.idol.@sum.team.founded", "players.@max.idol.team.founded",
      "players.friends.@count", "players.@sum.friends.age", "players.friends.@sum.age", "players.@sum.height",
      "players.age", "players.@count.@count", "players.team.founded", "line.age", "players.idol.age.@count",
      "players.@distinctUnionOfObjects.age",
    ])
  func paths(_ path: String) throws {
    let (context, teams, _) = try Self.context()
    var expression = Expression(.candidate)
    for key in path.split(separator: ".") { expression = Expression(.key(expression, String(key))) }
    for team in teams {
      let found = Result { try context.value(of: team, forKeyPath: path) }.mapError { "\($0)" as Words }
      let source = GraphSource(context.graph, now: context.now)
      let wanted = Result { try expression.compiled(over: source, entity: "Team").value(for: team.value) }
        .mapError { "\($0)" as Words }
      if case .failure = wanted {
        #expect(throws: (any Error).self) { try found.get() }
        continue
      }
      #expect(found == wanted)
      if case .success(.integer(let number)) = wanted {
        #expect(try context.integer(of: team, forKeyPath: path) == Int(number))
      }
    }
  }

  @Test(
    "A path from a player leads through to-ones",
    arguments: [("team.founded", 1901), ("team.players.@count", 20), ("idol.team.founded", 1901), ("age", 10)])
  func toOnes(_ path: String, _ number: Int) throws {
    let (context, _, players) = try Self.context()
    #expect(try context.integer(of: players[1], forKeyPath: path) == number)
    #expect(try context.value(of: players[1], forKeyPath: path) == .integer(Int64(number)))
  }

  @Test("A path through nothing is nil")
  func nothing() throws {
    let (context, teams, players) = try Self.context()
    #expect(try context.value(of: players[0], forKeyPath: "team.founded") == .null)
    #expect(try context.value(of: players[0], forKeyPath: "team.players.@count") == .null)
    #expect(try context.integer(of: players[0], forKeyPath: "team.founded") == nil)
    #expect(try context.value(of: teams[2], forKeyPath: "players.@sum.age") == 0)
    #expect(try context.value(of: teams[2], forKeyPath: "players.@avg.age") == .null)
    #expect(try context.integer(of: teams[2], forKeyPath: "players.@min.age") == nil)
  }

  @Test("A wrong path is refused as a wrong key is, however often it is asked for")
  func wrong() throws {
    let (context, teams, _) = try Self.context()
    for _ in 0..<2 {
      #expect(
        throws: ObjectGraphError.unknownKey("playrs", entity: "Team", known: ["name", "founded", "players", "line"])
      ) { try context.value(of: teams[0], forKeyPath: "playrs.@count") }
    }
  }

  @Test("A sum beyond 64 bits is a decimal, as in predicates")
  func overflow() throws {
    let context = try ManagedObjectContext(model: Self.model)
    let player = try context.insert("Player")
    for _ in 0..<2 {
      let friend = try context.insert("Player")
      let team = try context.insert("Team")
      try context.setValue(Int.max, of: team, forKey: "founded")
      try context.setValue(team, of: friend, forKey: "team")
      try context.add(friend, to: "friends", of: player)
    }
    #expect(try context.integer(of: player, forKeyPath: "friends.@max.team.founded") == .max)
    let sum = try context.value(of: player, forKeyPath: "friends.@sum.team.founded")
    #expect(sum == .decimal(Decimal(Int64.max) * 2))
  }

  @Test("Paths follow the model: one that was known is looked up anew")
  func modelChange() throws {
    let (context, teams, _) = try Self.context()
    #expect(try context.integer(of: teams[0], forKeyPath: "players.@count") == 13)
    #expect(try context.integer(of: teams[1], forKeyPath: "players.@max.age") == 60)
    var model = Self.model
    for index in 0..<3 {
      context.endEvent()
      let city = PropertyDescription.attribute(AttributeDescription("city\(index)", .integer64, isOptional: true))
      model.entities[0].properties.insert(city, at: 0)
      model.entities[1].properties.insert(city, at: 0)
      try context.setModel(model)
      #expect(try context.integer(of: teams[0], forKeyPath: "players.@count") == 13)
      #expect(try context.integer(of: teams[1], forKeyPath: "players.@max.age") == 60)
      #expect(try context.integer(of: teams[1], forKeyPath: "city\(index)") == nil)
    }
    context.undo()
    #expect(throws: ObjectGraphError.self) { try context.value(of: teams[1], forKeyPath: "city2") }
    #expect(try context.integer(of: teams[1], forKeyPath: "players.@max.age") == 60)
  }

  @Test("Whether an object can be deleted is told without a list", arguments: DeleteRule.allCases)
  func canDelete(_ rule: DeleteRule) throws {
    let context = try ManagedObjectContext(model: .league(rule))
    let team = try context.insert("Team")
    #expect(context.canDelete(team))
    let players = try (0..<3).map { _ in try context.insert("Player") }
    for player in players {
      try context.setValue(team, of: player, forKey: "team")
      #expect(context.canDelete(team) == (rule != .deny))
      #expect(context.canDelete(team) == context.validateForDelete(team).isEmpty)
    }
    for player in players {
      try context.delete(player)
      #expect(context.canDelete(team) == context.validateForDelete(team).isEmpty)
    }
    #expect(context.canDelete(team))
    #expect(context.canDelete(players[0]))
  }
}

/// The text of an error, to compare two.
private struct Words: Error, Equatable, ExpressibleByStringInterpolation {
  var text: String
  init(stringLiteral value: String) { text = value }
}
