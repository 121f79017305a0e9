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
