/// Finds all minimal sets of columns that meet every edge, while edges may still be found on the way.
///
/// Keys, minimal determinants and unique column combinations are all such sets: the edges are what must not be missed
/// (the columns in which two rows differ, or the complement of a set that is no key). The search walks depth first as
/// the algorithm MMCS does (Murakami, Uno 2014): a branch goes on only while each chosen column has an edge that no other
/// chosen column meets. Which edges are left and which are critical is kept as one bit an edge.
///
/// `visit` is called with every set found. If it returns edges that the set misses, these are added at once and the
/// branch continues. A branch that was cut before an edge was known may have been cut wrongly, so the walk is repeated
/// until it adds no edge: the last walk saw all edges, so the result is exact.
struct TransversalSearch<Mask: ColumnMask> {
  enum Answer {
    /// The set is one of the results.
    case accept
    /// These edges are missed; at least one, each disjoint from the set.
    case refuse([Mask])
    /// The caller gives up: the walk ends without results.
    case abandon
  }

  /// The edges known so far. One that is empty leaves no result at all.
  private(set) var edges: [Mask] = []
  /// The columns that may be chosen.
  private let columns: Mask
  private let columnCount: Int
  private var known: Set<Mask> = []
  /// Words of edge bits.
  private var width = 1
  /// For each column the edges that contain it; `width` words each.
  private var edgesOfColumn: [UInt64]
  /// For each depth the edges not yet met; `width` words each.
  private var unmet: [UInt64]
  /// For each depth d, and each of the d chosen columns, the edges that it alone meets; rows of `width` words.
  private var critical: [UInt64]
  private var hasEmptyEdge = false
  /// The sets accepted so far: right even where the walk was not ended.
  private(set) var found: [Mask] = []
  /// How many edges the last choice of a branch looked at.
  private var edgesSeen = 0
  private var chosen: [Int] = []
  private var allowed: [Mask] = []
  private var untried: [Mask] = []

  /// - Parameters:
  ///   - columns: the columns that may be chosen.
  ///   - count: one more than the highest of them.
  init(columns: Mask, count: Int) {
    self.columns = columns
    columnCount = count
    edgesOfColumn = Array(repeating: 0, count: count)
    unmet = [0]
    critical = []
  }

  /// Adds an edge; columns that may not be chosen are left out of it.
  mutating func add(_ edge: Mask) {
    let edge = edge.intersection(columns)
    guard known.insert(edge).inserted else { return }
    if edge.isEmpty { hasEmptyEdge = true }
    if edges.count == width * 64 { widen() }
    let index = edges.count
    edges.append(edge)
    let word = index / 64
    let bit = 1 &<< UInt64(index % 64)
    edge.forEachColumn { edgesOfColumn[$0 * width + word] |= bit }
    // A chosen column may already meet it.
    var met = 0
    var only = 0
    unmet[word] |= bit
    for depth in chosen.indices {
      if edge.contains(chosen[depth]) {
        met += 1
        only = depth
      }
      if met == 0 { unmet[(depth + 1) * width + word] |= bit }
      if met == 1 { critical[(Self.rows(depth + 1) + only) * width + word] |= bit }
    }
  }

  /// All minimal sets, in the order of the walk.
  mutating func results(
    _ meter: inout StepMeter, visit: (Mask, inout StepMeter) throws(NormalizationError) -> Answer
  ) throws(NormalizationError) -> [Mask]? {
    var results: [Mask] = []
    var accepted: Set<Mask> = []
    var edgesBefore = -1
    defer { found = results }
    while edgesBefore != edges.count {
      if hasEmptyEdge {
        results = []
        return []
      }
      edgesBefore = edges.count
      let isComplete = try walk(&meter) { mask, meter throws(NormalizationError) in
        if accepted.contains(mask) { return .accept }
        let answer = try visit(mask, &meter)
        if case .accept = answer {
          accepted.insert(mask)
          results.append(mask)
          try meter.spend(Self.resultCost)
        }
        return answer
      }
      if !isComplete { return nil }
    }
    return results
  }

