extension DiagramPlacement {
  /// The vertical position of each box, chosen so that as many lines as possible are straight, in the height that the
  /// highest column needs, and a little more.
  func tops(_ columns: [[Int]]) -> [Int] {
    var top = [Int](repeating: 0, count: widths.count)
    var limit = 0
    for boxes in columns {
      var y = 0
      for box in boxes {
        top[box] = y
        y += heights[box] + gap
      }
      limit = max(limit, y - gap)
    }
    limit += 3
    var edgesOfBox = [[Edge]](repeating: [], count: widths.count)
    for edge in edges where edge.first != edge.second {
      edgesOfBox[edge.first].append(edge)
      edgesOfBox[edge.second].append(
        Edge(
          first: edge.second, firstOffset: edge.secondOffset, second: edge.first, secondOffset: edge.firstOffset,
          isInheritance: edge.isInheritance))
    }
    for round in 0..<6 where !budget.isSpent {
      for boxes in round.isMultiple(of: 2) ? columns : columns.reversed() {
        shift(boxes, edgesOfBox, limit, &top)
        let places = Array(boxes.indices)
        for place in places + places.reversed() {
          let box = boxes[place]
          let above = place == 0 ? 0 : top[boxes[place - 1]] + heights[boxes[place - 1]] + gap
          let below = (place == boxes.count - 1 ? limit : top[boxes[place + 1]] - gap) - heights[box]
          shift([box], edgesOfBox, above: above, below: below, &top)
        }
      }
    }
    let highest = top.min() ?? 0
    return top.map { $0 - highest }
  }

  /// Moves a whole column.
  private func shift(_ boxes: [Int], _ edgesOfBox: [[Edge]], _ limit: Int, _ top: inout [Int]) {
    guard let first = boxes.first, let last = boxes.last else { return }
    shift(boxes, edgesOfBox, above: 0, below: limit - (top[last] + heights[last] - top[first]), &top)
  }

  /// Moves boxes together to where their lines are straightest; the first of them stays between `above` and `below`.
  private func shift(_ boxes: [Int], _ edgesOfBox: [[Edge]], above: Int, below: Int, _ top: inout [Int]) {
    guard let first = boxes.first, above <= below else { return }
    let moving = Set(boxes)
    let outward = boxes.flatMap { edgesOfBox[$0] }.filter { !moving.contains($0.second) }
    budget.spend(boxes.count + outward.count * outward.count)
    func bend(_ edge: Edge, _ distance: Int) -> Int {
      abs(top[edge.first] + distance + edge.firstOffset - top[edge.second] - edge.secondOffset)
    }
    func cost(_ distance: Int) -> Int {
      outward.reduce(0) { total, edge in
        let bend = bend(edge, distance)
        return total + (bend == 0 ? 0 : bend + 4)
      } * 4 + (top[first] + distance)
    }
    var best = (cost: cost(0), distance: 0)
    for edge in outward {
      let distance = top[edge.second] + edge.secondOffset - top[edge.first] - edge.firstOffset
      guard (above...below).contains(top[first] + distance) else { continue }
      let cost = cost(distance)
      if cost < best.cost { best = (cost, distance) }
    }
    for box in boxes { top[box] += best.distance }
  }
}
