/// The evidence of the rows for `determinant ↠ block | block`: independent facts in one association entity.
package struct MultivaluedEvidence: Hashable, Sendable {
  package var determinant: [String]
  package var blocks: [[String]]
  /// Groups in which both sides have two values or more.
  package var groupCount: Int
  /// Rows that are there only because every combination has to be.
  package var forcedCount: Int
}

/// The evidence of the rows for a join of three pairs.
package struct JoinEvidence: Hashable, Sendable {
  package var components: [[String]]
  /// Rows that the others' pairs would demand.
  package var forcedCount: Int
}

/// An association of exactly three columns: the smallest in which facts can be mixed.
extension EntityRelation {
  /// `x ↠ y | z` where the rows are, for each x, all combinations of its y and its z: at least three groups with two
  /// values on both sides, at least ten rows that are forced. A column that determines another is no such case.
  package func foundMultivalued() -> [MultivaluedEvidence] {
    guard isAssociation else { return [] }
    return [(0, 1, 2), (1, 0, 2), (2, 0, 1)].compactMap { x, y, z in
      var groupCount = 0
      var forcedCount = 0
      for group in groups(by: [x]) {
        let ones = Set(group.map { numbers[y][$0] })
        let others = Set(group.map { numbers[z][$0] })
        let pairs = Set(group.map { [numbers[y][$0], numbers[z][$0]] })
        if pairs.count != ones.count * others.count { return nil }
        if ones.count > 1, others.count > 1 { groupCount += 1 }
        forcedCount += (ones.count - 1) * (others.count - 1)
      }
      guard groupCount >= 3, forcedCount >= 10 else { return nil }
      return MultivaluedEvidence(
        determinant: [columns[x].name], blocks: [[columns[y].name], [columns[z].name]], groupCount: groupCount,
        forcedCount: forcedCount)
    }
  }

  /// The rows as the join of their three pairs, where at least ten of them are forced by others.
  package func foundJoins() -> [JoinEvidence] {
    guard isAssociation else { return [] }
    let rows = Set(objects.indices.map { [numbers[0][$0], numbers[1][$0], numbers[2][$0]] })
    var thirdsOfFirstTwo: [[Int32]: Set<Int32>] = [:]
    var secondsOfOuter: [[Int32]: Set<Int32>] = [:]
    var firstsOfLastTwo: [[Int32]: Set<Int32>] = [:]
    for row in rows {
      thirdsOfFirstTwo[[row[0], row[1]], default: []].insert(row[2])
      secondsOfOuter[[row[0], row[2]], default: []].insert(row[1])
      firstsOfLastTwo[[row[1], row[2]], default: []].insert(row[0])
    }
    // Every row of the join is found from a pair of the first two and a third that goes with both of them.
    var thirdsOfSecond: [Int32: Set<Int32>] = [:]
    for pair in firstsOfLastTwo.keys { thirdsOfSecond[pair[0], default: []].insert(pair[1]) }
    for pair in thirdsOfFirstTwo.keys {
      for third in thirdsOfSecond[pair[1]] ?? [] where secondsOfOuter[[pair[0], third]] != nil {
        if !rows.contains([pair[0], pair[1], third]) { return [] }
      }
    }
    let forced = rows.count { row in
      (thirdsOfFirstTwo[[row[0], row[1]]]?.count ?? 0) > 1 && (secondsOfOuter[[row[0], row[2]]]?.count ?? 0) > 1
        && (firstsOfLastTwo[[row[1], row[2]]]?.count ?? 0) > 1
    }
    guard forced >= 10 else { return [] }
    let names = columns.map(\.name)
    return [
      JoinEvidence(
        components: [[names[0], names[1]], [names[1], names[2]], [names[0], names[2]]], forcedCount: forced)
    ]
  }

  /// Whether other rows have each of a row's three pairs: the join would make it, if it were not there.
  package func isForced(_ row: Int) -> Bool {
    guard columns.count == 3 else { return false }
    let pairs = [(0, 1), (1, 2), (0, 2)]
    return pairs.allSatisfy { one, other in
      let (ones, others) = (numbers[one], numbers[other])
      return objects.indices.contains { $0 != row && ones[$0] == ones[row] && others[$0] == others[row] }
    }
  }

  private var isAssociation: Bool {
    rowCount > 0 && columns.count == 3 && columns.indices.allSatisfy { filledCount($0) == rowCount && !isUnique($0) }
  }
}
