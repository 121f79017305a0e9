import Diagnostics
import Support
import Testing

@testable import WorkbookLanguage

/// The whole text of what a learner reads after a slip: what is wrong, the place, what to do.
@Suite("Messages")
struct MessageTests {
  static let model = """
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { firstName: String; lastName: String; age: Integer16?; team -> Team?, inverse players }
    let heat = Team(name: "Miami Heat")
    let wade = Player(firstName: "Dwyane", lastName: "Wade", age: 30, team: heat)

    """

  static let slips: [(String, String)] = [
    (
      "fetch Player where lastName == Wade",
      """
      Player has no 'Wade'
        fetch Player where lastName == Wade
                                       ^^^^ write text in quotes: "Wade"
      """
    ),
    (
      "fetch Team where name == Miami Heat",
      """
      unexpected 'Heat' after the statement
        fetch Team where name == Miami Heat
                                       ^^^^ write text in quotes: "Miami Heat"
      """
    ),
    (
      "fetch Player where lastName == 'JR's'",
      """
      unexpected 's' after the statement
        fetch Player where lastName == 'JR's'
                                           ^ inside '…' an apostrophe is written \\', or write "…"
      """
    ),
    (
      "fetch Player where age\u{200B} == 3",
      """
      there is an invisible character here: U+200B, zero width space
        fetch Player where age\u{200B} == 3
                              ^ erase it, or type the words again
      """
    ),
    (
      "fetch Player where age – 3 == 2",
      """
      this is a dash, not a minus
        fetch Player where age – 3 == 2
                               ^ write -
      """
    ),
    (
      "fetch Playr",
      """
      there is no entity 'Playr'
        fetch Playr
              ^^^^^ did you mean Player?
      """
    ),
    (
      "entity Coach {\n  name: String\nlet pat = 5",
      """
      this '{' is not closed before the next statement
        entity Coach {
                     ^ add } at the end of its entity
        the next statement begins with 'let'
      """
    ),
    (
      "entity Coach { name: String",
      """
      this '{' is never closed
        entity Coach { name: String
                     ^ add } where it should end
      """
    ),
    (
      "wade.lastNme",
      """
      Player has no 'lastNme'
        wade.lastNme
             ^^^^^^^ did you mean lastName?
      """
    ),
    (
      "Player(firstName: \"A\", lastNme: \"B\")",
      """
      Player has no 'lastNme'
        Player(firstName: "A", lastNme: "B")
                               ^^^^^^^ did you mean lastName?
      """
    ),
    (
      "fetch Player where team.nam == \"x\"",
      """
      Team has no 'nam'
        fetch Player where team.nam == "x"
                                ^^^ did you mean name?
      """
    ),
    (
      "wade.age = \"thirty\"",
      """
      Player.age takes an Integer16, not "thirty"
        wade.age = "thirty"
                   ^^^^^^^^
      """
    ),
    (
      "wade.age = 40000",
      """
      40000 is beyond Player.age, an Integer16
        wade.age = 40000
                   ^^^^^ it holds -32768 to 32767
      """
    ),
    (
      "wade.team = wade",
      """
      Player.team takes a Team, not a Player
        wade.team = wade
                    ^^^^
      """
    ),
    (
      "fetch Player where lastName ==",
      """
      expected a value after '==', but the text ends here
        fetch Player where lastName ==
                                      ^
      """
    ),
    (
      "fetch Player where lastName ==\nsave",
      """
      expected a value after '==', but the line ends here
        fetch Player where lastName ==
                                      ^
      """
    ),
    (
      "fetch Player where team == heat",
      """
      Player has no heat
        fetch Player where team == heat
                                   ^^^^ for your own heat, write $heat; for the text, "heat"
      """
    ),
    (
      "haet.players",
      """
      there is nothing called 'haet'
        haet.players
        ^^^^ did you mean heat?
      """
    ),
    (
      "Player#9",
      """
      there is no Player#9
        Player#9
        ^^^^^^ fetch Player lists them
      """
    ),
    (
      "change Team.players, delete cascad",
      """
      there is no delete rule 'cascad'
        change Team.players, delete cascad
                                    ^^^^^^ did you mean cascade?
      """
    ),
    (
      "entity Task { title: Strin }",
      """
      there is no attribute type 'Strin'
        entity Task { title: Strin }
                             ^^^^^ did you mean String?
      """
    ),
    (
      "entity Task { title: String indexed }",
      """
      options follow a comma
        entity Task { title: String indexed }
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write entity Task { title: String, indexed }
      """
    ),
    (
      "Team.players.deleteRule == \"cascad\"",
      """
      no deleteRule is called "cascad"
        Team.players.deleteRule == "cascad"
                                   ^^^^^^^^ did you mean cascade?
      """
    ),
    (
      "delete Player",
      """
      this would delete every Player
        delete Player
               ^^^^^^ write delete Player where …
      """
    ),
    (
      "expect count Player == 2 else \"Look again.\"",
      """
      this does not hold
        expect count Player == 2 else "Look again."
               ^^^^^^^^^^^^^^^^^
        count Player is 1
      """
    ),
    (
      "expect { wade.lastName = nil; save } succeeds",
      """
      this fails
        expect { wade.lastName = nil; save } succeeds
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        save refused: Player#1 Dwyane: lastName is a required value (1570)
      """
    ),
    (
      "expect { wade.nothing = 3; save } fails",
      """
      Player has no 'nothing'
        expect { wade.nothing = 3; save } fails
                      ^^^^^^^ its properties are firstName, lastName, age, team
        so the block could not be judged
      """
    ),
    (
      "let count = 3",
      """
      'count' begins a statement, so it can't be a name
        let count = 3
            ^^^^^ take another name, such as myCount
      """
    ),
    (
      "for last in [wade] { delete #last }",
      """
      'last' is a word of conditions, so it can't be a name
        for last in [wade] { delete #last }
            ^^^^ take another name, such as myLast
      """
    ),
    (
      "var x = 3",
      """
      names are made with let here
        var x = 3
        ^^^ write let x = 3
      """
    ),
    (
      "print(wade)",
      """
      a value is printed by writing it alone
        print(wade)
        ^^^^^ write wade
      """
    ),
    (
      "SELECT * FROM Player",
      """
      objects are fetched by their entity
        SELECT * FROM Player
        ^^^^^^^^^^^^^^^^^^^^ write fetch Player
      """
    ),
    (
      "heat.players.count",
      """
      the number of objects is an operator here
        heat.players.count
                     ^^^^^ write heat.players.@count
      """
    ),
    (
      "entity Squad { players: [Player] }",
      """
      a to-many relationship is not written as a list
        entity Squad { players: [Player] }
                                ^^^^^^^ write entity Squad { players ->> Player? }
      """
    ),
    (
      "wade.lastName = \"\\d\"",
      """
      there is no escape \\d
        wade.lastName = "\\d"
                         ^^ a backslash is written \\\\: \\\\d
      """
    ),
    (
      "delete wade foo",
      """
      unexpected 'foo' after the statement
        delete wade foo
                    ^^^ leave it out
      """
    ),
    (
      "fetch Player wher age == 3",
      """
      unexpected 'wher' after the statement
        fetch Player wher age == 3
                     ^^^^ did you mean where?
      """
    ),
    (
      "fetch Player where age == 3 AND",
      """
      expected a condition after 'AND', but the text ends here
        fetch Player where age == 3 AND
                                       ^
      """
    ),
    (
      "wade.age = 9223372036854775808",
      """
      9223372036854775808 is beyond Player.age, an Integer16
        wade.age = 9223372036854775808
                   ^^^^^^^^^^^^^^^^^^^ it holds -32768 to 32767
      """
    ),
    (
      "fetch Player sort\ncount Player",
      """
      a property to sort by is missing at the end of the line
        fetch Player sort
                         ^
      """
    ),
    (
      "[Player]",
      """
      Player is a description, and a list holds objects and values
        [Player]
         ^^^^^^ write fetch Player for its objects
      """
    ),
    (
      "change Team.players, inverse firstName",
      """
      Player.firstName is not a relationship, so it can't be the inverse of players
        change Team.players, inverse firstName
                    ^^^^^^^ its relationships are team
      """
    ),
    (
      "remove Player",
      """
      Team.players leads to Player
        remove Player
               ^^^^^^ first: remove Team.players
      """
    ),
    (
      "expect save fail",
      """
      expected succeeds or fails, found 'fail'
        expect save fail
                    ^^^^ did you mean fails?
      """
    ),
    (
      "for t in Team { t }",
      """
      Team is not a list
        for t in Team { t }
                 ^^^^ write for t in (fetch Team) { t }
      """
    ),
    (
      "let x = Player(firstName: \"A\", lastName: \"B\"); undo; x.age",
      """
      x is no longer in the graph
        let x = Player(firstName: "A", lastName: "B"); undo; x.age
                                                             ^ redo brings it back; let x = … gives the name to another
      """
    ),
    (
      "entity Thing { }\nentity Ball: Thing { grams: Integer16? }\nBall(grams: 1)\nfetch Thing where grams == 1",
      """
      Thing has no 'grams'
        fetch Thing where grams == 1
                          ^^^^^
      """
    ),
    (
      "add Player.coach -> Coach?\nshow tables",
      """
      Player.coach leads to Coach, which does not exist
        show tables
        ^^^^^^^^^^^ entity Coach { … }
      """
    ),
    (
      "entity Task { description: String }",
      """
      Task.description cannot have this name: every object answers description already
        entity Task { description: String }
                      ^^^^^^^^^^^ choose another name, such as taskDescription
      """
    ),
    (
      "entity Task { tag: String, matches \"[\" }",
      """
      the pattern of Task.tag is not a regular expression: [
        entity Task { tag: String, matches "[" }
                      ^^^
      """
    ),
    (
      "entity Die { owner -> State?, inverse saved }\nentity State { saved ->> Die?, inverse owner; now ->> Die?, inverse owner }",
      """
      State.saved and State.now both name Die.owner as their inverse, but an inverse belongs to one relationship
        entity State { saved ->> Die?, inverse owner; now ->> Die?, inverse owner }
                                                      ^^^ give State.now its own:
          add Die.nowOwner -> State?
          entity State { saved ->> Die?, inverse owner; now ->> Die?, inverse nowOwner }
      """
    ),
    (
      "entity Task { tags ->> Tag? }\nfetch Team",
      """
      Task.tags leads to Tag, which does not exist
        fetch Team
        ^^^^^^^^^^ entity Tag { … }
      """
    ),
  ]

