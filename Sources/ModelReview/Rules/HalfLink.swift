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

  /// Words for a link that has values of its own.
  private static let words: Set = [
    "favorite", "favourite", "like", "vote", "score", "rating", "membership", "enrollment", "enrolment", "attendance",
    "participation", "subscription", "follow", "bookmark", "assignment", "registration", "invitation", "friendship",
  ]

  /// Returns one finding for the model, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    var ends: [String] = []
    var first: (entity: String, property: String)?
    var links: [String] = []
    for entity in subject.model.entities where isLink(entity) {
      let relationships = entity.properties.compactMap(\.relationship)
      let owners = relationships.compactMap { subject.index.inverse(of: $0) }
      guard relationships.count == 2, owners.count == 2, relationships.allSatisfy({ !$0.isToMany && $0.isOptional }),
        owners.allSatisfy({ $0.relationship.isToMany && $0.relationship.deleteRule == .nullify })
      else { continue }
      links.append(entity.name)
      ends += owners.map { "\($0.entity).\($0.relationship.name)" }
      first = first ?? (owners[0].entity, owners[0].relationship.name)
    }
    guard let first else { return [] }
    let shown = Listing.text(links.map { DisplayText.withArticle($0) })
    return [
      Finding(
        page.id, .question, first.entity, first.property, aspect: .deleteRule,
        determinant: ends.dropFirst().joined(separator: ","),
        "\(shown) \(links.count == 1 ? "stays when one of the two objects that it links" : "stay when one of the two objects that each links") "
          + "is deleted: \(links.count == 1 ? "does it mean" : "do they mean") anything then?",
        fix:
          "if not, the delete \(ends.count == 1 ? "rule" : "rules") of \(Listing.text(ends)) can take \(links.count == 1 ? "it" : "them") along"
      )
    ]
  }

  /// Whether an entity has no attributes, or a name for a link and no text of its own.
  private static func isLink(_ entity: EntityDescription) -> Bool {
    let attributes = entity.properties.compactMap(\.attribute)
    if attributes.isEmpty { return true }
    let last = ProposedNames.words(entity.name).last?.lowercased() ?? ""
    return words.contains(last) && attributes.allSatisfy { $0.type != .string && $0.type != .binaryData }
  }
}
