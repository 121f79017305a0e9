import Predicates

/// A derived attribute as an entity has it, its own or inherited, in the order in which saves compute them.
struct DerivedAttribute: Sendable {
  let entity: Entity
  let property: Property
  /// Its place in the order of the model's derived attributes; the same for all entities that inherit it.
  let place: Int
  /// The places of those that it reads, all of them lower.
  let reads: [Int]

  /// The derived attributes of entities that can have objects, each after all that it reads.
  static func order(of entities: [Entity?], in model: ManagedObjectModel) -> [DerivedAttribute] {
    let graph = DerivationGraph(ModelIndex(model))
    let order = graph.order
    var ranks = [Int](repeating: 0, count: graph.nodes.count)
    for (rank, node) in order.enumerated() { ranks[node] = rank }
    let stable = Dictionary(
      entities.compactMap { $0 }.map { ($0.name, $0.index) }, uniquingKeysWith: { first, _ in first })
    // Grouped by the entity that declares them.
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

  /// A derivation as key-value coding evaluates it: `articles.@sum.words` for `articles.words.@sum`.
  ///
  /// A derivation has its operator last, and a key path of NSPredicate has it before the key that it works on. O(nodes).
  var evaluable: Expression {
    rewriting { expression in
      guard var path = expression.keyPath, path.count > 2, let last = path.last, last.hasPrefix("@"), last != "@count",
        !path[path.count - 2].hasPrefix("@")
      else { return nil }
      path.insert(path.removeLast(), at: path.count - 1)
      return path.reduce(Expression(.candidate, at: expression.range)) { base, key in
        Expression(.key(base, key), at: expression.range)
      }
    }
  }

  /// Whether it is a derivation that Core Data documents (NSDerivedAttributeDescription): a key path to one value, alone
  /// or in `canonical:`, `uppercase:` or `lowercase:`; `@count` or `@sum` at the end of a path over a to-many; `now()`.
  package var isDocumentedDerivation: Bool {
    switch kind {
    case .function("now", let arguments): return arguments.isEmpty
    case .function(let name, let arguments):
      guard Self.derivingFunctions.contains("\(name)"), arguments.count == 1 else { return false }
      return arguments[0].keyPath?.contains { $0.hasPrefix("@") } == false
    default:
      guard let path = keyPath, let last = path.last else { return false }
      return !path.dropLast().contains { $0.hasPrefix("@") }
        && (!last.hasPrefix("@") || last == "@count" || last == "@sum")
    }
  }
}
