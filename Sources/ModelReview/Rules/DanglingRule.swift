import Diagnostics
import ObjectGraph

/// The rule no action: others go on pointing at what is gone. Only an inverse can: if there is none, no link leads to the
/// deleted object from this relationship.
package enum DanglingRule: ReviewRule {
  package static let page = RulePage(
    id: "danglingRule", title: "no action leaves links to what is gone",
    why: """
      The rule no action leaves the links in place, and what is read through one later is nil (or the error 133000). \
      It pays off only where a to-many is huge and the program removes the links itself.
      """,
    example: """
      entity Team { players ->> Player?, inverse team, delete none }
      entity Player { team -> Team?, inverse players }
      """,
    fix: "choose nullify, unless the program removes the links itself")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    grouped(
      subject.relationships.compactMap { entity, relationship -> Finding? in
        guard relationship.deleteRule == .noAction, let (owner, back) = subject.index.inverse(of: relationship) else {
          return nil
        }
        return Finding(
          page.id, .warning, entity, relationship.name, aspect: .deleteRule,
          "deleting \(DisplayText.withArticle(entity)) leaves \(relationship.isToMany ? "the objects in" : "its") "
            + "\(relationship.name) with a link to nowhere",
          fix: NullifyRequired.isRefused(leaving: back)
            ? NullifyRequired.remedy(for: relationship, of: entity, leaving: back, of: owner, in: subject)
            : "change \(entity).\(relationship.name), delete nullify"
              + (relationship.isToMany && subject.isPlainPart(owner, of: entity, through: relationship)
                ? "; delete cascade if \(DisplayText.withArticle(owner)) is no more than a part of its \(entity)" : ""))
      })
  }

  /// One finding for a model that has the custom.
  private static func grouped(_ findings: [Finding]) -> [Finding] {
    guard findings.count > 3, var first = findings.first else { return findings }
    let names = findings.map { "\($0.entity).\($0.property)" }
    first.determinant = names.dropFirst().joined(separator: ",")
    first.message =
      "\(names.count) relationships have the rule no action, which leaves links to what is gone, and each needs another rule: "
      + Listing.text(names)
    return [first]
  }
}
