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
    let found = subject.relationships.compactMap { entity, relationship -> (finding: Finding, place: String)? in
      guard relationship.deleteRule == .nullify,
        let (owner, back) = subject.index.inverse(of: relationship), isRefused(leaving: back),
        // The part of an owner that cascades to it goes with the owner, and is not deleted alone.
        relationship.isToMany || back.deleteRule != .cascade
      else { return nil }
      let finding = Finding(
        page.id, .warning, entity, relationship.name, aspect: .deleteRule,
        "deleting \(DisplayText.withArticle(entity)) empties \(owner).\(back.name), which is required: the save will fail",
        fix: remedy(for: relationship, of: entity, leaving: back, of: owner, in: subject))
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

  /// The rules for a relationship that a save accepts, as the other end is required, or a change to that end. Cascade comes
  /// first only where something says that the objects are parts: from a category, it would take everything in it, and
  /// from one of two the whole with its part. Between two to-ones, deny would keep every object that has another one.
  static func remedy(
    for relationship: RelationshipDescription, of entity: String, leaving back: RelationshipDescription,
    of owner: String, in subject: ReviewSubject
  ) -> String {
    let deny = mayDeny(relationship, of: entity, in: subject) ? ["delete deny"] : []
    let name = "change \(entity).\(relationship.name)"
    let loosening = "change \(owner).\(back.name), optional"
    let rules =
      relationship.isToMany && !isPart(owner, of: entity, relationship, in: subject.index)
      ? deny + ["delete cascade"] : ["delete cascade"] + deny
    let ruling = "\(name), \(rules.joined(separator: ", or: "))"
    return relationship.isToMany ? "\(ruling), or: \(loosening)" : "\(loosening), or: \(ruling)"
  }

  /// Whether deny is no fault of another kind: CloudKit does not support it, and where the other end denies as well, neither
  /// object can be deleted alone.
  static func mayDeny(_ relationship: RelationshipDescription, of entity: String, in subject: ReviewSubject) -> Bool {
    !subject.mirroredEntities.contains(entity)
      && subject.index.inverse(of: relationship)?.relationship.deleteRule != .deny
  }

  /// Whether objects are parts of their owner: by the names of the two (`Recipe` and `Step`, `Family` and `FamilyCategory`),
  /// or because a to-many to the same entity, or to one that begins with the same words, cascades.
  private static func isPart(
    _ part: String, of whole: String, _ relationship: RelationshipDescription, in index: ModelIndex
  ) -> Bool {
    func words(_ entity: String) -> [String] { ProposedNames.words(ReviewSubject.bare(entity)).map { $0.lowercased() } }
    guard relationship.isToMany else { return false }
    return Ownership.isPart(part, of: whole)
      || words(part).count > words(whole).count && words(part).starts(with: words(whole))
      || index.properties(of: whole).compactMap(\.relationship).contains {
        $0.isToMany && $0.destination == part && $0.deleteRule == .cascade
      }
  }
}
