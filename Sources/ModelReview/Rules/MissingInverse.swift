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
        fix: pair(entity, relationship, in: subject))
    }
  }

  /// `Player.team <<--> Team.players`: the line that makes both ends, or pairs two relationships that exist.
  static func pair(_ entity: String, _ relationship: RelationshipDescription, in subject: ReviewSubject) -> String {
    let model = subject.model
    // One way there and one way back are mostly the two ends of one thing.
    let back = (model[entity: relationship.destination]?.properties ?? []).compactMap(\.relationship).filter {
      $0.destination == entity && $0.inverse == nil
        && !(relationship.destination == entity && $0.name == relationship.name)
    }
    if back.count == 1, !relationship.isToMany,
      subject.sharedMembers.contains("\(relationship.destination).\(back[0].name)")
    {
      return "\(relationship.destination).\(back[0].name) <<-->> \(entity).\(relationship.name)"
    }
    let isShared = subject.sharedMembers.contains("\(entity).\(relationship.name)")
    if back.count == 1, !isShared || back[0].isToMany {
      return "change \(entity).\(relationship.name), inverse \(back[0].name)"
    }
    let lowered = ProposedNames.lowered(entity)
    var names = ProposedNames(model)
    let end =
      back.count == 1
      ? back[0].name
      : names.property(
        relationship.isToMany && !isShared ? lowered : ProposedNames.plural(lowered), of: relationship.destination)
    let arrow = isShared ? "<<-->>" : relationship.isToMany ? "<-->>" : "<<-->"
    return "\(entity).\(relationship.name) \(arrow) \(relationship.destination).\(end)"
  }

  /// Returns the to-many relationships without an inverse in which two objects have a member in common, as
  /// `Player.clubs`: their inverse has to be to-many. O(links of these).
  static func sharedMembers(in context: ManagedObjectContext, of relations: [EntityRelation]) throws -> Set<String> {
    var shared: Set<String> = []
    for relation in relations {
      for relationship in context.model[entity: relation.entity]?.properties.compactMap(\.relationship) ?? []
      where relationship.inverse == nil && relationship.isToMany {
        var seen: Set<ManagedObjectID> = []
        for (count, object) in relation.objects.enumerated() {
          try context.cancellation.check(at: count)
          let value = try context.value(of: object, forKey: relationship.name)
          let members = Set((value.elements ?? []).compactMap(\.objectID))
          guard seen.isDisjoint(with: members) else {
            shared.insert("\(relation.entity).\(relationship.name)")
            break
          }
          seen.formUnion(members)
        }
      }
    }
    return shared
  }
}
