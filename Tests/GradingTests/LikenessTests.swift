import Diagnostics
import Grading
import Testing

/// `expect model like solution` and `expect objects like solution`: up to the learner's own names and the objects' IDs.
@Suite("An answer like the solution")
struct LikenessTests {
  private static let start = """
    model League
    entity Team { name: String; uniformColor: String? }
    entity Game { home -> Team?; away -> Team? }
    let heat = Team(name: "Heat", uniformColor: "Red")
    let bulls = Team(name: "Bulls", uniformColor: "Red")
    let suns = Team(name: "Suns")
    let opener = Game(home: heat, away: bulls)
    save
    """
  private static let solution = """
    entity Color { name: String; unique name }
    Team.color <<--> Color.teams
    let red = Color(name: "Red")
    heat.color = red
    bulls.color = red
    remove Team.uniformColor
    save
    """

  private func feedback(_ answer: String, names: String = "[Color]", solution: String = solution) throws -> [String] {
    let verdict = try Fixtures.grade(
      answer,
      [
        "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\nnames: \(names)"),
        "start.graph": Self.start,
        "solution.graph": solution, "right/plain.graph": "",
        "check.graph":
          "check \"model\" { expect model like solution }\ncheck \"objects\" { expect objects like solution }",
      ])
    return verdict.checks.flatMap(\.feedback).map(\.english)
  }

  @Test("An answer gets the same verdict as the first and as a later one with its model")
  func memo() throws {
    let files = [
      "task.md": Fixtures.task, "start.graph": Self.start, "solution.graph": Self.solution,
      "check.graph": "check \"model\", points 10 { expect model like solution }",
    ]
    let grader = Grader(makeInterpreter: Fixtures.make)
    let prepared = grader.prepare(try Fixtures.exercise(files))
    let answers = [Self.solution.replacing("; unique name", with: ""), "entity Shirt { size: Integer16 }"]
    let first = answers.map { JSONFormat().text(for: [grader.grade(prepared, answer: SourceText($0))]) }
    #expect(first[0].contains("does not behave as the task asks"), "\(first[0])")
    #expect(answers.map { JSONFormat().text(for: [grader.grade(prepared, answer: SourceText($0))]) } == first)
  }

  @Test(
    "passes",
    arguments: [
      solution,
      // Other names, another order, an index, an order that nothing shows.
      "entity Color { label: String, indexed; unique label }\nColor.wornBy <-->> Team.shirt\nchange Color.wornBy, ordered\nlet r = Color(label: \"Red\")\nr.wornBy = [bulls, heat]\nremove Team.uniformColor\nsave",
      // Required asks nothing of a to-many without a minimum count.
      solution.replacing("let red", with: "change Color.teams ->> Team\nlet red"),
      // Tries that were taken back.
      "heat.name = \"x\"\nrollback\n" + solution,
      "let bulls = heat\nlet heat = suns\nundo\n"
        + solution.replacing("bulls.color", with: "Team#2.color").replacing("heat.color", with: "Team#1.color"),
    ])
  func passes(answer: String) throws {
    #expect(try feedback(answer) == [])
  }

  @Test(
    "fails with the smallest difference",
    arguments: [
      ("save", ["the model does not behave as the task asks", "Color", "Team lacks a relationship"]),
      (
        solution.replacing("unique name", with: ""),
        [
          "the model does not behave", "after let a = Color(",
          "your model accepts this, which the task's model refuses",
          "the task's model: refuses",
        ]
      ),
      (
        solution.replacing("unique name", with: "unique name; rule \"short\": name.length < 5"),
        ["your model refuses this, which the task's model accepts", "your model: refuses"]
      ),
      (solution.replacing("Team.color <<--> Color.teams", with: "Team.color <--> Color.teams"), ["does not behave"]),
      (
        solution.replacing("save", with: "add Team.nick: String?\nsave"),
        ["your model accepts this, which the task's model refuses", "Team.nick is not asked for"]
      ),
      (
        solution.replacing("let red", with: "change Color.teams ->> Team, count 1...\nlet red"),
        ["your model: refuses: a: teams: Too few items (0, at least 1) (1580)"]
      ),
      (solution.replacing("bulls.color = red", with: ""), ["bulls has no color, and should have"]),
      (solution.replacing("\"Red\")", with: "\"Mauve\")"), ["red has the wrong name"]),
      (
        solution.replacing("save", with: "Color(name: \"Blue\")\nsave"),
        ["there is one Color too many: Color#2 Blue", "there are 2 new objects of Color, and one is asked for"]
      ),
      (solution.replacing("\nsave", with: ""), ["the objects are right, but they are not saved"]),
      (
        solution.replacing("save", with: "delete suns\nsave"),
        ["you deleted suns and saved it (line 7)"]
      ),
      (
        solution.replacing("save", with: "change Game.home, transient\nopener.away = suns\nsave"),
        ["Game.home is transient now", "away of opener has changed"]
      ),
      // The rule has this name; nothing is missing.
      (
        solution.replacing("save", with: "change Game.home, delete none\nsave"),
        ["the delete rule of Game.home is none now"]
      ),
      (solution.replacing("save", with: "rename Game to Match\nsave"), ["Game is called Match now"]),
    ])
  func fails(answer: String, words: [String]) throws {
    let found = try feedback(answer).joined(separator: "\n")
    for word in words where !word.isEmpty { #expect(found.contains(word), "\(found)") }
    #expect(!found.isEmpty)
  }

  static let conditions: [(answer: String, feedback: String?)] = [
    ("name != nil AND uniformColor != \"Red\"", nil), ("\"Red\" != uniformColor AND NOT name == nil", nil),
    // The name is required.
    ("uniformColor != \"Red\"", nil), ("uniformColor == nil OR uniformColor < \"Red\" OR \"Red\" < uniformColor", nil),
    ("uniformColor == \"Red\"", "does not behave as the task asks"),
    ("uniformColor < \"Red\"", "does not behave as the task asks"),
  ]

  @Test("A condition may be written in other words", arguments: conditions)
  func otherWords(_ row: (answer: String, feedback: String?)) throws {
    let solution = "uniformColor != \"Red\" AND name != nil"
    let answer = { (condition: String) in
      """
      change Team, rule "not like the Heat": \(condition)
      template Others = fetch Team where \(condition)
      add Game.rivals ~> Team where \(condition)
      """
    }
    let found = try feedback(
      answer(row.answer).replacing("not like the Heat", with: "another colour"), names: "[Team]",
      solution: answer(solution)
    ).joined(separator: "\n")
    if let expected = row.feedback {
      #expect(found.contains(expected), "\(found)")
    } else {
      #expect(found == "")
    }
  }

  @Test("A condition that differs does not give the right one away")
  func wrongCondition() throws {
    let found = try feedback(
      "add Game.rivals ~> Team where name == $FETCH_SOURCE.home.uniformColor", names: "[Game.rivals]",
      solution: "add Game.rivals ~> Team where name != $FETCH_SOURCE.home.name")
    #expect(!found.isEmpty)
    #expect(!found.joined().contains("$FETCH_SOURCE.home.name"), "\(found)")
  }

  @Test("An answer may save part-way where the solution saves nothing")
  func savedPartWay() throws {
    let solution = "heat.name = \"H\"\nbulls.name = \"B\""
    #expect(try feedback("heat.name = \"H\"\nsave\nbulls.name = \"B\"", solution: solution) == [])
    #expect(try feedback(solution + "\nsave", solution: solution) == [])
    let saved = solution + "\nsave"
    #expect(
      try feedback("heat.name = \"H\"\nsave\nbulls.name = \"B\"", solution: saved)
        == [
          "judged by \"It is saved\": this holds once the answer is saved",
          "the objects are right, but they are not saved",
        ])
  }

  @Test("What is missing is named only where the task has named it")
  func missingProperties() throws {
    func expectFeedback(_ answer: String, _ solution: String, names: String = "[]", _ sentence: String) throws {
      let found = try feedback(answer, names: names, solution: solution)
      #expect(found.contains(sentence), "\(found)")
    }
    let pair = "Game.winner <<--> Team.wins"
    let names = "[Game.winner]"
    try expectFeedback("add Game.winner -> Team?", pair, names: names, "Game.winner has no inverse")
    try expectFeedback("add Game.day: Date?", pair, names: names, "Game has no property winner")
    try expectFeedback("add Game.day: Date?", "add Game.place -> Team?", "Game lacks a relationship")
    try expectFeedback("add Game.place -> Team?", "add Game.round: Int?", "Game lacks an attribute")
  }

  @Test("A name that the task fixes stands for itself alone")
  func fixedNames() throws {
    let other = Self.solution.replacing("color", with: "shirt")
    #expect(try feedback(other) == [])
    #expect(try !feedback(other, names: "[Color, Team.color]").isEmpty)
  }

  @Test("Objects that are much alike", .timeLimit(.minutes(60)))
  func manyAlike() throws {
    let make = """
      entity Player { name: String; friend -> Player? }
      Player.team <<--> Team.players
      for i in 1...600 { let p = Player(name: "x", team: heat); p.friend = Player(name: "y", team: bulls) }
      """
    #expect(try feedback(make, solution: make) == [])
    let ring = """
      entity Player { next -> Player? }
      let first = Player()
      let last = first
      """
    // Two rings of five are not one of ten, although each player sees the same.
    func rings(_ sizes: [Int]) -> String {
      ring.replacing("let first = Player()\nlet last = first", with: "")
        + sizes.enumerated().map { index, size in
          (0..<size).map { "let p\(index)x\($0) = Player()" }.joined(separator: "\n") + "\n"
            + (0..<size).map { "p\(index)x\($0).next = p\(index)x\(($0 + 1) % size)" }.joined(separator: "\n")
        }.joined(separator: "\n")
    }
    #expect(try feedback(rings([5, 5]), solution: rings([5, 5])) == [])
    #expect(try !feedback(rings([10]), solution: rings([5, 5])).isEmpty)
  }
}
