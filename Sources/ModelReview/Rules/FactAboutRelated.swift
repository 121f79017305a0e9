import ObjectGraph

/// Check (a), third normal form: an attribute that a to-one relationship decides is a fact about what it leads to.
package enum FactAboutRelated: ReviewRule {
  package static let page = RulePage(
    id: "factAboutRelated", title: "an attribute says something about another object",
    why: """
      What everybody of a team has the same, the team has. Written with each player it is written many times, can be \
      written in two versions, and is lost with the last player.
      """,
    example: """
      entity Team { name: String }
      entity Player { name: String; uniformColor: String?; team -> Team? }
      """,
    fix: "move it to where it belongs")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.aboutRelated ?? []).map { dependency -> Finding in
        let destination = relation.place(of: dependency.determinant[0]).flatMap { relation.columns[$0].destination }
        return dependency.finding(
          page.id, in: relation,
          "\(dependency.dependent) is a fact about the \(dependency.determinant[0])",
          fix: "move \(dependency.dependent) to \(destination ?? "it")", subject)
      }
    }
  }
}
