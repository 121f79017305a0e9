import ObjectGraph

/// A declared dependency that two objects contradict: one of the three is wrong.
package enum ContradictedDependency: ReviewRule {
  package static let page = RulePage(
    id: "contradictedDependency", title: "objects contradict a declared dependency",
    why: """
      A declared dependency says what is true of the world. When two players of one team have different colours, then \
      one of them has the wrong one, or the team does not decide the colour. Nothing that builds on it can be trusted.
      """,
    example: """
      entity Player { team: String; uniformColor: String? }
      dependency Player: team -> uniformColor
      """,
    fix: "make the objects agree, or take the dependency back")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.filter { $0.objects.count > 1 }.flatMap { relation -> [Finding] in
      subject.index.lineage(of: relation.entity).flatMap(\.dependencies).compactMap { dependency -> Finding? in
        guard case .functional(let left, let right) = dependency,
          let rows = relation.contradiction(to: dependency), let one = rows.first, let other = rows.last
        else { return nil }
        let differing = right.filter { key in
          relation.place(of: key).map { relation.value(row: one, column: $0) != relation.value(row: other, column: $0) }
            ?? false
        }
        let names = left.joined(separator: ", ")
        return Finding(
          page.id, .error, relation.entity, differing.joined(separator: ","), determinant: left.joined(separator: ","),
          "\(dependency.text) is declared, and objects with the same \(names) differ in "
            + differing.joined(separator: ", "),
          fix: "make them agree, or leave the dependency out",
          objects: [relation.objects[one], relation.objects[other]])
      }
    }
  }
}
