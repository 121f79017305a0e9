import Diagnostics
import Normalization

/// The dependencies and keys that discovery finds in a table.
struct DiscoveryReport {
  /// More columns than this, and multivalued dependencies are not looked for: there are 2ⁿ left sides.
  static let multivaluedColumnLimit = 8

  let name: String
  let table: ValueTable
  let dependencies: [FunctionalDependency]
  let uniques: [AttributeSet]
  /// Nil when the table is too wide.
  let bases: [DependencyBasis]?
  let inclusions: [InclusionDependency]
  /// Why what is found is not all; empty when it is.
  let problems: [NormalizationError]
  private let distinctRowCount: Int

  /// - Parameter steps: How many steps the search for dependencies may take; the others may take half of it each.
  init(name: String, _ table: ValueTable, steps: Int = Self.steps) {
    self.name = name
    self.table = table
    var problems: [NormalizationError] = []
    let half = StepBudget(steps: steps / 2)
    let (dependencies, problem) = table.foundFunctionalDependencies(within: StepBudget(steps: steps))
    self.dependencies = dependencies
    if let problem { problems.append(problem) }
    let (uniques, other) = table.foundUniqueColumnCombinations(within: half)
    self.uniques = uniques
    if let other { problems.append(other) }
    func found<Found>(_ search: () throws(NormalizationError) -> Found) -> Found? {
      do throws(NormalizationError) { return try search() } catch {
        problems.append(error)
        return nil
      }
    }
    bases =
      table.columns.count <= Self.multivaluedColumnLimit
      ? found { () throws(NormalizationError) in try table.dependencyBases(within: half) } : nil
    inclusions =
      found { () throws(NormalizationError) in try ValueTable.inclusionDependencies(among: [table], within: half) }
      ?? []
    self.problems = problems
    distinctRowCount = table.distinctRowCount
  }

  /// Some two seconds in a release build.
  static let steps = 80_000_000

  // MARK: JSON

  /// Columns are counted from 0, as in `"fds": [[[0, 1], 2]]`.
  struct Record: Encodable {
    struct Dependency: Encodable {
      var left: [Int]
      var right: Int

      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(left)
        try list.encode(right)
      }
    }
    struct Basis: Encodable {
      var left: [Int]
      var blocks: [[Int]]

      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(left)
        try list.encode(blocks)
      }
    }

    var table: String
    var rows: Int
    var distinctRows: Int
    var columns: [String]
    var fdCount, uccCount: Int
    var fds: [Dependency]
    var uccs: [[Int]]
    var mvdBases: [Basis]?
    var inds: [[Int]]
    /// The reason why not everything was found.
    var incomplete: [String]?
  }

  var record: Record {
    Record(
      table: name, rows: table.rowCount, distinctRows: distinctRowCount, columns: table.columns,
      fdCount: dependencies.count, uccCount: uniques.count,
      fds: dependencies.map { .init(left: Array($0.determinant), right: $0.dependent.first ?? 0) },
      uccs: uniques.map { Array($0) },
      mvdBases: bases?.map { .init(left: Array($0.determinant), blocks: $0.blocks.map { Array($0) }) },
      inds: inclusions.map { [$0.dependent.column, $0.referenced.column] },
      incomplete: problems.isEmpty ? nil : problems.map { "\($0)" })
  }
}

extension DiscoveryReport {
  // MARK: Text

  private static let lines = 40
  /// So many dependencies, the shortest first, are ranked; a table with tens of thousands is not looked at line by line.
  private static let rankedCount = 2_000
  /// So many values are looked at to rank them.
  private static let rankedCells = 20_000_000

  /// For people: keys, then dependencies by how much they make redundant, then what is independent.
  var lines: [String] {
    var lines = [
      "\(DisplayText.visible(name)): \(counted(table.rowCount, "row")), \(counted(table.columns.count, "column"))"
    ]
    let repeated = table.rowCount - distinctRowCount
    if repeated > 0 { lines.append("\(counted(repeated, "row")) \(repeated == 1 ? "repeats" : "repeat") another") }
    lines += problems.map { "not everything was found: \($0)" }
    lines += section("keys", uniques.lazy.map { names($0) }, none: "no columns are unique together")
    lines += section("dependencies", rankedDependencies, none: "no column depends on others, but on keys")
    if let bases {
      let independent = bases.compactMap { basis -> String? in
        let blocks = basis.blocks.filter { !isDetermined($0, by: basis.determinant) }
        guard blocks.count > 1 else { return nil }
        return "\(names(basis.determinant)) ->> " + blocks.map { names($0) }.joined(separator: " | ")
      }
      if !independent.isEmpty { lines += section("independent facts", independent, none: "") }
    }
    lines += ["", "All of this holds in these rows. Whether it is true of what they describe, only you can say."]
    return lines
  }

  /// Dependencies of one left side together, those with most repeated values first; those of keys repeat nothing.
  private var rankedDependencies: [String] {
    var merged: [(left: AttributeSet, right: AttributeSet)] = []
    var cells = 0
    for dependency in dependencies.prefix(Self.rankedCount) {
      cells += table.rowCount * (1 + dependency.determinant.count)
      if cells > Self.rankedCells { break }
      if let last = merged.last, last.left == dependency.determinant {
        merged[merged.count - 1].right.formUnion(dependency.dependent)
      } else {
        merged.append((dependency.determinant, dependency.dependent))
      }
    }
    let ranked = merged.map { ($0, table.redundantRowCount(given: $0.left)) }.filter { $0.1 > 0 }
    return ranked.enumerated().sorted { a, b in
      let cells = (a.element.1 * a.element.0.right.count, b.element.1 * b.element.0.right.count)
      return cells.0 != cells.1 ? cells.0 > cells.1 : a.offset < b.offset
    }.map { _, row in
      "\(names(row.0.left)) -> \(names(row.0.right)), \(counted(row.1 * row.0.right.count, "value")) said again"
    }
  }

  private func isDetermined(_ block: AttributeSet, by left: AttributeSet) -> Bool {
    block.count == 1
      && dependencies.contains { $0.dependent == block && $0.determinant.isSubset(of: left) }
  }

  private func section(_ title: String, _ rows: some Collection<String>, none: String) -> [String] {
    guard !rows.isEmpty else { return ["", none] }
    var lines = ["", "\(title) (\(DisplayText.grouped(rows.count)))"]
    lines += rows.prefix(Self.lines).map { "  \($0)" }
    if let more = Listing.more(rows.count - Self.lines) { lines.append("  … \(more); --json has them all") }
    return lines
  }

  private func names(_ set: AttributeSet) -> String {
    set.isEmpty ? "{}" : set.map { DisplayText.visible(table.columns[$0]) }.joined(separator: ", ")
  }
}
