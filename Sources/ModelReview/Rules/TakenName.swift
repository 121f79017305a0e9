import ObjectGraph

/// A property that is called `deleted`, as one of every managed object is.
///
/// Xcode warns of the collision (simplenote-ios 20, MobileOrg 159), a fetched results controller goes on showing what its
/// predicate `deleted == NO` excludes (openradar 15573844), and key-value coding answers the other one
/// (MTLManagedObjectAdapter 19). Of `updated` and `inserted`, whose getters begin with `is` as well, nothing of the kind
/// is known.
package enum TakenName: ReviewRule {
  package static let page = RulePage(
    id: "takenName", title: "a property has the name of one that every managed object has",
    why: """
      Every managed object has a property deleted, whose getter is isDeleted. With an attribute of that name, code that \
      asks by key may read the one or the other: a deletion that the context knows of, or the value in the store.
      """,
    example: """
      entity Note { deleted: Boolean = false }
      """,
    fix: "rename Note.deleted to removed")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    var names = ProposedNames(subject.index)
    let found = subject.model.entities.flatMap { entity -> [Finding] in
      entity.properties.filter { $0.name == "deleted" }.map { property in
        Finding(
          page.id, .warning, entity.name, property.name, aspect: .name,
          "\(entity.name).deleted has the name of a property that every managed object has: asked by key, an object may "
            + "answer either",
          fix: "rename \(entity.name).deleted to \(names.property("removed", of: entity.name))")
      }
    }
    guard subject.options.contains(.xcode), let first = found.first else { return found }
    return [question(first, about: found.map { "\($0.entity).deleted" }, in: subject)]
  }

  /// One question for an app's model, which gives the attribute one name in all entities.
  private static func question(_ first: Finding, about places: [String], in subject: ReviewSubject) -> Finding {
    var asked = first
    asked.severity = .question
    asked.determinant = places.dropFirst().joined(separator: ",")
    asked.message =
      "\(Finding.listed(places)) \(places.count == 1 ? "has" : "have") the name of a property that every managed object has: asked "
      + "by key, an object may answer either; can \(places.count == 1 ? "it" : "they") be renamed?"
    asked.fix =
      subject.mirroredEntities.contains(first.entity)
      ? "if so: an attribute of another name next to it, as a CloudKit schema in production only grows"
      : "if so: \(first.fix), with deleted as its renaming ID"
    return asked
  }
}
