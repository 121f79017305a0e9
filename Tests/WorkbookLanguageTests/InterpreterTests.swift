import Diagnostics
import Foundation
import Testing

@testable import WorkbookLanguage

/// Scripts that judge themselves: every `expect` in them must hold, and nothing else may fail.
@Suite("What statements do")
struct InterpreterTests {
  static let league = """
    model League
    entity Team { name: String; uniformColor: String?; players ->> Player?, inverse team, delete cascade }
    entity Player { firstName: String; lastName: String; age: Integer16?; email: String?, matches "[^@]+@[^@]+"; team -> Team?, inverse players }
    let heat = Team(name: "Miami Heat", uniformColor: "Red")
    let suns = Team(name: "Phoenix Suns")
    let wade = Player(firstName: "Dwyane", lastName: "Wade", age: 30, team: heat)
    let allen = Player(firstName: "Ray", lastName: "Allen", age: 37, team: heat)
    let nash = Player(firstName: "Steve", lastName: "Nash", team: suns)
    save

    """

  static func failures(_ text: String, files: [String: String] = [:]) -> [String] {
    let environment = Interpreter.Environment(
      now: { Date(timeIntervalSinceReferenceDate: 0) },
      readFile: { path, _ in
        guard let text = files[path] else { throw Diagnostic("no-file", "there is no file \(path)") }
        return SourceText(text, name: path)
      })
    var interpreter = Interpreter(environment: environment)
    interpreter.context.checksInvariants = true
    return interpreter.run(SourceText(text)).filter(\.failed).flatMap { outcome in
      outcome.diagnostics.map { DiagnosticFormatter().format($0, in: outcome.source) }
    }
  }

  @Test(
    "scripts whose expectations hold",
    arguments: [
      // Inverses
      "wade.team = suns; expect suns.players.@count == 2; expect heat.players.@count == 1; expect wade IN suns.players",
      "suns.players.add(wade); expect wade.team == suns",
      "heat.players.remove([wade, Player#2]); expect heat.players.@count == 0; expect wade.team == nil",
      "heat.players = [nash]; expect nash.team == heat; expect wade.team == nil",
      // Names and queries
      "expect (count Player where team == $heat) == 2",
      "expect (count Player where ANYKEY == \"Wade\") == 1",
      "let old = fetch Player where age > 35; expect old.@count == 1",
      "expect (fetch Player where lastName BEGINSWITH \"W\").@count == 1",
      "expect Player#1.lastName == \"Wade\"",
      "expect count Player == 3 AND count Team == 2",
      "expect wade.team.name == \"Miami Heat\" AND nash.age == nil",
      "expect heat.players.@avg.age == 33.5",
      "expect ANY heat.players.age > 35",
      "let n = 5; expect n + 1 == 6; let n = \"x\"; expect n == \"x\"",
      "expect (count Team where uniformColor == nil) == 1 else \"one\"",
      // Loops
      "for i in 1...10 { Player(firstName: \"F\\(i)\", lastName: \"L\", age: i % 3) }; expect count Player == 13; undo; expect count Player == 3",
      "for p in heat.players { p.age = 30 }; expect NONE heat.players.age > 30",
      "for p in heat.players { delete p; expect NOT p IN heat.players }; expect count Player == 1; undo; expect count Player == 3",
      "for t in (fetch Team) { for p in t.players { p.age = 1 } }; expect (count Player where age == 1) == 3; undo; expect wade.age == 30",
      // Deleting
      "delete heat; expect count Player == 1; expect count Team == 1; undo; expect count Player == 3; expect wade.team == heat",
      "delete Player where team == $heat; expect heat.players.@count == 0",
      "change Team.players, delete deny; expect { delete heat; save } fails 1600 \"players\"; expect count Team == 2",
      "change Team.players, delete deny; expect { delete heat; delete wade; delete allen; save } succeeds",
      "change Team.players, delete nullify; delete heat; expect wade.team == nil; expect count Player == 3; save",
      "change Team.players, delete nullify; change Player.team, required; expect { delete heat; save } fails 1570 \"team is a required value\"",
      "change Team.players, delete none; delete heat; expect save succeeds",
      // Saving and going back
      "wade.age = 31; rollback; expect wade.age == 30",
      "delete heat; save; expect count Player == 1; undo; expect count Player == 3; save; redo; expect count Player == 1",
      "change Player.team, required; let x = Player(firstName: \"A\", lastName: \"B\"); expect save fails 1570 \"Team is a REQUIRED value\"; delete x; expect save succeeds",
      "wade.email = \"nobody\"; expect save fails 1680",
      "let a = Player(firstName: \"A\", lastName: nil); wade.email = \"x\"; expect save fails 1560",
      "expect { wade.age = 99; save } succeeds; expect wade.age == 30",
      // The model and its data
      "add Team.city: String?; heat.city = \"Miami\"; rename Team.city to town; expect heat.town == \"Miami\"; undo; undo; undo; expect heat.name == \"Miami Heat\"",
      "add Team.sponsors ->> Sponsor?, inverse teams; expect wade.team == heat; entity Sponsor { teams ->> Team?, inverse sponsors }; let s = Sponsor(teams: [heat]); expect s IN heat.sponsors; undo; undo; undo; expect Team.relationships.@count == 1",
      "for t in (fetch Team) { t.uniformColor = \"Blue\" }; for p in [wade, nash] { p.age = 9 }; delete [wade, allen]; expect count Player == 1; expect nash.age == 9",
      "let x = Player(firstName: \"X\", lastName: \"Y\", team: heat); delete x; expect save succeeds; expect heat.players.@count == 2",
      "expect SUBQUERY(heat.players, $p, $p.age > 35).@count == 1",
      "rename Player to Athlete; expect count Athlete == 3; expect wade.team == heat",
      "rename Player.team to club; expect wade.club == heat; expect Team.players.inverseRelationship.name == \"club\"",
      "change Player.team ->> Team?; expect heat IN wade.team; wade.team.add(suns); expect suns.players.@count == 2",
      "remove Player.email; expect Player.attributes.@count == 3",
      "entity Coach { name: String }; Player.coach <<--> Coach.players; let c = Coach(name: \"Pat\"); c.players.add(wade); expect wade.coach == c",
      "expect Team.players.deleteRule == \"cascade\"; expect Player.team.destinationEntity.name == \"Team\"; expect Player.team.isOptional; expect Team.players.isToMany",
      "expect Team.name.attributeType == \"String\"; expect model.entitiesByName.Team.name == \"Team\"; expect model.entities.@count == 2",
      "entity Person { cousins ->> Person?, inverse cousins }; let a = Person(); let b = Person(); a.cousins.add(b); expect a IN b.cousins",
      "entity Employee { reports ->> Employee?, inverse managers; managers ->> Employee?, inverse reports }; let a = Employee(); let b = Employee(reports: [a]); expect b IN a.managers",
      "abstract entity Animal { name: String }; entity Dog: Animal { }; entity Cat: Animal { }; Dog(name: \"Rex\"); Cat(name: \"Tom\"); expect count Animal == 2; expect count only Animal == 0",
      "entity A { bs ->> B?, count 3...2 }; entity B { }; A(); expect save succeeds; A(bs: [B()]); expect save fails 1580",
      "entity A { bs ->> B?, count 2...3 }; entity B { }; expect { A(bs: [B()]); save } fails \"Too few items\"; expect { A(bs: [B(), B(), B(), B()]); save } fails 1590 \"Too many items\"",
      "change Team.players, delete none; delete heat; save; expect wade.team != nil; expect wade.team.name == nil",
      "change Team.players, delete none; delete heat; save; context main, no deleting faults; expect { wade.team.name } fails 133000",
      // Expectations
      "check \"keeps\", points 2 { delete heat; expect count Player == 1 }; expect count Player == 3",
      "expect save succeeds",
      "// a comment\nexpect 1 == 1 // another\n",
      "wade.age = nil; expect wade.age == nil",
      "let born = 1982-01-17; expect born < now()",
      "begin \"two\"; wade.age = 1; allen.age = 2; end; undo; expect wade.age == 30 AND allen.age == 37",
    ])
  func script(text: String) { #expect(Self.failures(Self.league + text) == []) }

  @Test("a statement that fails leaves nothing behind")
  func atomic() {
    let text = """
      Player(firstName: "A", lastName: 5)
      for i in 1...3 { Player(firstName: "A", lastName: "B"); wade.age = 100000 }
      heat.players.add([nash, suns])
      """
    let failures = Self.failures(Self.league + text)
    #expect(failures.count == 3)
    #expect(
      Self.failures(Self.league + text + "\nexpect count Player == 3\nexpect heat.players.@count == 2") == failures)
  }

