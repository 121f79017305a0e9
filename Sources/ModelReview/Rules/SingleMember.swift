import Diagnostics
import ObjectGraph

/// A one-to-one relationship between two entities of which one has many of the other, by their names, or is that by which
/// others are sorted.
package enum SingleMember: ReviewRule {
  package static let page = RulePage(
    id: "singleMember", title: "a relationship that should hold many is one-to-one",
    why: """
      An account has many transactions. If the relationship is one-to-one, the second transaction takes the place of the \
      first one, which then belongs to no account, and no error is reported. A currency that one account alone has moves to \
      the second account in the same way.
      """,
    example: """
      entity Account { transaction -> Transaction?, inverse account }
      entity Transaction { account -> Account?, inverse transaction }
      """,
    fix: "change Account.transaction ->> Transaction?")

  /// Returns one question for the model, and for Xcode models only. A required end or one that cascades says that the two
  /// belong together, and a word such as `last` that one of many is meant. Of a name in the plural, ``Naming`` asks.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let found = subject.relationships.compactMap {
      entity, relationship -> (name: String, back: String, destination: String, entity: String, property: String)? in
      guard !relationship.isToMany, let (member, back) = subject.index.inverse(of: relationship), !back.isToMany,
        member != entity, ![relationship, back].contains(where: { Naming.isNamedForMany($0, in: subject) }),
        isHolder(entity, of: member, relationship),
        [relationship, back].allSatisfy({ $0.isOptional && $0.deleteRule != .cascade && !isOneAmongMany($0.name) })
      else { return nil }
      return ("\(entity).\(relationship.name)", "\(member).\(back.name)", member, entity, relationship.name)
    }
    guard let first = found.first else { return [] }
    let listed = found.map { "\($0.name) and \($0.back)" }
    return [
      Finding(
        page.id, .question, first.entity, first.property, aspect: .count,
        determinant: found.dropFirst().map(\.name).joined(separator: ","),
        "\(Listing.text(listed)) are one-to-one, and a second \(first.destination) takes the place of the first: is one enough?",
        fix: "if not: "
          + found.prefix(Listing.limit).map { "change \($0.name) ->> \($0.destination)?" }.joined(separator: ", and: "))
    ]
  }

  /// Whether an entity has many of another by their names, or others are sorted by it: a currency is that of many accounts.
  private static func isHolder(_ entity: String, of member: String, _ relationship: RelationshipDescription) -> Bool {
    Ownership.hasMany(entity, member) && isNamed(relationship, for: member)
      || sorting.contains(Ownership.noun(entity)) && !Ownership.isLookup(member)
  }

  /// Entities that are nearly always shared. A status, a type and a unit may be a value that one object alone has.
  private static let sorting: Set = ["category", "country", "currency", "genre", "language", "tag"]

  /// Whether the member's noun is in the name: `accountTransactionId`, and not `captain` for a Player.
  private static func isNamed(_ relationship: RelationshipDescription, for member: String) -> Bool {
    let noun = Ownership.noun(member)
    let words = ProposedNames.words(relationship.name).map { $0.lowercased() }
    return words.contains(noun) || words.contains(EnglishNouns.plural(noun))
  }

  private static func isOneAmongMany(_ name: String) -> Bool {
    let first = ProposedNames.words(name).first?.lowercased() ?? ""
    return ["current", "last", "latest", "first", "selected", "draft", "pinned", "parent", "main", "default"]
      .contains(first)
  }
}
