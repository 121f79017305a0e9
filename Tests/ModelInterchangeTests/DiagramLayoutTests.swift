import Diagnostics
import ObjectGraph
import Support
import Testing

import struct Foundation.Data
import class Foundation.NSObject

@testable import ModelInterchange

#if canImport(FoundationXML)
  import class FoundationXML.XMLParser
#else
  import class Foundation.XMLParser
#endif

@Suite("Layouts of diagrams")
struct DiagramLayoutTests {
  /// A model of random entities: inheritance, pairs, one-way relationships, loops, names of all kinds.
  static func model(seed: Int, entities count: Int) -> ManagedObjectModel {
    var dice = SplitMix(state: UInt64(seed) &* 977 &+ 13)
    let stems = ["Team", "Player", "選手", "⚽️Ball", "AVeryLongNameOfAnEntity", "e\u{301}tat", "X"]
    var entities = (0..<count).map { index in
      EntityDescription("\(stems[dice.below(stems.count)])\(index)", isAbstract: dice.below(6) == 0)
    }
    for index in entities.indices {
      if index > 0, dice.below(4) == 0 { entities[index].parent = entities[dice.below(index)].name }
      for number in 0..<dice.below(4) {
        let name = ["name", "uniformColour", "得点", "aRatherLongAttributeName"][dice.below(4)] + "\(number)"
        entities[index].properties.append(
          .attribute(AttributeDescription(name, .string, isOptional: dice.below(2) == 0)))
      }
    }
    for number in 0..<dice.below(count * 2 + 1) {
      let (a, b) = (dice.below(count), dice.below(count))
      let (isToMany, isBackToMany) = (dice.below(2) == 0, dice.below(2) == 0)
      switch dice.below(5) {
      case 0:
        entities[a].properties.append(
          .relationship(RelationshipDescription("one\(number)", to: entities[b].name, isToMany: isToMany)))
      case 1:
        entities[a].properties.append(
          .relationship(
            RelationshipDescription("own\(number)", to: entities[a].name, isToMany: isToMany, inverse: "own\(number)")))
      default:
        entities[a].properties.append(
          .relationship(
            RelationshipDescription(
              "there\(number)", to: entities[b].name, isToMany: isToMany, isOptional: true, inverse: "back\(number)")))
        entities[b].properties.append(
          .relationship(
            RelationshipDescription(
              "back\(number)", to: entities[a].name, isToMany: isBackToMany, inverse: "there\(number)")))
      }
    }
    return ManagedObjectModel(name: "Model \(seed)", entities: entities)
  }

  @Test("Random models of a few entities, at every width", arguments: 0..<9)
  func few(seed: Int) {
    for width in [[20, 47, 80], [33, 60, 120], [25, 72, 100]][seed % 3] {
      check(Diagram(Self.model(seed: seed, entities: 1 + seed % 8)), width: width)
    }
  }

  @Test("Random models of many entities", arguments: [(20, 80), (24, 50)])
  func many(count: Int, width: Int) {
    check(Diagram(Self.model(seed: count, entities: count)), width: width)
  }

  /// Boxes with this number of lines between them, from one random row to another.
  private static func tangle(boxes count: Int, lines lineCount: Int, seed: Int) -> Diagram {
    var dice = SplitMix(state: UInt64(seed))
    var diagram = Diagram(name: "Tangle", boxes: (0..<count).map { Diagram.Box("Entity\($0)") })
    func end() -> Diagram.End {
      let box = dice.below(count)
      diagram.boxes[box].rows.append(
        Diagram.Row(.relationships, "r\(diagram.boxes[box].rows.count)", detailWithoutLine: " ->> somewhere"))
      return Diagram.End(box, row: diagram.boxes[box].rows.count - 1)
    }
    for _ in 0..<lineCount {
      diagram.lines.append(Diagram.Line(from: end(), to: end(), fromHead: .one, toHead: .many))
    }
    return diagram
  }

  @Test("The search stops after a number of steps, whatever the diagram", arguments: [(40, 120), (12, 120), (2, 120)])
  func steps(boxes: Int, lines: Int) {
    let diagram = Self.tangle(boxes: boxes, lines: lines, seed: boxes)
    let budget = DiagramBudget(steps: DiagramLayout.stepLimit, cancellation: .never)
    let layout = DiagramLayout(diagram, width: 80, budget: budget)
    #expect(layout.boxes.count == boxes)
    // Each part of the search asks before it begins, and none of them is large.
    #expect(budget.spent <= DiagramLayout.stepLimit + 200_000)
    checkBoxes(layout)
    checkLines(layout)
  }

