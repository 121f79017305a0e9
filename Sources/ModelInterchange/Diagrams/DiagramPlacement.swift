/// The column of each box, and the order of boxes: found by moving one box at a time to where the picture reads best.
/// The placement is deterministic.
struct DiagramPlacement {
  /// A line as the search sees it: two boxes, and how far down in each it ends.
  struct Edge {
    var first: Int
    var firstOffset: Int
    var second: Int
    var secondOffset: Int
    /// `first` inherits from `second`, whose place is then to the left or above.
    var isInheritance: Bool
  }

  let widths: [Int]
  let heights: [Int]
  let edges: [Edge]
  /// The cells of a line.
  let available: Int
  /// Blank lines between boxes of a column.
  let gap: Int
  /// When it is spent, what was found so far is taken.
  let budget: DiagramBudget

  /// The least room between two columns: a double head at each side, and a line between them.
  static let narrowestChannel = 5

  /// The best columns found, from left to right, and what speaks against them; none is empty.
  func columns(count: Int) -> (cost: Int, columns: [[Int]]) {
    var best: (cost: Int, columns: [[Int]])?
    for start in [startByDistance(count), startInOrder(count)] {
      let found = improved(start)
      if best.map({ found.cost < $0.cost }) ?? true { best = found }
    }
    return (best?.cost ?? 0, best?.columns.filter { !$0.isEmpty } ?? [])
  }

  // MARK: Where to begin

  /// From the box with the most lines outwards: each column is a line further away.
  private func startByDistance(_ count: Int) -> [[Int]] {
    var neighbours = [[Int]](repeating: [], count: widths.count)
    for edge in edges where edge.first != edge.second {
      neighbours[edge.first].append(edge.second)
      neighbours[edge.second].append(edge.first)
    }
    var columns = [[Int]](repeating: [], count: count)
    var seen = [Bool](repeating: false, count: widths.count)
    for root in widths.indices where !seen[root] {
      var wave = [root]
      seen[root] = true
      var distance = 0
      while !wave.isEmpty {
        columns[min(distance, count - 1)] += wave
        var next: [Int] = []
        for box in wave {
          for neighbour in neighbours[box] where !seen[neighbour] {
            seen[neighbour] = true
            next.append(neighbour)
          }
        }
        wave = next
        distance += 1
      }
    }
    return columns
  }

  /// In the order of the boxes, columns of about the same height.
  private func startInOrder(_ count: Int) -> [[Int]] {
    let total = heights.reduce(0, +)
    var columns = [[Int]](repeating: [], count: count)
    var height = 0
    for box in widths.indices {
      columns[min(count - 1, height * count / max(1, total))].append(box)
      height += heights[box]
    }
    return columns
  }

  // MARK: Moving boxes

  private func improved(_ start: [[Int]]) -> (cost: Int, columns: [[Int]]) {
    var columns = start
    var cost = cost(of: columns)
    // One beginning must not take what the others need.
    var tries = 200_000 / (widths.count + edges.count + 1)
    var isImproving = true
    while isImproving, tries > 0 {
      isImproving = false
      for box in widths.indices where tries > 0 {
        if budget.isSpent { return (cost, columns) }
        if let better = move(box, in: columns, below: cost, &tries) {
          (cost, columns) = better
          isImproving = true
        }
      }
      if !isImproving, widths.count <= 12, let better = swap(in: columns, below: cost, &tries) {
        (cost, columns) = better
        isImproving = true
      }
    }
    return (cost, columns)
  }

  /// The best other place of a box, if it is better than its current one.
  private func move(
    _ box: Int, in columns: [[Int]], below bound: Int, _ tries: inout Int
  ) -> (cost: Int, columns: [[Int]])? {
    var without = columns
    for index in without.indices { without[index].removeAll { $0 == box } }
    var best: (cost: Int, columns: [[Int]])?
    for column in without.indices {
      for place in 0...without[column].count {
        var candidate = without
        candidate[column].insert(box, at: place)
        tries -= 1
        let cost = cost(of: candidate)
        if cost < (best?.cost ?? bound) { best = (cost, candidate) }
        if budget.isSpent { return best }
      }
    }
    return best
  }

  private func swap(in columns: [[Int]], below bound: Int, _ tries: inout Int) -> (cost: Int, columns: [[Int]])? {
    let places = columns.indices.flatMap { column in columns[column].indices.map { (column, $0) } }
    for (index, first) in places.enumerated() {
      for second in places[(index + 1)...] {
        var candidate = columns
        candidate[first.0][first.1] = columns[second.0][second.1]
        candidate[second.0][second.1] = columns[first.0][first.1]
        tries -= 1
        let cost = cost(of: candidate)
        if cost < bound { return (cost, candidate) }
        if budget.isSpent { return nil }
      }
    }
    return nil
  }

  // MARK: Readability

  /// Returns the cost of an arrangement: height, long lines, lines past other boxes, crossings, a parent to the right
  /// of or below what inherits from it, an order other than the model's.
  private func cost(of columns: [[Int]]) -> Int {
    budget.spend(widths.count + edges.count)
    var column = [Int](repeating: 0, count: widths.count)
    var top = column
    var place = column
    var width = -Self.narrowestChannel - 2
    var height = 0
    var total = 0
    var used = 0
    for boxes in columns where !boxes.isEmpty {
      var y = 0
      var widest = 0
      for (index, box) in boxes.enumerated() {
        (column[box], top[box], place[box]) = (used, y, index)
        y += heights[box] + gap
        widest = max(widest, widths[box])
        if index > 0, boxes[index - 1] > box { total += 1 }
      }
      height = max(height, y - gap)
      width += widest + Self.narrowestChannel + 2
      used += 1
    }
    total += height * 3 + max(0, width - available) * 500
    var passing = [[(left: Int, right: Int)]](repeating: [], count: used)
    for edge in edges where edge.first != edge.second {
      let first = (column: column[edge.first], y: top[edge.first] + edge.firstOffset)
      let second = (column: column[edge.second], y: top[edge.second] + edge.secondOffset)
      let distance = abs(first.y - second.y)
      switch abs(first.column - second.column) {
      case 0: total += distance + 8 + (abs(place[edge.first] - place[edge.second]) - 1) * 6
      case 1:
        total += distance
        let (left, right) = first.column < second.column ? (first, second) : (second, first)
        passing[left.column].append((left.y, right.y))
      case let columns: total += distance + (columns - 1) * 24
      }
      if edge.isInheritance {
        if second.column > first.column || (second.column == first.column && second.y > first.y) { total += 10 }
      } else if (edge.first < edge.second) != (first.column < second.column), first.column != second.column {
        total += 2
      }
    }
    for lines in passing { total += crossings(lines) * 12 }
    return total
  }

  private func crossings(_ lines: [(left: Int, right: Int)]) -> Int {
    var count = 0
    budget.spend(lines.count * lines.count / 4)
    for (index, line) in lines.enumerated() {
      for other in lines[..<index] where (line.left - other.left).signum() * (line.right - other.right).signum() < 0 {
        count += 1
      }
    }
    return count
  }
}
