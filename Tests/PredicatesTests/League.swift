import Predicates

import struct Foundation.Date

/// The shape of a small model.
struct LeagueShape: ModelShape {
  static let entities: [String: [(String, PropertyShape)]] = [
    "Player": [
      ("firstName", .attribute(.string, isOptional: false)), ("lastName", .attribute(.string, isOptional: false)),
      ("age", .attribute(.integer, isOptional: true)), ("active", .attribute(.boolean, isOptional: false)),
      ("birthday", .attribute(.date, isOptional: true)), ("height", .attribute(.double, isOptional: true)),
      ("key", .attribute(.uuid, isOptional: true)), ("page", .attribute(.url, isOptional: true)),
      ("team", .toOne("Team", isOptional: true)), ("friends", .toMany("Player")),
    ],
    "Team": [
      ("name", .attribute(.string, isOptional: false)), ("players", .toMany("Player")),
      ("rivals", .fetched("Team")), ("captain", .toOne("Player", isOptional: true)),
    ],
  ]

  func property(_ key: String, of entity: String) -> PropertyShape? {
    Self.entities[entity]?.first { $0.0 == key }?.1
  }

  func keys(of entity: String) -> [String] { Self.entities[entity]?.map(\.0) ?? [] }
}

/// Objects of that model, by number.
struct LeagueSource: KeyValueSource {
  var objects: [UInt64: (entity: String, values: [String: Value])]
  var variables: [String: Value] = [:]
  var now: Date { Date(timeIntervalSinceReferenceDate: 1000) }

  static let heat: Value = .object(ObjectReference(rawValue: 1))
  static let wade: Value = .object(ObjectReference(rawValue: 11))
  static let allen: Value = .object(ObjectReference(rawValue: 12))
  static let nash: Value = .object(ObjectReference(rawValue: 13))

  static let sample = LeagueSource(objects: [
    1: ("Team", ["name": "Miami Heat", "players": .set([wade, allen])]),
    2: ("Team", ["name": "Empty", "players": .set([])]),
    11: ("Player", ["firstName": "Dwyane", "age": 30, "team": heat, "height": 1.93, "friends": .set([allen, nash])]),
    12: ("Player", ["firstName": "Ray", "age": nil, "team": heat, "friends": .set([wade])]),
    13: ("Player", ["firstName": "Steve", "age": 40, "team": nil, "friends": .set([])]),
  ])

  func value(forKey key: String, of object: ObjectReference) throws -> Value {
    guard let (entity, values) = objects[object.rawValue] else { throw KeyValueError.missingObject("Player#99") }
    let shape = LeagueShape()
    guard shape.property(key, of: entity) != nil else {
      throw KeyValueError.unknownKey(key, of: entity, known: shape.keys(of: entity))
    }
    return values[key] ?? .null
  }

  func value(forVariable name: String) throws -> Value? { variables[name] }

  func displayText(of object: ObjectReference) throws -> String { "Object#\(object.rawValue)" }
}
