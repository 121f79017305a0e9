import Diagnostics
import ObjectGraph

/// A uniqueness constraint of several attributes, of which some may be nil.
///
/// Nil is equal to no value, as in SQLite ("all NULL values are considered different from all other NULL values", *CREATE
/// INDEX*), so two objects with the same other values are both stored. A single attribute without a value is left out: an
/// object that a server does not know yet has no identifier.
package enum NilKey: ReviewRule {
  package static let page = RulePage(
    id: "nilKey", title: "a part of a uniqueness constraint may be nil",
    why: """
      Nil is equal to no value. Two objects with the same number and no source are not the same by a constraint over \
      number and source: both are stored.
      """,
    example: """
      entity Item { number: String; source: String?; unique number, source }
      """,
    fix: "if it can be nil: give it a default, such as an empty text")

  /// Returns a question for each constraint, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    return subject.model.entities.flatMap { entity in
      entity.uniquenessConstraints.filter { $0.count > 1 }.compactMap { constraint -> Finding? in
        let names = constraint.filter { key in
          guard let attribute = subject.index.property(key, of: entity.name)?.property.attribute else { return false }
          return attribute.isOptional && attribute.defaultValue == nil
        }
        guard !names.isEmpty else { return nil }
        return Finding(
          page.id, .question, entity.name, constraint.joined(separator: ","), aspect: .unique,
          "\(entity.name) is unique by \(constraint.joined(separator: ", ")), and two objects without a value for "
            + "\(Listing.text(names)) are never equal; can there be any?",
          fix: "if so: give \(Listing.text(names)) a default")
      }
    }
  }
}
