import ObjectGraph

/// Check (f), fifth normal form: an association of three that is the join of its three pairs.
package enum JoinDependencyRule: ReviewRule {
  package static let page = RulePage(
    id: "joinDependency", title: "one entity says what three pairs say",
    why: """
      Suppose an agent sells a company's product exactly if the agent works for the company, the company makes the \
      product, and the agent sells that kind of product. Then the triples say no more than the three pairs do.
      """,
    example: """
      entity Agent { name: String }
      entity Company { name: String }
      entity Product { name: String }
      entity Sells { agent -> Agent?; company -> Company?; product -> Product? }
      """,
    fix: "make three many-to-many relationships")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.filter { $0.rowCount > 0 }.flatMap { relation -> [Finding] in
      guard relation.foundMultivalued().isEmpty, !relation.columns.contains(where: \.isSetAside) else { return [] }
      return relation.foundJoins().map { evidence -> Finding in
        var finder = ProposalFinder(subject.model)
        let violation = EntityNormalization.Violation(
          form: .fifth, kind: .join(evidence.components), isFound: true)
        return Finding(
          page.id, .warning, relation.entity, relation.columns.map(\.name).joined(separator: ","),
          "\(relation.columns.map(\.name).joined(separator: ", ")) are the join of their three pairs: "
            + "\(evidence.forcedCount) objects follow from others",
          fix: "make three many-to-many relationships", proposal: finder.proposal(for: violation, in: relation))
      }
    }
  }
}
