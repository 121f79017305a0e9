import CoreDataStore
import ObjectGraph
import Predicates
import RandomOperations

import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.UUID

/// A model with every kind of link and value that a fetch may ask for, random objects of it, and random conditions.
enum Office {
  static let model = ManagedObjectModel("Office") {
    EntityDescription("Person", isAbstract: true) {
      Attribute("name", .string, isOptional: true)
      Attribute("age", .integer16, isOptional: true)
      Attribute("height", .float, isOptional: true)
      Attribute("score", .double, isOptional: true)
      Attribute("born", .date, isOptional: true)
      Attribute("isActive", .boolean, isOptional: true)
      Attribute("key", .uuid, isOptional: true)
      Attribute("pay", .decimal, isOptional: true)
      Attribute("mood", .string, isOptional: true, isTransient: true)
    }
    EntityDescription("Worker", parent: "Person") {
      ToOne("boss", to: "Worker", inverse: "reports", isOptional: true)
      ToMany("reports", to: "Worker", inverse: "boss", isOptional: true, isOrdered: true)
      ToOne("firm", to: "Firm", inverse: "staff", isOptional: true)
      ToOne("desk", to: "Desk", inverse: "worker", isOptional: true)
      ToMany("skills", to: "Skill", inverse: "workers", isOptional: true)
      ToMany("friends", to: "Worker", inverse: "friends", isOptional: true)
    }
    EntityDescription("Guest", parent: "Person") { ToOne("host", to: "Person", isOptional: true) }
    EntityDescription("Firm") {
      Attribute("name", .string, isOptional: true)
      Attribute("size", .integer64, isOptional: true)
      ToMany("staff", to: "Worker", inverse: "firm", isOptional: true)
      ToMany("awards", to: "Award", isOptional: true)
    }
    EntityDescription("Desk") {
      Attribute("level", .integer32, isOptional: true)
      ToOne("worker", to: "Worker", inverse: "desk", isOptional: true)
    }
    EntityDescription("Skill") {
      Attribute("title", .string, isOptional: true)
      ToMany("workers", to: "Worker", inverse: "skills", isOptional: true, isOrdered: true)
    }
    EntityDescription("Award") { Attribute("year", .integer16, isOptional: true) }
  }

  static let texts = [
    "", "a", "A", "ab", "Ab", "abc", "b", "B", "bab", "é", "e\u{301}", "É", "eé", "ß", "SS", "ss", "\u{212A}", "k", "K",
    "a\r\nb", "a\n", "[x]", "a*b", "a?b", "_%", "'", "日本", "z",
  ]

  /// Makes a store with random objects.
  static func make(at path: String, seed: UInt64, count: Int) throws {
    var random = SplitMix(seed)
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(SQLiteStore(name: "office", path: path, keepsBackup: false))
    let context = ManagedObjectContext(coordinator: coordinator)
    var made: [String: [ManagedObjectID]] = [:]
    for (entity, share) in [("Firm", 8), ("Worker", 2), ("Guest", 5), ("Desk", 4), ("Skill", 8), ("Award", 6)] {
      for _ in 0..<max(2, count / share) {
        let id = try context.insert(entity)
        made[entity, default: []].append(id)
        for property in model.properties(of: entity) {
          guard let attribute = property.attribute, !attribute.isTransient, Int.random(in: 0..<4, using: &random) > 0
          else { continue }
          try context.setValue(value(attribute.type, &random), of: id, forKey: property.name)
        }
      }
    }
    for (entity, ids) in made.sorted(by: { $0.key < $1.key }) {
      for id in ids {
        for property in model.properties(of: entity) {
          guard let link = property.relationship else { continue }
          let targets = made.filter { model.isKind($0.key, of: link.destination) }.sorted { $0.key < $1.key }
            .flatMap(\.value)
          if !link.isToMany {
            guard Bool.random(using: &random), let target = targets.randomElement(using: &random) else { continue }
            try context.setValue(target.value, of: id, forKey: property.name)
          } else if ["skills", "friends", "awards"].contains(property.name) {
            let members = targets.filter { _ in Int.random(in: 0..<targets.count, using: &random) < 2 }
            try context.setValue(.set(members.map(\.value)), of: id, forKey: property.name)
          }
        }
      }
    }
    try context.save()
  }

