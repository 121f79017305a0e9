import ObjectGraph

/// Names without a definition yet: a destination, an inverse or a parent.
package enum UnfinishedModel: ReviewRule {
  package static let page = RulePage(
    id: "unfinished", title: "something that is named is not there",
    why: """
      Before the model is whole no object can be made. While it is written that is as it should be; afterwards \
      it is the first thing to mend.
      """,
    example: """
      entity Player { team -> Team? }
      """,
    fix: "add what is named, or name something else")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.problems.map { problem -> Finding in
      let diagnostic = problem.diagnostic
      return Finding(
        page.id, .error, "", "", diagnostic.message, fix: diagnostic.hint ?? Self.page.fix)
    }
  }
}