  @Test("a file that is run is one step of undo, and stops at its first error")
  func files() {
    let files = [
      "setup.graph":
        "let magic = Team(name: \"Magic\")\ndelete wade\nexpect count Player == 2\nsave\nPlayer(firstName: \"A\", lastName: \"B\")",
      "broken.graph": "Team(name: \"One\")\nTeam(nam: \"Two\")\nTeam(name: \"Three\")",
      "endless.graph": "run \"endless.graph\"",
    ]
    #expect(
      Self.failures(
        Self.league
          + "run \"setup.graph\"; expect magic.name == \"Magic\"; undo; expect count Player == 3; expect count Team == 2",
        files: files) == [])
    let broken = Self.failures(
      Self.league + "run \"broken.graph\"\nexpect count Team == 3\nundo\nexpect count Team == 2", files: files)
    #expect(broken.isEmpty)  // its message belongs to the outcomes inside
    #expect(!Self.failures("run \"nowhere.graph\"", files: files).isEmpty)
    _ = Self.failures("run \"endless.graph\"", files: files)
  }

  @Test("a budget ends what does not end by itself, with a message")
  func budgets() {
    var interpreter = Interpreter()
    interpreter.budget = Budget(steps: 100, objects: 10, textBytes: 10_000, nesting: 5)
    let outcomes = interpreter.run(
      SourceText("entity A { }\nfor i in 1...100000 { i }\nfor i in 1...100 { A() }\nexpect 1 == 1"))
    #expect(outcomes.map(\.failed) == [false, true, true, true])
    #expect(outcomes[1].diagnostics.map(\.message) == ["stopped after 100 steps"])
    interpreter.budget = Budget(steps: 50, objects: 1_000, textBytes: 10_000, nesting: 5)
    #expect(interpreter.run(SourceText("for i in 1...100 { A() }")).map(\.failed) == [true])
    interpreter.budget = .unlimited
    #expect(
      interpreter.run(SourceText("expect count A == 0; A(); expect count A == 1; undo; expect count A == 0")).allSatisfy
      { !$0.failed })
    interpreter.budget = Budget(steps: 100, objects: 10, textBytes: 20, nesting: 5)
    #expect(interpreter.run(SourceText("// a text of more than twenty bytes")).map(\.failed) == [true])
  }

  @Test("a trial has a future of its own")
  func trials() {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(Self.league))
    var trial = interpreter.trial()
    _ = trial.run(SourceText("delete heat; save; let heat = 5; remove Player"))
    #expect(
      interpreter.run(SourceText("expect count Player == 3; expect heat.name == \"Miami Heat\"")).allSatisfy {
        !$0.failed
      })
  }
}
