import Diagnostics
import ModelReview
import ObjectGraph

/// `review`: what the rules find, the ways out with their numbers, and what save would say.
package struct ReviewView: Sendable {
  package struct Line: Sendable {
    package var finding: Finding
    /// The first ``ShownValue/limit`` objects that show it.
    package var objects: [ObjectLabel]
    /// The number for `apply`.
    package var proposal: Int?
  }

  package var lines: [Line]
  package var setAsideCount: Int
  /// Why save would refuse, in words; empty when it would not.
  package var refusals: [String]
  package var proposals: [ProposalView]
  package var unjudged = UnjudgedEntities()
}

extension Interpreter {
  /// `expect review finds no errors`, `… no warnings`; nil when it holds.
  mutating func judgeReview(orWarnings: Bool, at range: SourceRange) throws -> Diagnostic? {
    let worst: Finding.Severity = orWarnings ? .warning : .error
    let found = try review().lines.map(\.finding).filter { $0.severity <= worst }
    guard let first = found.first else { return nil }
    let kind = first.severity == .error ? "an error" : "a warning"
    let more = Listing.rest(found.count - 1)
    return Diagnostic(
      Diagnostic.ID.expectationFailed, "review finds \(kind)\(more)", at: range, notes: found.prefix(4).map(\.message))
  }

  mutating func review() throws -> ReviewView {
    // Rules compare properties with each other.
    try meter.spend(.rows, 16 * modelSize + 2 * context.inheritedModelSize)
    let subject = try ReviewSubject(context, options: reviewOptions)
    let review = try judged { try ModelReview(of: subject) }
    let formatter = ObjectFormatter(context: context)
    var proposals: [ProposalView] = []
    var relations: [EntityRelation] = []
    let lines = review.findings.map { finding -> ReviewView.Line in
      var number: Int?
      if let proposal = finding.proposal, let relation = subject.relation(proposal.entity) {
        // One way out may mend several findings.
        if let known = proposals.first(where: { $0.proposal == proposal }) {
          number = known.number
        } else {
          proposals.append(
            ProposalView(
              number: proposals.count + 1, proposal: proposal, edits: proposal.edits(in: context.model),
              givenUp: proposal.givenUp(in: context.model)))
          relations.append(relation)
          number = proposals.count
        }
      }
      return ReviewView.Line(
        finding: finding, objects: formatter.labels(finding.objects.prefix(ShownValue.limit)), proposal: number)
    }
    let refusals = refusals()
    try context.cancellation.check()
    proposed = ProposedChanges(
      model: context.model, proposals: zip(proposals, relations).map { ($0.proposal, $1) }, statement: "review",
      foundNothing: lines.isEmpty)
    return ReviewView(
      lines: lines, setAsideCount: review.setAsideCount, refusals: refusals, proposals: proposals,
      unjudged: UnjudgedEntities(in: subject))
  }

  /// Returns the errors that a save would report, from a copy.
  private func refusals() -> [String] {
    guard context.modelProblems.isEmpty, context.hasChanges else { return [] }
    var copy = rehearsal()
    do {
      _ = try copy.save()
      return []
    } catch {
      let diagnostic = diagnostic(for: error, at: SourceRange(0, 0))
      return [diagnostic.message] + diagnostic.notes
    }
  }
}
