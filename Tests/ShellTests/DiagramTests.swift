import Diagnostics
import Shell
import Testing
import WorkbookLanguage

import struct Foundation.URL

/// The diagrams that `show diagram` draws of some models. `UPDATE_EXPECTATIONS=1` rewrites the pictures, and fails:
/// look at each.
@Suite("Diagrams of models read as recorded")
struct DiagramTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Diagrams")

  @Test(
    "Picture", arguments: ["league", "todo", "friends", "dice", "company", "lineage"], [80, 60])
  func picture(model: String, width: Int) throws {
    let found = try Self.shown("show diagram", model, width: width)
    let file = Self.folder.appendingPathComponent("\(model).\(width).txt")
    if Terminal.environment("UPDATE_EXPECTATIONS") == "1" {
      try found.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.lastPathComponent): look at the difference and run again")
      return
    }
    #expect(found == (try String(contentsOf: file, encoding: .utf8)))
    #expect(found.split(separator: "\n").allSatisfy { DisplayText.width($0) <= width })
  }

  @Test("Plain characters stand in the same places")
  func ascii() throws {
    let lines = try Self.shown("show diagram", "friends", width: 80).split(separator: "\n")
    let plain = try Self.shown("show diagram ascii", "friends", width: 80).split(separator: "\n")
    #expect(plain.joined().allSatisfy { $0.isASCII })
    #expect(lines.dropLast().map(\.count) == plain.dropLast().map(\.count))
    #expect(plain.contains("| friends?          |<---->>| source             |"))
    #expect(plain.last == "> to one   >> to many")
  }

  @Test("Names are painted, and frames step back")
  func painted() throws {
    let style = TextStyle(dress: .ansi, width: 80)
    var interpreter = Interpreter()
    let outcomes = interpreter.run(SourceText("entity Team { name: String }; show diagram"))
    #expect(
      OutcomeRenderer().document(for: outcomes).lines(style)[1...2] == [
        "\u{1B}[2m┌──────────────┐\u{1B}[0m", "\u{1B}[2m│ \u{1B}[0m\u{1B}[1mTeam\u{1B}[0m\u{1B}[2m         │\u{1B}[0m",
      ])
  }

  @Test("Without entities there is nothing to draw")
  func empty() {
    var interpreter = Interpreter()
    let outcomes = interpreter.run(SourceText("show diagram"))
    #expect(OutcomeRenderer().document(for: outcomes).lines(.plain) == ["the model has no entities yet"])
  }

  @Test("A model too large for lines says where its relationships lead")
  func large() {
    let entities = (0..<45).map { "entity E\($0) { name: String; next -> E\(($0 + 1) % 45)? }" }
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(entities.joined(separator: "\n")))
    let lines = OutcomeRenderer().document(for: interpreter.run(SourceText("show diagram"))).lines(.plain)
    #expect(lines.contains { $0.contains("│ next -> E1? ") })
    #expect(
      lines.suffix(2) == ["", "45 lines would not be clear here: the boxes say where they lead"])
    #expect(lines.allSatisfy { DisplayText.width($0) <= 80 })
  }

  static func shown(_ statement: String, _ model: String, width: Int) throws -> String {
    let world = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Lessons/Worlds/\(model).graph")
    let file = model == "league" ? world : folder.appendingPathComponent("\(model).graph")
    var interpreter = Interpreter()
    let outcomes = interpreter.run(SourceText(try String(contentsOf: file, encoding: .utf8), name: file.path))
    #expect(outcomes.allSatisfy { !$0.failed })
    let document = OutcomeRenderer().document(for: interpreter.run(SourceText(statement)))
    return document.lines(TextStyle(width: width)).map { $0 + "\n" }.joined()
  }
}

@Suite("show graph draws few objects and lists many")
struct GraphPictureTests {
  static let league = """
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { name: String; team -> Team?, inverse players; tags ->> Tag?, inverse players }
    entity Tag { name: String; players ->> Player?, inverse tags }
    let heat = Team(name: "Miami Heat")
    let wade = Player(name: "Wade", team: heat)

    """

  static func shown(_ text: String) -> [String] {
    var interpreter = Interpreter()
    return OutcomeRenderer().document(for: Array(interpreter.run(SourceText(league + text)).suffix(1))).lines(.plain)
  }

  @Test("Links are lines from row to row; those of one to-many leave together")
  func links() {
    #expect(
      Self.shown("let nash = Player(name: \"Nash\", team: heat); save; show graph").joined(separator: "\n") == """
        ┌───────────────┐       ┌────────────────────┐       ┌───────────────┐
        │ Player#2 Nash │       │ Team#1 Miami Heat  │       │ Player#1 Wade │
        ├───────────────┤       ├────────────────────┤       ├───────────────┤
        │ name: "Nash"  │       │ name: "Miami Heat" │       │ name: "Wade"  │
        ├───────────────┤       ├────────────────────┤       ├───────────────┤
        │ team          ├───────┤ players            ├───────┤ team          │
        │ tags: none    │       └────────────────────┘       │ tags: none    │
        └───────────────┘                                    └───────────────┘

        no objects: Tag
        """)
  }

  @Test("Where both ends may hold many, each link has its rows")
  func manyToMany() {
    #expect(
      Self.shown(
        "let star = Tag(name: \"選手\"); let ball = Tag(name: \"🏀\"); wade.tags = [star, ball]; save; wade.team = nil; show graph"
      ).joined(separator: "\n") == """
        ┌─────────────────────────────┐
        │ Player#1 Wade (changed)     │       ┌────────────────────────┐
        ├─────────────────────────────┤       │ Tag#1 選手             │
        │ name: "Wade"                │       ├────────────────────────┤
        ├─────────────────────────────┤       │ name: "選手"           │
        │ team: nil                   │       ├────────────────────────┤
        │ tags: Tag#1 選手            ├───────┤ players: Player#1 Wade │
        │ tags: Tag#2 🏀              ├─┐     └────────────────────────┘
        └─────────────────────────────┘ │
                                        │     ┌────────────────────────┐
        ┌─────────────────────────────┐ │     │ Tag#2 🏀               │
        │ Team#1 Miami Heat (changed) │ │     ├────────────────────────┤
        ├─────────────────────────────┤ │     │ name: "🏀"             │
        │ name: "Miami Heat"          │ │     ├────────────────────────┤
        ├─────────────────────────────┤ └─────┤ players: Player#1 Wade │
        │ players: none               │       └────────────────────────┘
        └─────────────────────────────┘
        """)
  }

  @Test("Objects without a link, and many objects, are tables")
  func tables() {
    #expect(Self.shown("wade.team = nil; show graph").first?.hasPrefix("Team    name") == true)
    #expect(
      Self.shown("for i in 1...11 { Player(name: \"P\", team: heat) }; show graph").first?.hasPrefix("Team    name")
        == true)
  }
}
