import ObjectGraph

/// A derived attribute that is required: its value exists only after the save that would need it.
package enum RequiredDerived: ReviewRule {
  package static let page = RulePage(
    id: "requiredDerived", title: "a derived attribute is required",
    why: """
      The store computes a derived attribute while it saves, and validation comes first. A new object has no value yet, so \
      every save of one fails with 1570 (a test suite that runs against Apple's framework).
      """,
    example: """
      entity Team {
        players ->> Player?, inverse team
        size: Integer32, derived players.@count
      }
      entity Player { team -> Team?, inverse players }
      """,
    fix: "make it optional")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).filter {
        $0.derivation != nil && !$0.isOptional && $0.defaultValue == nil
      }.map { attribute in
        Finding(
          page.id, .error, entity.name, attribute.name, aspect: .optional,
          "\(attribute.name) is derived and required: no new object has a value when it is validated, so the save fails "
            + "(1570)",
          fix: "change \(entity.name).\(attribute.name), optional")
      }
    }
  }
}
