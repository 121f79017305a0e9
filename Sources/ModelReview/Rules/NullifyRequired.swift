import Diagnostics
import ObjectGraph

/// Nullify onto a required relationship: the delete leaves objects that no save takes.
package enum NullifyRequired: ReviewRule {
  package static let page = RulePage(
    id: "nullifyRequired", title: "nullify empties a relationship that is required",
    why: """
      Nullify removes the link at the other end. If the relationship is required there, those objects are no longer \
      valid, and the save that should delete this one fails.
      """,
    example: """
      entity Department { employees ->> Employee?, inverse department }
      entity Employee { department -> Department, inverse employees }
      """,
    fix:
      "choose deny, or let the other end be optional; cascade if an employee is no more than a part of the department")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let found = subject.relationships.compactMap { entity, relationship -> (finding: Finding, place: String)? in
      guard relationship.deleteRule == .nullify,
        let (owner, back) = subject.index.inverse(of: relationship), isRefused(leaving: back),
        // The part of an owner that cascades to it goes with the owner, and is not deleted alone.
        relationship.isToMany || back.deleteRule != .cascade
      else { return nil }
      let above = cascades(above: entity, sparing: owner, in: subject)
      let finding = Finding(
        page.id, .warning, entity, relationship.name, aspect: .deleteRule,
        "deleting \(DisplayText.withArticle(entity))\(above.isEmpty ? "" : ", also through \(Listing.text(above)),") empties "
          + "\(owner).\(back.name), which is required: the save will fail",
        fix: remedy(for: relationship, of: entity, leaving: back, of: owner, above: above, in: subject))
      return (finding, "\(owner).\(back.name)")
    }
    return found.map { finding, place in
      // The sentence names the relationship if another one empties the same end.
      guard found.count(where: { $0.finding.message == finding.message }) > 1 else { return finding }
      var named = finding
      named.message =
        "deleting \(DisplayText.withArticle(finding.entity)) empties \(place) through \(finding.property), and it is required: "
        + "the save will fail"
      return named
    }
  }

  /// Whether an object that nullify takes out of this end cannot be saved: a to-one that is required.
  static func isRefused(leaving back: RelationshipDescription) -> Bool { !back.isToMany && !back.isOptional }

  /// The rules for a relationship that a save accepts, as the other end is required, or a change to that end. A choice that
  /// deletes nothing comes first, unless the objects are plainly parts of their owner, and cascade comes with the
  /// condition on which it is right or with what it takes along. Deny keeps what the code of the app relies on: it may read the
  /// required end of an object without asking whether there is one.
  /// - Parameter above: The cascades that delete the owner.
  static func remedy(
    for relationship: RelationshipDescription, of entity: String, leaving back: RelationshipDescription,
    of owner: String, above: [String] = [], in subject: ReviewSubject
  ) -> String {
    let change = "change \(entity).\(relationship.name), delete"
    let part = DisplayText.withArticle(owner)
    let loosening =
      "if \(part) may be without its \(entity): change \(owner).\(back.name), optional"
      + (relationship.deleteRule == .noAction ? ", and: \(change) nullify" : "")
    // Deny would keep what is above from being deleted as well.
    let keeping =
      !mayDeny(relationship, of: entity, in: subject)
      ? loosening : above.isEmpty ? "\(change) deny, or \(loosening)" : "\(loosening), or: \(change) deny"
    if subject.isPlainPart(owner, of: entity, through: relationship) {
      return "if \(part) is no more than a part of its \(entity): \(change) cascade; if not: \(keeping)"
    }
    let others = subject.otherWays(to: owner, of: entity, through: relationship)
    let isOwned = !above.isEmpty || isRow(owner, in: subject)
    if others.isEmpty || isOwned && !Ownership.isLookup(entity) && !subject.isRecord(owner) {
      return "\(keeping); delete cascade \(isOwned ? "" : "only ")if \(part) means nothing without its \(entity)"
    }
    return
      "\(keeping); delete cascade only if \(part) means nothing without its \(entity): it takes "
      + "\(relationship.isToMany ? "them" : "it") from \(Listing.text(others)) too"
  }

  /// Whether an entity requires all that it leads to by a to-one, two objects at least, and none of them takes it along: a row
  /// means nothing without its column.
  private static func isRow(_ entity: String, in subject: ReviewSubject) -> Bool {
    let ends = subject.index.properties(of: entity).compactMap(\.relationship).filter { !$0.isToMany }
    return ends.count > 1
      && ends.allSatisfy { !$0.isOptional && subject.index.inverse(of: $0)?.relationship.deleteRule != .cascade }
  }

  /// The cascades by which deleting another object deletes one of an entity, except where they reach a part of it as well: that
  /// is deleted then, and no save finds it without its owner. O(relationships²).
  private static func cascades(above entity: String, sparing part: String, in subject: ReviewSubject) -> [String] {
    func reached(from start: String) -> Set<String> {
      var seen: Set = [start]
      var open = [start]
      while let next = open.popLast() {
        for relationship in subject.index.properties(of: next).compactMap(\.relationship)
        where relationship.deleteRule == .cascade && seen.insert(relationship.destination).inserted {
          open.append(relationship.destination)
        }
      }
      return seen
    }
    return subject.relationships.compactMap { owner, relationship in
      relationship.deleteRule == .cascade && owner != entity && owner != part && relationship.destination == entity
        && !reached(from: owner).contains(part)
        ? "\(owner).\(relationship.name)" : nil
    }
  }

  /// Whether deny is no fault of another kind: CloudKit does not support it, and where the other end denies as well, neither
  /// object can be deleted alone.
  static func mayDeny(_ relationship: RelationshipDescription, of entity: String, in subject: ReviewSubject) -> Bool {
    !subject.mirroredEntities.contains(entity)
      && subject.index.inverse(of: relationship)?.relationship.deleteRule != .deny
  }
}
