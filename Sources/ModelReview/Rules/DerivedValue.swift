import ObjectGraph

/// Check (e): a value that can be computed from others.
package enum DerivedValue: ReviewRule {
  package static let page = RulePage(
    id: "derived", title: "a value can be computed from others",
    why: """
      A total that is stored along with price and quantity can be wrong; a computed one cannot. Core Data can derive a \
      count or a sum over a to-many, which is then stored and recomputed at each save. A product belongs in code.
      """,
    example: """
      entity Line { price: Double; qty: Integer16; total: Double }
      """,
    fix: "derive it, or compute it in code")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.derived ?? []).map { copy -> Finding in
        let attribute = "\(relation.entity).\(copy.column)"
        return copy.finding(
          page.id, in: relation, "\(copy.column) is \(copy.source)",
          fix: copy.derivation.map { "change \(attribute), optional, derived \($0)" }
            ?? "compute it in code, and remove \(attribute): Core Data has no derivation for it")
      }
    }
  }
}
