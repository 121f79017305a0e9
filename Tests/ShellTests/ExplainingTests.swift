import Diagnostics
import Testing
import WorkbookLanguage

@testable import Shell

@Suite("Why a fetch finds what it finds")
struct ExplainingTests {
  static let league = """
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { age: Integer16?; lastName: String; team -> Team?, inverse players }
    let heat = Team(name: "Heat")
    let wade = Player(lastName: "Wade", age: 30, team: heat)
    let nash = Player(lastName: "Nash", age: 40)

    """

  static let cases: [(statement: String, lines: String)] = [
    (
      "explain fetch Player where age > 20 AND team == $heat",
      """
         step                           of  left
      ─  ─────────────────────────────  ──  ────
      1  begin with every Player         2     2
      2  keep those with age > 20        2     2
      3  keep those with team == $heat   2     1
      1 object found
      """
    ),
    (
      "explain fetch Player where age > 20 AND NOT (lastName == \"Nash\" OR team == $heat)",
      """
         step                                                       of  left
      ─  ─────────────────────────────────────────────────────────  ──  ────
      1  begin with every Player                                     2     2
      2  keep those with age > 20                                    2     2
      3  keep those with NOT (lastName == "Nash" OR team == $heat)   2     0
           lastName == "Nash" OR team == $heat                       2     2
             lastName == "Nash"                                      2     1
             team == $heat                                           1     1
      no objects found
      """
    ),
    (
      "explain nash in fetch Player where age > 20 AND team.name == \"Heat\"",
      """
      Player#2 Nash is not in it
        team is nil, so team.name == "Heat" is false
      """
    ),
    (
      "explain wade in fetch Player where age > 20 AND team == $heat",
      """
      Player#1 Wade is in it
        age is 30, so age > 20 is true
        team is Team#1, so team == Team#1 is true
      """
    ),
    (
      "explain heat in fetch Player where age > 20",
      """
      Team#1 Heat is not in it
        its entity is Team, not Player
      """
    ),
    (
      "explain nash in fetch Player where age > 20 sort age limit 1",
      """
      Player#2 Nash is not in it
        age is 40, so age > 20 is true
        it is number 2, and the fetch stops after 1
      """
    ),
    (
      "explain wade in fetch Player where NOT ANY team.players.age > 35",
      """
      Player#1 Wade is in it
        team.players.age is 30, so ANY team.players.age > 35 is false, so NOT ANY
          team.players.age > 35 is true
      """
    ),
  ]

  @Test("The parts that decided, and how many objects went through each", arguments: cases)
  func explains(_ row: (statement: String, lines: String)) throws {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(Self.league))
    let outcomes = interpreter.run(SourceText(row.statement))
    let result = try #require(outcomes.first?.result)
    #expect(OutcomeRenderer().document(for: result).lines(.plain).joined(separator: "\n") == row.lines)
  }

  @Test("A fetch tells what is suspicious in its condition, and finds what it finds")
  func warns() throws {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(Self.league))
    let source = SourceText("fetch Player where age BETWEEN {10, 1}")
    let outcome = try #require(interpreter.run(source).first)
    #expect(!outcome.failed)
    #expect(
      outcome.diagnostics.map { DiagnosticFormatter().format($0, in: source) } == [
        """
        warning: nothing is between 10 and 1
          fetch Player where age BETWEEN {10, 1}
                                         ^^^^^^^ write {1, 10}
        """
      ])
  }
}
