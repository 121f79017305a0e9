import Diagnostics
import Testing

@testable import WorkbookLanguage

@Suite("The parser takes what the language's description shows")
struct ParsingTests {
  /// Every form of the language once, also those that this version does not carry out.
  static let statements = [
    "model League",
    """
    entity Category {
      name: String = "No Category", length 1...
      tasks ->> Task?, inverse category, delete cascade
    }
    """,
    "entity Tag { name: String; tasks ->> Task?, inverse tags }",
    """
    entity Task {
      title: String, length 1...
      priority: Integer16 = 0, range 0...3
      completed: Boolean = false
      dueDate: Date?                     // ? alone means optional
      created: Date = now(), indexed     // evaluated at insertion
      note: String?, transient
      category -> Category?, inverse tasks                       // to-one
      tags ->> Tag?, inverse tasks, count 0...5                  // to-many
      openSiblings ~> Task, userInfo color: "Green" where completed == false AND category == $FETCH_SOURCE.category sort priority desc
      unique title, created
      rule "due after created": dueDate == nil OR dueDate >= created
    }
    """,
    "abstract entity Person { dateOfBirth: Date? }",
    "entity Coach: Person { }",
    "entity Player: Person { firstName: String; age: Integer16?; email: String?, matches \"[^@]+@[^@]+\"; team -> Team?, inverse players }",
    "Player.coach <<--> Coach.players",
    "template GreenTeams = fetch Team where uniformColor == \"Green\"",
    "template ByColor = fetch Team where uniformColor == $COLOR",
    "composite Address { city: String?; street: String? }",
    "dependency Player: team -> uniformColor",
    "dependency Player: team ->> uniformColor, age",
    "dependency Player: join (a, b), (b, c)",
    "configuration Cloud { Task, Tag }",
    "add Team.city: String?",
    "add Team.captain -> Player?",
    "change Team.players, delete deny",
    "change Player.team, required",
    "change Player.coach ->> Coach?",
    "change Player, parent Person",
    "rename Player.team to club",
    "remove Player.email",
    "remove Tag",
    "remove dependency Player: team -> uniformColor",
    "version \"League 2\"",
    "use version \"League\"",
    "let heat = Team(name: \"Miami Heat\")",
    "let wade = Player(firstName: \"Dwyane\", lastName: \"Wade\", team: heat)",
    "wade.team = nil",
    "heat.players.add(wade)",
    "heat.players.remove([wade, Player#3])",
    "heat.players.insert(wade, at: 0)",
    "delete wade",
    "delete Player where team == nil",
    "for i in 1...1000 { Player(firstName: \"First \\(i)\", lastName: \"Last\", age: i % 90) }",
    "for p in heat.players { p.age = 30 }",
    "save", "rollback", "undo", "redo", "reset",
    "refresh heat", "refresh heat discarding", "close shop", "close shop discarding", "reopen shop discarding",
    "validate wade", "validate wade for delete",
    "begin \"transfer\"", "end",
    "fetch Player where lastName BEGINSWITH \"W\" sort lastName, firstName desc limit 10 offset 5",
    "fetch only Person",
    "fetch GreenTeams",
    "fetch ByColor(COLOR: \"Green\")",
    "count Player where team == nil",
    "group Player where age > 20 by team.name: count, avg age",
    "let old = fetch Player where age > 60",
    "wade.team.name",
    "ada.friends.friend",
    "heat.players.@avg.age",
    "expect (count Player where team == nil) == 2",
    "expect count Player == 2",
    "store shop at \"shop.sqlite\"",
    "store shop at \"shop.sqlite\", migrating", "store shop at \"shop.sqlite\", no backup",
    "store shop at \"shop.sqlite\", lazy",
    "store cloud in memory, configuration Cloud",
    "let past = insert into shop Team(name: \"Old\")",
    "close shop", "reopen shop", "migrate shop",
    "let ids = context background { fetch Person where age > 30 }",
    "objects(ids)",
    "context draft on main { wade.age = 31 }",
    "merge policy object",
    "show model", "show diagram", "show diagram ascii", "show Team", "show Team.players",
    "show graph", "show wade", "show changes", "show history", "show tables",
    "review", "normalize Player", "apply 1", "derive team -> uniformColor",
    "explain delete heat", "compare delete heat",
    "explain fetch Player where age > 3",
    "explain wade in fetch Player where age > 3",
    "explain heat.wPlayers",
    "compare model \"mine.graph\" with \"theirs.graph\"",
    "export \"league.xcdatamodeld\"", "import \"League.xcdatamodeld\"", "run \"setup.graph\"",
    "Team.players.deleteRule == \"cascade\"", "Task.attributes.name", "model.entities.@count",
    "model.entitiesByName.Team.name",
    "expect wade.team == nil",
    "expect save fails 1570 \"team is a required value\"",
    "expect save succeeds",
    "expect { delete heat; save } fails \"players\"",
    "expect normal form Player at least BCNF",
    "expect normal form Player at least 3NF in data",
    "expect behaves like \"solution.graph\"",
    "expect wade.team == nil else \"Look at which side the rule is written on.\"",
    "check \"Deleting a team keeps its players\", points 2 { delete heat; save; expect count Player == 2 }",
    "lessons", "lesson 4", "next", "back", "restart", "hint", "skip", "solution", "exercises", "exercise dice-links",
    "check", "hand in", "hand in \"answer.graph\"", "practice", "progress", "help", "help fetch", "timing on", "again",
    "quit",
    "wade.dateOfBirth = 1982-01-17",
    "expect wade.dateOfBirth < 2026-11-20T09:30:00Z",
    "for i in 1...3 {\n  Team(name: \"T\")\n}",
    "let x = [1, 2,\n  3]",
    "expect wade.team == nil AND\n  wade.age == 3",
  ]

