import Diagnostics
import ObjectGraph

/// A default for what has to be unique: the second object that relies on it collides with the first.
package enum UniqueDefault: ReviewRule {
  package static let page = RulePage(
    id: "uniqueDefault", title: "what has to be unique has a default",
    why: """
      A default is the same for every new object. The second one that is given no other value has the values of the \
      first, and the save is refused or merges the two.
      """,
    example: """
      entity Ticket { number: Integer64 = 0; unique number }
      """,
    fix: "take the default away, so that a missing value is reported")

  /// Reports a constraint only if all of its attributes have defaults: an attribute without one tells the objects apart.
  /// `now()` differs from object to object.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.model.entities.flatMap { entity in
      entity.uniquenessConstraints.compactMap { constraint -> Finding? in
        let found = constraint.compactMap { subject.index.property($0, of: entity.name) }
        let attributes = found.compactMap(\.property.attribute)
        let defaults = attributes.compactMap { attribute in
          if case .value(let value)? = attribute.defaultValue { value } else { nil }
        }
        guard !constraint.isEmpty, defaults.count == constraint.count else { return nil }
        // A fixed text keeps the store to one object of the entity, on purpose.
        if constraint.count == 1, case .string(let text) = defaults[0], !text.isEmpty { return nil }
        let values = defaults.map(\.canonicalText).joined(separator: ", ")
        let owner = subject.model.entities[found[0].declaredBy].name
        return Finding(
          page.id, .warning, entity.name, constraint.joined(separator: ","), aspect: .unique,
          "\(entity.name) is unique by \(constraint.joined(separator: ", ")), and every new one has the default \(values): "
            + "two of them collide",
          fix: "change \(owner).\(constraint[0]), no default")
      }
    }
  }
}
