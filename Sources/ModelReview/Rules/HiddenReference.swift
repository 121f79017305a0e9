import ObjectGraph

/// Check (h): a text that names objects of another entity.
package enum HiddenReference: ReviewRule {
  package static let page = RulePage(
    id: "hiddenReference", title: "a text stands for a relationship",
    why: """
      A team code stored with each player is a link that the graph does not know: it can name a team that does not exist, \
      does not change when the team changes its code, and cannot be followed.
      """,
    example: """
      entity Team { code: String }
      entity Player { teamCode: String? }
      """,
    fix: "make a to-one relationship of it")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.hiddenReferences ?? []).map { copy -> Finding in
        let destination = String(copy.source.prefix { $0 != "." })
        var names = ProposedNames(subject.model)
        let name = names.property(ProposedNames.lowered(destination), of: relation.entity)
        return copy.finding(
          page.id, in: relation,
          "\(copy.column) names a \(destination) by its \(copy.source.dropFirst(destination.count + 1))",
          fix: "make it a relationship: add \(relation.entity).\(name) -> \(destination)?")
      }
    }
  }
}
