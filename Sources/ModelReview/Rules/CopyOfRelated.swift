import Diagnostics
import ObjectGraph

/// Check (e): an attribute that the object at the end of a relationship has already.
package enum CopyOfRelated: ReviewRule {
  package static let page = RulePage(
    id: "copyOfRelated", title: "an attribute is a copy of another object's",
    why: """
      The team knows its city. Each player's copy has to be changed along with it, and one day it is not: the copy is \
      stale. Read the city through the relationship instead. A value that must stay as it was, such as the price on a \
      receipt, is no copy: mark it with userInfo denormalised: true.
      """,
    example: """
      entity Team { city: String? }
      entity Player { teamCity: String?; team -> Team? }
      """,
    fix: "read it through the relationship")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.copiesOfRelated ?? []).map { copy -> Finding in
        var finder = ProposalFinder(subject.model)
        let place = "\(relation.entity).\(copy.column)"
        return Finding(
          page.id, copy.isCertain ? .warning : .note, relation.entity, copy.column, determinant: copy.source,
          "\(copy.column) repeats \(copy.source) in \(copy.extent)\(copy.exceptions)",
          fix: copy.isExact
            ? "read \(copy.source), and remove \(place)"
            : "put these right, then read \(copy.source) and remove \(place)",
          proposal: finder.reading(copy, in: relation), objects: copy.stale + copy.unlinked,
          isTentative: !copy.isCertain)
      }
    }
  }
}

extension RelatedCopy {
  /// `all 3 objects`, `4 of 5 objects`.
  package var extent: String {
    let total = DisplayText.grouped(total)
    return stale.isEmpty ? "all \(total) objects" : "\(DisplayText.grouped(agreeing)) of \(total) objects"
  }

  /// The objects that are not in ``extent``, counted.
  fileprivate var exceptions: String {
    func text(_ count: Int, _ one: String, _ many: String) -> String {
      count == 0 ? "" : "; \(DisplayText.grouped(count)) \(count == 1 ? one : many)"
    }
    return text(stale.count - respelt, "copy is stale already", "copies are stale already")
      + text(respelt, "copy differs in case or spaces", "copies differ in case or spaces")
      + text(unlinked.count, "more object has no \(path[0])", "more objects have no \(path[0])")
  }
}
