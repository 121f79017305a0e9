/// One way to arrange a diagram: the number of columns, the space between the boxes of a column, and how well it reads.
struct DiagramAttempt {
  let wiring: DiagramWiring
  private(set) var boxes: [DiagramLayout.PlacedBox] = []
  /// For each line that was to be drawn its way, or nil.
  private(set) var routes: [DiagramRouter.Route?] = []
  private let gridWidth: Int
  /// The sum of its faults.
  private(set) var cost = 0

  func point(_ cell: Int) -> DiagramLayout.Point { DiagramLayout.Point(x: cell % gridWidth, y: cell / gridWidth) }

  /// The arrangement that reads best, of all numbers of columns that have room. Nil only when even a single column has
  /// none, for which a box is made narrow enough.
  ///
  /// The most promising ones are tried first, in case the budget ends before all are.
  static func best(_ diagram: Diagram, lines: [Int], width: Int, _ budget: DiagramBudget) -> DiagramAttempt? {
    let wiring = DiagramWiring(diagram, lines: lines)
    let drawn = Set(lines)
    var written = [Set<Int>](repeating: [], count: diagram.boxes.count)
    for (index, line) in diagram.lines.enumerated() where !drawn.contains(index) && diagram.contains(line) {
      for end in [line.from, line.to] {
        if let row = end.row { written[end.box].insert(row) }
      }
    }
    // Beside a box there is room for a line on its way down.
    let limit = width - (lines.isEmpty ? 0 : 10)
    let frames = diagram.boxes.enumerated().map { index, box in
      DiagramFrame(
        box, wholeEnds: wiring.wholeEnds[index], isWrittenOut: { written[index].contains($0) }, limit: limit)
    }
    var plans: [Plan] = []
    let gaps = lines.isEmpty ? [1] : frames.count > 12 ? [2] : [1, 3]
    for gap in gaps {
      for count in 1...max(1, min(frames.count, lines.isEmpty ? 8 : 6)) {
        if let plan = Plan(wiring, frames, columns: count, gap: gap, width: width, number: plans.count, budget) {
          plans.append(plan)
        }
      }
    }
    var best: (attempt: DiagramAttempt, number: Int)?
    for plan in plans.sorted(by: { ($0.cost, $0.number) < ($1.cost, $1.number) }) {
      let attempt = DiagramAttempt(wiring, frames, plan, width: width, budget)
      if budget.isSpent, !lines.isEmpty { break }
      if best.map({ (attempt.cost, plan.number) < ($0.attempt.cost, $0.number) }) ?? true {
        best = (attempt, plan.number)
      }
    }
    return best?.attempt
  }

  /// Boxes in their columns, before lines are drawn.
  private struct Plan {
    let columns: [[Int]]
    let tops: [Int]
    let room: DiagramColumns
    /// The sum of its faults, as far as it is known without the lines.
    let cost: Int
    let number: Int

    /// Nil if there is no room for that many columns.
    init?(
      _ wiring: DiagramWiring, _ frames: [DiagramFrame], columns count: Int, gap: Int, width: Int, number: Int,
      _ budget: DiagramBudget
    ) {
      let placement = DiagramPlacement(
        widths: frames.map(\.width), heights: frames.map(\.height), edges: wiring.edges(between: frames),
        available: width, gap: gap, budget: budget)
      (cost, columns) = placement.columns(count: count)
      guard columns.count == min(count, frames.count) else { return nil }
      tops = placement.tops(columns)
      guard let room = DiagramColumns(columns, tops: tops, placement: placement, hasLines: !wiring.wires.isEmpty)
      else { return nil }
      self.room = room
      self.number = number
    }
  }

  private init(
    _ wiring: DiagramWiring, _ frames: [DiagramFrame], _ plan: Plan, width: Int, _ budget: DiagramBudget
  ) {
    self.wiring = wiring
    let ports = wiring.ports
    let (tops, room) = (plan.tops, plan.room)
    // Above and below all boxes there is room for lines that go round them.
    let margin = wiring.wires.isEmpty ? 0 : 2 + min(12, wiring.wires.count)
    var frames = frames
    var lefts = [Int](repeating: 0, count: frames.count)
    var x = 0
    for (index, boxes) in plan.columns.enumerated() {
      x += room.channels[index]
      for box in boxes {
        frames[box].widen(to: room.widths[index])
        lefts[box] = x
      }
      x += room.widths[index]
    }
    let bottom = frames.indices.map { tops[$0] + frames[$0].height }.max() ?? 0
    gridWidth = max(x, width)
    var grid = DiagramGrid(width: gridWidth, height: bottom + 2 * margin)
    for (index, frame) in frames.enumerated() {
      let origin = DiagramLayout.Point(x: lefts[index], y: tops[index] + margin)
      boxes.append(DiagramLayout.PlacedBox(origin: origin, width: frame.width, contents: frame.lines.map(\.content)))
      grid.block(x: origin.x, y: origin.y, width: frame.width, height: frame.height)
    }
    var router = DiagramRouter(
      wiring,
      places: ports.indices.map { port in
        let box = boxes[ports[port].box]
        return DiagramRouter.Place(
          left: box.origin.x - 1, right: box.origin.x + box.width, y: box.origin.y + wiring.offset(port, in: frames),
          head: ports[port].head)
      }, grid: grid)
    router.run(budget)
    routes = router.routes
    cost = height * 6 + router.routes.reduce(0) { $0 + ($1.map { Self.cost(of: $0.cells, in: grid) } ?? 3000) }
    cost += DiagramAttempt.crossings(router.routes.compactMap { $0?.cells }) * 12
  }

  /// From the uppermost to the lowest thing that is drawn.
  private var height: Int {
    let rows = routes.compactMap { $0?.cells }.joined().map { $0 / gridWidth }
    let top = min(rows.min() ?? .max, boxes.map(\.origin.y).min() ?? .max)
    let bottom = max(rows.max() ?? 0, boxes.map { $0.origin.y + $0.height - 1 }.max() ?? 0)
    return max(0, bottom - min(top, bottom) + 1)
  }

  /// Its length, its corners, and how far it runs along boxes.
  private static func cost(of cells: [Int], in grid: DiagramGrid) -> Int {
    var cost = cells.count * 2
    for (index, cell) in cells.enumerated() where index > 0 && index < cells.count - 1 {
      if grid.direction(from: cells[index - 1], to: cell) != grid.direction(from: cell, to: cells[index + 1]) {
        cost += 6
      }
      if grid.isNearBox[cell] { cost += 2 }
    }
    return cost
  }

  /// How often two lines share a cell: where they cross, and where they have run together.
  private static func crossings(_ lines: [[Int]]) -> Int {
    let cells = lines.joined()
    return Set(cells).count == cells.count ? 0 : min(200, cells.count - Set(cells).count)
  }
}

extension DiagramFrame.Line {
  fileprivate var content: DiagramLayout.PlacedBox.Content {
    switch self {
    case .title(let text): .title(text)
    case .text(let text): .text(text)
    case .rule: .rule
    }
  }
}
