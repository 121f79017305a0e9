import Diagnostics
import ObjectGraph

/// A default for what has to be unique: the second object that relies on it collides with the first.
package enum UniqueDefault: ReviewRule {
  package static let page = RulePage(
    id: "uniqueDefault", title: "what has to be unique, or is a UUID, has a default",
    why: """
      A default is the same for every new object. The second one that is given no other value has the values of the \
      first, and the save is refused or merges the two.
      """,
    example: """
      entity Ticket { number: Integer64 = 0; unique number }
      """,
    fix: "take the default away, so that a missing value is reported")

  /// Reports a constraint only if all of its attributes have defaults: an attribute without one tells the objects apart.
  /// `now()` differs from object to object. In Xcode models, a 0 says nothing: Xcode enters it for each new number.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.model.entities.flatMap { entity in
      entity.uniquenessConstraints.compactMap { constraint -> Finding? in
        let found = constraint.compactMap { subject.index.property($0, of: entity.name) }
        let attributes = found.compactMap(\.property.attribute)
        let defaults = attributes.compactMap { attribute in
          if case .value(let value)? = attribute.defaultValue { value } else { nil }
        }
        guard !constraint.isEmpty, defaults.count == constraint.count else { return nil }
        if subject.options.contains(.xcode),
          defaults.allSatisfy({ $0 == .integer(0) || $0 == .double(0) || $0 == .decimal(0) })
        {
          return nil
        }
        if constraint.count == 1, case .string(let text) = defaults[0],
          isOneOnPurpose(entity.name, constraint[0], text)
        {
          return nil
        }
        let values = defaults.map(\.shown).joined(separator: ", ")
        let owner = subject.model.entities[found[0].declaredBy].name
        return Finding(
          page.id, .warning, entity.name, constraint.joined(separator: ","), aspect: .unique,
          "\(entity.name) is unique by \(constraint.joined(separator: ", ")), and every new one has the default \(values): "
            + "two of them collide",
          fix: "change \(owner).\(constraint[0]), \(removal(attributes[0], of: owner, in: subject))"
        ).asked("is each given another value before it is saved?", "if not", in: subject)
      }
    } + identifiers(in: subject)
  }

  /// Whether a fixed text keeps the store to one object of the entity, by the name of the entity or of the attribute, or by the text:
  /// `CurrentUser`, `singleton`, `"the only one"`.
  private static func isOneOnPurpose(_ entity: String, _ attribute: String, _ text: String) -> Bool {
    let alone: Set = [
      "app", "config", "configuration", "current", "default", "global", "main", "me", "meta", "metadata", "only",
      "preference",
      "preferences", "root", "self", "session", "setting", "settings", "shared", "single", "singleton", "state",
      "statistics",
    ]
    return !text.isEmpty
      && [entity, attribute, text].contains { name in
        !alone.isDisjoint(with: ProposedNames.words(name.replacing(" ", with: "_")).map { $0.lowercased() })
      }
  }

  /// Attributes of type UUID with a default: a UUID tells objects apart, and there all have the same. One finding.
  private static func identifiers(in subject: ReviewSubject) -> [Finding] {
    let found = subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).filter { attribute in
        guard attribute.type == .uuid, case .value(let value)? = attribute.defaultValue else { return false }
        return !value.isNull && !entity.uniquenessConstraints.contains([attribute.name])
      }.map { (entity.name, $0) }
    }
    guard let (entity, attribute) = found.first else { return [] }
    let names = found.map { "\($0).\($1.name)" }
    let verb = names.count == 1 ? "has" : "have"
    return [
      Finding(
        page.id, .warning, entity, attribute.name, aspect: .defaultValue,
        determinant: names.dropFirst().joined(separator: ","),
        "\(Listing.text(names)) \(verb) a default: each new object that is given no UUID has the same one",
        // Without a default, what the app does not set cannot be saved.
        fix: (subject.options.contains(.xcode) && !attribute.isOptional
          ? "set a new one in awakeFromInsert, and: " : "")
          + "change \(names[0]), \(removal(attribute, of: entity, in: subject))")
    ]
  }

  /// The options that take a default away. CloudKit refuses a required attribute without one.
  private static func removal(
    _ attribute: AttributeDescription, of entity: String, in subject: ReviewSubject
  ) -> String {
    !attribute.isOptional && subject.mirroredEntities.contains(entity) ? "optional, no default" : "no default"
  }
}
