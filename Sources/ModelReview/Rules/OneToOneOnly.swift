import Diagnostics
import ObjectGraph

/// A model in which every relationship is one-to-one: a second exercise takes the place of the first.
package enum OneToOneOnly: ReviewRule {
  package static let page = RulePage(
    id: "oneToOneOnly", title: "every relationship of the model is one-to-one",
    why: """
      A one-to-one relationship holds one object at either end. Setting it to a second one takes the first one away, and \
      nothing is said. A journey has several legs, and a leg several stops: models in which nothing is to-many are rare.
      """,
    example: """
      entity Journey { leg -> Leg?, inverse journey }
      entity Leg { journey -> Journey?, inverse leg; stop -> Stop? }
      entity Stop { leg -> Leg?, inverse stop }
      change Leg.stop, inverse leg
      """,
    fix: "make the end that may have several to-many: Journey.legs <-->> Leg.journey")

  /// Whether one end of each pair is a value of the other, or is named after it: the Location and the TaxiDetails of a Taxi.
  private static func isValued(_ relationships: [(entity: String, relationship: RelationshipDescription)]) -> Bool {
    relationships.allSatisfy { entity, relationship in
      let (one, other) = (Ownership.words(entity), Ownership.words(relationship.destination))
      return LeftBehind.isValue(entity) || LeftBehind.isValue(relationship.destination)
        || one.starts(with: other) || other.starts(with: one)
    }
  }

  /// Returns one finding, for Xcode models with two such relationships or more and no other.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let relationships = subject.relationships
    guard subject.options.contains(.xcode), relationships.count >= 4,
      relationships.allSatisfy({ !$0.relationship.isToMany && subject.index.inverse(of: $0.relationship) != nil }),
      // What one object has of several kinds is one-to-one for a reason: only a chain is suspicious.
      case let degrees = subject.model.entities.map({ $0.properties.compactMap(\.relationship).count }),
      degrees.contains(2), !degrees.contains(where: { $0 > 2 }),
      // Whoever takes the other one along knows that there is one, and a value is that of one object.
      !relationships.contains(where: { $0.relationship.deleteRule == .cascade }),
      !isValued(relationships),
      !relationships.contains(where: { Naming.isNamedForMany($0.relationship, in: subject) }),
      // A question about a pair says more.
      case let asked = try SingleMember.findings(in: subject).map({ "\($0.entity).\($0.property)" }),
      let first = relationships.first(where: { entity, relationship in
        let ends = ["\(entity).\(relationship.name)", "\(relationship.destination).\(relationship.inverse ?? "")"]
        return Set(ends).isDisjoint(with: asked)
      })
    else { return [] }
    let (entity, relationship) = (first.entity, first.relationship)
    return [
      Finding(
        page.id, .question, entity, relationship.name, aspect: .count,
        "every relationship of the model is one-to-one: a second \(relationship.destination) takes the place of the first in "
          + "\(entity).\(relationship.name), or a second \(entity) in \(relationship.destination).\(relationship.inverse ?? ""); "
          + "is that meant?",
        fix: "if not: make the ends that may have several to-many")
    ]
  }
}
