extension GraphConversion {
  /// The rows that cannot keep their numbers in their new tables, and the highest number that each entity then has.
  /// - Parameter nextNumber: the next number of a table, old or new.
  static func movedRows(
    of graphs: [Graph], to schema: Schema, nextNumber: (Int) -> Int32
  ) -> (moved: [Graph.Place: Int32], numbers: [Int: Int32]) {
    var sources: [Int: Set<Int>] = [:]
    for graph in graphs {
      for place in graph.populatedEntities() {
        if let from = graph.schema.entity(at: place)?.table, let to = schema.entity(at: place)?.table {
          sources[to, default: []].insert(from)
        }
      }
    }
    var moved: [Graph.Place: Int32] = [:]
    var numbers: [Int: Int32] = [:]
    for (to, from) in sources.sorted(by: { $0.key < $1.key }) where from.count > 1 {
      var taken: Set<Int32> = []
      var next = from.reduce(nextNumber(to)) { max($0, nextNumber($1)) }
      for table in from.sorted(by: { ($0 == to ? -1 : $0) < ($1 == to ? -1 : $1) }) {
        var entities: [Int32: UInt16] = [:]
        for graph in graphs {
          for row in 1..<max(1, graph.tables[table].rowEnd) {
            let header = graph.tables[table].headers[row]
            if schema.entity(at: header.entity)?.table == to {
              entities[Int32(truncatingIfNeeded: row)] = header.entity
            }
          }
        }
        for (row, entity) in entities.sorted(by: { $0.key < $1.key }) where !taken.insert(row).inserted {
          moved[Graph.Place(table: table, row: row)] = next
          taken.insert(next)
          numbers[Int(entity)] = next
          next &+= 1
        }
      }
    }
    return (moved, numbers)
  }
}

extension Graph {
  /// Whether another graph has the same model, and the same versions of it. O(1).
  package func hasModel(of other: Graph) -> Bool { schema === other.schema }

  /// The objects of an earlier or later graph of the same history that have other IDs here; old to new. O(1) under the
  /// same schema, otherwise O(objects that were ever renumbered).
  package func renumbering(since other: Graph) -> [ManagedObjectID: ManagedObjectID] {
    guard schema !== other.schema else { return [:] }
    return Dictionary(
      schema.renumbering(since: other.schema).map { (own($0), own($1)) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Schema {
  /// Gives other numbers to objects of graphs that would have the number of another entity's object in a table of this
  /// schema. What is found under an ID in an earlier graph of the list keeps it.
  /// - Complexity: O(entities) for graphs whose objects have the same tables and numbers here, otherwise O(objects).
  func keepApart(_ graphs: [Graph], _ numbers: NumberAllocator) {
    guard graphs.contains(where: { !hasTables(of: $0) }) else { return }
    var holders: [Graph.Place: Int] = [:]
    for graph in graphs {
      let known = renumbering(since: graph.schema)
      var moved: [ManagedObjectID: ManagedObjectID] = [:]
      for id in graph.allObjects() {
        let id = id.ofCoordinator
        guard let entity = entity(at: Int(id.entity)) else { continue }
        let place = Graph.Place(table: entity.table, row: Int32(clamping: (known[id] ?? id).number))
        if holders[place, default: entity.index] == entity.index {
          holders[place] = entity.index
          continue
        }
        numbers.keepApart(self)
        guard let number = numbers.next(entity) else { continue }
        moved[id] = ManagedObjectID(entity: entity.index, number: number, context: 0)
        holders[Graph.Place(table: entity.table, row: number)] = entity.index
      }
      noteRenumbering(moved, of: graph.schema)
    }
  }

  /// Whether the objects of a graph have here the tables and the numbers that they have there.
  private func hasTables(of graph: Graph) -> Bool {
    graph.schema === self
      || renumbering(since: graph.schema).isEmpty
        && graph.populatedEntities().allSatisfy { place in
          entity(at: place).map { $0.table == graph.schema.entity(at: place)?.table } ?? true
        }
  }
}
