import ObjectGraph

/// Check (f), fourth normal form: an association entity that mixes two independent facts.
package enum MultivaluedPair: ReviewRule {
  package static let page = RulePage(
    id: "multivaluedPair", title: "one entity mixes two independent facts",
    why: """
      A player's skills and languages have nothing to do with each other. In one entity every skill has to be combined with \
      every language: three skills and three languages are nine objects, and a new skill adds three more.
      """,
    example: """
      entity Player { name: String }
      entity Talent { skill: String?; language: String?; player -> Player? }
      """,
    fix: "give each fact its own entity")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      relation.foundMultivalued().filter { _ in !relation.columns.contains(where: \.isSetAside) }.map {
        evidence -> Finding in
        var finder = ProposalFinder(subject.model)
        let blocks = evidence.blocks.map { $0.joined(separator: ", ") }
        let violation = EntityNormalization.Violation(
          form: .fourth, kind: .multivalued(determinant: evidence.determinant, blocks: evidence.blocks), isFound: true)
        return Finding(
          page.id, .warning, relation.entity, evidence.blocks.joined().joined(separator: ","),
          determinant: evidence.determinant.joined(separator: ","),
          "every \(blocks[0]) is combined with every \(blocks[1]) of its \(evidence.determinant[0]): "
            + "\(evidence.forcedCount) objects are there only for that",
          fix: "give each fact its own entity", proposal: finder.proposal(for: violation, in: relation))
      }
    }
  }
}
