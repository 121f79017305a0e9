import ObjectGraph

/// The parts of an owner, by the shape of the model: nothing else has to do with them.
extension ReviewSubject {
  /// Returns the relationships that lead to an owner's members from elsewhere: deleting the members with the owner takes them from
  /// all of these. Relationships to parts of the members, and a second one of the owner that cascades, are none. O(relationships).
  func otherWays(to member: String, of owner: String, through relationship: RelationshipDescription) -> [String] {
    ways(to: member, of: owner, through: relationship).map { "\($0).\($1.name)" }
  }

  private func ways(
    to member: String, of owner: String, through relationship: RelationshipDescription
  ) -> [(entity: String, relationship: RelationshipDescription)] {
    relationships.filter { entity, other in
      guard entity != owner || other.name != relationship.name,
        index.isKind(member, of: other.destination) || index.isKind(other.destination, of: member)
      else { return false }
      guard let (_, end) = index.inverse(of: other) else { return true }
      let isOwnersToo = entity == owner && other.deleteRule == .cascade
      let isWithin = index.isKind(entity, of: member)
      return !(isOwnersToo || isWithin || isEndOfPart(other, of: entity, oppositeTo: end))
    }
  }

  /// Whether a to-one is the end of a part: one of many, one that its owner takes along, or one that has nothing else.
  private func isEndOfPart(
    _ relationship: RelationshipDescription, of part: String, oppositeTo end: RelationshipDescription
  ) -> Bool {
    !relationship.isToMany
      && (end.isToMany || end.deleteRule == .cascade
        || index.properties(of: part).compactMap(\.relationship).count == 1)
  }

  /// Whether objects are plainly parts of their owner: nothing else has to do with them, and their names, their order,
  /// another rule or references to a catalogue say so. People, records of events, what a person has, and what a category sorts
  /// outlive their owner.
  func isPlainPart(_ member: String, of owner: String, through relationship: RelationshipDescription) -> Bool {
    let isOwned = !Ownership.isLookup(owner) && ![owner, member].contains { Ownership.isPerson($0) }
    return isOwned
      && (isNamedPart(member, of: owner, relationship) && !isNamedRecord(member)
        || isLine(member, through: relationship) && !isRecord(member))
      && ways(to: member, of: owner, through: relationship).allSatisfy {
        isNeeded(relationship) && isCatalogue($0.relationship)
      }
  }

  /// Whether the other to-ones of a member lead to what it names, as a line of an order does to a product: none of them is a way
  /// from an owner, and there is one at least without a way back.
  private func isLine(_ member: String, through relationship: RelationshipDescription) -> Bool {
    let others = index.properties(of: member).compactMap(\.relationship).filter {
      !$0.isToMany && $0.name != relationship.inverse
    }
    return relationship.isToMany && isNeeded(relationship) && others.contains { $0.inverse == nil }
      && others.allSatisfy { index.inverse(of: $0).map { isCatalogue($0.relationship) } ?? true }
  }

  /// Whether the members of a relationship require their owner.
  private func isNeeded(_ relationship: RelationshipDescription) -> Bool {
    index.inverse(of: relationship).map { !$0.relationship.isOptional && !$0.relationship.isToMany } ?? false
  }

  /// Whether a to-many keeps what is in it, which can do without it: the lines in which a product occurs.
  private func isCatalogue(_ relationship: RelationshipDescription) -> Bool {
    relationship.isToMany && relationship.deleteRule == .nullify
      && index.inverse(of: relationship).map { !$0.relationship.isToMany && $0.relationship.isOptional } ?? false
  }

  /// Whether the names of the two (`Recipe` and `Step`, `Family` and `FamilyCategory`), an order, or a cascading to-many to the
  /// same entity make the one a part of the other.
  private func isNamedPart(_ part: String, of whole: String, _ relationship: RelationshipDescription) -> Bool {
    func words(_ entity: String) -> [String] { ProposedNames.words(ReviewSubject.bare(entity)).map { $0.lowercased() } }
    return relationship.isOrdered || Ownership.isPart(part, of: whole)
      || words(part).count > words(whole).count && words(part).starts(with: words(whole))
      || index.properties(of: whole).compactMap(\.relationship).contains {
        $0.isToMany && $0.destination == part && $0.deleteRule == .cascade
      }
  }

  /// Whether an entity records what has happened: an event with a day and an amount, or one named so.
  func isRecord(_ entity: String) -> Bool {
    isEvent(entity) || isNamedRecord(entity)
  }

  func isNamedRecord(_ entity: String) -> Bool {
    [Ownership.noun(entity), Ownership.words(entity).last ?? ""].contains {
      Ownership.records.contains(EnglishNouns.singular($0))
    }
  }

  /// Whether an entity has a date and an amount.
  func isEvent(_ entity: String) -> Bool {
    let attributes = index.properties(of: entity).filter { $0.attribute != nil }
    return attributes.contains { $0.attribute?.type == .date }
      && attributes.contains { property in
        ProposedNames.words(property.name).contains { ["amount", "price", "value"].contains($0.lowercased()) }
      }
  }
}
