import ObjectGraph

/// A relationship without an inverse: the graph cannot keep both ends in step.
///
/// Xcode's compiler has one line for it, `Player.team should have an inverse`.
package enum MissingInverse: ReviewRule {
  package static let page = RulePage(
    id: "missingInverse", title: "a relationship has no inverse",
    why: """
      With an inverse, setting one end sets the other. Without one, the object at the other end does not know \
      about the link and is not marked as changed, and deleting it leaves a dangling link.
      """,
    example: """
      entity Team { name: String }
      entity Player { team -> Team? }
      """,
    fix: "give it one: Player.team <<--> Team.players")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    // A relationship that another one's misspelt inverse means gets its inverse when that is mended.
    let meant = Set(subject.problems.compactMap(UnfinishedModel.misspelt).map { "\($0.destination).\($0.meant)" })
    return subject.relationships.filter { entity, relationship in
      // Where the destination does not exist, that is the finding.
      relationship.inverse == nil && !meant.contains("\(entity).\(relationship.name)")
        && subject.index.places[relationship.destination] != nil
    }.map { entity, relationship in
      let isMirrored = subject.mirroredEntities.contains(entity)
      return Finding(
        page.id, .warning, entity, relationship.name, aspect: .inverse,
        "\(entity).\(relationship.name) should have an inverse: without one the graph cannot keep both ends in step"
          + (isMirrored ? ", and CloudKit refuses it" : ""),
        fix: pair(entity, relationship, in: subject))
    }
  }

  /// `Player.team <<--> Team.players`: the line that makes both ends, or pairs two relationships that exist.
  static func pair(_ entity: String, _ relationship: RelationshipDescription, in subject: ReviewSubject) -> String {
    let isShared = subject.sharedMembers.contains("\(entity).\(relationship.name)")
    guard let back = onlyWayBack(of: relationship, from: entity, in: subject.index) else {
      let lowered = ProposedNames.lowered(entity)
      var names = ProposedNames(subject.index)
      func line(_ arrow: String, _ end: String) -> String {
        let end = names.property(end, of: relationship.destination)
        return "\(entity).\(relationship.name) \(arrow) \(relationship.destination).\(end)"
      }
      let many = ProposedNames.plural(lowered)
      // What is deleted with an object belongs to it alone.
      let isOwned = relationship.deleteRule == .cascade
      if !relationship.isToMany { return isOwned && !isShared ? line("<-->", lowered) : line("<<-->", many) }
      if isShared { return line("<<-->>", many) }
      return isOwned ? line("<-->>", lowered) : line("<-->>", lowered) + ", or: " + line("<<-->>", many)
    }
    // The end at which the objects show several others is to-many.
    let isToMany =
      relationship.isToMany || subject.sharedMembers.contains("\(relationship.destination).\(back.name)")
    let isBackToMany = back.isToMany || isShared
    if isToMany == relationship.isToMany, isBackToMany == back.isToMany {
      return "change \(entity).\(relationship.name), inverse \(back.name)"
    }
    let (own, other) = ("\(entity).\(relationship.name)", "\(relationship.destination).\(back.name)")
    // The same line from both ends.
    if relationship.isToMany == back.isToMany ? other < own : back.isToMany {
      return "\(other) \(isToMany ? "<<" : "<")--\(isBackToMany ? ">>" : ">") \(own)"
    }
    return "\(own) \(isBackToMany ? "<<" : "<")--\(isToMany ? ">>" : ">") \(other)"
  }

  /// Returns the relationship that leads back, where there is one alone: one way there and one way back are mostly the two
  /// ends of one thing. Two from an entity to itself are as often two things.
  private static func onlyWayBack(
    of relationship: RelationshipDescription, from entity: String, in index: ModelIndex
  ) -> RelationshipDescription? {
    if relationship.destination == entity { return nil }
    let back = (index.entity(relationship.destination)?.properties ?? []).compactMap(\.relationship).filter {
      $0.destination == entity && $0.inverse == nil
    }
    return back.count == 1 ? back[0] : nil
  }

  /// Returns the relationships without an inverse in which two objects have a member in common, as `Player.clubs`, or in
  /// which a member leads back to another object than the one that has it: their inverse has to be to-many. O(links of
  /// these).
  static func sharedMembers(in context: ManagedObjectContext, of relations: [EntityRelation]) throws -> Set<String> {
    let index = ModelIndex(context.model)
    var shared: Set<String> = []
    for relation in relations {
      for relationship in index.entity(relation.entity)?.properties.compactMap(\.relationship) ?? []
      where relationship.inverse == nil {
        let back = onlyWayBack(of: relationship, from: relation.entity, in: index)
        guard relationship.isToMany || back != nil else { continue }
        var holders: [ManagedObjectID: ManagedObjectID] = [:]
        func isTaken(_ member: ManagedObjectID, by holder: ManagedObjectID) -> Bool {
          let known = holders[member]
          if known == nil { holders[member] = holder }
          return known != nil && known != holder
        }
        var isShared = false
        for (count, object) in relation.objects.enumerated() where !isShared {
          try context.cancellation.check(at: count)
          let members = try context.value(of: object, forKey: relationship.name).objectIDs ?? []
          isShared = members.contains { isTaken($0, by: object) }
        }
        if let back, let other = relations.first(where: { $0.entity == relationship.destination }) {
          for (count, member) in other.objects.enumerated() where !isShared {
            try context.cancellation.check(at: count)
            let objects = try context.value(of: member, forKey: back.name).objectIDs ?? []
            isShared = objects.contains { isTaken(member, by: $0) }
          }
        }
        if isShared { shared.insert("\(relation.entity).\(relationship.name)") }
      }
    }
    return shared
  }
}
