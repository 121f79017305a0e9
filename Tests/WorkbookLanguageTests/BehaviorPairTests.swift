import Diagnostics
import ObjectGraph
import Testing

@testable import WorkbookLanguage

/// Pairs of models that differ in one thing that is hard to see, and what shows it.
@Suite("What tells two nearly equal models apart")
struct BehaviorPairTests {
  /// The subject, two models, and the expected finding.
  static let pairs: [(String, String, String, String)] = [
    (
      "a pattern with a part more",
      #"entity Player { email: String, matches "[^@]+@[^@]+" }"#,
      #"entity Player { email: String, matches "[^@]+@[^@]+\\.[a-z]{2,}" }"#,
      #"""
      let a = Player(email: "A@A")
      save
      mine: saves
      theirs: refuses: a: email: "A@A" does not match "[^@]+@[^@]+\.[a-z]{2,}" (1680)
      """#
    ),
    (
      "one digit more",
      #"entity Player { code: String?, matches "[A-Z]{2}\\d{1,4}" }"#,
      #"entity Player { code: String?, matches "[A-Z]{2}\\d{1,5}" }"#,
      #"""
      let a = Player(code: "AA11111")
      save
      mine: refuses: a: code: "AA11111" does not match "[A-Z]{2}\d{1,4}" (1680)
      theirs: saves
      """#
    ),
    (
      "looking ahead",
      #"entity User { password: String?, matches "(?=.*\\d).{4,}" }"#,
      #"entity User { password: String?, matches "(?=.*\\d)(?=.*[A-Z]).{4,}" }"#,
      #"""
      let a = User(password: "aaa1")
      save
      mine: saves
      theirs: refuses: a: password: "aaa1" does not match "(?=.*\d)(?=.*[A-Z]).{4,}" (1680)
      """#
    ),
    (
      "a letter in a set",
      #"entity Player { shirt: String?, matches "(home|away)-[a-y]+" }"#,
      #"entity Player { shirt: String?, matches "(home|away)-[a-z]+" }"#,
      """
      let a = Player(shirt: "away-z")
      save
      mine: refuses: a: shirt: "away-z" does not match "(home|away)-[a-y]+" (1680)
      theirs: saves
      """
    ),
    (
      "a pattern within lengths",
      #"entity Player { code: String?, length 5..., matches "[a-c]*" }"#,
      #"entity Player { code: String?, length 5..., matches "[a-d]*" }"#,
      """
      let a = Player(code: "aaaad")
      save
      mine: refuses: a: code: "aaaad" does not match "[a-c]*" (1680)
      theirs: saves
      """
    ),
    (
      "length 40 and 41",
      "entity Player { name: String, length 1...40 }", "entity Player { name: String, length 1...41 }",
      """
      let a = Player(name: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
      save
      mine: refuses: a: name: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" is too long (41, at most 40) (1660)
      theirs: saves
      """
    ),
    (
      "a minimum length",
      "entity Player { name: String, length 3... }", "entity Player { name: String, length 4... }",
      """
      let a = Player(name: "xxx")
      save
      mine: saves
      theirs: refuses: a: name: "xxx" is too short (3, at least 4) (1670)
      """
    ),
    (
      "a decimal bound",
      "entity Offer { price: Decimal = 1, range 0.5...99.95 }",
      "entity Offer { price: Decimal = 1, range 0.5...99.99 }",
      """
      let a = Offer(price: 99.99)
      save
      mine: refuses: a: price: 99.99 is too large (at most 99.95) (1610)
      theirs: saves
      """
    ),
    (
      "a date bound",
      "entity Game { day: Date?, range 2026-01-01... }", "entity Game { day: Date?, range 2026-02-01... }",
      """
      let a = Game(day: 2026-01-01)
      save
      mine: saves
      theirs: refuses: a: day: 2026-01-01 is too early (at least 2026-02-01) (1640)
      """
    ),
    (
      "a count of six",
      "entity Team { players ->> Player?, inverse team, count 0...5 }\nentity Player { team -> Team?, inverse players }",
      "entity Team { players ->> Player?, inverse team, count 0...6 }\nentity Player { team -> Team?, inverse players }",
      """
      let a = Team()
      for i in 1...6 { a.players.add(Player()) }
      save
      mine: refuses: a: players: Too many items (6, at most 5) (1590)
      theirs: saves
      """
    ),
    (
      "a count of members with a unique name, without inverse",
      "entity Team { players ->> Player?, count 0...30 }\nentity Player { name: String; number: Integer16; unique name, number }",
      "entity Team { players ->> Player?, count 0...31 }\nentity Player { name: String; number: Integer16; unique name, number }",
      #"""
      let a = Team()
      for i in 1...31 { a.players.add(Player(name: "A\(i)", number: i)) }
      save
      mine: refuses: a: players: Too many items (31, at most 30) (1590)
      theirs: saves
      """#
    ),
    (
      "a minimum count of many to many",
      "entity Team { players ->> Player?, inverse teams, count 11... }\nentity Player { teams ->> Team?, inverse players }",
      "entity Team { players ->> Player?, inverse teams, count 10... }\nentity Player { teams ->> Team?, inverse players }",
      """
      let a = Team()
      for i in 1...10 { a.players.add(Player()) }
      save
      mine: refuses: a: players: Too few items (10, at least 11) (1580)
      theirs: saves
      """
    ),
    (
      "a unique pair and a unique name",
      "entity Player { first: String; last: String; unique first, last }",
      "entity Player { first: String; last: String; unique last }",
      """
      let a = Player(first: "A", last: "A")
      let b = Player(first: "B", last: "A")
      save
      mine: saves
      theirs: refuses: a: last is not unique: Player#2 has the same (1551)
      theirs: refuses: b: last is not unique: Player#1 has the same (1551)
      """
    ),
    (
      "a unique pair of an attribute that may be missing",
      "entity Player { name: String; number: Integer16?; unique name, number }",
      "entity Player { name: String; number: Integer16?; unique name }",
      """
      let a = Player(name: "A")
      let b = Player(name: "A")
      save
      mine: saves
      theirs: refuses: a: name is not unique: Player#2 has the same (1551)
      theirs: refuses: b: name is not unique: Player#1 has the same (1551)
      """
    ),
    (
      "a template's variable",
      "entity Team { color: String? }\ntemplate ByColor = fetch Team where color == $COLOR",
      "entity Team { color: String? }\ntemplate ByColor = fetch Team where color != $COLOR",
      """
      let a = Team()
      mine: fetch ByColor(COLOR: "A") is []
      theirs: fetch ByColor(COLOR: "A") is [a]
      """
    ),
    (
      "a template's operator beside a variable",
      "entity Team { color: String? }\ntemplate ByColor = fetch Team where color == $COLOR",
      "entity Team { color: String? }\ntemplate ByColor = fetch Team where color BEGINSWITH $COLOR",
      """
      let a = Team(color: "")
      mine: fetch ByColor(COLOR: "") is [a]
      theirs: fetch ByColor(COLOR: "") is []
      """
    ),
    (
      "a template over a path",
      "entity Team { size: Integer16 = 1; players ->> Player?, inverse team }\nentity Player { team -> Team?, inverse players }\ntemplate Of = fetch Player where team.size > $size",
      "entity Team { size: Integer16 = 1; players ->> Player?, inverse team }\nentity Player { team -> Team?, inverse players }\ntemplate Of = fetch Player where team.size >= $size",
      """
      let a = Team()
      let b = Player(team: a)
      mine: fetch Of(size: 1) is []
      theirs: fetch Of(size: 1) is [b]
      """
    ),
    (
      "a template's variable with another name",
      "entity Team { color: String? }\ntemplate ByColor = fetch Team where color == $COLOR",
      "entity Team { color: String? }\ntemplate ByColor = fetch Team where color == $COLOUR",
      """
      fetch ByColor(COLOR: nil)
      mine: accepts it
      theirs: refuses: ByColor needs a value for $COLOUR
      """
    ),
    (
      "a template over objects",
      "entity Team { players ->> Player?, inverse team }\nentity Player { age: Integer16 = 1; team -> Team?, inverse players }\ntemplate Of = fetch Player where team == $team",
      "entity Team { players ->> Player?, inverse team }\nentity Player { age: Integer16 = 1; team -> Team?, inverse players }\ntemplate Of = fetch Player where team == $team AND age > 20",
      """
      let a = Team()
      let b = Player(team: a)
      mine: fetch Of(team: a) is [b]
      theirs: fetch Of(team: a) is []
      """
    ),
    (
      "a template's order",
      "entity Team { name: String }\ntemplate All = fetch Team sort name",
      "entity Team { name: String }\ntemplate All = fetch Team sort name desc",
      """
      let a = Team(name: "A")
      let b = Team()
      mine: fetch All is [b, a]
      theirs: fetch All is [a, b]
      """
    ),
    (
      "a rule over two attributes",
      #"entity Game { home: Integer16?; away: Integer16?; rule "sum": home == nil OR away == nil OR home + away < 90 }"#,
      #"entity Game { home: Integer16?; away: Integer16?; rule "sum": home == nil OR away == nil OR home + away < 91 }"#,
      """
      let a = Game(home: 0, away: 90)
      save
      mine: refuses: a: sum (1550)
      theirs: saves
      """
    ),
    (
      "a rule with a pattern",
      #"entity Player { name: String; rule "name": name LIKE "W*" }"#,
      #"entity Player { name: String; rule "name": name LIKE "W?*" }"#,
      """
      let a = Player(name: "W")
      save
      mine: saves
      theirs: refuses: a: name (1550)
      """
    ),
    (
      "an order",
      "entity Team { players ->> Player?, inverse team }\nentity Player { team -> Team?, inverse players }",
      "entity Team { players ->> Player?, inverse team, ordered }\nentity Player { team -> Team?, inverse players }",
      """
      let a = Team()
      let b = Player()
      a.players.insert(b, at: 0)
      mine: refuses: Team.players keeps no order
      theirs: accepts it
      """
    ),
    (
      "a derived attribute",
      "entity Player { name: String; shown: String?, derived uppercase(name) }",
      "entity Player { name: String; shown: String?, derived lowercase(name) }",
      """
      let a = Player(name: "A")
      save
      mine: a.shown is "A"
      theirs: a.shown is "a"
      """
    ),
    (
      "a derived count",
      "entity Team { size: Integer16?, derived players.@count; players ->> Player?, inverse team }\nentity Player { team -> Team?, inverse players }",
      "entity Team { size: Integer16?; players ->> Player?, inverse team }\nentity Player { team -> Team?, inverse players }",
      """
      let a = Team(size: 1)
      mine: refuses: Team.size is derived and cannot be set
      theirs: accepts it
      """
    ),
    (
      "two things derived from others",
      "entity Team { size: Integer16?, derived players.@count; players ->> Player?, inverse team }\nentity Player { age: Integer16 = 9; team -> Team?, inverse players }",
      "entity Team { size: Integer16?, derived players.age.@max; players ->> Player?, inverse team }\nentity Player { age: Integer16 = 9; team -> Team?, inverse players }",
      """
      let a = Team()
      save
      mine: a.size is 0
      theirs: a.size is nil
      """
    ),
    (
      "a delete rule at the end of a chain",
      chain("nullify"), chain("deny"),
      """
      let a = Player()
      let b = Badge(player: a)
      delete a
      mine: b.player is nil
      theirs: b.player is a
      """
    ),
    (
      "a delete rule at the end of a chain, for good",
      chain("cascade"), chain("nullify"),
      """
      let a = Player()
      let b = Badge(player: a)
      delete a
      mine: b is marked for deletion
      theirs: b is still there
      """
    ),
    (
      "a renamed entity",
      "entity Team { name: String }", "entity Club { name: String }",
      """
      let a = Team(name: "A")
      mine: accepts it
      theirs: refuses: there is no entity 'Team'
      """
    ),
    (
      "a renamed attribute",
      "entity Team { name: String }", "entity Team { title: String, renamed from \"name\" }",
      """
      let a = Team(name: "A")
      mine: accepts it
      theirs: refuses: Team has no 'name'
      """
    ),
  ]

  /// Three relationships in a row, of which the last is in question.
  static func chain(_ rule: String) -> String {
    """
    entity Club { teams ->> Team?, inverse club, delete cascade }
    entity Team { club -> Club, inverse teams; players ->> Player?, inverse team, delete cascade }
    entity Player { team -> Team, inverse players; badges ->> Badge?, inverse player, delete \(rule) }
    entity Badge { player -> Player?, inverse badges }
    """
  }

  @Test("the shortest script that tells them apart", arguments: pairs)
  func shortest(name: String, mine: String, theirs: String, expected: String) throws {
    let one = ModelTextTests.parsed(mine)
    let other = ModelTextTests.parsed(theirs)
    #expect(one.messages == [] && other.messages == [])
    var search = BehaviorSearch(one.model, other.model)
    guard case .differ(let script, let own, let others) = try search.run() else {
      Issue.record("nothing tells them apart")
      return
    }
    let lines = ScriptStep.texts(of: script) + own.lines.map { "mine: \($0)" } + others.lines.map { "theirs: \($0)" }
    #expect(lines.joined(separator: "\n") == expected)
    // The description of the script agrees with what the workbook does with it.
    for (model, end) in [(one.model, own), (other.model, others)] {
      var interpreter = Interpreter()
      _ = interpreter.run(SourceText(ModelText.source(model)))
      let outcomes = interpreter.run(SourceText(ScriptStep.texts(of: script).joined(separator: "\n")))
      #expect(outcomes.contains(where: \.failed) == end.isRefusal)
    }
  }

  /// A part of a model, and what stands in its place.
  static let silent = [
    ("name: String;", "name: String, renamed from \"title\";"), ("name: String;", "name: String, indexed;"),
    ("name: String;", "name: String, userInfo a: 1;"), ("team -> Team?", "team -> Team?, userInfo a: 1"),
    ("entity Player {", "entity Player { userInfo a: 1;"),
    ("template Rich", "dependency Player: code -> name\ntemplate Rich"),
    ("template Rich", "configuration Cloud { Team, Player }\ntemplate Rich"),
  ]

  @Test("what changes nothing that objects do needs no search", arguments: silent)
  func unobservable(part: String, other: String) throws {
    var search = try Self.search(part, other)
    #expect(try search.run() == .agree(upToStatements: 1, entities: [], steps: 0))
  }

  @Test(
    "patterns that match the same texts are not told as a difference in behaviour",
    arguments: [
      (#"matches "[a-c]+""#, #"matches "(a|b|c)(a|b|c)*""#), (#"matches "\\d{3}""#, #"matches "\\d\\d\\d""#),
      (#"name LIKE "W*""#, #"name BEGINSWITH "W""#),
    ])
  func alike(part: String, other: String) throws {
    var search = try Self.search(part, other)
    search.limits = BehaviorSearch.Limits(statements: 2, steps: 3_000)
    guard case .agree(let statements, let entities, _) = try search.run() else {
      Issue.record("a script tells them apart")
      return
    }
    #expect(statements == 2 && entities.contains("Player"))
  }

  static func search(_ part: String, _ other: String) throws -> BehaviorSearch {
    let base = """
      entity Team { players ->> Player?, inverse team }
      entity Player { name: String; short: String?, matches "[a-c]+"; code: String?, matches "\\\\d{3}"; team -> Team? }
      template Rich = fetch Player where name LIKE "W*"
      """
    let mine = ModelTextTests.parsed(base)
    let theirs = ModelTextTests.parsed(base.replacingFirst(part, with: other))
    #expect(mine.messages == [] && theirs.messages == [])
    #expect(theirs.model.difference(from: mine.model, renaming: ModelRenaming()).changes.count == 1)
    return BehaviorSearch(mine.model, theirs.model)
  }
}