  @Test("Where the steps end every box is there, and the lines are written", arguments: [0, 10_000, 200_000])
  func noSteps(steps: Int) {
    let diagram = Self.tangle(boxes: 20, lines: 50, seed: 7)
    let layout = DiagramLayout(diagram, width: 80, budget: DiagramBudget(steps: steps, cancellation: .never))
    checkBoxes(layout)
    checkLines(layout)
    #expect(layout.linesNotDrawn == Array(0..<50))
  }

  // MARK: Properties of every layout

  private func check(_ diagram: Diagram, width: Int) {
    let layout = DiagramLayout(diagram, width: width)
    #expect(layout == DiagramLayout(diagram, width: width))
    #expect(layout.width <= width)
    checkBoxes(layout)
    checkLines(layout)
    for symbols in [DiagramLayout.Symbols.unicode, .ascii] {
      let lines = layout.text(symbols)
      #expect(lines.count == layout.height)
      #expect(lines.allSatisfy { DisplayText.width($0) <= layout.width && $0.last != " " })
    }
    checkXML(layout.svg())
  }

  private func checkBoxes(_ layout: DiagramLayout) {
    #expect(layout.boxes.count == layout.diagram.boxes.count)
    for (index, box) in layout.boxes.enumerated() {
      #expect(box.origin.x >= 0 && box.origin.y >= 0)
      #expect(box.origin.x + box.width <= layout.width && box.origin.y + box.height <= layout.height)
      for other in layout.boxes[..<index] {
        let apart =
          box.origin.x + box.width <= other.origin.x || other.origin.x + other.width <= box.origin.x
          || box.origin.y + box.height <= other.origin.y || other.origin.y + other.height <= box.origin.y
        #expect(apart)
      }
      #expect(box.contents.allSatisfy { DisplayText.width($0.text) <= box.width - 4 })
      // Every character of the model is there, the blanks between pieces aside.
      let written = Set(
        layout.linesNotDrawn.flatMap { [layout.diagram.lines[$0].from, layout.diagram.lines[$0].to] }
          .filter { $0.box == index }.compactMap(\.row))
      let model = layout.diagram.boxes[index]
      let texts = [model.title] + model.rows.enumerated().map { written.contains($0) ? $1.textWithoutLine : $1.text }
      #expect(box.contents.map(\.text).joined().filter { $0 != " " } == texts.joined().filter { $0 != " " })
    }
  }

  private func checkLines(_ layout: DiagramLayout) {
    var cells: [DiagramLayout.Point: [(route: Int, isHorizontal: Bool?)]] = [:]
    for (index, route) in layout.routes.enumerated() {
      let line = layout.diagram.lines[route.line]
      checkEnd(line.from, route.corners[0], route.fromSide, layout)
      checkEnd(line.to, route.corners[route.corners.count - 1], route.toSide, layout)
      let way = Self.cells(of: route)
      for (place, cell) in way.enumerated() {
        #expect((0..<layout.width).contains(cell.x) && (0..<layout.height).contains(cell.y))
        let before = place == 0 ? Self.border(cell, route.fromSide) : way[place - 1]
        let after = place == way.count - 1 ? Self.border(cell, route.toSide) : way[place + 1]
        let isHorizontal: Bool? = before.y == after.y ? true : before.x == after.x ? false : nil
        cells[cell, default: []].append((index, isHorizontal))
      }
    }
    for box in layout.boxes {
      for (cell, _) in cells {
        let isInside =
          (box.origin.x..<box.origin.x + box.width).contains(cell.x)
          && (box.origin.y..<box.origin.y + box.height).contains(cell.y)
        #expect(!isInside)
      }
    }
    for (_, users) in cells where users.count > 1 {
      for (place, user) in users.enumerated() {
        for other in users[..<place] {
          let isCrossing = user.isHorizontal.flatMap { a in other.isHorizontal.map { $0 != a } } ?? false
          #expect(isCrossing || Self.shareAnEnd(layout.routes[user.route], layout.routes[other.route]))
        }
      }
    }
  }

