import Normalization
import Support
import Testing

/// Discovery by trying everything.
private struct TableReference {
  let rows: [[String?]]
  let width: Int
  var subsets: [AttributeSet] { AllSmallSchemas.subsets(of: AttributeSet(first: width)) }

  private func classes(_ set: AttributeSet) -> Set<[String?]> { Set(rows.map { row in set.map { row[$0] } }) }

  var functional: [FunctionalDependency] {
    let holding = subsets.flatMap { left in
      (0..<width).filter { !left.contains($0) && classes(left).count == classes(left.union([$0])).count }
        .map { FunctionalDependency(left, [$0]) }
    }
    return holding.filter { dependency in
      !holding.contains {
        $0.dependent == dependency.dependent && $0.determinant.isStrictSubset(of: dependency.determinant)
      }
    }.sorted()
  }

  var unique: [AttributeSet] {
    let holding = subsets.filter { classes($0).count == rows.count }
    return holding.filter { set in !holding.contains { $0.isStrictSubset(of: set) } }.sorted()
  }

  /// The rows are the join of two projections.
  func isMultivalued(_ left: AttributeSet, _ right: AttributeSet) -> Bool {
    let others = AttributeSet(first: width).subtracting(left).subtracting(right)
    let distinct = classes(AttributeSet(first: width))
    for a in distinct {
      for b in distinct where left.allSatisfy({ a[$0] == b[$0] }) {
        let mixed = (0..<width).map { others.contains($0) ? b[$0] : a[$0] }
        if !distinct.contains(mixed) { return false }
      }
    }
    return true
  }
}

@Suite("Discovery against trying everything")
struct SmallTableTests {
  static let tables: [(rows: [[String?]], width: Int)] = {
    var numbers = SplitMix(state: 7)
    var tables: [(rows: [[String?]], width: Int)] = [([], 0), ([], 3), ([[], []], 0), ([["a", nil]], 2)]
    for _ in 0..<400 {
      let width = 1 + numbers.below(5)
      let count = numbers.below(24)
      let values = 1 + numbers.below(6)
      tables.append(
        (
          (0..<count).map { _ in (0..<width).map { _ in [nil, "a", "b", "c", "d", "e"][numbers.below(values)] } }, width
        ))
    }
    return tables
  }()

  @Test("Dependencies, unique columns and blocks of random tables")
  func random() throws {
    for (rows, width) in Self.tables {
      let table = try ValueTable(columns: (0..<width).map(String.init), rows: rows)
      let reference = TableReference(rows: rows, width: width)
      #expect(try table.functionalDependencies() == reference.functional, "\(rows)")
      #expect(try table.uniqueColumnCombinations() == reference.unique, "\(rows)")
      let bases = try table.dependencyBases()
      for left in reference.subsets {
        let others = AttributeSet(first: width).subtracting(left)
        let blocks = bases.first { $0.determinant == left }?.blocks ?? [others]
        for right in AllSmallSchemas.subsets(of: others) {
          let isUnion = blocks.allSatisfy { $0.isSubset(of: right) || $0.isDisjoint(with: right) }
          #expect(reference.isMultivalued(left, right) == isUnion, "\(rows) \(left) \(right)")
        }
      }
    }
  }

  /// More rows than samples, so that checks and the comparison of all pairs both take part.
  @Test("Long and narrow, short and wide", arguments: [(600, 5, 9), (40, 9, 3), (200, 7, 4), (3_000, 4, 40)])
  func shapes(_ shape: (rows: Int, width: Int, values: Int)) throws {
    var numbers = SplitMix(state: UInt64(shape.rows))
    let rows = (0..<shape.rows).map { _ -> [String?] in
      var row = (0..<shape.width).map { _ in numbers.below(shape.values) }
      row[shape.width - 1] = (row[0] * 7 + row[1]) % 5
      return row.map { String($0) }
    }
    let table = try ValueTable(columns: (0..<shape.width).map(String.init), rows: rows)
    let reference = TableReference(rows: rows, width: shape.width)
    #expect(try table.functionalDependencies() == reference.functional)
    #expect(try table.uniqueColumnCombinations() == reference.unique)
  }
}
