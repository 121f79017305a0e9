import ObjectGraph

/// A to-many whose minimum is above its maximum: every save of an object with a destination there fails.
package enum CountsReversed: ReviewRule {
  package static let page = RulePage(
    id: "countsReversed", title: "the minimum count is above the maximum",
    why: """
      Core Data accepts such a model without a warning. Then no number of objects is right: any number is too small or \
      too large, and no save succeeds.
      """,
    example: """
      entity Team { players ->> Player?, count 5...3 }
      entity Player { name: String }
      """,
    fix: "exchange the two numbers")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      guard relationship.isToMany, relationship.maximumCount > 0, relationship.minimumCount > relationship.maximumCount
      else { return nil }
      return Finding(
        page.id, .error, entity, relationship.name, aspect: .count,
        "\(entity).\(relationship.name) must hold at least \(relationship.minimumCount) and at most "
          + "\(relationship.maximumCount), so no \(entity) with any can be saved",
        fix: "change \(entity).\(relationship.name), count \(relationship.maximumCount)...\(relationship.minimumCount)")
    }
  }
}
