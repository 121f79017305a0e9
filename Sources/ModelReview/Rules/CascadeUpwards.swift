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
      if !back.isToMany { return relationship.isToMany ? nil : pair(entity, relationship, owner, back) }
      if relationship.isToMany {
        return Finding(
          page.id, .warning, entity, relationship.name, aspect: .deleteRule,
          "deleting one \(entity) deletes its \(relationship.name), which may be others' too: \(owner).\(back.name) is to-many",
          fix: "change \(entity).\(relationship.name), delete nullify")
      }
      let others =
        back.deleteRule == .cascade
        ? "and with it all of \(owner).\(back.name)" : "which \(owner).\(back.name) shares among many"
      return Finding(
        page.id, .warning, entity, relationship.name, aspect: .deleteRule,
        "deleting one \(entity) deletes its \(relationship.name), \(others)",
        fix: "change \(entity).\(relationship.name), delete nullify")
    }
  }

  /// The two ends of a one-to-one relationship that cascade to each other, at the first of them.
  private static func pair(
    _ entity: String, _ relationship: RelationshipDescription, _ owner: String, _ back: RelationshipDescription
  ) -> Finding? {
    guard back.deleteRule == .cascade, (entity, relationship.name) < (owner, back.name) else { return nil }
    return Finding(
      page.id, .warning, entity, relationship.name, aspect: .deleteRule,
      "deleting \(DisplayText.withArticle(entity)) deletes its \(relationship.name), and deleting "
        + "\(DisplayText.withArticle(owner)) deletes its \(back.name): both ends cascade",
      fix: "let the part nullify: change \(owner).\(back.name), delete nullify, or: "
        + "change \(entity).\(relationship.name), delete nullify")
  }
}
