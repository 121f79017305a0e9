import Diagnostics
import ObjectGraph

/// Cascade from one of many to what they share, the wrong side, and cascade from both ends of a one-to-one.
package enum CascadeUpwards: ReviewRule {
  package static let page = RulePage(
    id: "cascadeUpwards", title: "a cascade goes from one of many to what all of them share, or both ways",
    why: """
      A delete rule says what happens to related objects when this one is deleted. Cascade on the player's side says: \
      when one player goes, the team goes. Nearly always the rule was meant for the other side. In a many-to-many \
      relationship a cascade on either side deletes what others share. In a one-to-one relationship only the owner's \
      side should cascade: with both, whoever deletes the profile deletes the person.
      """,
    example: """
      entity Team { players ->> Player?, inverse team }
      entity Player { team -> Team?, inverse players, delete cascade }
      """,
    fix: "put cascade on the to-many side, if you want it at all")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      guard relationship.deleteRule == .cascade, let (owner, back) = subject.index.inverse(of: relationship) else {
        return nil
      }
      guard back.isToMany else { return nil }
      // An edge is nothing without its two vertices.
      if relationship.isToMany, back.maximumCount == 2 { return nil }
      let keeping = "change \(entity).\(relationship.name), delete nullify"
      let cleaning = cleaning(of: relationship, from: entity, back, of: owner, in: subject)
      let owning = "change \(owner).\(back.name) -> \(entity)\(mark(back))"
      let part = DisplayText.withArticle(owner)
      if relationship.isToMany {
        // Both ends delete what the other shares: one finding.
        let isMutual = back.deleteRule == .cascade
        if isMutual, (owner, back.name) < (entity, relationship.name) { return nil }
        let other = "\(owner).\(back.name)"
        let isOne = isNamedForOne(back, entity)
        // A to-many in the singular is a to-one by mistake, and so is one to a part by its name; what one object holds in order is
        // as likely its part. A group of several is no part of each.
        let isPart =
          isOne || Ownership.isPart(owner, of: entity)
          || !holdsSeveral(owner, back) && (!back.isNamed(for: entity) || relationship.isOrdered && !back.isOrdered)
        let nullify = keeping + (isMutual ? ", and: change \(other), delete nullify" : "") + cleaning
        return Finding(
          page.id, .warning, entity, relationship.name, aspect: .deleteRule,
          "deleting one \(entity) deletes its \(relationship.name), which may be others' too: \(other) is to-many"
            + (isOne ? ", and its name is in the singular" : "")
            + (isMutual ? "; it cascades as well, so all that are linked go" : ""),
          // Nullify would orphan the parts; a to-one would take shared objects away from their other owners.
          fix: isPart
            ? "if \(part) belongs to one \(entity) alone: \(owning); if several share it: \(nullify)"
            : subject.options.contains(.xcode) && !isMutual && !Ownership.isLookup(owner) && !holdsSeveral(owner, back)
              ? "if several share one: \(nullify); if \(part) belongs to one \(entity) alone: \(owning)" : nullify)
      }
      let deletion = "deleting one \(entity) deletes its \(relationship.name)"
      let others =
        switch back.deleteRule {
        case .cascade: "\(deletion), and with it the other objects in \(owner).\(back.name)"
        case .nullify: "\(deletion), which the other objects in \(owner).\(back.name) then lose"
        case .noAction: "\(deletion), to which the other objects in \(owner).\(back.name) keep a link"
        case .deny: "\(deletion), and no save takes that while others are in \(owner).\(back.name)"
        }
      return Finding(
        page.id, .warning, entity, relationship.name, aspect: .deleteRule, others,
        fix: fix(of: relationship, from: entity, back, of: owner, cleaning))
    } + pairs(in: subject) + parts(in: subject)
  }

  /// Returns the remedy: nullify alone if the other end is named for many of the entity, as `players` is. Any other to-many may have
  /// been meant as a to-one, and nullify would leave the part without its owner, so both cases are named.
  private static func fix(
    of relationship: RelationshipDescription, from entity: String, _ back: RelationshipDescription, of owner: String,
    _ cleaning: String
  ) -> String {
    let keeping = "change \(entity).\(relationship.name), delete nullify" + cleaning
    if back.isNamed(for: entity) { return keeping }
    let part = DisplayText.withArticle(owner)
    let owning =
      "if \(part) belongs to one \(entity) alone: change \(owner).\(back.name) -> \(entity)\(mark(back))"
    return isNamedForOne(back, entity) || back.deleteRule == .cascade || Ownership.isPart(owner, of: entity)
      ? "\(owning); if several share it: \(keeping)"
      : "if several share one: \(keeping); \(owning)"
  }

  /// The second half of nullify for an app's model: the object that several share is to go with the last of them, if it requires one
  /// or may mean nothing alone. One that another object owns stays with that.
  private static func cleaning(
    of relationship: RelationshipDescription, from entity: String, _ back: RelationshipDescription, of owner: String,
    in subject: ReviewSubject
  ) -> String {
    let isNeeded = !back.isOptional || back.minimumCount > 0
    let isOwned = subject.relationships.contains { holder, other in
      other.deleteRule == .cascade && other.destination == owner && (holder, other.name) != (entity, relationship.name)
    }
    // The versions of one thing, of which each leads to the next, are no shared objects.
    guard subject.options.contains(.xcode), owner != entity,
      isNeeded || !isOwned && !Ownership.isLookup(owner) && !Ownership.isPerson(owner)
    else { return "" }
    return ", and let the app delete \(DisplayText.withArticle(owner)) with the last of its \(back.name)"
      + (isNeeded ? "" : " if it means nothing without them")
  }

  /// Whether an object is there to hold several, by its order or its name: the ingredients of a Group.
  private static func holdsSeveral(_ owner: String, _ back: RelationshipDescription) -> Bool {
    back.isOrdered
      || ["album", "basket", "bundle", "collection", "folder", "group", "list", "playlist", "team"].contains(
        EnglishNouns.singular(Ownership.noun(owner)))
  }

  /// The question mark of a to-many that becomes a to-one: without a minimum count, *required* lets it be empty.
  private static func mark(_ relationship: RelationshipDescription) -> String {
    relationship.isOptional || relationship.minimumCount == 0 ? "?" : ""
  }

  /// Whether a to-many is named for one object: `note`, `calendarProject`.
  private static func isNamedForOne(_ relationship: RelationshipDescription, _ entity: String) -> Bool {
    let (own, words) = (ProposedNames.words(relationship.name), ProposedNames.words(ReviewSubject.bare(entity)))
    return relationship.isNamed(forOne: entity)
      || own.suffix(words.count).joined().lowercased() == words.joined().lowercased()
        && EnglishNouns.plural(relationship.name).lowercased() != relationship.name.lowercased()
  }

  /// The to-ones that cascade from an entity with no other relationship to one that has lists or another such part, whose end of the
  /// one-to-one nullifies: the rule probably belongs to the other end. A question for Xcode models.
  private static func parts(in subject: ReviewSubject) -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    return subject.relationships.compactMap { entity, relationship -> Finding? in
      guard relationship.deleteRule == .cascade, !relationship.isToMany,
        let (whole, back) = subject.index.inverse(of: relationship), !back.isToMany, back.deleteRule != .cascade,
        // A save refuses a whole that requires its part, so the two go together.
        back.isOptional,
        subject.index.properties(of: entity).compactMap(\.relationship).count == 1,
        case let ends = subject.index.properties(of: whole).compactMap(\.relationship),
        case let hasLists = ends.contains(where: \.isToMany),
        hasLists
          || ends.count > 1
            && ends.allSatisfy({ isPartAlone($0, in: subject) })
      else { return nil }
      return Finding(
        page.id, .question, entity, relationship.name, aspect: .deleteRule,
        "deleting \(DisplayText.withArticle(entity)) deletes its \(relationship.name), \(DisplayText.withArticle(whole)) with "
          + "\(hasLists ? "to-many relationships" : "other parts"): is it a part of the \(entity)?",
        fix: "if not: change \(entity).\(relationship.name), delete nullify")
    }
  }

  /// Whether a relationship is one-to-one and leads to an entity that has no other.
  private static func isPartAlone(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    subject.index.inverse(of: relationship).map { part, back in
      !back.isToMany && subject.index.properties(of: part).compactMap(\.relationship).count == 1
    } ?? false
  }

  /// The pairs of to-ones that cascade to each other, in one question: which of the two ends owns the other, the model does not
  /// say. Where both ends are required, neither object can be without the other, and both rules are meant.
  private static func pairs(in subject: ReviewSubject) -> [Finding] {
    let found = subject.relationships.filter { entity, relationship in
      guard relationship.deleteRule == .cascade, !relationship.isToMany,
        let (owner, back) = subject.index.inverse(of: relationship), !back.isToMany, back.deleteRule == .cascade,
        relationship.isOptional || back.isOptional
      else { return false }
      return (entity, relationship.name) < (owner, back.name)
    }
    guard let (entity, relationship) = found.first else { return [] }
    let names = found.map { "\($0.entity).\($0.relationship.name)" }
    return [
      Finding(
        page.id, .question, entity, relationship.name, aspect: .deleteRule,
        determinant: names.dropFirst().joined(separator: ","),
        "\(Listing.text(names)) \(names.count == 1 ? "cascades" : "cascade") both ways: is neither of the two objects ever "
          + "deleted alone?",
        fix: "if one is, its end should nullify"
          + (needs(found.map(\.relationship), in: subject) ? ", unless a save needs the other object to have one" : ""))
    ]
  }

  /// Whether one end of a pair is required: nullify would leave an object that no save takes.
  private static func needs(_ pairs: [RelationshipDescription], in subject: ReviewSubject) -> Bool {
    pairs.contains { !$0.isOptional || subject.index.inverse(of: $0)?.relationship.isOptional == false }
  }
}
