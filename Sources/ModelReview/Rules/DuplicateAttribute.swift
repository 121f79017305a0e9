import ObjectGraph

/// Check (e): two attributes of one object that always are the same.
package enum DuplicateAttribute: ReviewRule {
  package static let page = RulePage(
    id: "duplicateAttribute", title: "two attributes say the same",
    why: """
      Two attributes for one fact are one too many. When they differ one day, no one knows which is right.
      """,
    example: """
      entity Person { code: String?; badge: String? }
      """,
    fix: "keep one of them")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.duplicates ?? []).map { copy -> Finding in
        copy.finding(
          page.id, in: relation, "\(copy.column) says the same as \(copy.source)",
          fix: "remove \(relation.entity).\(copy.column)")
      }
    }
  }
}
