import Diagnostics
import ObjectGraph

/// Uniqueness constraints over a relationship, or over a part of a composite attribute: a note for each of the two. Those over an
/// archived value: a question.
///
/// Apple documents "one or more NSAttributeDescription objects or strings that contain the names of attributes on the
/// entity" (`NSEntityDescription.uniquenessConstraints`). Apps ship constraints over to-one relationships
/// (vdhamer/Photo-Club-Hub), and `#Unique` of SwiftData is documented to take them, so this is no error.
package enum UniqueKey: ReviewRule {
  package static let page = RulePage(
    id: "uniqueKey", title: "a uniqueness constraint names something other than a plain attribute",
    why: """
      Core Data documents attributes of the entity in a uniqueness constraint, and nothing else.
      """,
    example: """
      entity Podcast { episodes ->> Episode?, inverse podcast }
      entity Episode {
        guid: String; podcast -> Podcast?, inverse episodes; unique podcast, guid
      }
      """,
    fix: "keep a value of the other object as an attribute, and let that be unique")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let found = subject.model.entities.flatMap { entity in
      entity.uniquenessConstraints.compactMap { constraint -> (entity: String, keys: String, key: UndocumentedKey)? in
        let keys = constraint.lazy.compactMap {
          UndocumentedKey($0, subject.index.property($0, of: entity.name)?.property)
        }
        return keys.first.map { (entity.name, constraint.joined(separator: ", "), $0) }
      }
    }
    return archived(in: subject)
      + [found.filter(\.key.isRelationship), found.filter { !$0.key.isRelationship }].compactMap { kind in
        guard let first = kind.first else { return nil }
        let others = kind.dropFirst().map { "\($0.entity) by \($0.keys)" }
        let also = others.isEmpty ? "" : "; the same holds for \(Listing.text(others))"
        return Finding(
          page.id, .note, first.entity, first.keys.replacing(", ", with: ","), aspect: .unique,
          determinant: others.joined(separator: ","),
          "\(first.entity) is unique by \(first.keys): \(first.key.message)\(also)", fix: first.key.fix)
      }
  }
}

extension UniqueKey {
  /// One question about all Transformable keys of an Xcode model. SQLite compares BLOBs byte by byte (*Datatypes In SQLite*, 4.1).
  private static func archived(in subject: ReviewSubject) -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let found = subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).filter { attribute in
        attribute.type == .transformable && entity.uniquenessConstraints.contains { $0.contains(attribute.name) }
      }.map { (entity.name, $0.name) }
    }
    guard let (entity, attribute) = found.first else { return [] }
    let names = found.map { "\($0).\($1)" }
    return [
      Finding(
        page.id, .question, entity, attribute, aspect: .unique, determinant: names.dropFirst().joined(separator: ","),
        "\(Finding.listed(names)) \(names.count == 1 ? "is a Transformable key" : "are Transformable keys") of a uniqueness constraint, "
          + "and a SQLite store compares archived values byte by byte; do equal ones always have the same bytes?",
        fix:
          "if not: let a text or a number be unique in its place, once no two objects have the same (a migration fails "
          + "where two have: 134111)")
    ]
  }
}

/// A key of a uniqueness constraint that is no attribute of the entity.
package enum UndocumentedKey: Hashable, Sendable {
  case relationship(String)
  /// `address.city`.
  case element(String)

  /// nil for an attribute.
  /// - Parameter property: The entity's property of this name.
  package init?(_ key: String, _ property: PropertyDescription?) {
    if key.contains(".") {
      self = .element(key)
    } else if property?.relationship != nil {
      self = .relationship(key)
    } else {
      return nil
    }
  }

  fileprivate var isRelationship: Bool {
    if case .relationship = self { true } else { false }
  }

  package var message: String {
    switch self {
    case .relationship(let name):
      "\(name) is a relationship; Core Data documents only attributes in a uniqueness constraint"
    case .element(let path):
      "\(path) is an element of a composite; Core Data documents only attributes in a uniqueness constraint"
    }
  }

  package var fix: String {
    switch self {
    case .relationship: "in Core Data, keep a value of the other object as an attribute"
    case .element(let path): "in Core Data, keep the value of \(path) in an attribute of the entity"
    }
  }
}
