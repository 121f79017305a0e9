import ObjectGraph

/// Check (a2), third normal form: one or two attributes decide another one of the same entity.
package enum TransitiveInEntity: ReviewRule {
  package static let page = RulePage(
    id: "transitiveInEntity", title: "attributes decide another attribute of the same entity",
    why: """
      A zip code decides its city. Written with every customer the city is written as often as the code, and the two can \
      contradict each other. Code and city are a thing of their own.
      """,
    example: """
      entity Customer { name: String; zip: String?; city: String? }
      """,
    fix: "make an entity of what decides and what depends on it")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.transitive ?? []).map { dependency -> Finding in
        dependency.finding(
          page.id, in: relation,
          "\(dependency.dependent) depends on \(dependency.determinant.joined(separator: ", ")), not on the \(relation.entity)",
          fix: "make an entity of \((dependency.determinant + [dependency.dependent]).joined(separator: ", "))", subject
        )
      }
    }
  }
}
