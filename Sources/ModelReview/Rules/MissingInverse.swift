import ObjectGraph

/// A relationship without an inverse, the first of its two warnings: the graph cannot be kept whole.
package struct MissingInverse: ReviewRule {
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

  package init() {}

  package func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      guard relationship.inverse == nil else { return nil }
      return Finding(
        Self.page.id, .warning, entity, relationship.name,
        "\(entity).\(relationship.name) has no inverse: the graph cannot keep both ends in step",
        fix: Self.pair(entity, relationship, in: subject.model))
    }
  }

  /// `Player.team <<--> Team.players`: the line that makes both ends.
  static func pair(_ entity: String, _ relationship: RelationshipDescription, in model: ManagedObjectModel) -> String {
    var names = ProposedNames(model)
    let lowered = ProposedNames.lowered(entity)
    let back = names.property(
      relationship.isToMany ? lowered : ProposedNames.plural(lowered), of: relationship.destination)
    return relationship.isToMany
      ? "\(entity).\(relationship.name) <-->> \(relationship.destination).\(back)"
      : "\(entity).\(relationship.name) <<--> \(relationship.destination).\(back)"
  }
}
