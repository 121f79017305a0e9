import Diagnostics
import ObjectGraph
import Predicates

/// A setting of an entity that only an app and Xcode use: `class "CDPlayer"`, `codegen none`, `syncable no`, `index …`.
package enum EntitySetting: Hashable, Sendable {
  case className(String)
  case codeGeneration(CodeGeneration)
  case syncable(Bool)
  case index(IndexDeclaration)
}

/// `index byName: name desc, team`.
package struct IndexDeclaration: Hashable, Sendable {
  package var name: Identifier
  /// The keys, and what follows each.
  package var keys: [Identifier]
  package var elements: [FetchIndexDescription.Element]
}

/// A setting of a property that only an app, its store and Xcode use.
package enum PropertySetting: Hashable, Sendable {
  /// `class "UIColor"`
  case className(String)
  /// `external storage`
  case externalStorage
  /// `spotlight`
  case spotlight
  /// `scalar`, `scalar no`
  case scalar(Bool)
  /// `syncable`, `syncable no`
  case syncable(Bool)
}

extension CodeGeneration {
  static let alternatives = Listing.alternatives(words)
}
