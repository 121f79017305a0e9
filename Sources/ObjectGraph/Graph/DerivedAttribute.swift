import Predicates

/// A derived attribute as an entity has it, its own or inherited, in the order in which saves compute them.
struct DerivedAttribute: Sendable {
  let entity: Entity
  let property: Property
  /// Its place in the order of the model's derived attributes; the same for all entities that inherit it.
  let place: Int
  /// The places of those that it reads, all of them lower.
  let reads: [Int]

  /// Those of the entities that can have objects, each after all that it reads.
  static func order(of entities: [Entity?], in model: ManagedObjectModel) -> [DerivedAttribute] {
    let graph = DerivationGraph(ModelIndex(model))
    let order = graph.order
    var ranks = [Int](repeating: 0, count: graph.nodes.count)
    for (rank, node) in order.enumerated() { ranks[node] = rank }
    let stable = Dictionary(
      entities.compactMap { $0 }.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    // By the entity that declares them.
    let properties = entities.map { entity in
      Dictionary(
        (entity?.ownProperties ?? []).filter { $0.attribute?.derivation != nil }.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first })
    }
    return order.enumerated().flatMap { rank, node -> [DerivedAttribute] in
      let (owner, name) = (graph.nodes[node].entity, graph.nodes[node].attribute)
      guard let declaredBy = stable[owner], let property = properties[declaredBy][name] else { return [] }
      return entities.compactMap { entity in
        guard let entity, !entity.isAbstract, entity.isKind(of: declaredBy) else { return nil }
        return DerivedAttribute(
          entity: entity, property: property, place: rank, reads: graph.reads[node].map { ranks[$0] })
      }
    }
  }
}

extension Expression {
  /// The functions of one argument from which Core Data derives an attribute; it writes them with a colon.
  ///
  /// Source: NSDerivedAttributeDescription.
  package static let derivingFunctions: Set = ["canonical", "uppercase", "lowercase"]

  /// Whether it is a derivation that Core Data documents (NSDerivedAttributeDescription): a key path to one value, alone
  /// or in `canonical:`, `uppercase:` or `lowercase:`; `@count` or `@sum` over a to-many key path; `now()`.
  package var isDocumentedDerivation: Bool {
    switch kind {
    case .function("now", let arguments): return arguments.isEmpty
    case .function(let name, let arguments):
      guard Self.derivingFunctions.contains("\(name)"), arguments.count == 1 else { return false }
      return arguments[0].keyPath?.contains { $0.hasPrefix("@") } == false
    default: return keyPath?.allSatisfy { !$0.hasPrefix("@") || $0 == "@count" || $0 == "@sum" } ?? false
    }
  }
}
