import ObjectGraph

/// A picture with a place for everything, in cells of a terminal: boxes, and lines that run between them at right
/// angles.
///
/// No two boxes overlap, no line runs through a box, and two lines share a cell only where they cross, or where they
/// run together to a place at which both end. The same diagram and width give the same layout.
///
/// ```swift
/// let layout = DiagramLayout(Diagram(league), width: 80)
/// layout.text()        // lines of at most 80 cells
/// layout.svg()         // the same, for a browser
/// ```
///
/// A line for which no room is found is left out, and the rows where it would end say in words where it leads; a
/// diagram of more than ``boxLimit`` boxes has no lines at all.
public struct DiagramLayout: Hashable, Sendable {
  /// A cell: `x` counts from the left, `y` from the top, both from 0.
  public struct Point: Hashable, Sendable {
    public var x: Int
    public var y: Int

    /// The cell at this column and row.
    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// A box at its place.
  public struct PlacedBox: Hashable, Sendable {
    /// The content of a line of the box.
    public enum Content: Hashable, Sendable {
      case title(String)
      case text(String)
      /// A rule from border to border, between two sections.
      case rule
    }

    /// Its left upper corner.
    public var origin: Point
    /// Its width with both borders.
    public var width: Int
    /// The lines between the upper and the lower border.
    public var contents: [Content]

    /// Its height with both borders.
    public var height: Int { contents.count + 2 }
  }

  /// A line on its way.
  public struct Route: Hashable, Sendable {
    /// The place of the line in ``Diagram/lines``.
    public var line: Int
    /// The first cell, every corner, and the last cell; the first is next to the box where the line begins, the last
    /// next to the box that it leads to.
    public var corners: [Point]
    /// The side of the box that it leaves.
    public var fromSide: Side
    /// The side of the box at which it arrives.
    public var toSide: Side

    /// Every cell that it runs through, in order.
    var cells: [Point] {
      guard var cell = corners.first else { return [] }
      var cells = [cell]
      for corner in corners.dropFirst() {
        while cell != corner {
          cell.x += (corner.x - cell.x).signum()
          cell.y += (corner.y - cell.y).signum()
          cells.append(cell)
        }
      }
      return cells
    }
  }

  /// A side of a box.
  public enum Side: Hashable, Sendable {
    case left, right

    /// The cell in the box's border that a cell at this side of it touches.
    func border(_ cell: Point) -> Point { Point(x: cell.x + (self == .right ? -1 : 1), y: cell.y) }
  }

  /// Beyond this number of boxes lines would only hide each other, and are not drawn.
  public static let boxLimit = 40

  /// How many steps the search for a layout may take, counted as ``DiagramBudget`` does: about a third of a second.
  static let stepLimit = 4_000_000

  /// The diagram that is drawn.
  public let diagram: Diagram
  /// The boxes, in the diagram's order.
  public private(set) var boxes: [PlacedBox] = []
  /// The lines that are drawn, in the diagram's order.
  public private(set) var routes: [Route] = []
  /// The size of the picture.
  public private(set) var width = 0
  public private(set) var height = 0

  /// The places in ``Diagram/lines`` of those that are not drawn. O(lines).
  public var linesNotDrawn: [Int] {
    let drawn = Set(routes.map(\.line))
    return diagram.lines.indices.filter { !drawn.contains($0) }
  }

  /// Finds a place for everything.
  ///
  /// A search of some milliseconds for a handful of boxes, and of a limited number of steps. Lines that take more to
  /// draw are left out.
  /// - Parameters:
  ///   - diagram: The boxes and the lines between them.
  ///   - width: The cells of a line; at least 20 are assumed.
  ///   - cancellation: If it says yes, the layout is of no use: the caller asks it again.
  public init(_ diagram: Diagram, width: Int, cancellation: Cancellation = .never) {
    self.init(diagram, width: width, budget: DiagramBudget(steps: Self.stepLimit, cancellation: cancellation))
  }

  init(_ diagram: Diagram, width: Int, budget: DiagramBudget) {
    self.diagram = diagram
    let width = max(20, width)
    var lines = diagram.lines.indices.filter { diagram.contains(diagram.lines[$0]) }
    if diagram.boxes.count > Self.boxLimit || lines.count > Self.boxLimit * 3 { lines = [] }
    var budget = budget
    while true {
      let attempt = DiagramAttempt.best(diagram, lines: lines, width: width, budget)
      if budget.isCancelled { return }
      let drawn = attempt.map { found in lines.enumerated().filter { found.routes[$0.offset] != nil }.map(\.element) }
      if let attempt, drawn?.count == lines.count {
        take(attempt)
        return
      }
      if lines.isEmpty { return }
      // A row that says in words where it leads takes more room: everything is placed again.
      lines = drawn ?? []
      if lines.isEmpty { budget = budget.renewed() }
    }
  }

  /// Takes over an arrangement, without the empty rows and columns around it.
  private mutating func take(_ attempt: DiagramAttempt) {
    boxes = attempt.boxes
    routes = attempt.wiring.wires.enumerated().compactMap { index, wire in
      guard let route = attempt.routes[index] else { return nil }
      let sides = [route.leaves, route.arrivesFrom].map { $0 == .right ? Side.right : .left }
      let cells = route.cells.map(attempt.point)
      return Route(
        line: wire.line, corners: Self.corners(of: wire.isReversed ? cells.reversed() : cells),
        fromSide: sides[wire.isReversed ? 1 : 0], toSide: sides[wire.isReversed ? 0 : 1])
    }
    let points = boxes.map(\.origin) + routes.flatMap(\.corners)
    let left = points.map(\.x).min() ?? 0
    let top = points.map(\.y).min() ?? 0
    for index in boxes.indices {
      boxes[index].origin.x -= left
      boxes[index].origin.y -= top
    }
    for index in routes.indices {
      routes[index].corners = routes[index].corners.map { Point(x: $0.x - left, y: $0.y - top) }
    }
    let right = boxes.map { $0.origin.x + $0.width } + routes.flatMap { $0.corners.map { $0.x + 1 } }
    let bottom = boxes.map { $0.origin.y + $0.height } + routes.flatMap { $0.corners.map { $0.y + 1 } }
    width = right.max() ?? 0
    height = bottom.max() ?? 0
  }

  private static func corners(of cells: [Point]) -> [Point] {
    cells.enumerated().filter { index, cell in
      guard index > 0, index < cells.count - 1 else { return true }
      let (before, after) = (cells[index - 1], cells[index + 1])
      return !(before.x == after.x || before.y == after.y)
    }.map(\.element)
  }
}