  /// The line touches its box, at the line of its row.
  private func checkEnd(
    _ end: Diagram.End, _ cell: DiagramLayout.Point, _ side: DiagramLayout.Side, _ layout: DiagramLayout
  ) {
    let box = layout.boxes[end.box]
    #expect(cell.x == (side == .right ? box.origin.x + box.width : box.origin.x - 1))
    let place = cell.y - box.origin.y - 1
    guard box.contents.indices.contains(place) else {
      Issue.record("a line ends above or below its box")
      return
    }
    let text = box.contents[place].text
    #expect(end.row.map { layout.diagram.boxes[end.box].rows[$0].text.hasPrefix(text) } ?? (place < 8))
    #expect(end.row == nil || !text.isEmpty)
  }

  private static func shareAnEnd(_ route: DiagramLayout.Route, _ other: DiagramLayout.Route) -> Bool {
    let ends = [route.corners.first, route.corners.last]
    return ends.contains(other.corners.first) || ends.contains(other.corners.last)
  }

  private static func border(_ cell: DiagramLayout.Point, _ side: DiagramLayout.Side) -> DiagramLayout.Point {
    DiagramLayout.Point(x: cell.x + (side == .right ? -1 : 1), y: cell.y)
  }

  private static func cells(of route: DiagramLayout.Route) -> [DiagramLayout.Point] {
    var cells = [route.corners[0]]
    for corner in route.corners.dropFirst() {
      while let last = cells.last, last != corner {
        cells.append(
          DiagramLayout.Point(
            x: last.x + (corner.x - last.x).signum(), y: last.y + (corner.y - last.y).signum()))
      }
    }
    return cells
  }

  private func checkXML(_ text: String) {
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
  }

  // MARK: Single cases

  @Test("A picture escapes what means something in XML")
  func escaped() {
    let diagram = Diagram(
      name: "A & <B>", boxes: [Diagram.Box("\"'<&>\u{1}\u{FFFE}", rows: [Diagram.Row(.attributes, "]]>", ": --")])])
    let svg = DiagramLayout(diagram, width: 40).svg()
    checkXML(svg)
    #expect(svg.contains("<title id=\"title\">A &amp; &lt;B&gt;</title>"))
    #expect(svg.contains(">&quot;&#39;&lt;&amp;&gt;␁\u{FFFD}</text>"))
  }

  @Test("Lines that end nowhere are left out")
  func nowhere() {
    let diagram = Diagram(
      name: "", boxes: [Diagram.Box("A")],
      lines: [
        Diagram.Line(from: Diagram.End(0), to: Diagram.End(7)),
        Diagram.Line(from: Diagram.End(0, row: 3), to: Diagram.End(0)),
      ])
    let layout = DiagramLayout(diagram, width: 40)
    #expect(layout.linesNotDrawn == [0, 1])
    #expect(layout.text() == ["┌───┐", "│ A │", "└───┘"])
    #expect(DiagramLayout(Diagram(name: ""), width: 40).text() == [])
  }

  @Test("A relationship into the unknown, and an inverse of another entity, are no pair")
  func unfinished() {
    let model = ManagedObjectModel(entities: [
      EntityDescription(
        "Base", properties: [.relationship(RelationshipDescription("back", to: "Owner", inverse: "leaf"))]),
      EntityDescription("Leaf", parent: "Base"),
      EntityDescription(
        "Owner",
        properties: [
          .relationship(RelationshipDescription("leaf", to: "Leaf", inverse: "back")),
          .relationship(RelationshipDescription("ghost", to: "Ghost", isToMany: true, isOptional: true)),
        ]),
    ])
    let diagram = Diagram(model)
    #expect(diagram.boxes[2].rows.map(\.text) == ["leaf", "ghost ->> Ghost?"])
    #expect(
      diagram.lines == [
        Diagram.Line(from: Diagram.End(0, row: 0), to: Diagram.End(2), toHead: .one),
        Diagram.Line(from: Diagram.End(1, row: 0), to: Diagram.End(0), toHead: .parent),
        Diagram.Line(from: Diagram.End(2, row: 0), to: Diagram.End(1), toHead: .one),
      ])
  }
}

extension DiagramLayout.PlacedBox.Content {
  fileprivate var text: String {
    switch self {
    case .title(let text), .text(let text): text
    case .rule: ""
    }
  }
}