  @Test("a slip is told with its place", arguments: slips)
  func slip(text: String, expected: String) {
    var interpreter = Interpreter()
    #expect(interpreter.run(SourceText(Self.model)).allSatisfy { !$0.failed })
    let source = SourceText(text)
    let messages = interpreter.run(source).flatMap(\.diagnostics).map { DiagnosticFormatter().format($0, in: source) }
    #expect(messages == [expected])
  }

  @Test("several slips are all told, with their lines")
  func several() {
    let source = SourceText("fetch 3\nsave\nlet = 4\nshow graph\nPlayer(", name: "slips.graph")
    var interpreter = Interpreter()
    let messages = interpreter.run(source).flatMap(\.diagnostics).map {
      DiagnosticFormatter().format($0, in: source).split(separator: "\n")[0]
    }
    #expect(
      messages == [
        "slips.graph:1:7: expected an entity, found '3'",
        "slips.graph:3:5: expected a name, found '='",
        "slips.graph:5:7: this '(' is never closed",
      ])
  }

  @Test("no text of any kind stops the program")
  func mutations() {
    var random = SplitMix(state: 7)
    let lines = ParsingTests.statements + InterpreterTests.league.split(separator: "\n").map(String.init)
    let pieces =
      lines.flatMap { $0.split(separator: " ").map(String.init) } + [
        "(", ")", "{", "}", "[", "]", "\"", "=", "#", "99999999999999999999", "-", "\\(", "\u{1B}", "é", "🏀", ".",
        "...", "$", "%@", "@", ";",
      ]
    for round in 0..<400 {
      var interpreter = Interpreter()
      interpreter.budget = Budget(steps: 2_000, objects: 500, textBytes: 100_000, nesting: 10)
      _ = interpreter.run(SourceText(InterpreterTests.league))
      var text = ""
      for _ in 0..<(1 + round % 12) {
        var words = lines[random.below(lines.count)].split(separator: " ").map(String.init)
        for _ in 0..<random.below(4) where !words.isEmpty {
          let place = random.below(words.count)
          switch random.below(3) {
          case 0: words.remove(at: place)
          case 1: words[place] = pieces[random.below(pieces.count)]
          default: words.insert(pieces[random.below(pieces.count)], at: place)
          }
        }
        text += words.joined(separator: random.below(5) == 0 ? "" : " ") + "\n"
      }
      for outcome in interpreter.run(SourceText(text)) {
        for diagnostic in outcome.diagnostics { _ = DiagnosticFormatter().format(diagnostic, in: outcome.source) }
      }
      let problems = interpreter.context.graph.checkInvariants()
      #expect(problems == [], "\(text)")
    }
  }
}
