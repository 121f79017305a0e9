import ObjectGraph

/// The parts of an owner, by the shape of the model: nothing else has to do with them.
extension ReviewSubject {
  /// Returns the relationships through which others than the owner have to do with its members: those that lead to them from
  /// elsewhere, and the members' own that are required. Deleting the members with the owner takes them from all of these.
  /// Relationships to parts of the members, and a second one of the owner that cascades, are none. O(relationships).
  func otherWays(to member: String, of owner: String, through relationship: RelationshipDescription) -> [String] {
    relationships.compactMap { entity, other in
      let name = "\(entity).\(other.name)"
      guard entity != owner || other.name != relationship.name else { return nil }
      guard index.isKind(member, of: other.destination) || index.isKind(other.destination, of: member) else {
        let isNeed = !other.isToMany && !other.isOptional && other.inverse == nil && index.isKind(member, of: entity)
        return isNeed ? name : nil
      }
      guard let (_, end) = index.inverse(of: other) else { return name }
      let isOwnersToo = entity == owner && other.deleteRule == .cascade
      let isWithin = index.isKind(entity, of: member)
      return isOwnersToo || isWithin || isEndOfPart(other, of: entity, oppositeTo: end) ? nil : name
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

  /// Whether objects are plainly parts of their owner: nothing else has to do with them, and their names, their order or
  /// another rule say so. What is sorted by its owner, what a person has, people, and records of what has happened have a
  /// life of their own.
  func isPlainPart(_ member: String, of owner: String, through relationship: RelationshipDescription) -> Bool {
    let isOwned = !Ownership.isLookup(owner) && ![owner, member].contains { Ownership.isPerson($0) }
    return isOwned && !isRecord(member) && isNamedPart(member, of: owner, relationship)
      && otherWays(to: member, of: owner, through: relationship).isEmpty
  }

  /// By the names of the two (`Recipe` and `Step`, `Family` and `FamilyCategory`), because they have an order, or because a
  /// to-many to the same entity cascades.
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
    isEvent(entity)
      || [Ownership.noun(entity), Ownership.words(entity).last ?? ""].contains {
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
