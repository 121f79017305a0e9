import Diagnostics
import ObjectGraph

extension DiagramLayout {
  /// Returns the picture as an SVG file: self-contained, in the reader's light or dark colours, with its title and a
  /// description in words for those who do not see it.
  ///
  /// Each cell is 8.4 by 18 units, the size of a character of 14 units in the requested monospaced fonts.
  /// - Complexity: O(rows of the boxes + cells of the routes).
  public func svg() -> String { svg(for: .file, Diagram.Phrases()) }

  /// Returns the picture as an element of an HTML page, which has the colours: classes `box`, `line`, `head` and so on inside
  /// `.diagram`. The id must be unique in the page; it may have letters, digits and hyphens. The phrases are those of its
  /// description.
  /// - Complexity: O(rows of the boxes + cells of the routes).
  package func svg(embeddedAs id: String, in phrases: Diagram.Phrases = .init()) -> String {
    svg(for: .page(id), phrases)
  }

  private enum Place {
    case file
    case page(String)
  }

  private func svg(for place: Place, _ phrases: Diagram.Phrases) -> String {
    var picture = SVGText()
    let (head, ids) =
      switch place {
      case .file: ("<svg xmlns=\"http://www.w3.org/2000/svg\"", ("title", "description"))
      case .page(let id): ("<svg class=\"diagram\"", ("\(id)-title", "\(id)-description"))
      }
    picture.add(
      "\(head) viewBox=\"0 0 \(number(SVGText.x(width + 2))) "
        + "\(number(SVGText.y(height + 2)))\" width=\"\(number(SVGText.x(width + 2)))\" "
        + "height=\"\(number(SVGText.y(height + 2)))\" role=\"img\" aria-labelledby=\"\(ids.0) \(ids.1)\">")
    let title = diagram.name == ManagedObjectModel().name ? phrases.model : diagram.name
    picture.add("<title id=\"\(ids.0)\">\(SVGText.escaped(title))</title>")
    picture.add(
      "<desc id=\"\(ids.1)\">\(SVGText.escaped(diagram.sentences(in: phrases).joined(separator: " ")))</desc>")
    if case .file = place { picture.add(SVGText.style) }
    picture.add(
      "<rect class=\"paper\" width=\"\(number(SVGText.x(width + 2)))\" height=\"\(number(SVGText.y(height + 2)))\"/>")
    // One cell of paper on each side.
    picture.add("<g transform=\"translate(\(number(SVGText.x(1))) \(number(SVGText.y(1))))\">")
    // Only the first of several lines that run together is drawn: dashes upon dashes would close the gaps.
    var drawn: Set<SVGText.Segment> = []
    for route in routes { add(route, &drawn, to: &picture) }
    for route in routes { addHeads(of: route, to: &picture) }
    for box in boxes { add(box, to: &picture) }
    picture.add("</g>")
    picture.add("</svg>")
    return picture.text
  }

