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
    fix: "choose cascade or deny, or let the other end be optional")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      guard relationship.deleteRule == .nullify,
        let (owner, back) = subject.index.inverse(of: relationship), isRefused(leaving: back),
        // The part of an owner that cascades to it goes with the owner, and is not deleted alone.
        relationship.isToMany || back.deleteRule != .cascade
      else { return nil }
      return Finding(
        page.id, .warning, entity, relationship.name, aspect: .deleteRule,
        "deleting \(DisplayText.withArticle(entity)) empties \(owner).\(back.name), which is required: the save will fail",
        fix: remedy(for: relationship, of: entity, leaving: back, of: owner))
    }
  }

  /// Whether an object that nullify takes out of this end cannot be saved: a to-one that is required.
  static func isRefused(leaving back: RelationshipDescription) -> Bool { !back.isToMany && !back.isOptional }

  /// The rules for a relationship that a save accepts, as the other end is required, or a change to that end.
  static func remedy(
    for relationship: RelationshipDescription, of entity: String, leaving back: RelationshipDescription,
    of owner: String
  ) -> String {
    // From one of two, cascade would take the whole with its part; from a category, everything in it.
    let words = ProposedNames.words(entity).map { $0.lowercased() }
    let isLookup = words.contains(where: ["category", "categoria", "type", "tipo", "kind", "status", "tag"].contains)
    let rules =
      relationship.isToMany && !isLookup ? "delete cascade, or: delete deny" : "delete deny, or: delete cascade"
    return "change \(entity).\(relationship.name), \(rules), or: change \(owner).\(back.name), optional"
  }
}
