import Predicates

/// The derived attributes of a model and which of them each reads: by its own object's keys, across relationships, and
/// inside SUBQUERY and texts.
///
/// Core Data documents no derivation from a derived attribute. Ours is computed in dependency order, attribute by
/// attribute over all objects; so an attribute that depends on itself is refused, also where it would be another
/// object's.
///
/// O(size of the expressions × depth of the hierarchy).
struct DerivationGraph {
  struct Node: Hashable {
    /// The name of the entity that declares it.
    var entity: String
    var attribute: String
  }

  /// In the order of the model's declarations.
  private(set) var nodes: [Node] = []
  /// The nodes that each node reads, by place in ``nodes``.
  private(set) var reads: [[Int]] = []

  init(_ index: ModelIndex) {
    var expressions: [Expression] = []
    var places: [Node: Int] = [:]
    for entity in index.model.entities {
      for attribute in entity.properties.lazy.compactMap(\.attribute) {
        guard let derivation = attribute.derivation else { continue }
        let node = Node(entity: entity.name, attribute: attribute.name)
        guard places.updateValue(nodes.count, forKey: node) == nil else { continue }
        nodes.append(node)
        expressions.append(derivation)
      }
    }
    reads = zip(nodes, expressions).map { node, expression in
      var reader = DerivationReader(index: index, entity: node.entity)
      _ = reader.read(expression)
      return reader.found.compactMap { places[$0] }
    }
  }

  /// The places of the nodes, each after all that it reads; those on a circle, and what reads them, are left out.
  /// Kahn's algorithm, O(nodes + edges).
  var order: [Int] {
    var open = reads.map(\.count)
    var readers = [[Int]](repeating: [], count: nodes.count)
    for (place, others) in reads.enumerated() { for other in others { readers[other].append(place) } }
    var order = nodes.indices.filter { open[$0] == 0 }
    var next = 0
    while next < order.count {
      for reader in readers[order[next]] {
        open[reader] -= 1
        if open[reader] == 0 { order.append(reader) }
      }
      next += 1
    }
    return order
  }

  /// Circles of attributes that read each other, in the order in which they read; no two share an attribute.
  var circles: [[Node]] {
    var found: [[Node]] = []
    // A node on a circle or before one always reads another such node.
    var left = Set(nodes.indices).subtracting(order)
    for start in nodes.indices where left.contains(start) {
      var path = [start]
      var places = [start: 0]
      while let next = path.last.flatMap({ last in reads[last].first(where: left.contains) }) {
        if let first = places[next] {
          found.append(path[first...].map { nodes[$0] })
          break
        }
        places[next] = path.count
        path.append(next)
      }
      // Nodes that lead to the cycle remain as well; they are not a cycle by themselves.
      left.subtract(path)
    }
    return found
  }
}

/// Finds what one derivation reads.
private struct DerivationReader {
  let index: ModelIndex
  let entity: String
  /// The entities of the variables of SUBQUERYs around.
  var variables: [String: String] = [:]
  var found: Set<DerivationGraph.Node> = []

  init(index: ModelIndex, entity: String) {
    self.index = index
    self.entity = entity
  }

  /// Reads an expression and gives the entity of the objects that it leads to, if any.
  mutating func read(_ expression: Expression) -> String? {
    switch expression.kind {
    case .constant, .argument: return nil
    case .candidate: return entity
    case .variable(let name): return variables[name]
    case .key(let base, let key): return read(key, of: read(base))
    case .variableKey(let base, _): _ = read(base)
    case .assignment(_, let value): return read(value)
    case .aggregate(let elements): for element in elements { _ = read(element) }
    case .index(let base, let position):
      if case .position(let position) = position { _ = read(position) }
      return read(base)
    case .negation(let operand), .onesComplement(let operand), .cast(let operand, _): _ = read(operand)
    case .binary(_, let left, let right):
      let destination = read(left)
      return read(right) ?? destination
    case .function(_, let arguments):
      var destination: String?
      for argument in arguments { destination = read(argument) ?? destination }
      return destination
    case .selector(let receiver, _, let arguments):
      _ = read(receiver)
      for argument in arguments { _ = read(argument) }
    case .ternary(let condition, let yes, let no):
      read(condition)
      let destination = read(yes)
      return read(no) ?? destination
    case .subquery(let collection, let variable, let condition):
      let destination = read(collection)
      let outer = variables.updateValue(destination ?? "", forKey: variable)
      read(condition)
      variables[variable] = outer
      return destination
    case .anyKey:
      for property in index.properties(of: entity) { _ = read(property.name, of: entity) }
    case .extension(let form): for operand in form.base.operands { _ = read(operand) }
    }
    return nil
  }

  private mutating func read(_ condition: Predicate) {
    switch condition.kind {
    case .constant: break
    case .comparison(let comparison):
      _ = read(comparison.left)
      _ = read(comparison.right)
    case .and(let operands), .or(let operands): for operand in operands { read(operand) }
    case .not(let operand): read(operand)
    case .truth(let expression): _ = read(expression)
    }
  }

  private mutating func read(_ key: String, of owner: String?) -> String? {
    guard let owner else { return nil }
    if key.hasPrefix("@") || key == "self" { return owner }
    guard let (property, place) = index.property(key, of: owner) else { return nil }
    switch property {
    case .relationship(let relationship): return relationship.destination
    case .attribute(let attribute):
      if attribute.derivation != nil {
        found.insert(DerivationGraph.Node(entity: index.model.entities[place].name, attribute: key))
      }
      return nil
    case .fetched(let fetched): return fetched.destination
    }
  }
}
