import ObjectGraph

/// Check (d), the two values being yes and no: a Boolean in words.
package enum BooleanAsString: ReviewRule {
  package static let page = RulePage(
    id: "booleanAsString", title: "a text says yes or no",
    why: """
      A Boolean has two values. A text has yes, no, Yes, YES, y and whatever someone types tomorrow.
      """,
    example: """
      entity Kit { away: String? }
      """,
    fix: "make it a Boolean")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.lookups ?? []).filter(\.isBoolean).map { lookup -> Finding in
        Finding(
          page.id, .note, relation.entity, lookup.name,
          "\(lookup.name) says \(lookup.values.joined(separator: " or ")) in words",
          fix: "add \(relation.entity).is\(ProposedNames.capitalised(lookup.name)): Boolean?, set it, "
            + "and remove \(relation.entity).\(lookup.name)")
      }
    }
  }
}
