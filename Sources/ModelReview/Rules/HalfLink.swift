import Diagnostics
import ObjectGraph

/// An entity that links two others and says nothing without either: nullify leaves half a link.
package enum HalfLink: ReviewRule {
  package static let page = RulePage(
    id: "halfLink", title: "nullify leaves half of a link",
    why: """
      An entity between two others says that this one has to do with that one: this user likes that film. When the user is \
      deleted, nullify leaves a like without a user, which is counted and shown as any other. A link goes with either of its \
      ends.
      """,
    example: """
      entity User { likes ->> Like?, inverse user }
      entity Film { likes ->> Like?, inverse film }
      entity Like { user -> User?, inverse likes; film -> Film?, inverse likes }
      """,
    fix: "if it means nothing, let the rules of both ends take it along")

  /// Names of links with attributes.
  private static let words: Set = [
    "favorite", "favourite", "like", "vote", "score", "rating", "membership", "enrollment", "enrolment", "attendance",
    "participation", "subscription", "follow", "bookmark", "assignment", "registration", "invitation", "friendship",
    "result",
  ]

  /// Returns one finding for the model, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    var ends: [String] = []
    var first: (entity: String, property: String)?
    let links = linking(in: subject)
    for (_, owners) in links {
      ends += owners.map { "\($0.entity).\($0.relationship.name)" }
      first = first ?? (owners[0].entity, owners[0].relationship.name)
    }
    let isOfTwo = links.allSatisfy { $0.owners.count == 2 }
    guard let first else { return [] }
    let shown = Listing.text(links.map { DisplayText.withArticle($0.entity) })
    return [
      Finding(
        page.id, .question, first.entity, first.property, aspect: .deleteRule,
        determinant: ends.dropFirst().joined(separator: ","),
        "\(shown) \(links.count == 1 ? "stays" : "stay") when one of the \(isOfTwo ? "two " : "")objects that "
          + "\(links.count == 1 ? "it" : "each") links "
          + "is deleted: \(links.count == 1 ? "does it mean" : "do they mean") anything then?",
        fix:
          "if not, the delete \(ends.count == 1 ? "rule" : "rules") of \(Finding.listed(ends)) can take \(links.count == 1 ? "it" : "them") along"
      )
    ]
  }

  /// The entities of which it asks.
  static func links(in subject: ReviewSubject) -> Set<String> { Set(linking(in: subject).map(\.entity)) }

  /// The entities that link two or three others, whose relationships to them nullify.
  private static func linking(
    in subject: ReviewSubject
  ) -> [(entity: String, owners: [(entity: String, relationship: RelationshipDescription)])] {
    subject.model.entities.compactMap { entity in
      let relationships = entity.properties.compactMap(\.relationship)
      let owners = relationships.compactMap { subject.index.inverse(of: $0) }
      guard isLink(entity) || isNamedForBoth(entity, relationships), (2...3).contains(relationships.count),
        owners.count == relationships.count, !isLong(entity, relationships.count),
        relationships.allSatisfy({ !$0.isToMany && $0.isOptional }),
        owners.allSatisfy({ $0.relationship.isToMany && $0.relationship.deleteRule == .nullify })
      else { return nil }
      return (entity.name, owners.map { ($0.entity, $0.relationship) })
    }
  }

  /// Whether an entity says too much for a link of three objects: a game between two players in a tournament.
  private static func isLong(_ entity: EntityDescription, _ count: Int) -> Bool {
    count == 3 && (entity.properties.count { $0.attribute != nil } > 3 || entity.properties.count == count)
  }

  /// Whether an entity is named for the two that it links and has few attributes: the EntryKeyword of an Entry and a Keyword.
  private static func isNamedForBoth(_ entity: EntityDescription, _ ends: [RelationshipDescription]) -> Bool {
    func words(_ name: String) -> [String] { Ownership.words(name).map(EnglishNouns.singular) }
    guard ends.count == 2, ends[0].destination != ends[1].destination,
      entity.properties.count(where: { $0.attribute != nil }) <= 3
    else { return false }
    let (own, one, other) = (words(entity.name), words(ends[0].destination), words(ends[1].destination))
    return own.starts(with: one + other) || own.starts(with: other + one)
  }

  /// Whether an entity has no attributes, or a name for a link and no text.
  private static func isLink(_ entity: EntityDescription) -> Bool {
    let attributes = entity.properties.compactMap(\.attribute)
    if attributes.isEmpty { return true }
    let last = EnglishNouns.singular(ProposedNames.words(entity.name).last?.lowercased() ?? "")
    return words.contains(last) && attributes.allSatisfy { $0.type != .string && $0.type != .binaryData }
  }
}
