import ObjectGraph

/// A relationship that is its own inverse. With a to-many such as friends, the feeling is not always mutual; a to-one to a parent
/// makes the object the parent of its parent.
package enum LinkEntity: ReviewRule {
  package static let page = RulePage(
    id: "linkEntity", title: "a relationship is its own inverse",
    why: """
      A relationship that is its own inverse is the same in both directions: if I call you a friend, you call me one. \
      Cousins are like that, friends are not. An entity for the link has a direction, and room for facts about it.
      """,
    example: """
      entity Person { name: String; friends ->> Person?, inverse friends }
      """,
    fix: "make an entity for the link, with a to-one to each of the two")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    // Apps that model a friendship without attributes want it to be symmetric.
    guard !subject.options.contains(.xcode) else { return directed(in: subject) }
    return subject.relationships.compactMap { entity, relationship -> Finding? in
      guard relationship.isToMany, relationship.inverse == relationship.name,
        subject.model.isKind(entity, of: relationship.destination)
      else { return nil }
      let link = ProposedNames.capitalised(EnglishNouns.singular(relationship.name)) + "Info"
      return Finding(
        page.id, .note, entity, relationship.name, aspect: .inverse,
        "\(entity).\(relationship.name) is its own inverse: it always holds both ways",
        fix: "if it may hold one way only, make a link: entity \(link) { source -> \(entity); target -> \(entity) }")
    }
  }

  /// A question for each that has a direction by its name.
  private static func directed(in subject: ReviewSubject) -> [Finding] {
    var names = ProposedNames(subject.index)
    return subject.relationships.compactMap { entity, relationship -> Finding? in
      let words = ProposedNames.words(relationship.name).map { $0.lowercased() }
      guard relationship.inverse == relationship.name, subject.index.isKind(entity, of: relationship.destination),
        words.contains(where: {
          ["child", "children", "next", "original", "parent", "parents", "predecessor", "previous", "successor"]
            .contains($0)
        })
      else { return nil }
      let name = "\(entity).\(relationship.name)"
      let end = names.inverse(of: relationship, from: entity).many
      return Finding(
        page.id, .question, entity, relationship.name, aspect: .inverse,
        "\(name) is its own inverse: if one object is the \(EnglishNouns.singular(relationship.name)) of another, the other is that "
          + "of the first as well; is that meant?",
        fix: "if not: \(name) \(relationship.isToMany ? "<<-->>" : "<<-->") \(entity).\(end)")
    }
  }
}
