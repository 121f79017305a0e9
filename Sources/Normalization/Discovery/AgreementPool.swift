/// Agreement sets of pairs of rows, each once, in the order found.
struct AgreementPool<Mask: ColumnMask> {
  private(set) var sets: [Mask] = []
  /// Open addressing: one more than a place in ``sets``, or 0.
  private var slots: [UInt32] = Array(repeating: 0, count: 256)

  /// Whether the set was new.
  @discardableResult
  mutating func insert(_ set: Mask) -> Bool {
    let bits = slots.count - 1
    var slot = set.scrambled & bits
    while slots[slot] != 0 {
      if sets[Int(slots[slot]) - 1] == set { return false }
      slot = (slot + 1) & bits
    }
    sets.append(set)
    slots[slot] = UInt32(truncatingIfNeeded: sets.count)
    if sets.count * 2 > slots.count { grow() }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    let bits = slots.count - 1
    for (index, set) in sets.enumerated() {
      var slot = set.scrambled & bits
      while slots[slot] != 0 { slot = (slot + 1) & bits }
      slots[slot] = UInt32(truncatingIfNeeded: index + 1)
    }
  }

  /// The sets without a column that no other such set contains: they say all that the others say about what does not
  /// determine the column. Without a column: the maximal sets of all. Largest first.
  func maximal(
    without column: Int?, columnCount: Int, _ meter: inout StepMeter
  ) throws(NormalizationError) -> [Mask] {
    // Buckets for each size, and bits for each column.
    try meter.spend(1 + sets.count + columnCount)
    var bySize: [[Mask]] = Array(repeating: [], count: columnCount + 1)
    for set in sets {
      if let column, set.contains(column) { continue }
      bySize[set.count].append(set)
    }
    var kept: [Mask] = []
    // For each column the kept sets that have it, one bit a set.
    var words = 0
    var keptWith: [[UInt64]] = Array(repeating: [], count: columnCount)
    for size in stride(from: columnCount, through: 0, by: -1) {
      // Sets of one size do not contain each other.
      try meter.spend(bySize[size].count * (1 + words))
      let found = bySize[size].filter { set in !Self.isCovered(set, keptWith, words, kept.count) }
      for set in found {
        let word = kept.count / 64
        if word == words {
          words += 1
          try meter.spend(columnCount)
          for column in keptWith.indices { keptWith[column].append(0) }
        }
        let bit: UInt64 = 1 &<< UInt64(kept.count % 64)
        set.forEachColumn { keptWith[$0][word] |= bit }
        kept.append(set)
      }
    }
    return kept
  }

  private static func isCovered(_ set: Mask, _ keptWith: [[UInt64]], _ words: Int, _ kept: Int) -> Bool {
    guard kept > 0 else { return false }
    if set.isEmpty { return true }
    var columns: [Int] = []
    set.forEachColumn { columns.append($0) }
    for word in 0..<words {
      var bits: UInt64 = .max
      for column in columns {
        bits &= keptWith[column][word]
        if bits == 0 { break }
      }
      if bits != 0 { return true }
    }
    return false
  }
}

extension ColumnMask {
  fileprivate var scrambled: Int { Int(truncatingIfNeeded: fingerprint) }
}
