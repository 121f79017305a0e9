import Diagnostics
import ObjectGraph

/// Deny from one of many to what they share, or from a part to the one object that owns it: none can be deleted while it
/// belongs to another.
package enum DenyUpwards: ReviewRule {
  package static let page = RulePage(
    id: "denyUpwards", title: "deny keeps one of many from being deleted",
    why: """
      Deny refuses to delete an object while its relationship leads to another. On the side of a player it says: a player \
      who is in a team cannot be deleted. Where the relationship is required, no player ever can. Nearly always deny was \
      meant for the other side: a team that has players cannot be deleted.
      """,
    example: """
      entity Team { players ->> Player?, inverse team }
      entity Player { team -> Team?, inverse players, delete deny }
      """,
    fix: "put deny on the to-many side, if you want it at all")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      guard relationship.deleteRule == .deny, !relationship.isToMany,
        let (_, back) = subject.index.inverse(of: relationship),
        // It is a circle if the other side denies as well.
        // Nullify would empty a required end.
        back.isToMany ? back.deleteRule != .deny : back.deleteRule == .cascade && back.isOptional
      else { return nil }
      let message =
        "\(DisplayText.withArticle(entity)) cannot be deleted while its \(relationship.name) is set"
        + "\(relationship.isOptional ? "" : ", and it is required"): \(entity).\(relationship.name) denies"
      // A part that goes with its owner alone may be meant.
      return Finding(
        page.id, back.isToMany ? .warning : .question, entity, relationship.name, aspect: .deleteRule,
        back.isToMany ? message : "\(message); does it go with its \(relationship.destination) alone?",
        fix: (back.isToMany ? "" : "if not: ") + "change \(entity).\(relationship.name), delete nullify")
    }
  }
}
