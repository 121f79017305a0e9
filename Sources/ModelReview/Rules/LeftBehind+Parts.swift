import ObjectGraph

/// The objects that may be parts of their owner.
extension LeftBehind {
  static func isPossiblePart(_ link: Link, in subject: ReviewSubject) -> Bool {
    isValueObject(link, in: subject) || isValueOfSeveral(link, in: subject)
      || !isAuthored(link) && (isLost(link, in: subject) && !isMeant(link, in: subject) || isHeld(link, in: subject))
  }

  /// Whether another entity's relationship to the same objects cascades: they have an owner, and this link is not it.
  static func isOwnedElsewhere(_ link: Link, in subject: ReviewSubject) -> Bool {
    subject.relationships.contains { entity, relationship in
      entity != link.owner && entity != link.part && relationship.deleteRule == .cascade
        && relationship.destination == link.part
    }
  }

  /// Whether the link leads to what owns the link's owner, or to what several objects share: the workout of an exercise, a
  /// picture to which many refer.
  static func isOwner(_ link: Link, in subject: ReviewSubject) -> Bool {
    if Ownership.hasMany(link.part, link.owner) || leads(from: link.part, to: link.owner, in: subject) { return true }
    guard !link.relationship.isToMany else { return false }
    return subject.relationships.contains { entity, relationship in
      relationship.destination == link.part && !relationship.isToMany
        && (entity != link.owner || relationship.name != link.relationship.name)
        && subject.index.inverse(of: relationship).map(\.relationship.isToMany) != false
    }
  }

