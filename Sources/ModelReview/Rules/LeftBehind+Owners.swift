import Diagnostics
import ObjectGraph

/// Parts that several owners can have, and parts that lead to what others share.
extension LeftBehind {
  // MARK: What a part leads to

  /// Whether a relationship leads to parts of its entity.
  static func isOwnPart(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    relationship.isToMany && subject.index.inverse(of: relationship).map { !$0.relationship.isToMany } ?? true
  }

  /// Whether a relationship leads to a value, which has no relationships: the soil of a paddock.
  static func isOwnValue(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    !relationship.isToMany && relationship.inverse == nil
      && !subject.index.properties(of: relationship.destination).contains { $0.relationship != nil }
  }

  /// Whether a relationship of a part leads to no other owner: to parts and values of the part, to other objects of its kind, to the
  /// one object that nothing else has to do with, to what it is sorted by, or to other parts of the same owner.
  static func isInner(_ relationship: RelationshipDescription, of link: Link, in subject: ReviewSubject) -> Bool {
    if isOwnPart(relationship, in: subject) || isOwnValue(relationship, in: subject) { return true }
    let destination = relationship.destination
    if subject.index.isKind(destination, of: link.part) || subject.index.isKind(link.part, of: destination) {
      return true
    }
    guard let (_, back) = subject.index.inverse(of: relationship) else { return false }
    if !relationship.isToMany, !back.isToMany {
      return isLeaf(destination, in: subject) && back.deleteRule != .cascade && !subject.isRecord(link.part)
    }
    if back.isToMany, back.deleteRule != .cascade, Ownership.isLookup(destination) {
      return !subject.isRecord(link.part)
    }
    if relationship.isToMany { return back.isToMany && isMember(destination, of: link.owner, in: subject) }
    return isSibling(destination, of: link, in: subject)
  }

  /// Whether a part's to-one leads to another part of the same owner, which that takes along: the round of a player, both of a game.
  private static func isSibling(_ entity: String, of link: Link, in subject: ReviewSubject) -> Bool {
    subject.index.properties(of: link.owner).compactMap(\.relationship).contains { relationship in
      relationship.destination == entity && relationship.name != link.relationship.name
        && cascades(relationship, in: subject)
    }
  }

  /// Whether a relationship leads to what many parts are sorted by, and no part does without it: the aromas of a taste.
  static func isLabelled(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    guard relationship.isToMany, Ownership.isLookup(relationship.destination) else { return false }
    return subject.index.inverse(of: relationship).map {
      $0.relationship.isToMany && $0.relationship.deleteRule != .cascade
    } == true
  }

  /// Whether an entity has one relationship alone, and stands for no people.
  private static func isLeaf(_ entity: String, in subject: ReviewSubject) -> Bool {
    subject.index.properties(of: entity).compactMap(\.relationship).count == 1 && !Ownership.isPerson(entity)
  }

  /// Whether a to-many of an owner leads to an entity whose objects have no other owner of its kind.
  private static func isMember(_ entity: String, of owner: String, in subject: ReviewSubject) -> Bool {
    subject.index.properties(of: owner).compactMap(\.relationship).contains { relationship in
      relationship.isToMany && relationship.destination == entity
        && subject.index.inverse(of: relationship).map { !$0.relationship.isToMany } == true
    }
  }

  /// Whether objects of a part are parts in turn: they have an owner alone, and share nothing with it but what many have.
  static func isInner(_ link: Link, in subject: ReviewSubject) -> Bool {
    link.relationship.isToMany && !Ownership.isPerson(link.part) && !isAuthored(link) && !subject.isRecord(link.part)
      && !SingleMember.isShared(link.part)
      && link.others.allSatisfy { other in
        isOwnPart(other, in: subject) || isOwnValue(other, in: subject)
          || other.isToMany && subject.index.inverse(of: other)?.relationship.isToMany == true
      }
  }

  // MARK: Names

  /// Whether the objects are named after their owner and the relationship after them, whatever else they lead to:
  /// `UserObservation.userObservationIdentifications`. Of two owners with such names, the longer one counts.
  static func isNamedAfter(_ link: Link, in subject: ReviewSubject) -> Bool {
    func length(_ owner: String) -> Int {
      let (words, own) = (Ownership.words(link.part), Ownership.words(owner))
      return !own.isEmpty && words.count > own.count && words.starts(with: own) ? own.count : 0
    }
    let own = length(link.owner)
    let others = link.others.filter { !$0.isToMany }.map { length($0.destination) }
    return own > 0 && others.allSatisfy { $0 <= own } && holdsAll(link.relationship)
      && ![link.owner, link.part].contains(where: Ownership.isPerson) && !subject.isNamedRecord(link.part)
  }

  // MARK: Several owners

  /// Whether an entity holds a value, such as an image, for one of several owners, and none of them takes it along. Owners can have
  /// many notes and pictures; a person who has any is as likely their author.
  static func isValueOfSeveral(_ link: Link, in subject: ReviewSubject) -> Bool {
    let ends = [link.back] + link.others
    let isOne = isValue(link.part) && !link.relationship.isToMany
    guard isOne || isAnnotation(link.part) && !Ownership.isPerson(link.owner), !Ownership.isLookup(link.part),
      !isValue(link.owner), ends.count > 1
    else { return false }
    return ends.allSatisfy { end in
      guard let (_, owning) = subject.index.inverse(of: end) else { return false }
      return !end.isToMany && (!isOne || !owning.isToMany) && end.isOptional && end.deleteRule != .cascade
        && owning.deleteRule == .nullify
    }
  }

  private static func isAnnotation(_ entity: String) -> Bool {
    annotations.contains(EnglishNouns.singular(Ownership.noun(entity)))
  }

  /// Entities for what is written on something else, or kept along with it.
  private static let annotations: Set = [
    "address", "attachment", "comment", "cover", "document", "email", "field", "file", "image", "link", "note", "phone",
    "photo", "picture",
  ]

  /// One question about the annotations that two entities can have, of which one cascades and the other nullifies: the notes of a
  /// patient, next to the note of an appointment.
  static func finding(annotations links: [Link], in subject: ReviewSubject) -> Finding? {
    let found = links.compactMap { link -> (link: Link, other: String)? in
      guard isAnnotation(link.part), link.others.count == 1,
        let other = link.others.first, !other.isToMany, other.isOptional, link.back.deleteRule != .cascade,
        let (owner, owning) = subject.index.inverse(of: other), owning.deleteRule == .cascade, owner != link.owner,
        // A track's cover may be that of its album.
        owning.name != link.relationship.name,
        !Ownership.isLookup(link.owner), !isAuthored(link),
        !["account", "user"].contains(Ownership.noun(link.owner))
      else { return nil }
      return (link, "\(owner).\(owning.name)")
    }
    guard let first = found.first else { return nil }
    let names = found.map(\.link.name)
    return Finding(
      page.id, .question, first.link.owner, first.link.relationship.name, aspect: .deleteRule,
      determinant: names.dropFirst().joined(separator: ","),
      "\(Finding.listed(names)) \(names.count == 1 ? "nullifies" : "nullify"), and \(Listing.text(found.map(\.other))), which "
        + "\(found.count == 1 ? "leads to the same entity, cascades" : "lead to the same entities, cascade"); is the difference meant?",
      fix: advice(found.map(\.link), "the objects", in: subject))
  }
}
