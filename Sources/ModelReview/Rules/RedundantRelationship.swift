import ObjectGraph

/// Check (g): a relationship that leads where two others lead.
package enum RedundantRelationship: ReviewRule {
  package static let page = RulePage(
    id: "redundantRelationship", title: "a relationship repeats a way along two others",
    why: """
      A player's league is the league of the player's team. A separate relationship can lead elsewhere, after a transfer \
      for instance, and then the model says two things.
      """,
    example: """
      entity League { name: String }
      entity Team { league -> League? }
      entity Player { team -> Team?; league -> League? }
      """,
    fix: "go along the two others")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.redundantRelationships ?? []).map { copy -> Finding in
        copy.finding(
          page.id, in: relation, "\(copy.column) leads where \(copy.source) leads",
          fix: "read \(copy.source), and remove \(relation.entity).\(copy.column)")
      }
    }
  }
}
