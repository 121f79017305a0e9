import ObjectGraph

/// Check (c), first normal form: a text that holds several values.
package enum DelimitedList: ReviewRule {
  package static let page = RulePage(
    id: "delimitedList", title: "a text is a list",
    why: """
      Which notes are tagged swift? With a list in a text you have to search for a piece of text, which finds swiftly as \
      well. As an object, each tag is written once, can be renamed, and knows its notes.
      """,
    example: """
      entity Note { tags: String? }
      """,
    fix: "make the parts an entity, linked many-to-many")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.repeated ?? []).compactMap { repeated -> Finding? in
        guard case .list(let attribute, let delimiter, let support) = repeated else { return nil }
        var finder = ProposalFinder(subject.model)
        let sign = delimiter == "\n" ? "line breaks" : "'\(delimiter)'"
        let extent: String
        var isTentative = false
        switch support {
        case .certain(let parts, let vocabulary): extent = ": \(parts) parts, \(vocabulary) different ones"
        case .few(let lists, let texts):
          // One text may be anything.
          guard texts > 1 else { return nil }
          extent = ", in \(lists == texts ? "all \(texts)" : "\(lists) of \(texts)") objects"
          isTentative = true
        }
        return Finding(
          page.id, isTentative ? .note : .warning, relation.entity, attribute,
          "\(attribute) holds several values, with \(sign) between them\(extent)",
          fix: "make the parts an entity, linked many-to-many",
          proposal: repeated.proposal(&finder, of: relation.entity), isTentative: isTentative)
      }
    }
  }
}
