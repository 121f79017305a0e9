import Diagnostics
import ObjectGraph

/// Pairs of which one end has many by the names of the two entities or of the two ends.
extension SingleMember {
  /// Whether people or machines have one of what happens to them many times: the activity of a patient, the trip of a
  /// device. The pair is alone between the two entities, so neither end is a role, and both are named for what they lead to.
  static func isOccurrence(
    _ member: String, of holder: String, _ relationship: RelationshipDescription, _ back: RelationshipDescription,
    in subject: ReviewSubject
  ) -> Bool {
    let noun = EnglishNouns.singular(Ownership.noun(holder))
    func ways(from one: String, to other: String) -> Int {
      subject.index.properties(of: one).count { $0.relationship?.destination == other }
    }
    return (Ownership.isPerson(holder) || Ownership.machines.contains(noun))
      && Ownership.occurrences.contains(EnglishNouns.singular(Ownership.noun(member)))
      && isNamed(relationship, for: member) && isNamed(back, for: holder)
      && ways(from: holder, to: member) == 1 && ways(from: member, to: holder) == 1
  }

  /// Whether the names of the two ends say that the one contains the other: `containsMeal` and `inDay`.
  static func isContained(_ relationship: RelationshipDescription, _ back: RelationshipDescription) -> Bool {
    func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }
    let (own, other) = (words(relationship.name), words(back.name))
    return own.count > 1 && other.count > 1
      && (["contains", "includes"].contains(own[0]) || ["belongs", "in", "inside", "within"].contains(other[0]))
      && other[0] != own[0]
  }

  /// Whether an end is named in the plural for an entity that is itself named so, in two words or more, and the other end in the
  /// singular: `hasMealItems` for MealItems.
  static func isNamedForBoth(
    _ relationship: RelationshipDescription, _ back: RelationshipDescription, of entity: String,
    in subject: ReviewSubject
  ) -> Bool {
    let (name, own) = (
      ProposedNames.words(relationship.name), ProposedNames.words(ReviewSubject.bare(relationship.destination))
    )
    guard own.count > 1, let last = own.last?.lowercased(), let ending = name.last?.lowercased() else { return false }
    return ending == last && EnglishNouns.isPlural(last) && !EnglishNouns.isPluralForOne(last)
      && !Ownership.words(relationship.destination).starts(with: Ownership.words(entity))
      && !EnglishNouns.isPlural(ProposedNames.words(entity).last ?? "") && !EnglishNouns.isPlural(back.name)
      && !LeftBehind.isValue(relationship.destination)
      // The TalkingHeads of a wine are a group that holds the people.
      && !subject.index.properties(of: relationship.destination).contains { $0.relationship?.isToMany == true }
  }

  /// The other relationship of an entity to a link, if it is to-many: `followers` next to `followed`. A link has two to-ones
  /// to the same entity, and little else.
  static func twin(
    of relationship: RelationshipDescription, in entity: String, _ back: RelationshipDescription,
    _ subject: ReviewSubject
  ) -> RelationshipDescription? {
    let properties = subject.index.properties(of: relationship.destination)
    let ends = properties.compactMap(\.relationship)
    guard properties.count - ends.count <= 2, ends.count == 2,
      ends.allSatisfy({ !$0.isToMany && $0.destination == entity }),
      let other = ends.first(where: { $0.name != back.name }),
      let (_, twin) = subject.index.inverse(of: other), twin.isToMany, !twin.name.hasPrefix(relationship.name)
    else { return nil }
    return twin
  }

  private static let opposites: [[String]] = [
    ["left", "right"], ["home", "away"], ["source", "target"], ["father", "mother"], ["winner", "loser"],
    ["white", "black"],
    ["sender", "receiver"], ["buyer", "seller"], ["first", "second"],
  ]

  /// The one-to-one at the other side of an object that links two of a kind, by name: `conversionRight` of a Unit, next to
  /// `conversionLeft`. The link is the one with fewer relationships, or attributes.
  static func opposite(
    of relationship: RelationshipDescription, in entity: String, _ back: RelationshipDescription,
    _ subject: ReviewSubject
  ) -> String? {
    func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }
    func size(_ entity: String) -> [Int] {
      let properties = subject.index.properties(of: entity)
      let count = properties.compactMap(\.relationship).count
      return [count, properties.count - count]
    }
    let link = relationship.destination
    guard !size(entity).lexicographicallyPrecedes(size(link)) else { return nil }
    for (one, other) in opposites.flatMap({ [($0[0], $0[1]), ($0[1], $0[0])] })
    where words(relationship.name).contains(one) && words(back.name).contains(one) {
      let named = words(back.name).map { $0 == one ? other : $0 }
      let match = subject.index.properties(of: link).compactMap(\.relationship).first {
        !$0.isToMany && $0.destination == entity && words($0.name) == named
      }
      if let match, let (_, end) = subject.index.inverse(of: match), !end.isToMany { return "\(entity).\(end.name)" }
    }
    return nil
  }

  /// Entities that many have in common: places, and what others are sorted by or know about.
  private static let shared: Set = [
    "airport", "city", "clinic", "country", "currency", "genre", "hospital", "keyword",
    "language", "school",
    "skill", "tag", "topic", "type", "university", "venue",
  ]

  /// The to-ones of what many have in common, where the other end is to-many: the one mother of a hospital. A user's own tags, and
  /// the categories of a shop, are named for it.
  static func sharedByName(in subject: ReviewSubject) -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      let noun = EnglishNouns.singular(Ownership.noun(entity))
      guard !relationship.isToMany, relationship.isOptional, isShared(entity),
        let (owner, many) = subject.index.inverse(of: relationship), many.isToMany, many.deleteRule == .nullify,
        owner != entity, !isShared(owner), !["account", "user"].contains(Ownership.noun(owner)),
        !Naming.isNamedForMany(relationship, in: subject),
        subject.index.properties(of: entity).allSatisfy({ $0.relationship.map { !$0.isToMany } ?? true }),
        // What says more than its name may be one object's.
        !Ownership.isLookup(entity) || subject.index.properties(of: entity).count(where: { $0.attribute != nil }) <= 3,
        Set(Ownership.words(entity).dropLast().map(EnglishNouns.singular))
          .isDisjoint(with: Ownership.words(owner).map(EnglishNouns.singular))
      else { return nil }
      let name = "\(entity).\(relationship.name)"
      return Finding(
        page.id, .question, entity, relationship.name, aspect: .count, determinant: "\(owner).\(many.name)",
        "\(name) holds one \(owner), so a second \(owner) takes the \(noun) from the first: is it shared by several?",
        fix: "if so: " + (subject.mirroredEntities.contains(entity) ? growth : "change \(name) ->> \(owner)?"))
    }
  }

  /// The to-ones of lists that hold nothing else: a ShoppingList with one thing. With an inverse, the list may be one of the thing's.
  static func lists(in subject: ReviewSubject) -> [Finding] {
    subject.relationships.filter { isListOfOne($0.relationship, of: $0.entity, in: subject) }.map {
      entity, relationship in
      let name = "\(entity).\(relationship.name)"
      return Finding(
        page.id, .question, entity, relationship.name, aspect: .count,
        "\(name) holds one \(relationship.destination), and \(DisplayText.withArticle(entity)) holds nothing else: is one enough?",
        fix: "if not: "
          + (subject.mirroredEntities.contains(entity)
            ? growth : "change \(name) ->> \(relationship.destination)\(relationship.isOptional ? "?" : "")"))
    }
  }

  /// Whether a to-one without an inverse is the only relationship of what is a list by its name.
  static func isListOfOne(
    _ relationship: RelationshipDescription, of entity: String, in subject: ReviewSubject
  ) -> Bool {
    !relationship.isToMany && relationship.inverse == nil && relationship.destination != entity
      && ["basket", "cart", "list", "playlist", "queue"].contains(Ownership.noun(entity))
      && !Ownership.isPerson(relationship.destination) && !isOneAmongMany(relationship.name)
      && subject.index.properties(of: entity).count { $0.relationship != nil } == 1
  }

  /// Whether an entity stands for what many have in common, by its name.
  static func isShared(_ entity: String) -> Bool { shared.contains(EnglishNouns.singular(Ownership.noun(entity))) }
}
