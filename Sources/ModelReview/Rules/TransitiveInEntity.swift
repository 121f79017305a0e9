import ObjectGraph

/// Check (a2), third normal form: one or two attributes decide another one of the same entity.
package enum TransitiveInEntity: ReviewRule {
  package static let page = RulePage(
    id: "transitiveInEntity", title: "attributes decide another attribute of the same entity",
    why: """
      A zip code decides its city. Stored with every customer, the city is repeated as often as the code, and the two can \
      contradict each other. Code and city belong in a separate entity.
      """,
    example: """
      entity Customer { name: String; zip: String?; city: String? }
      """,
    fix: "make an entity of the attributes that decide and those that depend on them")

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
