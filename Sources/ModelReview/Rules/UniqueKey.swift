import Diagnostics
import ObjectGraph

/// Uniqueness constraints over a relationship, or over a part of a composite attribute: a note for
/// each of the two.
///
/// Apple documents "one or more NSAttributeDescription objects or strings that contain the names of attributes on the
/// entity" (`NSEntityDescription.uniquenessConstraints`). Apps ship constraints over to-one relationships
/// (vdhamer/Photo-Club-Hub), and `#Unique` of SwiftData is documented to take them, so this is no error.
package enum UniqueKey: ReviewRule {
  package static let page = RulePage(
    id: "uniqueKey", title: "a uniqueness constraint names something other than an attribute",
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
    return [found.filter(\.key.isRelationship), found.filter { !$0.key.isRelationship }].compactMap { kind in
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