  static func value(_ type: AttributeType, _ random: inout SplitMix) -> Value {
    switch type {
    case .string: .string(texts.randomElement(using: &random) ?? "")
    case .integer16, .integer32, .integer64: .integer(Int64.random(in: -2...6, using: &random))
    case .double, .float: .double([0, -0.0, 0.1, 1, 2.5, 1e30, -3][Int.random(in: 0..<7, using: &random)])
    case .decimal: .decimal([0, 1, Decimal(string: "2.10") ?? 0][Int.random(in: 0..<3, using: &random)])
    case .date: .date(Date(timeIntervalSinceReferenceDate: [0, 0.5, -86_400][Int.random(in: 0..<3, using: &random)]))
    case .boolean: .boolean(Bool.random(using: &random))
    case .uuid:
      .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8.random(in: 0..<4, using: &random))))
    default: .null
    }
  }

  // MARK: Conditions

  /// A random condition about objects of an entity.
  static func condition(
    _ entity: String, in model: ManagedObjectModel, depth: Int, _ ids: [ManagedObjectID],
    constant: (AttributeType, inout SplitMix) -> Value = value, _ random: inout SplitMix
  ) -> Predicate {
    let choice = Int.random(in: 0..<10, using: &random)
    if depth > 0, choice < 7 {
      let operands = (0..<Int.random(in: 2...3, using: &random)).map { _ in
        condition(entity, in: model, depth: depth - 1, ids, constant: constant, &random)
      }
      return Predicate(choice < 3 ? .and(operands) : choice < 5 ? .or(operands) : .not(operands[0]))
    }
    return Predicate(.comparison(comparison(entity, in: model, ids, constant: constant, &random)))
  }

  private static func comparison(
    _ entity: String, in model: ManagedObjectModel, _ ids: [ManagedObjectID],
    constant: (AttributeType, inout SplitMix) -> Value, _ random: inout SplitMix
  ) -> Predicate.Comparison {
    var here = entity
    var path = Expression(.candidate)
    var manyCount = 0
    for _ in 0..<6 {
      guard let property = model.properties(of: here).randomElement(using: &random) else { break }
      if let link = property.relationship {
        let isOpen = Bool.random(using: &random)
        if link.isToMany {
          if manyCount > 0 { continue }
          path = Expression(.key(path, property.name))
          if Int.random(in: 0..<4, using: &random) == 0 {
            let number = Expression(.constant(.integer(Int64.random(in: 0...3, using: &random))))
            return Predicate.Comparison(Expression(.key(path, "@count")), order(&random), number)
          }
          manyCount += 1
        } else {
          path = Expression(.key(path, property.name))
        }
        here = link.destination
        if isOpen { continue }
        // An object at the end.
        let objects = ids.filter { model.isKind(Office.entity(of: $0, in: model), of: here) }
        let object =
          Int.random(in: 0..<3, using: &random) == 0 ? .null : objects.randomElement(using: &random)?.value ?? .null
        if manyCount > 0 {
          if link.isToMany, !object.isNull, Bool.random(using: &random) {
            return Predicate.Comparison(path, .contains, Expression(.constant(object)))
          }
          return Predicate.Comparison(
            path, .equal, Expression(.constant(object)), modifier: Bool.random(using: &random) ? .any : .all)
        }
        if Bool.random(using: &random) {
          let list = objects.shuffled(using: &random).prefix(3).map(\.value)
          return Predicate.Comparison(path, .in, Expression(.constant(.array(list))))
        }
        return Predicate.Comparison(
          path, Bool.random(using: &random) ? .equal : .notEqual, Expression(.constant(object)))
      }
      guard let attribute = property.attribute else { continue }
      path = Expression(.key(path, property.name))
      let modifier: Predicate.Comparison.Modifier =
        manyCount == 0 ? .direct : Bool.random(using: &random) ? .any : .all
      var value = Int.random(in: 0..<5, using: &random) == 0 ? .null : constant(attribute.type, &random)
      var sign = order(&random)
      var options: Predicate.Comparison.Options = []
      switch attribute.type {
      case .string:
        let signs: [Predicate.Comparison.Operator] = [
          .equal, .notEqual, .less, .greaterOrEqual, .contains, .beginsWith, .endsWith, .like, .in, .matches,
        ]
        sign = signs.randomElement(using: &random) ?? .equal
        if value.isNull, sign != .equal, sign != .notEqual { value = .string("a") }
        if sign == .matches { value = .string("a.*") }
        if sign == .like, Bool.random(using: &random) {
          value = .string(["a*", "?b*", "*[x]*", "*"].randomElement(using: &random) ?? "")
        }
        if sign == .in { value = .array([value, constant(.string, &random), .null]) }
        options =
          [[], [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive], .normalized]
          .randomElement(using: &random) ?? []
      case .boolean, .uuid, .uri, .binaryData, .transformable, .undefined:
        sign = Bool.random(using: &random) ? .equal : .notEqual
      case .integer16, .integer32, .integer64, .double, .float, .date, .decimal:
        if value.isNull, sign != .equal, sign != .notEqual { sign = .equal }
        if !value.isNull, Int.random(in: 0..<6, using: &random) == 0 {
          sign = .between
          value = .array([value, constant(attribute.type, &random)])
        } else if !value.isNull, Int.random(in: 0..<6, using: &random) == 0 {
          sign = .in
          value = .array([value, constant(attribute.type, &random), .null])
        } else if manyCount == 0, attribute.type == .integer16, Int.random(in: 0..<6, using: &random) == 0 {
          return Predicate.Comparison(
            Expression(.binary(.add, Expression(.constant(.integer(1))), path)), .equal,
            Expression(.constant(.integer(2))))
        }
      }
      return Predicate.Comparison(
        path, sign, Expression(.constant(value)), modifier: modifier, options: options)
    }
    return Predicate.Comparison(
      Expression(.candidate), .equal, Expression(.constant(ids.randomElement(using: &random)?.value ?? .null)))
  }

  private static func entity(of id: ManagedObjectID, in model: ManagedObjectModel) -> String {
    model.entities.indices.contains(Int(id.entity)) ? model.entities[Int(id.entity)].name : ""
  }

  private static func order(_ random: inout SplitMix) -> Predicate.Comparison.Operator {
    [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].randomElement(using: &random) ?? .equal
  }
}
