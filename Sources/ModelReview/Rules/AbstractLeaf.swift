import Diagnostics
import ObjectGraph

/// An abstract entity that no other entity inherits from: there can be no object of it.
///
/// "An abstract entity is one that you never instantiate" (Core Data Programming Guide, Creating a Managed Object Model).
package enum AbstractLeaf: ReviewRule {
  package static let page = RulePage(
    id: "abstractLeaf", title: "an abstract entity has no subentities",
    why: """
      Objects are made of the entities that inherit from an abstract one. Where none does, there will be no object, and a \
      relationship that leads to it stays empty.
      """,
    example: """
      abstract entity Shape { name: String }
      entity Drawing { shapes ->> Shape? }
      """,
    fix: "change Shape, no abstract, or give it a subentity")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let parents = Set(subject.model.entities.compactMap(\.parent))
    let ends = Dictionary(grouping: subject.relationships) { $0.relationship.destination }
    return subject.model.entities.filter { $0.isAbstract && !parents.contains($0.name) }.map { entity in
      let leading = (ends[entity.name] ?? []).map { "\($0.entity).\($0.relationship.name)" }
      let rest =
        leading.isEmpty ? "" : ", and \(Listing.text(leading)) can hold \(leading.count == 1 ? "none" : "none of them")"
      return Finding(
        page.id, leading.isEmpty ? .note : .warning, entity.name, "",
        "\(entity.name) is abstract and has no subentity: there can be no object of it" + rest,
        fix: "change \(entity.name), no abstract, or give it a subentity")
    }
  }
}
