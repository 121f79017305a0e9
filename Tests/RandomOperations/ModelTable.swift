import ObjectGraph
import Predicates

/// A model and what it is to test.
package struct NamedModel: Sendable {
  package var name: String
  package var model: ManagedObjectModel
}

/// Small models, one for every rule × cardinality × inverse or none × ordered or not × reflexive × self-inverse ×
/// inheritance × required.
package enum ModelTable {
  /// One end of a relationship.
  private enum End: String, CaseIterable {
    case one
    case many
    case ordered = "ordered many"

    var isToMany: Bool { self != .one }
    var isOrdered: Bool { self == .ordered }
  }

  /// Which entity declares the relationship, and what it leads to.
  private enum Inheritance: String, CaseIterable {
    case none = "no inheritance"
    case parent = "declared on an abstract parent"
    case child = "declared on a child"
  }

  package static let all: [NamedModel] = {
    var models: [NamedModel] = []
    for inheritance in Inheritance.allCases {
      for isReflexive in [false, true] {
        for isRequired in [false, true] {
          let words =
            (isReflexive ? ", reflexive" : "") + (isRequired ? ", required" : "") + ", \(inheritance.rawValue)"
          for (end, rule) in product(End.allCases, DeleteRule.allCases) {
            let target = isReflexive ? "A" : "B"
            models.append(
              model(
                "to \(end.rawValue) without inverse, \(rule.rawValue)" + words, inheritance, models.count,
                a: [relationship("x", target, nil, end, rule, isRequired)], b: []))
            if isReflexive {
              models.append(
                model(
                  "\(end.rawValue) that is its own inverse, \(rule.rawValue)" + words, inheritance, models.count,
                  a: [relationship("x", target, "x", end, rule, isRequired)], b: []))
            }
          }
          for (ends, rules) in product(pairs, product(DeleteRule.allCases, DeleteRule.allCases)) {
            let name = "\(ends.0.rawValue) (\(rules.0.rawValue)) to \(ends.1.rawValue) (\(rules.1.rawValue))" + words
            // `x` is declared by A; required is the end that has the fewest chances to be filled by accident.
            let x = relationship("x", isReflexive ? "A" : "B", "y", ends.1, rules.0, isRequired && ends.1 == .one)
            let y = relationship("y", "A", "x", ends.0, rules.1, isRequired && ends.1 != .one)
            models.append(
              model(name, inheritance, models.count, a: isReflexive ? [x, y] : [x], b: isReflexive ? [] : [y]))
          }
        }
      }
    }
    return models
  }()

  /// Which cardinalities meet: one to one, one to many, many to many, with each side ordered or not.
  private static let pairs: [(End, End)] = [
    (.one, .one), (.one, .many), (.one, .ordered), (.many, .many), (.ordered, .many), (.ordered, .ordered),
  ]

  private static func product<A, B>(_ a: [A], _ b: [B]) -> [(A, B)] { a.flatMap { a in b.map { (a, $0) } } }

  private static func relationship(
    _ name: String, _ destination: String, _ inverse: String?, _ end: End, _ rule: DeleteRule, _ isRequired: Bool
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name, to: destination, isToMany: end.isToMany, isOptional: !isRequired, isOrdered: end.isOrdered,
        inverse: inverse, deleteRule: rule))
  }

  /// The attribute's type goes through all there are.
  private static func model(
    _ name: String, _ inheritance: Inheritance, _ number: Int, a: [PropertyDescription], b: [PropertyDescription]
  ) -> NamedModel {
    let types = AttributeType.allCases
    let type = types[number % types.count]
    let value = PropertyDescription.attribute(
      AttributeDescription("value", type, isOptional: true, isTransient: type == .undefined))
    let entities: [EntityDescription]
    switch inheritance {
    case .none: entities = [EntityDescription("A", properties: [value] + a), EntityDescription("B", properties: b)]
    case .parent:
      entities = [
        EntityDescription("A1", parent: "A"),
        EntityDescription("A", isAbstract: true, properties: a),
        EntityDescription("A2", parent: "A", properties: [value]),
        EntityDescription("B", properties: b), EntityDescription("B1", parent: "B", properties: [value]),
      ]
    case .child:
      entities = [
        EntityDescription("Base", properties: [value]), EntityDescription("A", parent: "Base", properties: a),
        EntityDescription("B", parent: "Base", properties: b), EntityDescription("B1", parent: "B"),
      ]
    }
    return NamedModel(name: name, model: ManagedObjectModel(name: name, entities: entities))
  }
}
