import ObjectGraph

/// Check (c), first normal form: a text that holds several values.
package enum DelimitedList: ReviewRule {
  package static let page = RulePage(
    id: "delimitedList", title: "a text is a list",
    why: """
      Who is tagged swift? With a list in a text that is a search for a piece of text, which finds swiftly as well. Each tag \
      as an object is written once, can be renamed, and knows what it is on.
      """,
    example: """
      entity Note { tags: String? }
      """,
    fix: "make an entity of the parts, in a many-to-many")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.repeated ?? []).compactMap { repeated -> Finding? in
        guard case .list(let attribute, let delimiter, let parts, let vocabulary) = repeated else { return nil }
        var finder = ProposalFinder(subject.model)
        let sign = delimiter == "\n" ? "line breaks" : "'\(delimiter)'"
        return Finding(
          page.id, .warning, relation.entity, attribute,
          "\(attribute) holds several values, with \(sign) between them: \(parts) parts, \(vocabulary) different ones",
          fix: "make an entity of the parts, in a many-to-many",
          proposal: repeated.proposal(&finder, of: relation.entity))
      }
    }
  }
}
