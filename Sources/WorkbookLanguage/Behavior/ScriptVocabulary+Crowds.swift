import ObjectGraph
import Predicates

/// How many objects it takes until two models differ about a count.
extension ScriptVocabulary {
  /// Up to this many objects are made one by one.
  private static let fewest = 3
  /// A difference further up is not looked for.
  private static let most = 2_000

  /// The objects that a to-many has to have before one model takes it and the other does not; nil where few or none are
  /// enough to see.
  static func crowd(
    _ key: String, _ entity: String, _ first: ManagedObjectModel, _ second: ManagedObjectModel,
    _ samples: ScriptSamples
  ) -> ScriptStep.Crowd? {
    guard let one = first.property(key, of: entity)?.property.relationship, one.isToMany,
      let other = second.property(key, of: entity)?.property.relationship, other.isToMany,
      let count = telling(one, other), count > fewest,
      let member = [one, other].lazy.compactMap({ concrete($0.destination, in: first, second) }).first
    else { return nil }
    let given = samples.fillings(of: member, keys(of: member, first, second)).first ?? []
    var unique: Set<String> = []
    for model in [first, second] {
      unique.formUnion(model.lineage(of: member).flatMap(\.uniquenessConstraints).joined())
    }
    let varying = given.filter { entry in
      guard unique.contains(entry.key) else { return false }
      return switch entry.value {
      case .string, .integer: true
      default: false
      }
    }
    return ScriptStep.Crowd(count: count, entity: member, given: given, varying: Set(varying.map(\.key)))
  }

  /// The least number of objects that one of two relationships takes and the other does not.
  private static func telling(_ one: RelationshipDescription, _ other: RelationshipDescription) -> Int? {
    let bounds = [one.minimumCount, one.maximumCount, other.minimumCount, other.maximumCount].filter { $0 < most }
    let counts = Set(bounds.flatMap { [$0 - 1, $0, $0 + 1] }.filter { $0 >= 0 })
    return counts.sorted().first { takes($0, one) != takes($0, other) }
  }

  private static func takes(_ count: Int, _ relationship: RelationshipDescription) -> Bool {
    if count == 0 { return relationship.mayBeEmpty }
    return count >= relationship.minimumCount
      && (relationship.maximumCount == 0 || count <= relationship.maximumCount)
  }

  private static func concrete(
    _ name: String, in first: ManagedObjectModel, _ second: ManagedObjectModel
  ) -> String? {
    first.entityNames.first { entity in
      [first, second].allSatisfy { model in
        model.isKind(entity, of: name) && model[entity: entity].map { !$0.isAbstract } == true
      }
    }
  }
}