  /// The cost of a result beyond its search, in steps: it is kept, sorted and written.
  private static var resultCost: Int { 400 }

  // MARK: The walk

  /// The first row of the critical edges at a depth: 0 + 1 + … + (depth − 1).
  private static func rows(_ depth: Int) -> Int { depth * (depth - 1) / 2 }

  private mutating func widen() {
    let old = width
    width *= 2
    func spread(_ words: [UInt64]) -> [UInt64] {
      var result = [UInt64](repeating: 0, count: words.count * 2)
      for row in 0..<(words.count / old) {
        for word in 0..<old { result[row * old * 2 + word] = words[row * old + word] }
      }
      return result
    }
    edgesOfColumn = spread(edgesOfColumn)
    unmet = spread(unmet)
    critical = spread(critical)
  }

  private mutating func walk(
    _ meter: inout StepMeter, visit: (Mask, inout StepMeter) throws(NormalizationError) -> Answer
  ) throws(NormalizationError) -> Bool {
    chosen.removeAll()
    allowed = [columns]
    untried = [Mask()]
    var set = Mask()
    var isNew = true
    while true {
      let depth = chosen.count
      if isNew {
        isNew = false
        try meter.spend(1 + (depth * width) / 8)
        var branch = nextEdge(depth)
        try meter.spend(edgesSeen / 2)
        if branch == nil {
          switch try visit(set, &meter) {
          case .accept: break
          case .abandon:
            chosen.removeAll()
            return false
          case .refuse(let missed):
            for edge in missed { add(edge) }
            if hasEmptyEdge { return true }
            branch = nextEdge(depth)
          }
        }
        let choices = branch.map { edges[$0].intersection(allowed[depth]) } ?? Mask()
        untried[depth] = choices
        allowed[depth] = allowed[depth].subtracting(choices)
      }
      if let column = untried[depth].first {
        untried[depth].clear(column)
        if choose(column, depth) {
          set.set(column)
          let rest = allowed[depth]
          chosen.append(column)
          if allowed.count == depth + 1 {
            allowed.append(rest)
            untried.append(Mask())
          } else {
            allowed[depth + 1] = rest
          }
          isNew = true
        }
        continue
      }
      guard let last = chosen.popLast() else { return true }
      set.clear(last)
      allowed[depth - 1].set(last)
    }
  }

  /// The unmet edge with the fewest columns left to choose; nil when all are met.
  private mutating func nextEdge(_ depth: Int) -> Int? {
    edgesSeen = 0
    var best: Int?
    var fewest = Int.max
    let mask = allowed[depth]
    let start = depth * width
    for word in 0..<width {
      var bits = unmet[start + word]
      while bits != 0 {
        let index = word * 64 + bits.trailingZeroBitCount
        bits &= bits &- 1
        edgesSeen += 1
        let count = edges[index].intersection(mask).count
        if count < fewest {
          fewest = count
          best = index
          if count <= 1 { return best }
        }
      }
    }
    return best
  }

  /// Writes the next depth's rows for one more column; false if a chosen column would have no edge that only it meets.
  private mutating func choose(_ column: Int, _ depth: Int) -> Bool {
    let width = self.width
    let rowEnd = (Self.rows(depth + 1) + depth + 1) * width
    if critical.count < rowEnd { critical += Array(repeating: 0, count: rowEnd - critical.count) }
    if unmet.count < (depth + 2) * width {
      unmet += Array(repeating: 0, count: (depth + 2) * width - unmet.count)
    }
    let columnStart = column * width
    let from = Self.rows(depth) * width
    let to = Self.rows(depth + 1) * width
    for row in 0..<depth {
      var any: UInt64 = 0
      for word in 0..<width {
        let bits = critical[from + row * width + word] & ~edgesOfColumn[columnStart + word]
        critical[to + row * width + word] = bits
        any |= bits
      }
      if any == 0 { return false }
    }
    let here = depth * width
    for word in 0..<width {
      let bits = unmet[here + word]
      let met = edgesOfColumn[columnStart + word]
      unmet[here + width + word] = bits & ~met
      critical[to + depth * width + word] = bits & met
    }
    return true
  }
}
