import func Foundation.log10
import func Foundation.pow

/// The evidence of a table's rows for or against `determinant → dependent`.
///
/// Rows that lack a value on either side are left out and counted apart. `surprise` is the negative decimal logarithm of
/// the chance that all groups come out constant although the dependent value is drawn independently, from its own
/// frequencies: 6 is one in a million.
package struct Evidence: Hashable, Sendable {
  /// The fewest rows that can show a dependency: with less, it may always be chance.
  package static let leastRows = 20
  /// The least ``surprise`` that rules chance out.
  static let leastSurprise = 6.0

  /// Rows with values on both sides.
  package var rowCount = 0
  /// Rows that lack one.
  package var missingCount = 0
  /// Groups of two rows or more that agree on the determinant.
  package var groupCount = 0
  /// The rows in these groups.
  package var groupedRowCount = 0
  /// How many different determinants there are, groups of one included.
  package var determinantCount = 0
  /// How many different dependent values.
  package var dependentCount = 0
  /// The least number of rows without which the dependency would hold.
  package var exceptionCount = 0
  package var surprise = 0.0

  /// The rows that only say again what another row says.
  package var redundantCount: Int { groupedRowCount - groupCount }

  package var isExact: Bool { exceptionCount == 0 }

  /// Whether the rows could not well be so by chance: the guard of every check that reports a dependency.
  package var isSignificant: Bool { isExact && isTelling }

  /// Whether all but a few rows (2 % at most) agree: possibly an error in the data, never a dependency.
  package var isNearMiss: Bool { !isExact && exceptionCount * 50 <= rowCount && isTelling }

  private var isTelling: Bool {
    dependentCount >= 2 && groupCount >= 3 && groupedRowCount >= Self.leastRows && surprise >= Self.leastSurprise
  }
}

extension EntityRelation {
  /// The evidence for a dependency between columns. O(rows).
  package func evidence(_ determinant: [Int], _ dependent: Int) -> Evidence {
    evidence(of: groups(by: determinant), dependent)
  }

  /// The evidence for a dependency of a column on those that rows were grouped by. O(rows).
  func evidence(of groups: [[Int]], _ dependent: Int) -> Evidence {
    guard cancellation.allows(.rows, rowCount >> 4) else { return Evidence() }
    var evidence = Evidence()
    var frequencies = [Int](repeating: 0, count: values(of: dependent).count)
    var tallies: [[Int: Int]] = []
    for group in groups {
      var counts: [Int: Int] = [:]
      for row in group {
        let number = Int(numbers[dependent][row])
        guard number >= 0 else { continue }
        counts[number, default: 0] += 1
        frequencies[number] += 1
      }
      if !counts.isEmpty { tallies.append(counts) }
    }
    for counts in tallies {
      let size = counts.values.reduce(0, +)
      evidence.rowCount += size
      evidence.exceptionCount += size - (counts.values.max() ?? 0)
      if size > 1 {
        evidence.groupCount += 1
        evidence.groupedRowCount += size
      }
    }
    evidence.missingCount = rowCount - evidence.rowCount
    evidence.determinantCount = tallies.count
    let used = frequencies.filter { $0 > 0 }
    evidence.dependentCount = used.count
    evidence.surprise = surprise(
      groupSizes: tallies.map { $0.values.reduce(0, +) }.filter { $0 > 1 },
      shares: used.map { Double($0) / Double(max(1, evidence.rowCount)) })
    return evidence
  }

  /// -Σ log₁₀ Σ pᵛ^size over the groups; equal sizes are computed once, and powers too small for a Double through the
  /// greatest share.
  private func surprise(groupSizes: [Int], shares: [Double]) -> Double {
    guard let greatest = shares.max() else { return 0 }
    var bySize: [Int: Int] = [:]
    for size in groupSizes { bySize[size, default: 0] += 1 }
    return bySize.sorted { $0.key < $1.key }.reduce(0) { total, entry in
      let (size, count) = entry
      if cancellation.isRequested { return 0 }
      let rest = shares.reduce(0) { $0 + pow($1 / greatest, Double(size)) }
      return total - Double(count) * (Double(size) * log10(greatest) + log10(rest))
    }
  }
}
