import ObjectGraph

/// A relationship without an inverse, the second of its two warnings: Xcode calls the property misconfigured.
package enum MisconfiguredProperty: ReviewRule {
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

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    MissingInverse.findings(page.id, in: subject) { "misconfigured property: \($0) should have an inverse" }
  }
}
