import ObjectGraph

/// Check (e): an attribute that the object at the end of a relationship has already.
package enum CopyOfRelated: ReviewRule {
  package static let page = RulePage(
    id: "copyOfRelated", title: "an attribute is a copy of another object's",
    why: """
      The team knows its city. Each player's copy has to be changed along with it, and one day it is not: the copy is \
      stale. Read the city through the relationship instead.
      """,
    example: """
      entity Team { city: String? }
      entity Player { teamCity: String?; team -> Team? }
      """,
    fix: "read it through the relationship")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.copiesOfRelated ?? []).map { copy -> Finding in
        copy.finding(
          page.id, in: relation, "\(copy.column) repeats \(copy.source)",
          fix: "read \(copy.source), and remove \(relation.entity).\(copy.column)")
      }
    }
  }
}
