import ObjectGraph

/// Check (e): a value that can be computed from others.
package enum DerivedValue: ReviewRule {
  package static let page = RulePage(
    id: "derived", title: "a value can be computed from others",
    why: """
      A total that is stored along with price and quantity can be wrong; a computed one cannot. A derived attribute is \
      both: stored for speed, and recomputed at each save.
      """,
    example: """
      entity Line { price: Double; qty: Integer16; total: Double }
      """,
    fix: "declare it as derived")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.derived ?? []).map { copy -> Finding in
        copy.finding(
          page.id, in: relation, "\(copy.column) is \(copy.source)", fix: "declare it: derived \(copy.source)")
      }
    }
  }
}
