import ObjectGraph

/// Check (a), third normal form: an attribute that a to-one relationship decides is a fact about what it leads to.
package enum FactAboutRelated: ReviewRule {
  package static let page = RulePage(
    id: "factAboutRelated", title: "an attribute says something about another object",
    why: """
      A fact that is the same for every player of a team belongs to the team. Stored with each player, it is repeated, \
      can contradict itself, and is lost with the last player.
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
