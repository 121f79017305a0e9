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
