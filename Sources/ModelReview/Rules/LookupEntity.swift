import ObjectGraph

/// Check (d): a text that takes a few values again and again.
package enum LookupEntity: ReviewRule {
  package static let page = RulePage(
    id: "lookupEntity", title: "a text repeats a few values",
    why: """
      Six colours, written sixty times: a slip makes a seventh. As objects they are chosen, not typed, and can have \
      attributes. For a handful of fixed words, a list of allowed values will do as well.
      """,
    example: """
      entity Kit { colour: String? }
      """,
    fix: "make an entity of the values, or fix them with matches")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.lookups ?? []).filter { !$0.isBoolean }.map { lookup -> Finding in
        var finder = ProposalFinder(subject.model)
        let shown = lookup.values.prefix(4).joined(separator: ", ") + (lookup.values.count > 4 ? ", …" : "")
        let variants =
          lookup.variants.isEmpty ? "" : "; \(lookup.variants.joined(separator: ", ")) are the same but for spelling"
        return Finding(
          page.id, lookup.variants.isEmpty ? .note : .warning, relation.entity, lookup.name,
          "\(lookup.name) takes \(lookup.values.count) values in \(lookup.rowCount) objects: \(shown)\(variants)",
          fix: "make an entity of the values, or fix them with matches",
          proposal: finder.lookup(lookup.name, of: relation.entity))
      }
    }
  }
}
