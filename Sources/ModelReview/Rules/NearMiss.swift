import ObjectGraph

/// Near misses of check (a): all but a few objects agree. Possibly an error in the data, never a dependency.
package enum NearMiss: ReviewRule {
  package static let page = RulePage(
    id: "nearMiss", title: "all but a few objects agree",
    why: """
      When all players but one wear the shirt of their team, that one may be right. It may also be a typing mistake. \
      Only someone who knows the facts can decide.
      """,
    example: """
      entity Team { name: String }
      entity Player { name: String; shirt: Integer16?; team -> Team? }
      """,
    fix: "look at the objects that are named")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.nearMisses ?? []).map { dependency -> Finding in
        let exceptions = relation.exceptions(to: dependency)
        return Finding(
          page.id, .note, relation.entity, dependency.dependent,
          determinant: dependency.determinant.joined(separator: ","),
          "possibly an error in the data: \(exceptions.count) of \(dependency.evidence.rowCount) objects have another "
            + "\(dependency.dependent) than the rest of their \(dependency.determinant.joined(separator: ", "))",
          fix: "look at them; if they are right, nothing is wrong", objects: exceptions)
      }
    }
  }
}
