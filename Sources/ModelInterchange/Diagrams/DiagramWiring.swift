/// The lines that share an end, and the place on a box at which each ends.
///
/// Lines that end at the same place with the same head run together there: what inherits from one parent, what leads to
/// one box without an inverse, the links from one object's to-many.
struct DiagramWiring {
  /// A place on a box that lines may end at: a row, or the box as a whole for one kind of line.
  struct Port: Hashable {
    var box: Int
    /// Nil for the box as a whole.
    var row: Int?
    /// The numbers of the lines that end at the box as a whole, counted from 0 in each box.
    var wholeNumber: Int
    var head: Diagram.Head
  }

  struct Wire {
    /// Its place in the diagram's lines.
    var line: Int
    /// The end to start from, a port's number.
    var start: Int
    /// The end to reach, where other lines of the same net may be met.
    var goal: Int
    /// Lines of one net may run together.
    var net: Int
    /// Whether the line's `from` is `goal`.
    var isReversed: Bool
    var isInheritance: Bool
  }

  private(set) var ports: [Port] = []
  private(set) var wires: [Wire] = []
  /// For each box, how many kinds of line end at it as a whole.
  private(set) var wholeEnds: [Int]

  private struct Key: Hashable {
    var end: Diagram.End
    var head: Diagram.Head
    /// A loop at a box has its end to itself.
    var loop: Int?
    var side: Side?
    enum Side { case from, to }
  }

  init(_ diagram: Diagram, lines: [Int]) {
    wholeEnds = [Int](repeating: 0, count: diagram.boxes.count)
    var numbers: [Key: Int] = [:]
    var uses: [Int] = []
    var ends: [(from: Int, to: Int)] = []
    for index in lines {
      let line = diagram.lines[index]
      let loop = line.from.box == line.to.box ? index : nil
      let from = port(
        Key(end: line.from, head: line.fromHead, loop: loop, side: loop.map { _ in .from }), &numbers, &uses)
      let to = port(Key(end: line.to, head: line.toHead, loop: loop, side: loop.map { _ in .to }), &numbers, &uses)
      ends.append((from, to))
    }
    for (position, index) in lines.enumerated() {
      let (from, to) = ends[position]
      let isReversed = uses[to] < 2 && uses[from] > 1
      let goal = isReversed ? from : to
      let isShared = uses[goal] > 1
      wires.append(
        Wire(
          line: index, start: isReversed ? to : from, goal: goal, net: isShared ? goal : ports.count + index,
          isReversed: isReversed, isInheritance: diagram.lines[index].isInheritance))
    }
  }

  private mutating func port(_ key: Key, _ numbers: inout [Key: Int], _ uses: inout [Int]) -> Int {
    if let number = numbers[key] {
      uses[number] += 1
      return number
    }
    var wholeNumber = 0
    if key.end.row == nil {
      wholeNumber = wholeEnds[key.end.box]
      wholeEnds[key.end.box] += 1
    }
    ports.append(Port(box: key.end.box, row: key.end.row, wholeNumber: wholeNumber, head: key.head))
    numbers[key] = ports.count - 1
    uses.append(1)
    return ports.count - 1
  }
}

extension DiagramWiring {
  /// How far below the upper border of its box a port is.
  func offset(_ port: Int, in frames: [DiagramFrame]) -> Int {
    let frame = frames[ports[port].box]
    return ports[port].row.map { frame.rowOffsets[$0] } ?? frame.wholeOffsets[ports[port].wholeNumber]
  }

  /// The lines as the search for places sees them.
  func edges(between frames: [DiagramFrame]) -> [DiagramPlacement.Edge] {
    wires.map { wire in
      let (from, to) = wire.isReversed ? (wire.goal, wire.start) : (wire.start, wire.goal)
      return DiagramPlacement.Edge(
        first: ports[from].box, firstOffset: offset(from, in: frames), second: ports[to].box,
        secondOffset: offset(to, in: frames), isInheritance: wire.isInheritance)
    }
  }
}

extension Diagram.Head {
  /// The cells that it takes in front of its box.
  var cells: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .many, .parent: 2
    }
  }
}
