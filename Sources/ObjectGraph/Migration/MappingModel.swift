/// The mapping from the data of one model to those of another: what a lightweight migration does, computed from the two
/// models alone.
///
/// ```swift
/// let mapping = try MappingModel.inferred(from: league, to: league2)
/// for entity in mapping.entities where entity.kind == .transformed { print(entity.destination ?? "") }
/// ```
///
/// Core Data's documentation says which changes its lightweight migration takes: attributes added and removed; optional to
/// required and back, the former with a default; entities and properties renamed by renaming identifiers; relationships
/// added and removed, to-one to to-many, ordered or not; entities added, removed, moved in a hierarchy, properties moved
/// up and down. ``inferred(from:to:renaming:configuration:)`` takes these, and gives a reason for each that it does not take.
///
/// A context in memory follows more than this (see ``ManagedObjectContext/setModel(_:renaming:)``); its report lists
/// what Core Data would have refused.
public struct MappingModel: Hashable, Sendable {
  /// The mappings in the order of the new entities, then those of removed ones.
  public var entities: [EntityMapping]

  /// The mapping to an entity of the new model; nil when there is none. O(entities).
  public subscript(destination name: String) -> EntityMapping? { entities.first { $0.destination == name } }
}

/// The fate of the objects of one entity.
public struct EntityMapping: Hashable, Sendable {
  /// The kinds that Core Data's header NSEntityMapping.h has, without custom ones.
  public enum Kind: String, Hashable, Sendable {
    /// The entity is new and has no objects yet.
    case added
    /// The entity is gone, and its objects with it.
    case removed
    /// The version hashes are equal: objects stay as they are.
    case copied
    /// Objects stay, and something of them changes.
    case transformed
  }

  /// The kind of mapping.
  public var kind: Kind
  /// The old entity's name; nil for a new one.
  public var source: String?
  /// The new entity's name; nil for a removed one.
  public var destination: String?
  /// Every property of the new entity, inherited ones included, fetched ones left out; empty for a removed entity.
  public var properties: [PropertyMapping]
  /// The properties of the old entity whose values are not taken over.
  public var dropped: [String]
}

/// The source of a property's value.
public struct PropertyMapping: Hashable, Sendable {
  /// The new name.
  public var destination: String
  /// The old name; nil when objects start with the default, or with nothing.
  public var source: String?
  /// Whether an object without a value gets the default, because the attribute becomes required.
  public var fillsMissing: Bool
}

/// Why no mapping could be inferred (Core Data's error 134190).
public struct MappingError: Error, Hashable, Sendable {
  /// All reasons, in the order of the new model; never empty.
  public var problems: [MappingProblem]
}

/// A change of the model that a lightweight migration does not take, or of which that is not established.
public enum MappingProblem: Hashable, Sendable {
  /// One of the models has problems itself.
  case unresolved([ModelProblem])
  /// An attribute became one of another type, or an element of a composite did; by its path.
  case typeChanged(String, entity: String, from: String, to: String)
  /// A to-many became a to-one: which of several objects to keep is not said.
  case toManyBecameToOne(String, entity: String)
  /// A relationship leads to an entity that is neither the one it led to, nor above or below it.
  case destinationChanged(String, entity: String, from: String, to: String)
  /// Entities of hierarchies that had nothing in common are in one now.
  case hierarchiesMerged([String], ancestor: String)
  /// Two properties claim to be the same one of before, by name or by renaming identifier.
  case ambiguousRenaming(String, entity: String, properties: [String])
}

extension MappingProblem {
  /// Whether it is unknown if Core Data refuses the change: a number or a Boolean gets another type, which may not hold every value.
  /// Notes on WWDC 2010's session 118 name "numerical type conversion" among the changes that can be inferred;
  /// `AttributeType.isConverted(from:)` says which conversions were observed. O(1).
  public var isUncertain: Bool {
    guard case .typeChanged(_, _, let from, let to) = self else { return false }
    let numbers = AttributeType.allCases.filter { $0.isNumber || $0 == .boolean }.map(\.rawValue)
    return numbers.contains(from) && numbers.contains(to)
  }
}

extension AttributeType {
  /// Whether a lightweight migration converts values of another type to this one: integers to a wider integer type or to Double, and
  /// Booleans to integers.
  ///
  /// Apple's documentation lists no change of type. Three apps' tests were run with inferred mappings: Int64 became Double with its
  /// value (WooCommerce for iOS, `MigrationTests`, model 87 to 88), Int32 became Int64 (WordPress for iOS, pull request 4481), and a
  /// Boolean an Int32 (Wire's data model, the store 2-53-0 in `DatabaseMigrationTests`). O(1).
  package func isConverted(from earlier: AttributeType) -> Bool {
    switch (earlier, self) {
    case (.integer16, .integer32), (.integer16, .integer64), (.integer32, .integer64): true
    case (.integer16, .double), (.integer32, .double), (.integer64, .double): true
    case (.boolean, .integer16), (.boolean, .integer32), (.boolean, .integer64): true
    default: false
    }
  }
}
