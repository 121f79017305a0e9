import Diagnostics

extension DiagramLayout {
  /// A piece of a drawn line, and what it belongs to.
  package struct Piece: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
      /// The borders of boxes, and blanks.
      case frame
      /// The lines between boxes.
      case line
      case title
      case text
    }

    package var role: Role
    package var text: String
  }

  /// Returns the picture as lines of text, without blanks at their ends; none is wider than ``width``. O(width ×
  /// height).
  public func text(_ symbols: Symbols = .unicode) -> [String] {
    pieces(symbols).map { $0.map(\.text).joined() }
  }

  /// The picture as lines, each in pieces that may be painted.
  package func pieces(_ symbols: Symbols = .unicode) -> [[Piece]] {
    var canvas = DiagramCanvas(width: width, height: height)
    for box in boxes { canvas.draw(box, symbols) }
    canvas.draw(routes, of: diagram, symbols)
    return canvas.lines()
  }
}

/// Cells with a character each; the cell after a wide character is empty.
private struct DiagramCanvas {
  typealias Piece = DiagramLayout.Piece

  let width: Int
  let height: Int
  private var cells: [(text: String, role: Piece.Role)]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: (" ", .frame), count: max(0, width) * max(0, height))
  }

  private mutating func put(_ character: Character, _ role: Piece.Role, x: Int, y: Int) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    cells[y * width + x] = (String(character), role)
  }

  private mutating func write(_ text: String, _ role: Piece.Role, x: Int, y: Int) {
    var x = x
    for character in text {
      let cells = DisplayText.width(String(character))
      if cells == 0 {
        // A combining mark without a base goes with the character before it.
        if x > 0, x <= width { self.cells[y * width + x - 1].text.append(character) }
        continue
      }
      put(character, role, x: x, y: y)
      if cells == 2, x + 1 < width { self.cells[y * width + x + 1] = ("", role) }
      x += cells
    }
  }

  mutating func draw(_ box: DiagramLayout.PlacedBox, _ symbols: DiagramLayout.Symbols) {
    let (left, top) = (box.origin.x, box.origin.y)
    let (right, bottom) = (left + box.width - 1, top + box.height - 1)
    for x in left...right {
      put(symbols.border.horizontal, .frame, x: x, y: top)
      put(symbols.border.horizontal, .frame, x: x, y: bottom)
    }
    for (index, content) in box.contents.enumerated() {
      let y = top + 1 + index
      put(symbols.border.vertical, .frame, x: left, y: y)
      put(symbols.border.vertical, .frame, x: right, y: y)
      switch content {
      case .title(let text): write(text, .title, x: left + 2, y: y)
      case .text(let text): write(text, .text, x: left + 2, y: y)
      case .rule:
        for x in left...right { put(symbols.border.horizontal, .frame, x: x, y: y) }
        put(symbols.ends.left, .frame, x: left, y: y)
        put(symbols.ends.right, .frame, x: right, y: y)
      }
    }
    for (corner, place) in zip(symbols.corners, [(left, top), (right, top), (right, bottom), (left, bottom)]) {
      put(corner, .frame, x: place.0, y: place.1)
    }
  }

  mutating func draw(_ routes: [DiagramLayout.Route], of diagram: Diagram, _ symbols: DiagramLayout.Symbols) {
    var arms = [UInt8](repeating: 0, count: cells.count)
    var isSolid = [Bool](repeating: false, count: cells.count)
    for route in routes {
      let isInheritance = diagram.lines[route.line].isInheritance
      let way = route.cells
      guard let first = way.first, let last = way.last else { continue }
      for (index, cell) in way.enumerated() {
        let place = cell.y * width + cell.x
        let before = index == 0 ? route.fromSide.border(first) : way[index - 1]
        let after = index == way.count - 1 ? route.toSide.border(last) : way[index + 1]
        arms[place] |= Self.arm(from: cell, to: before) | Self.arm(from: cell, to: after)
        if !isInheritance { isSolid[place] = true }
      }
    }
    for place in arms.indices where arms[place] != 0 {
      put(symbols.line(arms[place], isInheritance: !isSolid[place]), .line, x: place % width, y: place / width)
    }
    for route in routes {
      let line = diagram.lines[route.line]
      guard let first = route.corners.first, let last = route.corners.last else { continue }
      drawEnd(line.fromHead, beside: first, route.fromSide, symbols)
      drawEnd(line.toHead, beside: last, route.toSide, symbols)
    }
  }

  /// The heads next to a box, or the place in its border where a line without a head leaves it.
  private mutating func drawEnd(
    _ head: Diagram.Head, beside cell: DiagramLayout.Point, _ side: DiagramLayout.Side,
    _ symbols: DiagramLayout.Symbols
  ) {
    let pointsRight = side == .left
    if head == .none {
      put(pointsRight ? symbols.ends.right : symbols.ends.left, .frame, x: side.border(cell).x, y: cell.y)
    }
    for (distance, character) in symbols.head(head, pointsRight: pointsRight).reversed().enumerated() {
      put(character, .line, x: cell.x + (pointsRight ? -distance : distance), y: cell.y)
    }
  }

  private static func arm(from cell: DiagramLayout.Point, to other: DiagramLayout.Point) -> UInt8 {
    if other.x > cell.x { return 1 }
    if other.y > cell.y { return 2 }
    return other.x < cell.x ? 4 : 8
  }

  func lines() -> [[Piece]] {
    (0..<height).map { y in
      var pieces: [Piece] = []
      for cell in cells[y * width..<(y + 1) * width] {
        if pieces.last?.role == cell.role {
          pieces[pieces.count - 1].text += cell.text
        } else {
          pieces.append(Piece(role: cell.role, text: cell.text))
        }
      }
      while let last = pieces.last, last.role == .frame, last.text.allSatisfy({ $0 == " " }) { pieces.removeLast() }
      if let last = pieces.last, last.role == .frame {
        var text = last.text
        while text.last == " " { text.removeLast() }
        pieces[pieces.count - 1].text = text
      }
      return pieces
    }
  }
}
