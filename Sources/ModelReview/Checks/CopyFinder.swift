import ObjectGraph
import Predicates

/// Columns that say again what can be read elsewhere: at least twenty rows, values that vary, and 98 % that agree. The rest
/// are copies that have gone stale: the anomaly has happened.
struct CopyFinder {
  let relation: EntityRelation
  let related: RelatedValues
  let model: ManagedObjectModel
  /// The to-one relationships of the table.
  private let destinations: [RelatedPath]
  /// The columns that a relationship decides by a declared dependency, by its name.
  var declared: [String: Set<String>] = [:]

  init(relation: EntityRelation, related: RelatedValues, model: ManagedObjectModel) {
    self.relation = relation
    self.related = related
    self.model = model
    destinations = related.steps(from: relation)
  }

  var own: [Int] {
    relation.columns.indices.filter {
      relation.columns[$0].declaredBy == relation.entity && !relation.columns[$0].isSetAside
    }
  }

  /// Returns the rows in which a column differs from what is read for them; nil if the column is no copy.
  private func disagreeing(
    _ column: Int, leastDistinct: Int, share: Double = 0.98, with read: (Int) -> Value?
  ) -> [ManagedObjectID]? {
    guard relation.cancellation.allows(.rows, relation.rowCount >> 6) else { return nil }
    var count = 0
    var stale: [ManagedObjectID] = []
    var distinct: Set<Value> = []
    // Most columns disagree in their first rows: with more of them than this, the share is missed whatever follows.
    let mostStale = Int((1 - share) * Double(relation.rowCount)) + 1
    for row in relation.objects.indices {
      if stale.count > mostStale { return nil }
      guard let value = relation.value(row: row, column: column), let other = read(row) else { continue }
      count += 1
      if value == other || value.isNearly(other) { distinct.insert(value) } else { stale.append(relation.objects[row]) }
    }
    guard count >= Evidence.leastRows, distinct.count >= leastDistinct,
      Double(count - stale.count) >= share * Double(count)
    else {
      return nil
    }
    return stale
  }

  /// A to-one relationship leads where two others lead: `league = team.league`. On all rows.
  func redundantRelationships() -> [EntityFacts.Copy] {
    own.compactMap { column in
      guard let destination = relation.columns[column].destination else { return nil }
      for path in destinations where path.names != [relation.columns[column].name] {
        let table = path.table
        for place in table.columns.indices where table.columns[place].destination == destination {
          let stale = disagreeing(column, leastDistinct: 3, share: 1) { row in
            path.targets[row].flatMap { table.value(row: $0, column: place) }
          }
          if stale != nil {
            return EntityFacts.Copy(
              column: relation.columns[column].name, source: "\(path.names[0]).\(table.columns[place].name)",
              stale: [])
          }
        }
      }
      return nil
    }
  }

  /// Two attributes of one object say the same; the later one is the copy.
  func duplicates() -> [EntityFacts.Copy] {
    own.compactMap { column in
      for earlier in relation.columns.indices where earlier < column {
        guard let type = relation.columns[column].type, relation.columns[earlier].type == type else { continue }
        let stale = disagreeing(column, leastDistinct: 3) { relation.value(row: $0, column: earlier) }
        if let stale {
          return EntityFacts.Copy(
            column: relation.columns[column].name, source: relation.columns[earlier].name, stale: stale)
        }
      }
      return nil
    }
  }

  /// A text or number whose values all are values of a unique attribute of another entity, a third of which they use.
  func hiddenReferences(besides explained: Set<String>) -> [EntityFacts.Copy] {
    own.compactMap { column in
      let type = relation.columns[column].type
      guard type == .string || type == .uuid, !explained.contains(relation.columns[column].name),
        !relation.cancellation.isRequested
      else { return nil }
      let values = Set(relation.values(of: column))
      guard values.count >= 5 else { return nil }
      for entity in model.entityNames where entity != relation.entity {
        guard let table = related.tables[entity] else { continue }
        for place in table.columns.indices where table.columns[place].type == type && table.isUnique(place) {
          let known = Set(table.values(of: place))
          guard values.isSubset(of: known), values.count * 10 >= known.count * 3 else { continue }
          // If a relationship leads there already, the text is an old copy and not an undeclared link.
          let isFollowed = destinations.contains { path in
            path.table.entity == entity
              && disagreeing(column, leastDistinct: 3, share: 0.5) { row in
                path.targets[row].flatMap { table.value(row: $0, column: place) }
              } != nil
          }
          if isFollowed { continue }
          return EntityFacts.Copy(
            column: relation.columns[column].name, source: "\(entity).\(table.columns[place].name)", stale: [])
        }
      }
      return nil
    }
  }

  // MARK: Computed values

