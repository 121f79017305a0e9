import Diagnostics
import ObjectGraph

/// A uniqueness constraint over attributes that may be nil.
///
/// Nil is equal to no value, as in SQLite ("all NULL values are considered different from all other NULL values", *CREATE
/// INDEX*), so two objects with the same other values are both stored. A default would make them equal, and only one of them
/// would stay: the remedy is a required attribute.
package enum NilKey: ReviewRule {
  package static let page = RulePage(
    id: "nilKey", title: "an attribute of a uniqueness constraint may be nil",
    why: """
      Nil is equal to no value. Two objects with the same number and no source are not the same by a constraint over \
      number and source: both are stored. A default would make all of them equal.
      """,
    example: """
      entity Item { number: String; source: String?; unique number, source }
      """,
    fix: "if there should be none: require it, once each object has a value of its own")

  /// Returns one question for all constraints of several attributes, and one for those of one; for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let found = subject.model.entities.flatMap { entity in
      entity.uniquenessConstraints.map { constraint in
        let names = constraint.filter { key in
          guard let attribute = subject.index.property(key, of: entity.name)?.property.attribute else { return false }
          return attribute.isOptional && attribute.defaultValue == nil
        }
        return (entity: entity.name, constraint: constraint, names: names)
      }
    }.filter { !$0.names.isEmpty && !NameKey.isName($0.constraint, of: $0.entity) }
    let composite = question(found.filter { $0.constraint.count > 1 })
    // An object has only one of several alternative keys.
    let alone = found.filter { $0.constraint.count == 1 }
    let single = alone.filter { key in
      !isGivenLater(key.names[0]) && !alone.contains { $0.entity == key.entity && $0.names != key.names }
    }
    guard let first = single.first else { return composite }
    let names = single.map { "\($0.entity).\($0.names[0])" }
    return composite + [
      Finding(
        page.id, .question, first.entity, first.names[0], aspect: .unique,
        determinant: names.dropFirst().joined(separator: ","),
        "\(Listing.text(names)) \(names.count == 1 ? "is" : "are") unique, and two objects without a value are never equal; can "
          + "there be any?", fix: fix(names))
    ]
  }

  /// The question about constraints of several attributes; none if there are none.
  private static func question(_ found: [(entity: String, constraint: [String], names: [String])]) -> [Finding] {
    guard let first = found.first else { return [] }
    let keys = found.map { "\($0.entity) by \($0.constraint.joined(separator: ", "))" }
    var names: [String] = []
    for name in found.flatMap(\.names) where !names.contains(name) { names.append(name) }
    return [
      Finding(
        page.id, .question, first.entity, first.constraint.joined(separator: ","), aspect: .unique,
        determinant: keys.dropFirst().joined(separator: ";"),
        "\(first.entity) is unique by \(first.constraint.joined(separator: ", "))"
          + keys.dropFirst().map { "; \($0)" }.joined()
          + "\(found.count == 1 ? ", and" : ":") two objects without a value for "
          + "\(names.joined(separator: ", ")) are never equal; can there be any?", fix: fix(names))
    ]
  }

  /// Whether a server gives the value: an object that it does not know yet has none.
  private static func isGivenLater(_ name: String) -> Bool {
    ProposedNames.words(name).contains {
      ["backend", "cloud", "external", "remote", "server", "sync"].contains($0.lowercased())
    }
  }

  private static func fix(_ names: [String]) -> String {
    "if there should be none: require \(Listing.text(names)), once each object has a value of its own (a migration fails where "
      + "one has none: 134110)"
  }
}
