import Diagnostics
import ObjectGraph

/// Objects that nothing leads to once the one object that they belong to has been deleted: nullify leaves them in the store.
package enum LeftBehind: ReviewRule {
  package static let page = RulePage(
    id: "leftBehind", title: "nullify leaves objects that nothing leads to",
    why: """
      An object whose only relationship leads to its owner cannot be reached any more when the owner is gone, unless \
      something fetches it by itself. It stays in the store for good. A recipe's steps are parts and should go with it; \
      a company's employees may be meant to stay.
      """,
    example: """
      entity Recipe { steps ->> Step?, inverse recipe }
      entity Step { recipe -> Recipe?, inverse steps }
      """,
    fix: "change Recipe.steps, delete cascade")

  /// Returns one finding for the model, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let found = subject.relationships.filter { entity, relationship in
      guard relationship.deleteRule == .nullify, !isValue(entity),
        let (owner, back) = subject.index.inverse(of: relationship), !back.isToMany, back.isOptional, owner != entity
      else { return false }
      // A part has a relationship to its owner, and all its others lead to its own parts.
      let others = subject.index.properties(of: owner).compactMap(\.relationship).filter { $0.name != back.name }
      let hasOnlyParts = others.allSatisfy { other in
        other.isToMany && subject.index.inverse(of: other).map { !$0.1.isToMany } ?? false
      }
      guard hasOnlyParts, !isKept(owner, from: relationship, of: entity, in: subject),
        relationship.isToMany || back.deleteRule != .cascade
      else { return false }
      if relationship.isToMany { return true }
      // A to-one named in the plural is a to-many by mistake (`Deck.class`, `Class.decks`): its owner is the other end.
      if back.name.lowercased() == EnglishNouns.plural(entity).lowercased() { return false }
      // In a one-to-one relationship, the part is the end without other relationships, or of two such ends the smaller one.
      guard others.isEmpty else { return false }
      let own = subject.index.properties(of: entity)
      let size = subject.index.properties(of: owner).count
      return own.compactMap(\.relationship).count > 1 || own.count > size
    }
    guard let (entity, relationship) = found.first else { return [] }
    let names = found.map { "\($0.entity).\($0.relationship.name)" }
    let subjects = names.count == 1 ? "the objects of \(names[0])" : "the objects of \(Listing.text(names))"
    return [
      Finding(
        page.id, .note, entity, relationship.name, aspect: .deleteRule,
        determinant: names.dropFirst().joined(separator: ","),
        "\(subjects) stay, and nothing leads to them, when their owner is deleted",
        fix: "if they are its parts: change \(names[0]), delete cascade")
    ]
  }

  /// Whether an entity says something about the objects that refer to it, by its name: a picture and a category own none.
  private static func isValue(_ entity: String) -> Bool {
    let last = ProposedNames.words(entity).last?.lowercased() ?? ""
    return [
      "picture", "image", "photo", "file", "media", "icon", "logo", "color", "colour", "address", "location",
      "category",
      "categoria", "tag", "type", "tipo", "status", "kind", "label", "genre", "language", "country", "currency", "unit",
    ].contains { last == $0 || last == EnglishNouns.plural($0) }
  }

  /// Whether objects of an entity are reached in another way than from their owner: by a relationship without an inverse,
  /// or by objects that require them and stay.
  private static func isKept(
    _ part: String, from link: RelationshipDescription, of owner: String, in subject: ReviewSubject
  ) -> Bool {
    subject.relationships.contains { entity, relationship in
      guard subject.index.isKind(part, of: relationship.destination),
        entity != owner || relationship.name != link.name
      else { return false }
      guard let (_, back) = subject.index.inverse(of: relationship) else { return true }
      return !relationship.isToMany && !relationship.isOptional && back.deleteRule != .cascade
    }
  }
}