  @Test("each example is one statement without a problem", arguments: statements)
  func example(text: String) {
    let tree = WorkbookParser.parse(SourceText(text))
    let problems = tree.diagnostics.map { DiagnosticFormatter().format($0, in: tree.source) }
    #expect(problems == [])
    #expect(tree.statements.count == 1)
    #expect(!tree.isIncomplete)
  }

  @Test("all examples together are as many statements")
  func together() {
    let tree = WorkbookParser.parse(SourceText(Self.statements.joined(separator: "\n")))
    #expect(tree.diagnostics == [])
    #expect(tree.statements.count == Self.statements.count)
    let joined = WorkbookParser.parse(SourceText(Self.statements.filter { !$0.contains("//") }.joined(separator: "; ")))
    #expect(joined.diagnostics == [])
  }

  @Test(
    "an unfinished input asks for another line",
    arguments: [
      "entity Team {", "entity Team { name: String", "for i in 1...3 {", "fetch Player where lastName ==",
      "let heat = Team(", "let heat = Team(name: \"x\",", "expect {", "fetch Player where age > 3 AND", "let x = [1,",
      "heat.players.add(", "change Team.players,", "let heat =", "add Team.city:",
    ])
  func incomplete(text: String) { #expect(WorkbookParser.parse(SourceText(text)).isIncomplete) }

  @Test(
    "a wrong input does not ask for another line",
    arguments: ["fetch 3", "let = 4", "Team(name \"x\")", "}", "change Team.players, delete sometimes", "expect }"])
  func complete(text: String) {
    let tree = WorkbookParser.parse(SourceText(text))
    #expect(tree.diagnostics.containsError)
    #expect(!tree.isIncomplete)
  }

  @Test("every prefix of every example is parsed without a trap")
  func prefixes() {
    for statement in Self.statements {
      for length in 0...statement.count {
        _ = WorkbookParser.parse(SourceText(String(statement.prefix(length))))
      }
    }
  }

  @Test("after a problem the parser goes on with the next statement")
  func recovery() {
    let tree = WorkbookParser.parse(
      SourceText("fetch 3\nlet heat = Team(name \"x\")\nentity A { x: String y }\nsave; undo undo\nshow graph"))
    #expect(tree.diagnostics.count == 4)
    #expect(tree.statements.contains { $0.kind == .save })
    #expect(tree.statements.last?.kind == .show(.view(.graph, isASCII: false)))
  }

  @Test("endless nesting is one message", arguments: ["(", "[", "expect {", "for i in 1...2 {", "NOT ", "-"])
  func nesting(opening: String) {
    let tree = WorkbookParser.parse(SourceText("x == " + String(repeating: opening, count: 20_000)))
    #expect(!tree.diagnostics.isEmpty)
    #expect(tree.diagnostics.count < 5)
  }
}