  /// Whether the link leads to one of many by its name, as a selected file does: what is pointed at belongs to another owner.
  static func isPointer(_ link: Link) -> Bool {
    func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }
    let pointers: Set = [
      "active", "chosen", "current", "default", "favorite", "favourite", "last", "latest", "next", "opened", "pinned",
      "previous", "recent", "selected",
    ]
    // An entity called LastStep is no pointer to a Step.
    let owned = words(link.part) + words(link.owner)
    return (words(link.relationship.name) + words(link.back.name)).contains {
      pointers.contains($0) && !owned.contains($0)
    }
  }

  /// Whether a to-one leads to the whole by its name, as `inDay` and `belongsToSession` do.
  static func isMembership(_ link: Link) -> Bool {
    let words = ProposedNames.words(link.relationship.name).map { $0.lowercased() }
    return !link.relationship.isToMany && words.count > 1
      && ["belongs", "in", "inside", "of", "within"].contains(words[0])
  }

  /// Whether both ends of a one-to-one relationship are called alike: `associatedStar` and `associatedPlanet` own nothing.
  static func isMutual(_ link: Link) -> Bool {
    let names = [link.relationship, link.back].map { ProposedNames.words($0.name).map { $0.lowercased() } }
    let entities = [link.owner, link.part].flatMap(ProposedNames.words).map { $0.lowercased() }
    return !link.relationship.isToMany && names.allSatisfy { $0.count > 1 } && names[0][0] == names[1][0]
      && !entities.contains(names[0][0]) && !["has", "the", "to"].contains(names[0][0])
  }

  /// Whether relationships from owners to their parts lead from one entity to another: to-manys whose inverse is to-one, and
  /// those that cascade. O(entities × relationships).
  private static func leads(from start: String, to goal: String, in subject: ReviewSubject) -> Bool {
    var seen: Set = [start]
    var open = [start]
    while let entity = open.popLast() {
      for relationship in subject.index.properties(of: entity).compactMap(\.relationship) {
        guard let (part, back) = subject.index.inverse(of: relationship), !back.isToMany,
          relationship.isToMany || relationship.deleteRule == .cascade
        else { continue }
        if part == goal { return true }
        if seen.insert(part).inserted { open.append(part) }
      }
    }
    return false
  }

  /// Whether no relationship but the owner's leads to the objects.
  static func isUnreachable(_ link: Link, in subject: ReviewSubject) -> Bool {
    !subject.relationships.contains { entity, relationship in
      (entity != link.owner || relationship.name != link.relationship.name)
        && (subject.index.isKind(link.part, of: relationship.destination)
          || subject.index.isKind(relationship.destination, of: link.part))
    }
  }

  /// Whether the objects hold bytes for the other end and nothing else: the image of a photo.
  private static func isValueObject(_ link: Link, in subject: ReviewSubject) -> Bool {
    let attributes = subject.index.properties(of: link.part).compactMap(\.attribute)
    return !link.relationship.isToMany && link.others.isEmpty && !attributes.isEmpty
      && attributes.allSatisfy { $0.type == .binaryData } && link.back.deleteRule != .cascade
  }

  /// Whether an account holds the objects. If it cascades to others, its author has decided for each.
  private static func isHeld(_ link: Link, in subject: ReviewSubject) -> Bool {
    Ownership.noun(link.owner) == "account" && link.relationship.isToMany && !hasOnlyParts(link, in: subject)
      && !isValue(link.part) && !Ownership.isPerson(link.part) && !isBooked(link, in: subject)
      && !cascades(link.owner, in: subject)
  }

  /// Whether the owner keeps an account of money: what was paid through it is wanted when it is closed.
  private static func isBooked(_ link: Link, in subject: ReviewSubject) -> Bool {
    subject.isRecord(link.part)
      || subject.index.properties(of: link.owner).contains { property in
        property.attribute != nil && ProposedNames.words(property.name).contains { $0.lowercased() == "balance" }
      }
  }

  /// Whether the owner is the person who made the objects, by the name of the other end: `creator`, `mergedBy`.
  static func isAuthored(_ link: Link) -> Bool {
    let words = ProposedNames.words(link.back.name).map { $0.lowercased() }
    return link.relationship.isToMany
      && (words.last == "by" && words.count > 1
        || [
          "author", "creator", "sender", "actor", "artist", "assignee", "composer", "director", "originator",
          "publisher",
          "reviewer", "writer", "poster",
        ]
        .contains(words.last ?? ""))
  }

  /// Whether a cascade goes from one of many to the objects, which ``CascadeUpwards`` reports: they are shared.
  static func isShared(_ part: String, in subject: ReviewSubject) -> Bool {
    subject.relationships.contains { _, relationship in
      relationship.destination == part && relationship.deleteRule == .cascade && !relationship.isToMany
        && subject.index.inverse(of: relationship).map(\.relationship.isToMany) == true
    }
  }

  static func cascades(_ owner: String, in subject: ReviewSubject) -> Bool {
    subject.index.properties(of: owner).compactMap(\.relationship).contains { cascades($0, in: subject) }
  }

  /// Whether a relationship leads from an owner to its parts, and takes them along.
  static func cascades(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    relationship.isToMany && relationship.deleteRule == .cascade
      && subject.index.inverse(of: relationship).map { !$0.relationship.isToMany } ?? false
  }

  /// Whether none of the part's other relationships leads to another owner.
  static func hasOnlyParts(_ link: Link, in subject: ReviewSubject) -> Bool {
    link.others.allSatisfy { isInner($0, of: link, in: subject) }
  }

  private static func isLost(_ link: Link, in subject: ReviewSubject) -> Bool {
    guard !isValueAlone(link) || isShelf(link, in: subject), hasOnlyParts(link, in: subject),
      !isKept(link, in: subject),
      link.relationship.isToMany || link.back.deleteRule != .cascade
    else { return false }
    // The managers of a company stay, as any people do.
    if link.relationship.isToMany { return !Ownership.isPerson(link.part) }
    // A to-one named in the plural is a to-many by mistake (`Deck.class`, `Class.decks`): its owner is the other end.
    if link.back.name.lowercased() == EnglishNouns.plural(link.owner).lowercased() { return false }
    // In a one-to-one relationship, the part is the end that leads to its own objects alone, or of two such ends the smaller one.
    // A part of something else owns nothing, and whoever cascades elsewhere has decided on objects with identifiers.
    let others = link.others.filter { !isLabelled($0, in: subject) }
    guard others.allSatisfy({ !$0.isToMany && subject.index.inverse(of: $0)?.relationship.isToMany == false }),
      !isPart(link.owner, in: subject),
      !hasIdentifier(link.part, in: subject) || !cascades(link.owner, in: subject),
      !Naming.isNamedForMany(link.relationship, in: subject),
      !SingleMember.isOccurrence(link.part, of: link.owner, link.relationship, link.back, in: subject)
    else { return false }
    let own = subject.index.properties(of: link.owner)
    // A part with parts belongs to an owner with lists.
    guard others.isEmpty else {
      return own.contains { property in
        property.relationship.map { $0.isToMany && !isLabelled($0, in: subject) } ?? false
      }
    }
    return own.compactMap(\.relationship).count > 1 || own.count > subject.index.properties(of: link.part).count
  }

  /// Whether the owner sorts objects that nothing else leads to: the items of a category are shown under it, and nowhere after it
  /// is gone. What was spent is listed by its day as well.
  private static func isShelf(_ link: Link, in subject: ReviewSubject) -> Bool {
    Ownership.isLookup(link.owner) && link.relationship.isToMany && link.others.isEmpty
      && isUnreachable(link, in: subject) && !subject.isRecord(link.part) && !Ownership.isPerson(link.part)
  }

  /// Whether another entity cascades to this one.
  private static func isPart(_ entity: String, in subject: ReviewSubject) -> Bool {
    subject.relationships.contains { owner, relationship in
      owner != entity && relationship.destination == entity && relationship.deleteRule == .cascade
        && !relationship.isToMany && subject.index.inverse(of: relationship).map { !$0.relationship.isToMany } == true
    }
  }

  /// Whether objects have an identifier, and so can be found without their owner.
  private static func hasIdentifier(_ entity: String, in subject: ReviewSubject) -> Bool {
    subject.index.properties(of: entity).contains { property in
      property.attribute != nil && ["id", "identifier", "uuid", "guid"].contains(property.name.lowercased())
    }
  }

  /// Whether the objects are meant to stay, as far as names and the other rules say: a selected calendar, the visits of a site,
  /// and what has a rule other than its siblings.
  private static func isMeant(_ link: Link, in subject: ReviewSubject) -> Bool {
    let (owner, part) = (Ownership.noun(link.owner), Ownership.noun(link.part))
    let isFrame =
      Ownership.frames.contains(owner) && (link.relationship.isToMany || !Ownership.schemes.contains(owner))
    if isFrame || Ownership.labels.contains(part) || SingleMember.isShared(link.part)
      || isOnlyNullifying(link, in: subject) || isEstate(link)
    {
      return true
    }
    guard !link.relationship.isToMany else { return false }
    if Ownership.isLookup(link.part) { return true }
    return Ownership.isPerson(link.part) || Ownership.machines.contains(part)
      || !subject.index.properties(of: link.part).contains { $0.attribute != nil }
  }

  /// Whether the objects are land and houses, which change their owners.
  private static func isEstate(_ link: Link) -> Bool {
    (Ownership.isPerson(link.owner) || Ownership.noun(link.owner) == "owner")
      && ["apartment", "building", "farm", "house", "land", "property"].contains(
        EnglishNouns.singular(Ownership.noun(link.part)))
  }

  /// Whether the owner cascades to another part, and the part to other objects: whoever set these rules set this one too.
  private static func isOnlyNullifying(_ link: Link, in subject: ReviewSubject) -> Bool {
    cascades(link.owner, in: subject) && link.others.contains { cascades($0, in: subject) }
  }

  // MARK: Parts by their names

  /// Whether objects that other relationships lead to are parts all the same: the chapters of a manga, and an entity named as
  /// a sibling to which the owner cascades.
  static func isNamedPart(_ link: Link, in subject: ReviewSubject) -> Bool {
    guard link.relationship.isToMany, !isValueAlone(link), !hasOnlyParts(link, in: subject) else { return false }
    if Ownership.isPart(link.part, of: link.owner), holdsAll(link.relationship) { return true }
    return hasSibling(link, in: subject) || isNamedAfter(link, in: subject)
  }

  /// Whether a to-many holds all of an entity's objects by its name: `messages` or `allMessages`, and not `pinnedMessages`.
  static func holdsAll(_ relationship: RelationshipDescription) -> Bool {
    let words = ProposedNames.words(ReviewSubject.bare(relationship.destination))
    let name = relationship.name.lowercased()
    return words.indices.contains { start in
      let plural = EnglishNouns.plural(words[start...].joined()).lowercased()
      return name == plural || name == "all" + plural
    }
  }

  /// Whether the owner cascades to an entity that begins with the same word: `LocalizedRemark` for `LocalizedAddress`. A word
  /// with which four entities begin is the app's, or the model's.
  private static func hasSibling(_ link: Link, in subject: ReviewSubject) -> Bool {
    func words(_ entity: String) -> [String] { ProposedNames.words(ReviewSubject.bare(entity)).map { $0.lowercased() } }
    func beginning(_ entity: String) -> String? { words(entity).count > 1 ? words(entity)[0] : nil }
    guard let word = beginning(link.part), words(link.owner).first != word,
      subject.model.entityNames.count(where: { beginning($0) == word }) < 4
    else { return false }
    return subject.index.properties(of: link.owner).compactMap(\.relationship).contains { sibling in
      guard sibling.deleteRule == .cascade, sibling.isToMany, let (part, back) = subject.index.inverse(of: sibling)
      else { return false }
      return !back.isToMany && part != link.part && beginning(part) == word
    }
  }

  /// Whether an entity says something about the objects that refer to it, by its name: a picture and a category own none.
  static func isValue(_ entity: String) -> Bool {
    let last = ProposedNames.words(entity).last?.lowercased() ?? ""
    return Ownership.isLookup(entity)
      || [
        "picture", "image", "photo", "file", "media", "icon", "logo", "color", "colour", "address", "location",
        "coordinate", "price",
      ].contains { last == $0 || last == EnglishNouns.plural($0) }
  }

  /// Whether the owner is such a value and holds nothing: a file, unlike a picture, has what was read from it.
  private static func isValueAlone(_ link: Link) -> Bool {
    isValue(link.owner) && !(link.relationship.isToMany && Ownership.noun(link.owner) == "file")
  }

  /// Whether the parts are reached in another way than from their owner: by a relationship without an inverse, or by objects
  /// that require them and stay.
  private static func isKept(_ link: Link, in subject: ReviewSubject) -> Bool {
    subject.relationships.contains { entity, relationship in
      guard subject.index.isKind(link.part, of: relationship.destination),
        entity != link.owner || relationship.name != link.relationship.name
      else { return false }
      guard let (_, back) = subject.index.inverse(of: relationship) else { return true }
      return !relationship.isToMany && !relationship.isOptional && back.deleteRule != .cascade
    }
  }
}
