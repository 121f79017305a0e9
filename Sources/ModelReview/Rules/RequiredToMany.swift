import Diagnostics
import ObjectGraph

/// To-manys that are required and have no minimum count: a save takes them empty. One note for the whole model, at the
/// first of them, because one line says what there is to know.
package enum RequiredToMany: ReviewRule {
  package static let page = RulePage(
    id: "requiredToMany", title: "a required to-many has no minimum count",
    why: """
      Apple's guide says that a relationship that is not optional needs an object at its destination. For a to-many, a save \
      only checks the counts: without a minimum it may be empty. A store that Core Data wrote for CareKit has such objects.
      """,
    example: """
      entity Team { players ->> Player, inverse team }
      entity Player { team -> Team?, inverse players }
      """,
    fix: "call it optional, or give it a minimum count of 1")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    // In apps the box is ticked or not, and the to-many is empty all the same: nothing that a team would change.
    guard !subject.options.contains(.xcode) else { return [] }
    let found = subject.relationships.filter { entity, relationship in
      // CloudKit's rule wants them to be optional.
      relationship.isToMany && !relationship.isOptional && relationship.mayBeEmpty
        && !subject.mirroredEntities.contains(entity)
    }
    guard let (entity, relationship) = found.first else { return [] }
    let name = "\(entity).\(relationship.name)"
    let message =
      found.count == 1
      ? "\(name) is required, but may be empty: a to-many without a minimum count asks for no object"
      : "\(DisplayText.grouped(found.count)) to-many relationships are required without a minimum count, so they may be "
        + "empty: \(Listing.text(found.map { "\($0.entity).\($0.relationship.name)" }))"
    return [
      Finding(
        page.id, .note, entity, relationship.name, aspect: .count,
        determinant: found.dropFirst().map { "\($0.entity).\($0.relationship.name)" }.joined(separator: ","), message,
        fix: "change \(name), optional, or: change \(name), count 1...")
    ]
  }
}
