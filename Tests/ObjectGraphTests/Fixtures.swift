import ObjectGraph
import Predicates
import Testing

import struct Foundation.Date

extension PropertyDescription {
  static func text(_ name: String, optional: Bool = true) -> PropertyDescription {
    .attribute(AttributeDescription(name, .string, isOptional: optional))
  }

  static func one(
    _ name: String, _ destination: String, _ inverse: String? = nil, optional: Bool = true,
    _ rule: DeleteRule = .nullify
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name, to: destination, isOptional: optional, inverse: inverse, deleteRule: rule))
  }

  static func many(
    _ name: String, _ destination: String, _ inverse: String? = nil, optional: Bool = true,
    _ rule: DeleteRule = .nullify,
    ordered: Bool = false, count: ClosedRange<Int> = 0...0
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name, to: destination, isToMany: true, isOptional: optional, isOrdered: ordered, inverse: inverse,
        minimumCount: count.lowerBound, maximumCount: count.upperBound, deleteRule: rule))
  }
}

extension ManagedObjectModel {
  /// Teams and players, one to many; players and tags, many to many; spouses one to one; friends reflexive.
  static func league(_ rule: DeleteRule = .nullify, back: DeleteRule = .nullify, required: Bool = false) -> Self {
    ManagedObjectModel(
      name: "League",
      entities: [
        EntityDescription("Person", isAbstract: true, properties: [.text("name"), .one("spouse", "Person", "spouse")]),
        EntityDescription(
          "Player", parent: "Person",
          properties: [
            .attribute(AttributeDescription("age", .integer16, isOptional: true)),
            .one("team", "Team", "players", optional: !required, back),
            .many("tags", "Tag", "players"),
            .many("friends", "Player", "friends"),
            .many("fans", "Player", "idols"),
            .many("idols", "Player", "fans"),
            .one("favorite", "Team"),
            .many("visited", "Team"),
          ]),
        EntityDescription("Coach", parent: "Person", properties: [.many("squad", "Player", ordered: true)]),
        EntityDescription(
          "Team", properties: [.text("name"), .many("players", "Player", "team", rule, ordered: false)]),
        EntityDescription("Tag", properties: [.text("name"), .many("players", "Player", "tags", ordered: true)]),
      ])
  }
}

extension ManagedObjectContext {
  /// A context that checks the whole graph after every change.
  static func checked(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
    let context = try ManagedObjectContext(model: model) { Date(timeIntervalSinceReferenceDate: 0) }
    context.checksInvariants = true
    return context
  }

  @discardableResult
  func make(_ entity: String, _ values: [String: Value] = [:]) throws -> ManagedObjectID {
    let id = try insert(entity)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { try setValue(value, of: id, forKey: key) }
    return id
  }

  func one(_ id: ManagedObjectID, _ key: String) throws -> ManagedObjectID? { try value(of: id, forKey: key).objectID }

  func many(_ id: ManagedObjectID, _ key: String) throws -> [ManagedObjectID] {
    try value(of: id, forKey: key).objectIDs ?? []
  }

  func set(_ id: ManagedObjectID, _ key: String, _ target: ManagedObjectID?) throws {
    try setValue(target?.value ?? .null, of: id, forKey: key)
  }

  /// The error that a save throws, line by line; empty when it succeeds.
  func saveLines() -> [String] {
    do {
      try save()
      return []
    } catch {
      return error.errors.map(\.line)
    }
  }
}
