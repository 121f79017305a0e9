import ObjectGraph

/// A relationship without an inverse, the first of its two warnings: the graph cannot be kept whole.
package enum MissingInverse: ReviewRule {
  package static let page = RulePage(
    id: "missingInverse", title: "a relationship has no inverse",
    why: """
      With an inverse the graph keeps both ends in step. Without one the object at the other end does not know \
      that it is held, is not marked as changed, and stays behind as a dangling link when it is deleted.
      """,
    example: """
      entity Team { name: String }
      entity Player { team -> Team? }
      """,
    fix: "give it one: Player.team <<--> Team.players")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    findings(page.id, in: subject) { "\($0) has no inverse: the graph cannot keep both ends in step" }
  }

  /// What both warnings find.
  /// - Parameter message: what is said of `Player.team`.
  static func findings(_ rule: String, in subject: ReviewSubject, _ message: (String) -> String) -> [Finding] {
    subject.relationships.filter { $0.relationship.inverse == nil }.map { entity, relationship in
      Finding(
        rule, .warning, entity, relationship.name, message("\(entity).\(relationship.name)"),
        fix: pair(entity, relationship, in: subject.model))
    }
  }

  /// `Player.team <<--> Team.players`: the line that makes both ends, or makes one of two that are there.
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
