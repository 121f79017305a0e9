import Diagnostics
import ObjectGraph

/// Objects that stay in the store without the one object that they belong to, as nullify only takes the link away.
package enum LeftBehind: ReviewRule {
  package static let page = RulePage(
    id: "leftBehind", title: "nullify leaves objects without their owner",
    why: """
      Nullify takes the link away and keeps the object. A step without its recipe is shown nowhere and stays in the store \
      for good; a measured value may well outlive the sensor that measured it. The model does not say which of the two is \
      meant. Where the same relationship of a similar entity cascades, this one was probably forgotten.
      """,
    example: """
      entity Recipe { steps ->> Step?, inverse recipe }
      entity Step { recipe -> Recipe?, inverse steps }
      """,
    fix:
      "if the objects should go too, let the delete rule or the code that deletes the owner take them along; if the owner "
      + "should stay while it has any, let the rule deny")

  /// A relationship that nullifies and could own what it leads to.
  struct Link {
    let owner: String
    let relationship: RelationshipDescription
    let part: String
    /// The part's end.
    let back: RelationshipDescription
    /// The part's other relationships.
    let others: [RelationshipDescription]

    var name: String { "\(owner).\(relationship.name)" }

    /// nil if another rule applies, or if objects of the part require an owner or can have several.
    init?(_ relationship: RelationshipDescription, of owner: String, in subject: ReviewSubject) {
      guard relationship.deleteRule == .nullify, let (part, back) = subject.index.inverse(of: relationship),
        !back.isToMany, back.isOptional, part != owner
      else { return nil }
      self.owner = owner
      self.relationship = relationship
      self.part = part
      self.back = back
      others = subject.index.properties(of: part).compactMap(\.relationship).filter { $0.name != back.name }
    }
  }

  /// Returns a question about the objects that may be parts, one about those that similar entities treat as parts, and one
  /// about those next to which the owner cascades; for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let links = subject.relationships.compactMap { Link($0.relationship, of: $0.entity, in: subject) }
      .filter { !isOwner($0, in: subject) && !isPointer($0) && !isMembership($0) && !isMutual($0) }
    let twins = links.compactMap { link in Self.twins(of: link, in: subject).map { (link: link, twins: $0) } }
    // The other end of a part's one-to-one relationship owns nothing.
    let settled = Set(twins.flatMap { [$0.link.name, "\($0.link.part).\($0.link.back.name)"] })
    let halves = HalfLink.links(in: subject)
    let open = links.filter {
      !settled.contains($0.name) && !halves.contains($0.part) && !isShared($0.part, in: subject)
        && !isOwnedElsewhere($0, in: subject)
    }
    let odd = open.filter { isOdd($0, in: subject) }
    let parts = open.filter { link in
      (isNamedPart(link, in: subject) || isPossiblePart(link, in: subject)) && !odd.contains { $0.name == link.name }
    }
    // The parts of a part, which may lead to what others share.
    let inner = open.filter { link in
      parts.contains { $0.part == link.owner } && !parts.contains { $0.name == link.name } && isInner(link, in: subject)
    }
    return [finding(parts + inner, in: subject)].compactMap(\.self) + findings(odd: odd, in: subject)
      + [finding(twins, in: subject), finding(annotations: links.filter { !settled.contains($0.name) }, in: subject)]
      .compactMap(\.self)
  }

  /// One finding for all; nil if there are none. It begins with the to-many that leads to the entity with the most attributes:
  /// that one is most likely a part.
  private static func finding(_ links: [Link], in subject: ReviewSubject) -> Finding? {
    func weight(_ link: Link) -> Int {
      link.relationship.isToMany ? 1 + subject.index.properties(of: link.part).compactMap(\.attribute).count : 0
    }
    guard let first = links.max(by: { weight($0) < weight($1) }) else { return nil }
    let names = [first.name] + links.map(\.name).filter { $0 != first.name }
    let isOne = links.count == 1
    let isLost = links.allSatisfy { isUnreachable($0, in: subject) }
    let (pronoun, question) =
      isOne && !first.relationship.isToMany ? ("it", "is it meant to stay?") : ("them", "are they meant to stay?")
    let message =
      isOne
      ? "deleting \(DisplayText.withArticle(first.owner)) leaves its \(first.relationship.name) with \(first.back.name) = nil"
      : "the objects of \(Listing.text(names)) stay without their owner when it is deleted"
    return Finding(
      page.id, .question, first.owner, first.relationship.name, aspect: .deleteRule,
      determinant: names.dropFirst().joined(separator: ","),
      message + (isLost ? ", and no other relationship leads to \(pronoun)" : "") + "; \(question)",
      fix: advice(links, pronoun, in: subject))
  }

  /// The advice, without a statement to type: a cascade that is not meant deletes what the app needs. The other answer is to
  /// keep the owner.
  static func advice(_ links: [Link], _ pronoun: String, in subject: ReviewSubject) -> String {
    let rule = links.count == 1 ? "the delete rule of \(links[0].name)" : "the delete rule"
    let owner = links.count == 1 ? DisplayText.withArticle(links[0].owner) : "an owner"
    let mayDeny = links.allSatisfy { NullifyRequired.mayDeny($0.relationship, of: $0.owner, in: subject) }
    let holding = links.allSatisfy { !$0.relationship.isToMany } ? "one" : "any"
    return "if not, \(rule) or the code that deletes the owner can take \(pronoun) along"
      + (mayDeny ? ", or deny can keep \(owner) that has \(holding)" : "")
  }

  // MARK: Similar entities that cascade

  /// The other owners whose relationship of the same name cascades to the same entity: the reactions of a comment, where
  /// those of a commit comment nullify. To-manys have to belong to entities of one kind: a payer's expenses are a
  /// relationship of another kind than those of a trip. A to-one needs a twin in an entity of its kind, or several, and has to
  /// lead to what only its twins lead to: a channel is no part of its settings, though the settings of one kind cascade to it.
  private static func twins(of link: Link, in subject: ReviewSubject) -> [String]? {
    guard !Ownership.isLookup(link.owner), !isAuthored(link), link.back.deleteRule != .cascade,
      !subject.isRecord(link.part), !isGroup(link.owner, ofOthersThan: link.part)
    else { return nil }
    if let owners = owners(besides: link, in: subject) { return owners }
    guard !Ownership.people.contains(Ownership.noun(link.owner)) else { return nil }
    let twins = subject.relationships.filter { entity, other in
      entity != link.owner && other.name == link.relationship.name && other.destination == link.part
        && other.isToMany == link.relationship.isToMany && other.deleteRule == .cascade
        && subject.index.inverse(of: other).map { !$0.relationship.isToMany } == true
        && (!other.isToMany || Ownership.noun(entity) == Ownership.noun(link.owner))
    }
    let isOwned =
      link.relationship.isToMany
      || link.others.allSatisfy { other in
        guard let (_, end) = subject.index.inverse(of: other) else { return false }
        return other.isToMany ? !end.isToMany : end.name == link.relationship.name
      }
    let isKind = twins.count > 1 || twins.contains { Ownership.noun($0.entity) == Ownership.noun(link.owner) }
    return isOwned && isKind ? twins.map(\.entity) : nil
  }

  /// The other owners of objects that have one owner or another, each by an optional to-one, and a cascade from the others:
  /// the addresses of a person, where those of a company cascade. Both call them by the same name.
  private static func owners(besides link: Link, in subject: ReviewSubject) -> [String]? {
    guard link.relationship.isToMany, !isValue(link.owner), !subject.isRecord(link.part),
      !Ownership.isPerson(link.part), !["account", "user"].contains(Ownership.noun(link.owner)),
      Ownership.noun(link.part) != "player"
    else { return nil }
    var owners: [String] = []
    for other in link.others {
      guard let (end, back) = subject.index.inverse(of: other) else { return nil }
      if other.isToMany, !back.isToMany { continue }
      guard !other.isToMany, other.isOptional, back.isToMany, back.name == link.relationship.name,
        back.deleteRule == .cascade,
        // The hours of a worker are no part of the order that they were worked for.
        !Ownership.isPerson(end) || Ownership.isPerson(link.owner)
      else { return nil }
      owners.append(end)
    }
    // A third owner may only use what another one owns.
    return owners.count == 1 ? owners : nil
  }

  /// Whether an entity groups objects that are called otherwise: a PriceGroup of articles sorts them.
  private static func isGroup(_ entity: String, ofOthersThan part: String) -> Bool {
    let words = Ownership.words(entity)
    return words.last == "group" && !words.dropLast().contains(EnglishNouns.singular(Ownership.noun(part)))
  }

  /// One question about all.
  private static func finding(_ found: [(link: Link, twins: [String])], in subject: ReviewSubject) -> Finding? {
    guard let first = found.first?.link else { return nil }
    let names = found.map(\.link.name)
    var entities: [String] = []
    for entity in found.flatMap(\.twins) where !entities.contains(entity) { entities.append(entity) }
    return Finding(
      page.id, .question, first.owner, first.relationship.name, aspect: .deleteRule,
      determinant: names.dropFirst().joined(separator: ","),
      "\(Listing.text(names)) \(names.count == 1 ? "nullifies" : "nullify"), and the "
        + (names.count * entities.count == 1
          ? "relationship of the same name in \(entities[0]) cascades"
          : "relationships of the same name in \(Listing.text(entities)) cascade") + "; is the difference meant?",
      fix: advice(found.map(\.link), "the objects", in: subject))
  }

  // MARK: Objects that may be parts

  private static func isPossiblePart(_ link: Link, in subject: ReviewSubject) -> Bool {
    isValueObject(link, in: subject) || isValueOfSeveral(link, in: subject)
      || !isAuthored(link) && (isLost(link, in: subject) && !isMeant(link, in: subject) || isHeld(link, in: subject))
  }

  /// Whether another entity's relationship to the same objects cascades: they have an owner, and this link is not it.
  private static func isOwnedElsewhere(_ link: Link, in subject: ReviewSubject) -> Bool {
    subject.relationships.contains { entity, relationship in
      entity != link.owner && entity != link.part && relationship.deleteRule == .cascade
        && relationship.destination == link.part
    }
  }

  /// Whether the link leads to what owns the link's owner, or to what several objects share: the workout of an exercise, a
  /// picture to which many refer.
  private static func isOwner(_ link: Link, in subject: ReviewSubject) -> Bool {
    if Ownership.hasMany(link.part, link.owner) || leads(from: link.part, to: link.owner, in: subject) { return true }
    guard !link.relationship.isToMany else { return false }
    return subject.relationships.contains { entity, relationship in
      relationship.destination == link.part && !relationship.isToMany
        && (entity != link.owner || relationship.name != link.relationship.name)
        && subject.index.inverse(of: relationship).map(\.relationship.isToMany) != false
    }
  }

  /// Whether the link leads to one of many by its name, as a selected file does: what is pointed at belongs to another owner.
  private static func isPointer(_ link: Link) -> Bool {
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
  private static func isMembership(_ link: Link) -> Bool {
    let words = ProposedNames.words(link.relationship.name).map { $0.lowercased() }
    return !link.relationship.isToMany && words.count > 1
      && ["belongs", "in", "inside", "of", "within"].contains(words[0])
  }

  /// Whether both ends of a one-to-one relationship are called alike: `associatedStar` and `associatedPlanet` own nothing.
  private static func isMutual(_ link: Link) -> Bool {
    let names = [link.relationship, link.back].map { ProposedNames.words($0.name).map { $0.lowercased() } }
    let entities = [link.owner, link.part].flatMap(ProposedNames.words).map { $0.lowercased() }
    return !link.relationship.isToMany && names.allSatisfy { $0.count > 1 } && names[0][0] == names[1][0]
      && !entities.contains(names[0][0])
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
  private static func isUnreachable(_ link: Link, in subject: ReviewSubject) -> Bool {
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
  private static func isShared(_ part: String, in subject: ReviewSubject) -> Bool {
    subject.relationships.contains { _, relationship in
      relationship.destination == part && relationship.deleteRule == .cascade && !relationship.isToMany
        && subject.index.inverse(of: relationship).map(\.relationship.isToMany) == true
    }
  }

  static func cascades(_ owner: String, in subject: ReviewSubject) -> Bool {
    subject.index.properties(of: owner).compactMap(\.relationship).contains { cascades($0, in: subject) }
  }

  /// Whether a relationship leads from an owner to its parts, and takes them along.
  private static func cascades(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    relationship.isToMany && relationship.deleteRule == .cascade
      && subject.index.inverse(of: relationship).map { !$0.relationship.isToMany } ?? false
  }

  /// Whether the part's other relationships all lead to parts of its own, or to values without relationships, which do not know it.
  static func hasOnlyParts(_ link: Link, in subject: ReviewSubject) -> Bool {
    link.others.allSatisfy { isOwnPart($0, in: subject) || isOwnValue($0, in: subject) }
  }

  private static func isLost(_ link: Link, in subject: ReviewSubject) -> Bool {
    guard !isValue(link.owner) || isShelf(link, in: subject), hasOnlyParts(link, in: subject),
      !isKept(link, in: subject),
      link.relationship.isToMany || link.back.deleteRule != .cascade
    else { return false }
    // The managers of a company stay, as any people do.
    if link.relationship.isToMany { return !Ownership.isPerson(link.part) }
    // A to-one named in the plural is a to-many by mistake (`Deck.class`, `Class.decks`): its owner is the other end.
    if link.back.name.lowercased() == EnglishNouns.plural(link.owner).lowercased() { return false }
    // In a one-to-one relationship, the part is the end without other relationships, or of two such ends the smaller one.
    // A part of something else owns nothing, and whoever cascades elsewhere has decided on objects with identifiers.
    guard link.others.isEmpty, !isPart(link.owner, in: subject),
      !hasIdentifier(link.part, in: subject) || !cascades(link.owner, in: subject)
    else { return false }
    let own = subject.index.properties(of: link.owner)
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

  /// Whether objects are told apart by an attribute of their own, and so can be found without their owner.
  private static func hasIdentifier(_ entity: String, in subject: ReviewSubject) -> Bool {
    subject.index.properties(of: entity).contains { property in
      property.attribute != nil && ["id", "identifier", "uuid", "guid"].contains(property.name.lowercased())
    }
  }

  /// Whether the objects are meant to stay, as far as names and the other rules say: a selected calendar, the visits of a site,
  /// and what has a rule other than its siblings.
  private static func isMeant(_ link: Link, in subject: ReviewSubject) -> Bool {
    let (owner, part) = (Ownership.noun(link.owner), Ownership.noun(link.part))
    if Ownership.frames.contains(owner) || Ownership.labels.contains(part) || isOnlyNullifying(link, in: subject) {
      return true
    }
    guard !link.relationship.isToMany else { return false }
    if Ownership.isLookup(link.part) { return true }
    return Ownership.isPerson(link.part) || Ownership.machines.contains(part)
      || !subject.index.properties(of: link.part).contains { $0.attribute != nil }
  }

  /// Whether the owner cascades to another part, and this part to parts of its own: whoever set these set this one too.
  private static func isOnlyNullifying(_ link: Link, in subject: ReviewSubject) -> Bool {
    cascades(link.owner, in: subject) && link.others.contains { cascades($0, in: subject) }
  }

  // MARK: Parts by their names

  /// Whether objects that other relationships lead to are parts all the same: the chapters of a manga, and an entity named as
  /// a sibling to which the owner cascades.
  private static func isNamedPart(_ link: Link, in subject: ReviewSubject) -> Bool {
    guard link.relationship.isToMany, !isValue(link.owner), !hasOnlyParts(link, in: subject) else { return false }
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
