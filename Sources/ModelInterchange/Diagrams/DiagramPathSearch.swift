/// The way of one line through the grid: the shortest with few corners and crossings.
///
/// Dijkstra's algorithm, guided by the distance to the goal (A*), over cells and the directions in which they are
/// entered; what is open waits in buckets by its cost.
struct DiagramPathSearch {
  typealias Direction = DiagramGrid.Direction

  /// A place to set out from or to arrive at: the first cell before the heads of a box's side.
  struct Stub {
    var cell: Int
    /// Away from the box.
    var direction: Direction
    /// The cells of the heads, from the box outwards.
    var heads: [Int]
  }

  enum Arrival: Hashable {
    case stub(Int)
    /// A line of the same net was met.
    case line
  }

  struct Path {
    var start: Int
    var arrival: Arrival
    /// From the stub where it starts to the stub, or the line, where it arrives.
    var cells: [Int]
  }

  static let step = 2
  static let bend = 6
  static let crossing = 14

  private let grid: DiagramGrid
  private let net: Int32
  private let starts: [Stub]
  private let goals: [Stub]
  /// The cells where a line of the same net may be met.
  private var isJoinable: [Bool]
  private var costs: [Int32]
  private var previous: [Int32]
  private var buckets: [[Int32]] = []
  private let goalX: ClosedRange<Int>
  private let goalY: ClosedRange<Int>

  init?(_ grid: DiagramGrid, net: Int32, from starts: [Stub], to goals: [Stub], joining joinable: [Int]) {
    let targets = (goals.map(\.cell) + joinable).map(grid.point)
    guard let first = targets.first, !starts.isEmpty else { return nil }
    self.grid = grid
    self.net = net
    self.starts = starts
    self.goals = goals
    isJoinable = [Bool](repeating: false, count: grid.width * grid.height)
    for cell in joinable { isJoinable[cell] = true }
    goalX = targets.reduce(first.x...first.x) { min($0.lowerBound, $1.x)...max($0.upperBound, $1.x) }
    goalY = targets.reduce(first.y...first.y) { min($0.lowerBound, $1.y)...max($0.upperBound, $1.y) }
    costs = [Int32](repeating: .max, count: grid.width * grid.height * 4 + 1)
    previous = [Int32](repeating: -1, count: costs.count)
  }

  /// The state in which a goal has been reached.
  private var finish: Int { costs.count - 1 }

  /// The way that costs least; nil where there is none, or the budget ends before it is found.
  mutating func path(_ budget: DiagramBudget) -> Path? {
    // The grid has been drawn, and all its states have been written.
    budget.spend(grid.width * grid.height / 4)
    for start in starts { open(start.cell * 4 + start.direction.rawValue, cost: 0, from: -1) }
    var level = 0
    while level < buckets.count {
      guard let state = buckets[level].popLast().map(Int.init) else {
        level += 1
        continue
      }
      if state == finish { return found() }
      // A cheaper way to the same state was found meanwhile.
      guard Int(costs[state]) + estimate(state / 4) == level else { continue }
      budget.spend(1)
      if budget.isSpent { return nil }
      visit(state)
    }
    return nil
  }

  private mutating func visit(_ state: Int) {
    let cell = state / 4
    guard let direction = Direction(rawValue: state % 4) else { return }
    let cost = Int(costs[state])
    if isJoinable[cell] {
      open(finish, cost: cost, from: state)
      return
    }
    let mayTurn = grid.isFree(cell)
    for goal in goals where goal.cell == cell && direction != goal.direction {
      if direction == goal.direction.opposite {
        open(finish, cost: cost, from: state)
      } else if mayTurn {
        open(finish, cost: cost + Self.bend + 2, from: state)
      }
    }
    let isStart = previous[state] < 0
    for next in Direction.allCases where next != direction.opposite {
      if next != direction, !mayTurn { continue }
      guard let neighbour = grid.neighbour(cell, next), let price = price(of: neighbour, entered: next) else {
        continue
      }
      let turn = next == direction ? 0 : Self.bend + (isStart ? 2 : 0)
      open(neighbour * 4 + next.rawValue, cost: cost + price + turn, from: state)
    }
  }

  /// Returns the cost of entering a cell; nil if a box, a head or a line is in the way.
  private func price(of cell: Int, entered direction: Direction) -> Int? {
    if grid.blocked[cell] { return nil }
    if isJoinable[cell] { return grid.arms[cell].nonzeroBitCount <= 2 ? Self.step : nil }
    if grid.reserved[cell] >= 0, !goals.contains(where: { $0.cell == cell }) { return nil }
    let along = direction.isHorizontal ? grid.horizontal[cell] : grid.vertical[cell]
    let across = direction.isHorizontal ? grid.vertical[cell] : grid.horizontal[cell]
    guard along < 0, across != net else { return nil }
    var price = Self.step
    if across >= 0 { price += Self.crossing }
    if grid.isNearBox[cell] { price += 2 }
    for side in direction.isHorizontal ? [Direction.up, .down] : [.left, .right] {
      guard let beside = grid.neighbour(cell, side) else { continue }
      let line = direction.isHorizontal ? grid.horizontal[beside] : grid.vertical[beside]
      if line >= 0 { price += 1 }
    }
    return price
  }

  /// A lower bound of what is still to come.
  private func estimate(_ cell: Int) -> Int {
    guard cell * 4 < finish else { return 0 }
    let (x, y) = (cell % grid.width, cell / grid.width)
    let dx = max(goalX.lowerBound - x, x - goalX.upperBound, 0)
    let dy = max(goalY.lowerBound - y, y - goalY.upperBound, 0)
    return (dx + dy) * Self.step
  }

  private mutating func open(_ state: Int, cost: Int, from origin: Int) {
    guard cost < Int(costs[state]) else { return }
    costs[state] = Int32(cost)
    previous[state] = Int32(origin)
    let level = cost + estimate(state / 4)
    while buckets.count <= level { buckets.append([]) }
    buckets[level].append(Int32(state))
  }

  private func found() -> Path? {
    var cells: [Int] = []
    var state = Int(previous[finish])
    var first = state
    while state >= 0 {
      cells.append(state / 4)
      first = state
      state = Int(previous[state])
    }
    cells.reverse()
    guard let last = cells.last,
      let start = starts.firstIndex(where: { $0.cell == first / 4 && $0.direction.rawValue == first % 4 })
    else { return nil }
    let entered = Int(previous[finish]) % 4
    let stubs = goals.indices.filter { goals[$0].cell == last && goals[$0].direction.rawValue != entered }
    // Straight into the box where that is possible.
    let straight = stubs.first { goals[$0].direction.opposite.rawValue == entered } ?? stubs.first
    let arrival = isJoinable[last] ? Arrival.line : straight.map(Arrival.stub)
    return arrival.map { Path(start: start, arrival: $0, cells: cells) }
  }
}
