import Diagnostics
import ObjectGraph

/// Relationships that nullify, where the same relationship of a similar entity cascades.
extension LeftBehind {
  /// The other owners whose relationship of the same name cascades to the same entity: the reactions of a comment, where
  /// those of a commit comment nullify. To-manys have to belong to entities of one kind: a payer's expenses are a
  /// relationship of another kind than those of a trip. A to-one needs a twin in an entity of its kind, or several, and has to
  /// lead to what only its twins lead to: a channel is no part of its settings, though the settings of one kind cascade to it.
  static func twins(of link: Link, in subject: ReviewSubject) -> [String]? {
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
      !Ownership.isPerson(link.part) || isAccountOfThings(link.part),
      !["account", "user"].contains(Ownership.noun(link.owner)),
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

  /// Whether an account is none of a person, by the word before: a MailAccount.
  private static func isAccountOfThings(_ entity: String) -> Bool {
    let words = Ownership.words(entity)
    return words.last == "account" && ["ftp", "imap", "mail", "pop", "smtp"].contains(words.dropLast().last ?? "")
  }

  /// Whether an entity groups objects that are called otherwise: a PriceGroup of articles sorts them.
  private static func isGroup(_ entity: String, ofOthersThan part: String) -> Bool {
    let words = Ownership.words(entity)
    return words.last == "group" && !words.dropLast().contains(EnglishNouns.singular(Ownership.noun(part)))
  }

  /// One question about all.
  static func finding(_ found: [(link: Link, twins: [String])], in subject: ReviewSubject) -> Finding? {
    guard let first = found.first?.link else { return nil }
    let names = found.map(\.link.name)
    var entities: [String] = []
    for entity in found.flatMap(\.twins) where !entities.contains(entity) { entities.append(entity) }
    return Finding(
      page.id, .question, first.owner, first.relationship.name, aspect: .deleteRule,
      determinant: names.dropFirst().joined(separator: ","),
      "\(Finding.listed(names)) \(names.count == 1 ? "nullifies" : "nullify"), and the "
        + (names.count * entities.count == 1
          ? "relationship of the same name in \(entities[0]) cascades"
          : "relationships of the same name in \(Listing.text(entities)) cascade") + "; is the difference meant?",
      fix: advice(found.map(\.link), "the objects", in: subject))
  }
}