  /// Returns the attributes that can be computed: a product or sum of two numbers, two texts put together, a count or
  /// sum over a to-many.
  func derived() -> [EntityFacts.Copy] {
    guard relation.rowCount >= Evidence.leastRows else { return [] }
    return own.compactMap { column in
      guard let type = relation.columns[column].type, relation.distinctCount(column) >= 5 else { return nil }
      switch type {
      case .string: return joinedTexts(column)
      case .integer16, .integer32, .integer64, .double, .float, .decimal:
        return computedNumber(column) ?? aggregate(column)
      case .undefined, .boolean, .date, .binaryData, .uuid, .uri, .transformable: return nil
      }
    }
  }

  private func copy(
    _ column: Int, _ source: String, _ stale: [ManagedObjectID], derivation: String? = nil
  ) -> EntityFacts.Copy {
    EntityFacts.Copy(column: relation.columns[column].name, source: source, stale: stale, derivation: derivation)
  }

  private func computedNumber(_ column: Int) -> EntityFacts.Copy? {
    let operands = relation.columns.indices.filter {
      $0 != column && relation.distinctCount($0) >= 3 && relation.columns[$0].type?.isNumber == true
    }.sorted { relation.columns[$0].name < relation.columns[$1].name }
    for (offset, first) in operands.enumerated() {
      for second in operands[(offset + 1)...] {
        func read(_ row: Int, _ combine: (Double, Double) -> Double) -> Value? {
          guard let one = relation.value(row: row, column: first)?.number,
            let other = relation.value(row: row, column: second)?.number
          else { return nil }
          return .double(combine(one, other))
        }
        let names = [relation.columns[first].name, relation.columns[second].name]
        if let stale = disagreeing(column, leastDistinct: 5, with: { read($0, *) }) {
          return copy(column, names.joined(separator: "*"), stale)
        }
        if let stale = disagreeing(column, leastDistinct: 5, with: { read($0, +) }), isGreatest(column, first, second) {
          return copy(column, names.joined(separator: "+"), stale)
        }
      }
    }
    return nil
  }

  /// If one of three numbers is the sum of the others, that one is computed.
  private func isGreatest(_ column: Int, _ first: Int, _ second: Int) -> Bool {
    relation.objects.indices.allSatisfy { row in
      guard let sum = relation.value(row: row, column: column)?.number,
        let one = relation.value(row: row, column: first)?.number,
        let other = relation.value(row: row, column: second)?.number
      else { return true }
      return abs(sum) >= max(abs(one), abs(other)) - 1e-9
    }
  }

  private func joinedTexts(_ column: Int) -> EntityFacts.Copy? {
    let texts = relation.columns.indices.filter {
      $0 != column && relation.columns[$0].type == .string && relation.distinctCount($0) >= 2
    }
    for first in texts {
      for second in texts where second != first {
        for separator in [" ", ", ", "", "-"] {
          let stale = disagreeing(column, leastDistinct: 5) { row in
            guard case .string(let one)? = relation.value(row: row, column: first),
              case .string(let other)? = relation.value(row: row, column: second)
            else { return nil }
            return .string(one + separator + other)
          }
          if let stale {
            return copy(column, "\(relation.columns[first].name) & \(relation.columns[second].name)", stale)
          }
        }
      }
    }
    return nil
  }

  /// The number, or a sum, of the objects whose to-one relationship leads here.
  private func aggregate(_ column: Int) -> EntityFacts.Copy? {
    for entity in model.entityNames {
      guard let table = related.tables[entity], table.rowCount > 0 else { continue }
      for through in table.columns.indices where table.columns[through].destination == relation.entity {
        let targets = related.targets(of: through, in: table)
        let inverse = model.inverse(of: table.columns[through].name, in: entity)?.relationship
        let name = inverse?.name ?? "\(entity).\(table.columns[through].name)"
        // Without an inverse, or with a to-one, there is nothing to count over.
        let many = inverse.flatMap { $0.isToMany ? $0.name : nil }
        var counts = [Double](repeating: 0, count: relation.rowCount)
        for case let target? in targets { counts[target] += 1 }
        if let stale = disagreeing(column, leastDistinct: 3, with: { .double(counts[$0]) }) {
          return copy(column, "count(\(name))", stale, derivation: many.map { "\($0).@count" })
        }
        for summed in table.columns.indices where table.columns[summed].type?.isNumber == true {
          var sums = [Double](repeating: 0, count: relation.rowCount)
          for (row, target) in targets.enumerated() {
            if let target, let number = table.value(row: row, column: summed)?.number { sums[target] += number }
          }
          if let stale = disagreeing(column, leastDistinct: 5, with: { .double(sums[$0]) }) {
            let key = table.columns[summed].name
            return copy(column, "sum(\(name).\(key))", stale, derivation: many.map { "\($0).\(key).@sum" })
          }
        }
      }
    }
    return nil
  }
}

extension Value {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): Double(number.description)
    case .null, .boolean, .string, .date, .data, .uuid, .url, .object, .array, .set, .dictionary: nil
    }
  }

  /// Numbers are equal up to what binary fractions lose.
  func isNearly(_ other: Value) -> Bool {
    guard let one = number, let two = other.number else { return false }
    return abs(one - two) <= 1e-9 * max(1, abs(one), abs(two))
  }
}
