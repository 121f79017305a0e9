import ObjectGraph

/// A dependency that the objects show, beyond what chance explains. Satisfied by this data is not the same as true of the
/// world: it is a candidate.
package struct FoundDependency: Hashable, Sendable {
  package var determinant: [String]
  package var dependent: String
  package var evidence: Evidence
}

extension EntityRelation {
  /// The dependencies of one attribute or to-one relationship on one or two others that are significant, with minimal
  /// left sides.
  ///
  /// A left side consists of to-one relationships that several objects share, and of attributes of a type without
  /// fractions that leave most rows in groups. Of several left sides of the same size for one column the one with the
  /// fewest values counts, a to-one relationship before attributes. O(columns² × rows), and as much again for each column
  /// that a pair of columns all but decides.
  package func foundDependencies() -> [FoundDependency] {
    var found: [Int: FoundDependency] = [:]
    var open: [(dependent: Int, candidates: [Int])] = []
    let determinants = columns.indices.filter(mayDetermine)
    for dependent in columns.indices where !columns[dependent].isSetAside && distinctCount(dependent) >= 2 {
      // A relationship that an attribute decides is the same fact read backwards.
      let isRelationship = columns[dependent].destination != nil
      let single = determinants.filter { $0 != dependent && (!isRelationship || columns[$0].destination != nil) }
      var best: FoundDependency?
      var isNearlyFound = false
      for determinant in single {
        let evidence = self.evidence([determinant], dependent)
        if evidence.isNearMiss { isNearlyFound = true }
        guard evidence.isSignificant, isRepeated([determinant], evidence) else { continue }
        let leads = columns[determinant].destination != nil
        if let known = best {
          let knownIsRelationship = columns[place(of: known.determinant[0]) ?? 0].destination != nil
          guard
            leads == knownIsRelationship
              ? evidence.determinantCount < known.evidence.determinantCount : leads
          else { continue }
        }
        best = FoundDependency(
          determinant: [columns[determinant].name], dependent: columns[dependent].name, evidence: evidence)
      }
      found[dependent] = best
      // After a column that all but determines another, any second one would look like the missing part.
      if best == nil, !isNearlyFound { open.append((dependent, single)) }
    }
    found.merge(pairDependencies(of: open)) { single, _ in single }
    return columns.indices.compactMap { found[$0] }
  }

  /// For each column the best left side of two of its candidates; of several the one with the fewest values, the first of
  /// those.
  ///
  /// The rows are grouped once for each pair, and not once for each pair and column.
  func pairDependencies(of open: [(dependent: Int, candidates: [Int])]) -> [Int: FoundDependency] {
    let candidates = open.map { Set($0.candidates) }
    let all = candidates.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
    var best: [Int: FoundDependency] = [:]
    for (offset, first) in all.enumerated() {
      for second in all[(offset + 1)...] {
        let asked = open.indices.filter { candidates[$0].contains(first) && candidates[$0].contains(second) }
        if asked.isEmpty { continue }
        let groups = self.groups(by: [first, second])
        for place in asked {
          let dependent = open[place].dependent
          guard isExact(groups, dependent) else { continue }
          let evidence = self.evidence(of: groups, dependent)
          guard evidence.isSignificant, isRepeated([first, second], evidence) else { continue }
          if let known = best[dependent], known.evidence.determinantCount <= evidence.determinantCount { continue }
          best[dependent] = FoundDependency(
            determinant: [columns[first].name, columns[second].name], dependent: columns[dependent].name,
            evidence: evidence)
        }
      }
    }
    return best
  }

  /// Whether the rows of each group have one value in a column, of those that have one. Ends at the first group that
  /// differs.
  private func isExact(_ groups: [[Int]], _ dependent: Int) -> Bool {
    groups.allSatisfy { group in
      var known: Int32 = -1
      for row in group {
        let number = numbers[dependent][row]
        if number < 0 || number == known { continue }
        if known >= 0 { return false }
        known = number
      }
      return true
    }
  }

  /// Whether a column may be on the left: no fractions, no bytes, and values that are shared.
  func mayDetermine(_ column: Int) -> Bool {
    guard !isUnique(column), distinctCount(column) >= 2 else { return false }
    switch columns[column].kind {
    case .toOne: return true
    case .attribute(let type):
      switch type {
      case .string, .integer16, .integer32, .integer64, .date, .boolean: return true
      case .undefined, .decimal, .double, .float, .binaryData, .uuid, .uri, .transformable: return false
      }
    }
  }

  /// A left side of attributes that nearly is a key explains everything, and so nothing.
  func isRepeated(_ determinant: [Int], _ evidence: Evidence) -> Bool {
    if determinant.count == 1, columns[determinant[0]].destination != nil { return true }
    return evidence.groupedRowCount * 2 >= rowCount && evidence.determinantCount * 2 <= rowCount
  }
}
