/// A dependency between properties of an entity, as the model's author declares it.
///
/// It says what is true of the world: who knows the team, knows its colour. Nothing is enforced by it and no version hash
/// changes (ours; Core Data has no such thing). The keys are attributes and to-one relationships, inherited ones too.
///
/// ```swift
/// EntityDescription("Player", dependencies: [.functional(["team"], ["uniformColor"])])
/// ```
public enum DependencyDescription: Hashable, Sendable {
  /// Objects that agree on the first keys agree on the second ones.
  case functional([String], [String])
  /// For the values of the first keys, those of the second ones occur in every combination with all others.
  case multivalued([String], [String])
  /// The objects are the join of what these groups of keys say by themselves.
  case join([[String]])

  /// Every key that is named, in the order written, repetitions included. O(keys).
  public var keys: [String] {
    switch self {
    case .functional(let left, let right), .multivalued(let left, let right): left + right
    case .join(let components): components.flatMap { $0 }
    }
  }

  /// The workbook's notation: `team -> uniformColor`, `player ->> skill`, `join (a, b), (b, c)`.
  /// O(length of the text).
  public var text: String {
    func list(_ keys: [String]) -> String { keys.joined(separator: ", ") }
    return switch self {
    case .functional(let left, let right): (left.isEmpty ? "" : list(left) + " ") + "-> \(list(right))"
    case .multivalued(let left, let right): (left.isEmpty ? "" : list(left) + " ") + "->> \(list(right))"
    case .join(let components): "join " + components.map { "(\(list($0)))" }.joined(separator: ", ")
    }
  }

  /// Returns the same dependency with other names for the keys. O(keys).
  public func mapKeys(_ name: (String) -> String) -> DependencyDescription {
    switch self {
    case .functional(let left, let right): .functional(left.map(name), right.map(name))
    case .multivalued(let left, let right): .multivalued(left.map(name), right.map(name))
    case .join(let components): .join(components.map { $0.map(name) })
    }
  }
}

extension ManagedObjectModel {
  /// Returns the dependencies declared of an entity and of its ancestors, the root's first. O(entities × depth).
  public func dependencies(of entity: String) -> [DependencyDescription] {
    lineage(of: entity).flatMap(\.dependencies)
  }
}
