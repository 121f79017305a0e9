import Diagnostics
import ObjectGraph

/// Names without a definition yet: a destination, an inverse or a parent.
package enum UnfinishedModel: ReviewRule {
  package static let page = RulePage(
    id: "unfinished", title: "a name refers to something that does not exist",
    why: """
      No object can be created until the model is complete. While you are writing it, that is as it should be; afterwards \
      it is the first thing to fix.
      """,
    example: """
      entity Player { team -> Team? }
      """,
    fix: "add what it refers to, or change the name")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let isXcode = subject.options.contains(.xcode)
    let review = subject
    var names = ProposedNames(subject.index)
    return unknownIndexKeys(in: subject)
      + subject.problems.withoutConsequences(in: subject.index).compactMap { problem -> Finding? in
        // The rule about attributes without a type says it, with what to do.
        if case .undefinedNotTransient = problem { return nil }
        // Apps have shipped with the bounds of a number that has become a Boolean.
        if isXcode, case .rangeOfUnordered = problem { return nil }
        let diagnostic = problem.advised
        let subject = problem.subject
        return Finding(
          page.id, isXcode && problem.passesXcode ? .warning : .error, subject.name, subject.property,
          aspect: subject.aspect, diagnostic.message,
          fix: problem.meantInverse(in: review.index).map {
            "change \($0.entity).\($0.relationship), inverse \($0.meant)"
          }
            ?? ownInverse(problem, in: review, &names) ?? diagnostic.hint ?? Self.page.fix)
      }
  }

  /// Whether a problem leaves a model incomplete: a name refers to nothing.
  package static func isIncomplete(_ problem: ModelProblem) -> Bool {
    switch problem {
    case .unknownParent, .unknownDestination, .unknownInverse, .parentCycle: true
    default: false
    }
  }

  /// Properties that an index names and its entity does not have; the graph's own indexes pass over them.
  private static func unknownIndexKeys(in subject: ReviewSubject) -> [Finding] {
    subject.model.entities.flatMap { entity in
      entity.indexes.flatMap { index in
        index.elements.map(\.property).compactMap { key -> Finding? in
          guard let first = key.split(separator: ".").first.map(String.init),
            subject.index.property(first, of: entity.name) == nil
          else { return nil }
          let known = subject.index.properties(of: entity.name).map(\.name)
          return Finding(
            page.id, .error, entity.name, "", aspect: .indexed,
            "the index \(entity.name).\(index.name) names \(key), which \(entity.name) does not have",
            fix: Suggestions.didYouMean(key, among: known) ?? "take \(key) out of the index")
        }
      }
    }
  }

  /// The line that gives a relationship an inverse of its own, if the one that it names belongs to another.
  private static func ownInverse(
    _ problem: ModelProblem, in subject: ReviewSubject, _ names: inout ProposedNames
  ) -> String? {
    guard case .inverseNotMutual(_, let name, let entity, _, .some) = problem,
      let relationship = subject.index.property(name, of: entity)?.property.relationship
    else { return nil }
    return InverseProposal(relationship, of: entity, in: subject).line(&names)
  }
}
