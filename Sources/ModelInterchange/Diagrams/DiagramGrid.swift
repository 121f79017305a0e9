/// The cells of a picture while its lines are being drawn: where boxes are, and which line runs where.
struct DiagramGrid {
  /// The four ways out of a cell.
  enum Direction: Int, CaseIterable {
    case right, down, left, up

    var opposite: Direction {
      switch self {
      case .right: .left
      case .down: .up
      case .left: .right
      case .up: .down
      }
    }

    var isHorizontal: Bool { self == .right || self == .left }

    /// Its bit in a cell's arms.
    var arm: UInt8 { 1 << UInt8(rawValue) }
  }

  let width: Int
  let height: Int
  /// Cells of boxes.
  private(set) var blocked: [Bool]
  /// Cells next to, above or below a box.
  private(set) var isNearBox: [Bool]
  /// The port whose heads a cell is kept for; -1 for none.
  var reserved: [Int32]
  /// The net that runs through a cell from left to right; -1 for none. A corner is in both.
  private(set) var horizontal: [Int32]
  private(set) var vertical: [Int32]
  /// Through which sides of a cell lines go.
  private(set) var arms: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    let count = width * height
    blocked = [Bool](repeating: false, count: count)
    isNearBox = blocked
    reserved = [Int32](repeating: -1, count: count)
    horizontal = reserved
    vertical = reserved
    arms = [UInt8](repeating: 0, count: count)
  }

  func cell(_ x: Int, _ y: Int) -> Int? {
    x >= 0 && x < width && y >= 0 && y < height ? y * width + x : nil
  }

  func point(_ cell: Int) -> DiagramLayout.Point { DiagramLayout.Point(x: cell % width, y: cell / width) }

  /// The cell next to another; nil at the border.
  func neighbour(_ cell: Int, _ direction: Direction) -> Int? {
    switch direction {
    case .right: cell % width + 1 < width ? cell + 1 : nil
    case .left: cell % width > 0 ? cell - 1 : nil
    case .down: cell + width < width * height ? cell + width : nil
    case .up: cell >= width ? cell - width : nil
    }
  }

  mutating func block(x: Int, y: Int, width boxWidth: Int, height boxHeight: Int) {
    for row in (y - 1)...(y + boxHeight) {
      for column in (x - 1)...(x + boxWidth) {
        guard let cell = cell(column, row) else { continue }
        if (y..<y + boxHeight).contains(row), (x..<x + boxWidth).contains(column) {
          blocked[cell] = true
        } else {
          isNearBox[cell] = true
        }
      }
    }
  }

  func isFree(_ cell: Int) -> Bool { horizontal[cell] < 0 && vertical[cell] < 0 }

  /// Draws a line through cells that touch each other; its ends go on into the boxes at their sides.
  mutating func draw(_ cells: [Int], net: Int32, startsAt start: Direction, endsAt end: Direction) {
    for (index, cell) in cells.enumerated() {
      let before = index == 0 ? start.opposite : direction(from: cell, to: cells[index - 1])
      let after = index == cells.count - 1 ? end : direction(from: cell, to: cells[index + 1])
      for way in [before, after] {
        arms[cell] |= way.arm
        if way.isHorizontal { horizontal[cell] = net } else { vertical[cell] = net }
      }
    }
  }

  /// - Precondition: The cells touch each other.
  func direction(from cell: Int, to other: Int) -> Direction {
    if other == cell + 1 { return .right }
    if other == cell - 1 { return .left }
    return other > cell ? .down : .up
  }
}
