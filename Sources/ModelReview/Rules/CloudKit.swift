import ObjectGraph
import Predicates

/// The requirements of a store that is mirrored to CloudKit (Apple's *Creating a Core Data Model for CloudKit*).
/// Checked when a configuration's name contains Cloud, or with `graphbook review --cloudkit`.
package enum CloudKit: ReviewRule {
  package static let page = RulePage(
    id: "cloudKit", title: "a store mirrored to CloudKit does not take this",
    why: """
      Records arrive one by one and in any order. So a required attribute needs a default, a relationship must \
      be optional and have an inverse, and ordered relationships, deny and uniqueness are not supported.
      """,
    example: """
      entity Team { name: String; unique name }
      configuration Cloud { Team }
      """,
    fix: "loosen the model, or keep the entity out of the configuration")

  /// Whether a configuration of this name is probably mirrored: `Cloud`, as in Apple's sample code, `CloudStore`, `iCloud`
  /// or `PrivateCloudKit`, but not `SoundCloud`.
  static func isMeant(by configuration: String) -> Bool {
    let name = configuration.lowercased()
    return name.hasPrefix("icloud") || name.contains("cloudkit")
      || ProposedNames.words(configuration).first?.lowercased() == "cloud"
  }

  /// The entities whose objects are mirrored, and those that they inherit from: all, unless configurations say which.
  /// O(configurations × entities).
  static func entities(in index: ModelIndex, _ options: ReviewSubject.Options) -> Set<String> {
    guard options.contains(.cloudKit) else { return [] }
    let model = index.model
    let named = model.configurations.filter { isMeant(by: $0.name) }
    if named.isEmpty { return Set(model.entityNames) }
    let kept = Set(named.flatMap { model.entityNames(keptByConfiguration: $0.name) ?? [] })
    return kept.union(kept.flatMap { index.lineage(of: $0).map(\.name) })
  }

  /// A relationship without an inverse is for ``MissingInverse``, which mentions CloudKit where it applies.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    var findings: [Finding] = []
    func report(
      _ entity: String, _ property: String, _ aspect: Finding.Aspect, _ message: String, fix: String
    ) {
      findings.append(
        Finding(page.id, .warning, entity, property, aspect: aspect, "CloudKit: " + message, fix: fix))
    }
    for entity in subject.model.entities where subject.mirroredEntities.contains(entity.name) {
      for constraint in entity.uniquenessConstraints {
        let keys = constraint.joined(separator: ", ")
        report(
          entity.name, constraint.joined(separator: ","), .unique,
          "\(entity.name) has unique \(keys), which cannot be kept",
          fix: "leave it out, and merge doubles in the program")
      }
      for property in entity.properties {
        let name = "\(entity.name).\(property.name)"
        if let attribute = property.attribute {
          if !attribute.isOptional, attribute.defaultValue == nil, attribute.derivation == nil {
            report(
              entity.name, property.name, .optional, "\(name) is required and has no default",
              fix: "change \(name), optional")
          }
          if attribute.type == .undefined, attribute.compositeName == nil {
            report(entity.name, property.name, .type, "\(name) has no type", fix: "change \(name): String?")
          }
        }
        guard let relationship = property.relationship else { continue }
        if !relationship.isOptional {
          report(entity.name, property.name, .optional, "\(name) is required", fix: "change \(name), optional")
        }
        if relationship.deleteRule == .deny {
          report(
            entity.name, property.name, .deleteRule, "\(name) denies deletion",
            fix: "change \(name), delete nullify, and let the app ask before it deletes one that is in use")
        }
        if relationship.isOrdered {
          report(entity.name, property.name, .ordered, "\(name) is ordered", fix: "change \(name), no ordered")
        }
      }
    }
    return findings
  }
}
