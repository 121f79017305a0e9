import Diagnostics
import ObjectGraph

/// Objects that nothing leads to once the one object that they belong to has been deleted: nullify leaves them in the store.
package enum LeftBehind: ReviewRule {
  package static let page = RulePage(
    id: "leftBehind", title: "nullify leaves objects that nothing leads to",
    why: """
      An object whose only relationship leads to its owner cannot be reached any more when the owner is gone, unless \
      something fetches it by itself. It stays in the store for good. A recipe's steps are parts and should go with it; \
      a company's employees may be meant to stay. Messages without their chat are shown nowhere, whatever else leads to them.
      """,
    example: """
      entity Recipe { steps ->> Step?, inverse recipe }
      entity Step { recipe -> Recipe?, inverse steps }
      """,
    fix: "change Recipe.steps, delete cascade")

  /// A relationship that nullifies and could own what it leads to.
  private struct Link {
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

  /// Returns a note for the parts that nothing else leads to and a warning for those that are parts by their names, and for
  /// Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let links = subject.relationships.compactMap { Link($0.relationship, of: $0.entity, in: subject) }
    let lost = links.filter { isLost($0, in: subject) && !isMeant($0, in: subject) }
    let named = links.filter { isNamedPart($0, in: subject) }
    return [
      finding(.note, lost, in: subject) { names in
        "the objects of \(Listing.text(names)) stay, and nothing leads to them, when their owner is deleted"
      },
      finding(.warning, named, in: subject) { names in
        "the objects of \(Listing.text(names)) stay without their \(named.count == 1 ? named[0].owner : "owner") "
          + "when it is deleted"
      },
    ].compactMap(\.self)
  }

  /// One finding for all; nil if there are none. It begins with the to-many that leads to the entity with the most attributes:
  /// that one is most likely a part.
  private static func finding(
    _ severity: Finding.Severity, _ links: [Link], in subject: ReviewSubject, _ message: ([String]) -> String
  ) -> Finding? {
    func weight(_ link: Link) -> Int {
      link.relationship.isToMany ? 1 + subject.index.properties(of: link.part).compactMap(\.attribute).count : 0
    }
    guard let first = links.max(by: { weight($0) < weight($1) }) else { return nil }
    let names = [first.name] + links.map(\.name).filter { $0 != first.name }
    return Finding(
      page.id, severity, first.owner, first.relationship.name, aspect: .deleteRule,
      determinant: names.dropFirst().joined(separator: ","), message(names),
      fix: "if they are its parts: change \(first.name), delete cascade")
  }

  // MARK: Parts that nothing leads to

  /// Whether the part's other relationships all lead to parts of its own.
  private static func hasOnlyParts(_ link: Link, in subject: ReviewSubject) -> Bool {
    link.others.allSatisfy { other in
      other.isToMany && subject.index.inverse(of: other).map { !$0.relationship.isToMany } ?? false
    }
  }

  private static func isLost(_ link: Link, in subject: ReviewSubject) -> Bool {
    guard !isValue(link.owner), hasOnlyParts(link, in: subject), !isKept(link, in: subject),
      link.relationship.isToMany || link.back.deleteRule != .cascade
    else { return false }
    if link.relationship.isToMany { return true }
    // A to-one named in the plural is a to-many by mistake (`Deck.class`, `Class.decks`): its owner is the other end.
    if link.back.name.lowercased() == EnglishNouns.plural(link.owner).lowercased() { return false }
    // In a one-to-one relationship, the part is the end without other relationships, or of two such ends the smaller one.
    guard link.others.isEmpty else { return false }
    let own = subject.index.properties(of: link.owner)
    return own.compactMap(\.relationship).count > 1 || own.count > subject.index.properties(of: link.part).count
  }

  /// Whether the objects are meant to stay, as far as names and the other rules say: a selected calendar, the visits of a site,
  /// and what has a rule other than its siblings.
  private static func isMeant(_ link: Link, in subject: ReviewSubject) -> Bool {
    let (owner, part) = (Ownership.noun(link.owner), Ownership.noun(link.part))
    if Ownership.frames.contains(owner) || Ownership.labels.contains(part) || isOnlyNullifying(link, in: subject) {
      return true
    }
    guard !link.relationship.isToMany else { return false }
    let first = ProposedNames.words(link.relationship.name).first?.lowercased() ?? ""
    return ["selected", "current", "chosen"].contains(first) || Ownership.people.contains(part)
      || !subject.index.properties(of: link.part).contains { $0.attribute != nil }
  }

  /// Whether the owner cascades to another part, and this part to parts of its own: whoever set these set this one too.
  private static func isOnlyNullifying(_ link: Link, in subject: ReviewSubject) -> Bool {
    func cascades(_ relationship: RelationshipDescription) -> Bool {
      relationship.isToMany && relationship.deleteRule == .cascade
        && subject.index.inverse(of: relationship).map { !$0.relationship.isToMany } ?? false
    }
    return subject.index.properties(of: link.owner).compactMap(\.relationship).contains(where: cascades)
      && link.others.contains(where: cascades)
  }

  // MARK: Parts by their names

  /// Whether objects that other relationships lead to are parts all the same: the chapters of a manga, all that an account has,
  /// and an entity named as a sibling to which the owner cascades.
  private static func isNamedPart(_ link: Link, in subject: ReviewSubject) -> Bool {
    guard link.relationship.isToMany, !isValue(link.owner), !hasOnlyParts(link, in: subject) else { return false }
    if Ownership.isPart(link.part, of: link.owner), holdsAll(link.relationship) { return true }
    if Ownership.noun(link.owner) == "account", !isValue(link.part),
      !Ownership.people.contains(Ownership.noun(link.part))
    {
      return true
    }
    return hasSibling(link, in: subject)
  }

  /// Whether a to-many holds all of an entity's objects by its name: `messages` or `allMessages`, and not `pinnedMessages`.
  private static func holdsAll(_ relationship: RelationshipDescription) -> Bool {
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
  private static func isValue(_ entity: String) -> Bool {
    let last = ProposedNames.words(entity).last?.lowercased() ?? ""
    return [
      "picture", "image", "photo", "file", "media", "icon", "logo", "color", "colour", "address", "location",
      "category",
      "categoria", "tag", "type", "tipo", "status", "kind", "label", "genre", "language", "country", "currency", "unit",
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
