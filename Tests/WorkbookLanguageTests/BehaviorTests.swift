import Diagnostics
import Testing

@testable import WorkbookLanguage

/// The shortest script on which two models behave differently.
@Suite("Two models that behave differently")
struct BehaviorTests {
  static let league = """
    entity Team { name: String; uniformColor: String?; players ->> Player?, inverse team, delete cascade }
    entity Player { lastName: String; age: Integer16?, range 0...99; email: String?, matches "[^@]+@[^@]+"; team -> Team?, inverse players }
    template GreenTeams = fetch Team where uniformColor == "Green"
    """

  /// A part of the model, what stands in its place in the other one, and what is found.
  static let differences: [(String, String, String)] = [
    (
      "delete cascade", "delete nullify",
      """
      let a = Team(name: "A"); let b = Player(lastName: "A", team: a); delete a
      mine: b is marked for deletion
      theirs: b is still there
      """
    ),
    (
      "delete cascade", "delete deny",
      """
      let a = Team(name: "A"); let b = Player(lastName: "A", team: a); delete a
      mine: b is marked for deletion
      theirs: b is still there
      """
    ),
    (
      "-> Team?", "-> Team",
      """
      let a = Player(lastName: "A"); save
      mine: saves
      theirs: refuses: a: team is a required value (1570)
      """
    ),
    (
      "0...99", "0...100",
      """
      let a = Player(lastName: "A", age: 100); save
      mine: refuses: a: age: 100 is too large (at most 99) (1610)
      theirs: saves
      """
    ),
    (
      ", matches \"[^@]+@[^@]+\"", "",
      """
      let a = Player(lastName: "A", email: "A"); save
      mine: refuses: a: email: "A" does not match "[^@]+@[^@]+" (1680)
      theirs: saves
      """
    ),
    (
      "\"Green\"", "\"Red\"",
      """
      let a = Team(name: "A", uniformColor: "Green")
      mine: fetch GreenTeams is [a]
      theirs: fetch GreenTeams is []
      """
    ),
    (
      "name: String;", "name: String, length 2...;",
      """
      let a = Team(name: "A"); save
      mine: saves
      theirs: refuses: a: name: "A" is too short (1, at least 2) (1670)
      """
    ),
    (
      "Integer16?", "Integer16? = 3",
      """
      let a = Player(lastName: "A")
      mine: a.age is nil
      theirs: a.age is 3
      """
    ),
    (
      "Integer16?", "Integer32?",
      """
      let a = Player(lastName: "A", age: 32768)
      mine: refuses: 32768 is beyond Player.age, an Integer16
      theirs: accepts it
      """
    ),
    (
      "inverse team,", "inverse team, count 0...2,",
      """
      let a = Team(name: "A"); let b = Player(lastName: "A", team: a); let c = Player(lastName: "A", team: a); \
      let d = Player(lastName: "A", team: a); save
      mine: saves
      theirs: refuses: a: players: Too many items (3, at most 2) (1590)
      """
    ),
    (
      "inverse team,", "inverse team, ordered,",
      """
      let a = Team(name: "A"); let b = Player(lastName: "A"); a.players.insert(b, at: 0)
      mine: refuses: Team.players keeps no order
      theirs: accepts it
      """
    ),
    (
      "uniformColor: String?", "uniformColor: String?, transient",
      """
      let a = Team(name: "A", uniformColor: "A"); save; reset
      mine: a.uniformColor is "A"
      theirs: a.uniformColor is nil
      """
    ),
    (
      "entity Player", "entity Coach { }\nentity Player",
      """
      let a = Coach()
      mine: refuses: there is no entity 'Coach'
      theirs: accepts it
      """
    ),
    (
      "lastName: String;", "lastName: String; unique lastName;",
      """
      let a = Player(lastName: "A"); let b = Player(lastName: "A"); save
      mine: saves
      theirs: refuses: a: lastName is not unique: Player#2 has the same (1551)
      theirs: refuses: b: lastName is not unique: Player#1 has the same (1551)
      """
    ),
    (
      "lastName: String;", "lastName: String; rule \"grown up\": age == nil OR age > 17;",
      """
      let a = Player(lastName: "A", age: 1); save
      mine: saves
      theirs: refuses: a: grown up (1550)
      """
    ),
    (
      ", inverse players }", ", inverse players, delete cascade }",
      """
      let a = Team(name: "A"); let b = Player(lastName: "A", team: a); delete b
      mine: a is still there
      theirs: a is marked for deletion
      """
    ),
  ]

  @Test("the shortest script that tells them apart", arguments: differences)
  func shortest(part: String, other: String, expected: String) throws {
    let mine = ModelTextTests.parsed(Self.league)
    let theirs = ModelTextTests.parsed(Self.league.replacingFirst(part, with: other))
    #expect(mine.messages == [] && theirs.messages == [])
    var search = BehaviorSearch(mine.model, theirs.model)
    guard case .differ(let script, let own, let others) = try search.run() else {
      Issue.record("nothing tells them apart")
      return
    }
    let found =
      [ScriptStep.texts(of: script).joined(separator: "; ")] + own.lines.map { "mine: \($0)" }
      + others.lines.map { "theirs: \($0)" }
    #expect(found.joined(separator: "\n") == expected)
    // The description of the script agrees with what the workbook does with it.
    for (model, end) in [(mine.model, own), (theirs.model, others)] {
      var interpreter = Interpreter()
      _ = interpreter.run(SourceText(ModelText.source(model)))
      let outcomes = interpreter.run(SourceText(ScriptStep.texts(of: script).joined(separator: "\n")))
      #expect(outcomes.contains(where: \.failed) == end.isRefusal)
    }
  }

  @Test("what no script tells apart is said to be searched for up to a length")
  func alike() throws {
    let mine = ModelTextTests.parsed(Self.league)
    let theirs = ModelTextTests.parsed(Self.league.replacingFirst("@[^@]+", with: "@([^@]|[^@][^@]+)"))
    var search = BehaviorSearch(mine.model, theirs.model)
    search.limits = BehaviorSearch.Limits(statements: 2, steps: 2_000)
    guard case .agree(let statements, let entities, let steps) = try search.run() else {
      Issue.record("a script tells them apart")
      return
    }
    #expect(statements == 2)
    #expect(entities == ["Team", "Player"])
    #expect(steps > 100)
  }
}

extension String {
  func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
