import Diagnostics
import ObjectGraph

/// Cascade from what others are sorted by: deleting a category deletes what is in it.
package enum LookupCascade: ReviewRule {
  package static let page = RulePage(
    id: "lookupCascade", title: "a cascade goes from a category to what is in it",
    why: """
      A category says something about the transactions in it. They are no parts of it, and whoever tidies up the \
      categories does not mean to delete what was spent. Deny keeps a category that is in use; nullify leaves the \
      transactions without one.
      """,
    example: """
      entity Category {
        transactions ->> Transaction?, inverse category, delete cascade
      }
      entity Transaction {
        day: Date; amount: Decimal; category -> Category?, inverse transactions
      }
      """,
    fix: "if not: change Category.transactions, delete deny, or: delete nullify")

  private static let lookups: Set = ["category", "type", "kind", "genre", "tag", "currency", "country"]

  /// Returns a question for each, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    return subject.relationships.compactMap { entity, relationship in
      let noun = Ownership.noun(entity)
      guard lookups.contains(noun), relationship.deleteRule == .cascade, relationship.isToMany,
        let (member, back) = subject.index.inverse(of: relationship), !back.isToMany, member != entity,
        isIndependent(member, of: noun, in: subject)
      else { return nil }
      return Finding(
        page.id, .question, entity, relationship.name, aspect: .deleteRule,
        "deleting \(DisplayText.withArticle(entity)) deletes all of its \(relationship.name): is that meant?",
        fix: "if not: " + remedy(for: relationship, of: entity, leaving: back, in: subject))
    }
  }

  /// The rules that the other rules of the review accept, in the order in which they keep what there is.
  private static func remedy(
    for relationship: RelationshipDescription, of entity: String, leaving back: RelationshipDescription,
    in subject: ReviewSubject
  ) -> String {
    let rules =
      (NullifyRequired.mayDeny(relationship, of: entity, in: subject) ? ["delete deny"] : [])
      + (NullifyRequired.isRefused(leaving: back) ? [] : ["delete nullify"])
    return rules.isEmpty
      ? "let the app ask before it deletes one that is in use"
      : "change \(entity).\(relationship.name), \(rules.joined(separator: ", or: "))"
  }

  /// Whether an entity means something without its category: an event with a day and an amount, or what has two lists of its
  /// own. A subcategory does not.
  private static func isIndependent(_ member: String, of noun: String, in subject: ReviewSubject) -> Bool {
    guard !ProposedNames.words(member).contains(where: { $0.lowercased() == noun }) else { return false }
    let properties = subject.index.properties(of: member)
    return subject.isEvent(member) || properties.count { $0.relationship?.isToMany == true } > 1
  }
}
