import ObjectGraph

/// A relationship without an inverse, the second of its two warnings: Xcode calls the property misconfigured.
package struct MisconfiguredProperty: ReviewRule {
  package static let page = RulePage(
    id: "misconfiguredProperty", title: "a relationship without an inverse is a misconfigured property",
    why: """
      Xcode says so beside the first warning, and it is the one that a build log shows. What happens to the other \
      end when this one is deleted, undone or merged is then left to you.
      """,
    example: """
      entity Team { players ->> Player? }
      entity Player { name: String }
      """,
    fix: "give it an inverse, or take it out of the model")

  package init() {}

  package func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      guard relationship.inverse == nil else { return nil }
      return Finding(
        Self.page.id, .warning, entity, relationship.name,
        "misconfigured property: \(entity).\(relationship.name) should have an inverse",
        fix: MissingInverse.pair(entity, relationship, in: subject.model))
    }
  }
}
