import Diagnostics
import ObjectGraph

/// The models that an app declares in Swift, with `@Model`: its versions, and what there is to say about them. A build
/// without the trait SwiftData makes none.
package struct SwiftModelBundle: Sendable {
  /// The end of the names of Swift's sources.
  package static let ending = "swift"

  /// A place in one of the sources.
  package struct Place: Hashable, Sendable {
    package var source: SourceText
    package var range: SourceRange

    package init(_ source: SourceText, _ range: SourceRange) {
      self.source = source
      self.range = range
    }
  }

  /// A version: that of a `VersionedSchema`, or all models of an app without versions.
  package struct Version: Sendable {
    /// The name of its type.
    package var name: String
    package var model: ManagedObjectModel
    /// The same for comparisons: where the source has a default that is not a literal, there is one here too.
    package var comparedModel: ManagedObjectModel
    /// The places of classes and properties, by `[class]` and `[class, property]`.
    package var places: [[String]: Place]
    /// The pairs that SwiftData infers: `Trip.tags and Tag.trip`.
    package var inferredInverses: [String]

    package init(
      name: String, model: ManagedObjectModel, comparedModel: ManagedObjectModel, places: [[String]: Place],
      inferredInverses: [String]
    ) {
      self.name = name
      self.model = model
      self.comparedModel = comparedModel
      self.places = places
      self.inferredInverses = inferredInverses
    }

    /// The place of a property, or of its class. O(1).
    package func place(of entity: String, property: String) -> Place? {
      places[[entity, property]] ?? places[[entity]]
    }
  }

  /// Something that a rule found, and where.
  package struct SourceFinding: Sendable {
    package var finding: Finding
    package var place: Place?

    package init(_ finding: Finding, at place: Place?) {
      self.finding = finding
      self.place = place
    }
  }

  package var path: String
  /// In the order of the migration plans. Never empty.
  package var versions: [Version]
  /// The name of the version in use.
  package var currentName: String
  /// Notes on gaps, with their places, such as a type that is in none of the sources.
  package var facts: [Diagnostic]
  /// The findings of the rules for SwiftData.
  package var findings: [SourceFinding]
  /// The findings about CloudKit, whether or not the sources say that they use it.
  package var cloudKitFindings: [SourceFinding]
  /// Whether the sources or the entitlements next to them say that a container goes to CloudKit.
  package var isForCloudKit: Bool
  /// The pairs of versions that a migration plan has a custom stage for.
  package var customStages: Set<[String]>

  package init(
    path: String, versions: [Version], currentName: String, facts: [Diagnostic], findings: [SourceFinding],
    cloudKitFindings: [SourceFinding], isForCloudKit: Bool, customStages: Set<[String]>
  ) {
    self.path = path
    self.versions = versions
    self.currentName = currentName
    self.facts = facts
    self.findings = findings
    self.cloudKitFindings = cloudKitFindings
    self.isForCloudKit = isForCloudKit
    self.customStages = customStages
  }

  /// Two models for a comparison: `originalName` is the name in the version before. One that stays in the source for longer
  /// names nothing there any more, and the property has its name already. O(properties).
  package static func compared(
    _ old: ManagedObjectModel, with new: ManagedObjectModel
  ) -> (old: ManagedObjectModel, new: ManagedObjectModel) {
    var (old, new) = (old, new)
    for entity in old.entities.indices {
      for property in old.entities[entity].properties.indices {
        old.entities[entity].properties[property].renamingIdentifier = nil
      }
    }
    for entity in new.entities.indices {
      guard let before = old[entity: new.entities[entity].name] else { continue }
      for property in new.entities[entity].properties.indices
      where before[property: new.entities[entity].properties[property].name] != nil {
        new.entities[entity].properties[property].renamingIdentifier = nil
      }
    }
    return (old, new)
  }

  /// The version in use. O(versions).
  package var current: Version { versions.first { $0.name == currentName } ?? versions[versions.count - 1] }

  /// Makes another version the current one of this value; a name that no version has changes nothing. O(versions).
  package mutating func use(_ name: String) { if versions.contains(where: { $0.name == name }) { currentName = name } }
}
