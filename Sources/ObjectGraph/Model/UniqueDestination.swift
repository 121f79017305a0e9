/// A required to-one relationship to an entity with a uniqueness constraint.
///
/// Xcode refuses to compile most of them: "cannot have uniqueness constraints and to-one mandatory inverse relationship
/// Role.user" (wireapp/wire-ios, pull request 925, and the notes of four other apps). Core Data resolves a conflict of unique
/// values by deleting an object, and what required it would be left without one.
package struct UniqueDestination: Hashable, Sendable {
  package enum Standing: Hashable, Sendable {
    /// Xcode does not compile the model.
    case refused
    /// All reports are about a relationship that is some other's inverse.
    case withoutInverse
    /// The constraint is inherited, and both ends are to-one. A model of Apple's has such a pair and compiles: CareKit's
    /// `OCKCDHealthKitLinkage.task`.
    case inheritedOneToOne
    /// Only a sub-entity of the destination has a constraint.
    case inSubentity
  }

  /// The entity that declares the relationship.
  package var entity: String
  package var relationship: String
  package var destination: String
  /// The entity that declares the constraint.
  package var owner: String
  package var constraint: [String]
  /// Whether there is no other constraint, so that the model is accepted without this one.
  package var isOnlyConstraint: Bool
  package var standing: Standing

  /// `Role.user`.
  package var name: String { "\(entity).\(relationship)" }
}

extension ModelIndex {
  /// Returns the required to-one relationships to entities with a uniqueness constraint, in the model's order. A transient
  /// relationship is left out, as no store keeps it. O(properties + relationships × depth).
  package func uniqueDestinations() -> [UniqueDestination] {
    let constrained = model.entities.indices.filter { !model.entities[$0].uniquenessConstraints.isEmpty }
    guard !constrained.isEmpty else { return [] }
    var below: [Int: Int] = [:]
    for place in constrained {
      for ancestor in line(at: place).dropLast().reversed() {
        if below[ancestor] != nil { break }
        below[ancestor] = place
      }
    }
    return model.entities.flatMap { entity in
      entity.properties.compactMap { property -> UniqueDestination? in
        guard let relationship = property.relationship, !relationship.isToMany, !relationship.isOptional,
          !relationship.isTransient, let there = places[relationship.destination]
        else { return nil }
        let line = line(at: there)
        let owners = line.filter { !model.entities[$0].uniquenessConstraints.isEmpty }
        guard let owner = owners.last ?? below[there],
          let constraint = model.entities[owner].uniquenessConstraints.first
        else { return nil }
        let standing: UniqueDestination.Standing
        if owners.isEmpty {
          standing = .inSubentity
        } else if let back = inverse(of: relationship)?.relationship {
          standing = owner != there && !back.isToMany ? .inheritedOneToOne : .refused
        } else {
          standing = .withoutInverse
        }
        return UniqueDestination(
          entity: entity.name, relationship: relationship.name, destination: relationship.destination,
          owner: model.entities[owner].name, constraint: constraint,
          isOnlyConstraint: owners.reduce(0) { $0 + model.entities[$1].uniquenessConstraints.count } == 1,
          standing: standing)
      }
    }
  }
}
