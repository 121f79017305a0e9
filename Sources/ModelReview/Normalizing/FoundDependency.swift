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
  /// Left sides are to-one relationships that several objects share, and attributes of a type without fractions that
  /// leave most rows in groups. Of several left sides of the same size for one column the one with the fewest values
  /// counts, a to-one relationship before attributes. O(columns³ × rows) at worst.
  package func foundDependencies() -> [FoundDependency] {
    var found: [FoundDependency] = []
    for dependent in columns.indices where !columns[dependent].isSetAside && distinctCount(dependent) >= 2 {
      // A relationship that an attribute decides is the same fact read backwards.
      let isRelationship = columns[dependent].destination != nil
      let single = columns.indices.filter {
        $0 != dependent && mayDetermine($0) && (!isRelationship || columns[$0].destination != nil)
      }
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
      // Behind a column that all but determines another, any second one would look like the missing part.
      if best == nil, !isNearlyFound { best = pairDependency(of: dependent, among: single) }
      if let best { found.append(best) }
    }
    return found
  }

  /// The best left side of two columns, when no single one is enough.
  private func pairDependency(of dependent: Int, among single: [Int]) -> FoundDependency? {
    var best: FoundDependency?
    for (offset, first) in single.enumerated() {
      for second in single[(offset + 1)...] {
        let evidence = self.evidence([first, second], dependent)
        guard evidence.isSignificant, isRepeated([first, second], evidence) else { continue }
        if let best, best.evidence.determinantCount <= evidence.determinantCount { continue }
        best = FoundDependency(
          determinant: [columns[first].name, columns[second].name], dependent: columns[dependent].name,
          evidence: evidence)
      }
    }
    return best
  }

  /// Whether a column may stand on the left: no fractions, no bytes, and values that are shared.
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