  private func add(_ box: PlacedBox, to picture: inout SVGText) {
    let left = SVGText.middle(x: box.origin.x)
    let top = SVGText.middle(y: box.origin.y)
    let right = SVGText.middle(x: box.origin.x + box.width - 1)
    let bottom = SVGText.middle(y: box.origin.y + box.height - 1)
    picture.add(
      "<rect class=\"box\" x=\"\(number(left))\" y=\"\(number(top))\" width=\"\(number(right - left))\" "
        + "height=\"\(number(bottom - top))\" rx=\"4\"/>")
    for (index, content) in box.contents.enumerated() {
      let y = SVGText.middle(y: box.origin.y + 1 + index)
      switch content {
      case .rule:
        picture.add("<path class=\"rule\" d=\"M\(number(left)) \(number(y))H\(number(right))\"/>")
      case .title(let text), .text(let text):
        guard !text.isEmpty else { continue }
        let isTitle = if case .title = content { true } else { false }
        picture.add(
          "<text\(isTitle ? " class=\"title\"" : "") x=\"\(number(SVGText.x(box.origin.x + 2)))\" "
            + "y=\"\(number(y + 5))\">\(SVGText.escaped(text))</text>")
      }
    }
  }

  private func add(_ route: Route, _ drawn: inout Set<SVGText.Segment>, to picture: inout SVGText) {
    let cells = route.cells
    guard let first = cells.first, let last = cells.last else { return }
    let way = [route.fromSide.border(first)] + cells + [route.toSide.border(last)]
    var path = ""
    var isDown = false
    for (index, point) in way.dropFirst().enumerated() {
      let before = way[index]
      guard drawn.insert(SVGText.Segment(before, point)).inserted else {
        isDown = false
        continue
      }
      if !isDown { path += "M" + SVGText.point(before) }
      isDown = true
      let isStraight =
        index + 2 < way.count && (before.x == way[index + 2].x || before.y == way[index + 2].y)
        && !drawn.contains(SVGText.Segment(point, way[index + 2]))
      if !isStraight { path += "L" + SVGText.point(point) }
    }
    guard !path.isEmpty else { return }
    picture.add("<path class=\"\(diagram.lines[route.line].isInheritance ? "parent" : "line")\" d=\"\(path)\"/>")
  }

  private func addHeads(of route: Route, to picture: inout SVGText) {
    guard let first = route.corners.first, let last = route.corners.last else { return }
    let line = diagram.lines[route.line]
    add(line.fromHead, at: route.fromSide.border(first), route.fromSide, to: &picture)
    add(line.toHead, at: route.toSide.border(last), route.toSide, to: &picture)
  }

  /// The triangles of a head, the tip of the first at the box's border.
  private func add(_ head: Diagram.Head, at border: Point, _ side: Side, to picture: inout SVGText) {
    let way: Double = side == .right ? 1 : -1
    let y = SVGText.middle(y: border.y)
    let count =
      switch head {
      case .none: 0
      case .one, .parent: 1
      case .many: 2
      }
    let length: Double = head == .parent ? 11 : 8
    let half: Double = head == .parent ? 6 : 4.5
    for index in 0..<count {
      let tip = SVGText.middle(x: border.x) + way * (Double(index) * length + 1)
      let back = tip + way * length
      picture.add(
        "<path class=\"\(head == .parent ? "hollow" : "head")\" d=\"M\(number(tip)) \(number(y))"
          + "L\(number(back)) \(number(y - half))L\(number(back)) \(number(y + half))Z\"/>")
    }
  }

  private func number(_ value: Double) -> String { SVGText.number(value) }
}

/// The lines of an SVG file, and where a cell is in it.
private struct SVGText {
  typealias Point = DiagramLayout.Point

  /// Two adjacent cells, in either order.
  struct Segment: Hashable {
    var ends: Set<Point>

    init(_ first: Point, _ second: Point) { ends = [first, second] }
  }

  private(set) var text = ""

  mutating func add(_ line: String) { text += line + "\n" }

  static func x(_ cells: Int) -> Double { Double(cells) * 8.4 }
  static func y(_ cells: Int) -> Double { Double(cells) * 18 }
  static func middle(x: Int) -> Double { Self.x(x) + 4.2 }
  static func middle(y: Int) -> Double { Self.y(y) + 9 }

  static func point(_ point: Point) -> String { number(middle(x: point.x)) + " " + number(middle(y: point.y)) }

  /// One decimal at most, and none for a whole number.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }

  static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  static let style = """
    <style>
    .paper { fill: #ffffff }
    .box { fill: #f6f8fa; stroke: #57606a; stroke-width: 1.2 }
    .rule { stroke: #afb8c1; stroke-width: 1 }
    .line, .parent { fill: none; stroke: #0a5fb4; stroke-width: 1.4; stroke-linejoin: round }
    .parent { stroke: #6e7781; stroke-dasharray: 5 3 }
    .head { fill: #0a5fb4 }
    .hollow { fill: #ffffff; stroke: #6e7781; stroke-width: 1.4; stroke-linejoin: round }
    text { fill: #1f2328; font: 14px ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace; white-space: pre }
    .title { font-weight: 700 }
    @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 }
    .box { fill: #161b22; stroke: #8b949e }
    .rule { stroke: #3d444d }
    .line { stroke: #6cb6ff }
    .parent { stroke: #9198a1 }
    .head { fill: #6cb6ff }
    .hollow { fill: #0d1117; stroke: #9198a1 }
    text { fill: #e6edf3 }
    }
    </style>
    """
}

/// Text inside XML and HTML.
enum MarkupText {
  /// The text with the characters escaped that mean something there; those that XML does not know are made visible.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in DisplayText.visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
