/// Draws the lines of a picture one after the other, and then each once more, now that it sees the others.
struct DiagramRouter {
  typealias Direction = DiagramGrid.Direction

  /// A port at its place: the cells next to its box, one to the left and one to the right.
  struct Place {
    var left: Int
    var right: Int
    var y: Int
    var head: Diagram.Head
  }

  struct Route {
    /// From the cell next to the start's box to the cell next to the goal's.
    var cells: [Int]
    /// Away from the start's box.
    var leaves: Direction
    /// Away from the goal's box.
    var arrivesFrom: Direction
  }

  let wiring: DiagramWiring
  let places: [Place]
  private let empty: DiagramGrid
  private(set) var routes: [Route?]

  init(_ wiring: DiagramWiring, places: [Place], grid: DiagramGrid) {
    self.wiring = wiring
    self.places = places
    empty = grid
    routes = [Route?](repeating: nil, count: wiring.wires.count)
  }

  /// Draws what can be drawn; a line that finds no way stays nil.
  mutating func run(_ budget: DiagramBudget) {
    let order = wiring.wires.indices.sorted { (length($0), $0) < (length($1), $1) }
    for wire in order {
      if budget.isSpent { return }
      routes[wire] = route(wire, budget)
    }
    for _ in 0..<2 {
      for wire in order {
        if budget.isSpent { return }
        let before = routes[wire]
        routes[wire] = nil
        routes[wire] = route(wire, budget) ?? before
      }
    }
  }

  /// About how long the line will be.
  private func length(_ wire: Int) -> Int {
    let (start, goal) = (places[wiring.wires[wire].start], places[wiring.wires[wire].goal])
    return abs(start.y - goal.y) + max(0, start.left - goal.right, goal.left - start.right)
  }

  /// The grid with all lines but one.
  private func grid(without wire: Int) -> DiagramGrid {
    var grid = empty
    for (index, route) in routes.enumerated() where index != wire {
      guard let route else { continue }
      grid.draw(
        route.cells, net: Int32(wiring.wires[index].net), startsAt: route.leaves, endsAt: route.arrivesFrom.opposite)
      let entry = wiring.wires[index]
      keep(route.cells.prefix(max(1, places[entry.start].head.cells)), for: entry.start, in: &grid)
      keep(route.cells.suffix(max(1, places[entry.goal].head.cells)), for: entry.goal, in: &grid)
    }
    for (index, route) in routes.enumerated() where route == nil && index != wire {
      for port in [wiring.wires[index].start, wiring.wires[index].goal] {
        for stub in stubs(of: port, in: grid, net: -2) { keep(stub.heads[...], for: port, in: &grid) }
      }
    }
    return grid
  }

  private func keep(_ cells: ArraySlice<Int>, for port: Int, in grid: inout DiagramGrid) {
    for cell in cells where grid.reserved[cell] < 0 { grid.reserved[cell] = Int32(port) }
  }

  private func route(_ wire: Int, _ budget: DiagramBudget) -> Route? {
    let entry = wiring.wires[wire]
    let net = Int32(entry.net)
    let grid = grid(without: wire)
    let starts = stubs(of: entry.start, in: grid, net: net)
    let goals = stubs(of: entry.goal, in: grid, net: net)
    // Lines of the same net may be met anywhere but in their heads.
    var joinable: [Int] = []
    for (index, other) in wiring.wires.enumerated() where index != wire && other.net == entry.net {
      guard let cells = routes[index]?.cells else { continue }
      for cell in cells where grid.reserved[cell] < 0 && isAlone(cell, net, in: grid) { joinable.append(cell) }
    }
    guard var search = DiagramPathSearch(grid, net: net, from: starts, to: goals, joining: joinable),
      let path = search.path(budget)
    else { return nil }
    let start = starts[path.start]
    var cells = start.heads.filter { $0 != start.cell } + path.cells
    switch path.arrival {
    case .stub(let index):
      let goal = goals[index]
      cells += goal.heads.reversed().filter { $0 != goal.cell }
      return Route(cells: cells, leaves: start.direction, arrivesFrom: goal.direction)
    case .line:
      guard let meeting = path.cells.last else { return nil }
      for (index, other) in wiring.wires.enumerated() where index != wire && other.net == entry.net {
        guard let route = routes[index], let place = route.cells.firstIndex(of: meeting) else { continue }
        return Route(
          cells: cells + route.cells[(place + 1)...], leaves: start.direction, arrivesFrom: route.arrivesFrom)
      }
      return nil
    }
  }

  /// Whether a cell is crossed by no other line.
  private func isAlone(_ cell: Int, _ net: Int32, in grid: DiagramGrid) -> Bool {
    (grid.horizontal[cell] < 0 || grid.horizontal[cell] == net)
      && (grid.vertical[cell] < 0 || grid.vertical[cell] == net)
  }

  /// The sides of a port's box that are free for its heads.
  private func stubs(of port: Int, in grid: DiagramGrid, net: Int32) -> [DiagramPathSearch.Stub] {
    let place = places[port]
    return [(place.right, Direction.right), (place.left, .left)].compactMap { x, direction in
      let way = direction == .right ? 1 : -1
      let count = max(1, place.head.cells)
      var heads: [Int] = []
      for distance in 0..<count {
        guard let cell = grid.cell(x + way * distance, place.y), !grid.blocked[cell], grid.isFree(cell),
          grid.reserved[cell] < 0 || grid.reserved[cell] == Int32(port)
        else { return nil }
        heads.append(cell)
      }
      guard place.head.cells > 0 else {
        return DiagramPathSearch.Stub(cell: heads[0], direction: direction, heads: heads)
      }
      guard let cell = grid.cell(x + way * count, place.y), !grid.blocked[cell], grid.horizontal[cell] < 0,
        grid.reserved[cell] < 0, grid.vertical[cell] != net || net < 0
      else { return nil }
      return DiagramPathSearch.Stub(cell: cell, direction: direction, heads: heads)
    }
  }
}
