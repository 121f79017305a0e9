import ObjectGraph

/// A relationship without an inverse: the graph cannot keep both ends in step.
///
/// Xcode's compiler has one line for it, `Player.team should have an inverse`.
package enum MissingInverse: ReviewRule {
  package static let page = RulePage(
    id: "missingInverse", title: "a relationship has no inverse",
    why: """
      With an inverse, setting one end sets the other. Without one, the object at the other end does not know that \
      it is held and is not marked as changed, and deleting it leaves a dangling link.
      """,
    example: """
      entity Team { name: String }
      entity Player { team -> Team? }
      """,
    fix: "give it one: Player.team <<--> Team.players")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relationships.filter { $0.relationship.inverse == nil }.map { entity, relationship in
      Finding(
        page.id, .warning, entity, relationship.name,
        "\(entity).\(relationship.name) should have an inverse: without one the graph cannot keep both ends in step",
        fix: pair(entity, relationship, in: subject.model))
    }
  }

  /// `Player.team <<--> Team.players`: the line that makes both ends, or pairs two relationships that exist.
  static func pair(_ entity: String, _ relationship: RelationshipDescription, in model: ManagedObjectModel)
    -> String
  {
    // One way there and one way back are mostly the two ends of one thing.
    let back = (model[entity: relationship.destination]?.properties ?? []).compactMap(\.relationship).filter {
      $0.destination == entity && $0.inverse == nil
        && !(relationship.destination == entity && $0.name == relationship.name)
    }
    if back.count == 1 { return "change \(entity).\(relationship.name), inverse \(back[0].name)" }
    var names = ProposedNames(model)
    let lowered = ProposedNames.lowered(entity)
    let end = names.property(
      relationship.isToMany ? lowered : ProposedNames.plural(lowered), of: relationship.destination)
    return relationship.isToMany
      ? "\(entity).\(relationship.name) <-->> \(relationship.destination).\(end)"
      : "\(entity).\(relationship.name) <<--> \(relationship.destination).\(end)"
  }
}
