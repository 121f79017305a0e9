import Diagnostics
import ObjectGraph
import Testing

@testable import WorkbookLanguage

@Suite("Dependencies and normal forms in the workbook")
struct NormalizingTests {
  static let league = #"""
    model League
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { name: String; shirt: Integer16?; team -> Team?, inverse players }
    for n in 0...11 {
      let t = Team(name: "Team \(n)")
      for i in 1...5 { Player(name: "Player \(n) \(i)", shirt: n % 5, team: t) }
    }
    save
    """#

  static func world(_ source: String) -> Interpreter {
    var interpreter = Interpreter()
    for outcome in interpreter.run(SourceText(source)) where outcome.failed {
      Issue.record("\(outcome.text): \(outcome.diagnostics.map(\.message))")
    }
    return interpreter
  }

  static func messages(_ interpreter: inout Interpreter, _ source: String) -> [String] {
    interpreter.run(SourceText(source)).flatMap { outcome in
      outcome.diagnostics.flatMap { [$0.message] + $0.notes + [$0.hint].compactMap { $0 } }
    }
  }

  @Test("A declared dependency is kept in the model and prints as it was written")
  func declared() throws {
    var world = Self.world(Self.league)
    #expect(Self.messages(&world, "dependency Player: team -> shirt\ndependency Player: name ->> shirt") == [])
    let text = ModelText.source(world.context.model)
    #expect(text.hasSuffix("dependency Player: team -> shirt\ndependency Player: name ->> shirt\n"))
    let again = Self.world(text)
    #expect(again.context.model == world.context.model)
  }

  @Test("It follows a new name, goes with what it names, and comes back with undo")
  func followed() throws {
    var world = Self.world(Self.league + "\ndependency Player: team -> shirt")
    _ = world.run(SourceText("rename Player.shirt to colour\nrename Player.team to club\nrename Player to Member"))
    #expect(world.context.model.dependencies(of: "Member") == [.functional(["club"], ["colour"])])
    _ = world.run(SourceText("remove Member.colour"))
    #expect(world.context.model.dependencies(of: "Member") == [])
    _ = world.run(SourceText("undo"))
    #expect(world.context.model.dependencies(of: "Member") == [.functional(["club"], ["colour"])])
  }

  @Test(
    "The statements of a proposal, typed, make the model that apply makes",
    arguments: [
      "entity Player { name: String; positions: String }\nfor n in 1...9 { Player(name: \"P \\(n)\", positions: \"guard, forward, center\") }",
      "entity Player { name: String; phone1: String?; phone2: String?; phone3: String? }\nPlayer(name: \"A\", phone1: \"1\", phone2: \"2\")",
      "entity Tag { name: String }\nentity Person { name: String; tag1 -> Tag?; tag2 -> Tag?; tag3 -> Tag? }",
      "entity Player { name: String; team: String?; city: String? }\ndependency Player: team -> city",
      league + "\ndependency Player: team -> shirt",
      "entity Team { name: String }\nentity Player { name: String; club: String; city: String?; team -> Team }\ndependency Player: club -> city",
      "entity Team { name: String }\nentity City { name: String }\nentity Player { name: String; team -> Team; city -> City? }\ndependency Player: team -> city",
      "entity Person { name: String }\nentity Player { person -> Person; language: String; instrument: String; unique person, language, instrument }\ndependency Player: person ->> language",
      "entity Person { name: String; unique name }\nentity Player { person -> Person; language: String; instrument: String; unique person, language, instrument }\ndependency Player: person ->> language",
    ])
  func proposalsAsTyped(_ source: String) throws {
    var world = Self.world(source)
    let hasTags = world.context.model.entities.contains { $0.name == "Tag" }
    let entity = hasTags ? "Person" : "Player"
    guard case .normalized(let view)? = world.run(SourceText("normalize \(entity)"))[0].result else {
      Issue.record("nothing was normalized")
      return
    }
    #expect(!view.proposals.isEmpty)
    for proposal in view.proposals {
      var (applied, typed) = (world.trial(), world.trial())
      #expect(!applied.run(SourceText("apply \(proposal.number)"))[0].failed)
      for edit in proposal.edits {
        for outcome in typed.run(SourceText(edit)) { #expect(!outcome.failed, "\(edit): \(outcome.diagnostics)") }
      }
      func lines(_ interpreter: Interpreter) -> [Substring] {
        ModelText.source(interpreter.context.model).split(separator: "\n").sorted()
      }
      #expect(lines(typed) == lines(applied))
      let unique = ModelIndex(applied.context.model).uniqueDestinations()
      #expect(unique.allSatisfy { $0.standing != .refused }, "\(unique.map(\.name))")
    }
  }

  @Test("A rule demands what leads to the new entity, as Xcode refuses a required relationship to it")
  func demandedByRule() {
    var world = Self.world("entity Trip { day: Date; bus: String; seats: Integer16 }\ndependency Trip: bus -> seats")
    #expect(
      Self.messages(
        &world,
        """
        Trip(day: 2026-02-01, bus: "Big Blue", seats: 40)
        normalize Trip
        apply 1
        save
        expect Trip.bus.isOptional == true
        expect { Trip(day: 2026-02-02, bus: Bus#1); save } succeeds
        expect { Trip(day: 2026-02-02); save } fails 1550 "has a bus"
        """) == [])
  }

  @Test(
    "What cannot be declared is refused",
    arguments: [
      (
        "dependency Player: teem -> shirt", ["Player has no 'teem'", "did you mean team?"]
      ),
      (
        "dependency Team: players -> name",
        [
          "Team.players leads to many, and a dependency is between single values",
          "attributes and to-one relationships are allowed here",
        ]
      ),
      (
        "dependency Player: team -> team",
        ["team is on both sides, where it says nothing", "leave it out on the right"]
      ),
      (
        "dependency Player: join (name, team), (team)",
        [
          "the parts of a join together have everything, and these leave out shirt",
          "add shirt to the part where it belongs",
        ]
      ),
    ])
  func refused(statement: String, expected: [String]) {
    var world = Self.world(Self.league)
    #expect(Self.messages(&world, statement) == expected)
  }

  @Test("apply moves the values, one undo takes all of it back")
  func applied() throws {
    var world = Self.world(Self.league)
    let before = ModelText.source(world.context.model)
    #expect(Self.messages(&world, "normalize Player\napply 1") == [])
    #expect(
      Self.messages(
        &world,
        """
        expect NOT "shirt" IN Player.attributes.name
        expect (count Team where shirt == 3) == 2
        expect (count Player where team.shirt == 4) == 10
        expect normal form Player at least BCNF in data
        undo
        """) == [])
    #expect(ModelText.source(world.context.model) == before)
    #expect(Self.messages(&world, "expect (count Player where shirt == 3) == 10") == [])
  }

  @Test("apply asks again when the model or the objects have changed since")
  func stale() throws {
    var world = Self.world(Self.league)
    #expect(
      Self.messages(&world, "apply 1") == [
        "nothing has been proposed yet", "get some first: normalize …, or review",
      ])
    let changed = [
      "the model or the objects have changed since the proposals were shown", "ask again with: normalize Player",
    ]
    #expect(Self.messages(&world, "normalize Player\nPlayer#1.shirt = 9\napply 1") == changed)
    #expect(Self.messages(&world, "undo\nadd Player.age: Integer16?\napply 1") == changed)
    #expect(Self.messages(&world, "undo\napply 2") == ["there is no proposal 2", "the only one is 1"])
    #expect(Self.messages(&world, "apply 1") == [])
  }

  @Test("What would be lost is named, and nothing is done")
  func lossy() throws {
    var world = Self.world(Self.league + "\ndependency Player: team -> shirt")
    #expect(
      Self.messages(&world, "Player(name: \"Free\", shirt: 7)\nnormalize Player\napply 1") == [
        "Player#61 Free has a shirt but no team that could carry it", "nothing has been changed",
        "set its team, or take its shirt away, and ask again",
      ])
    #expect(
      Self.messages(&world, "undo\nPlayer#1.shirt = 9\nnormalize Player\napply 1") == [
        "Player#1 Player 0 1 and Player#2 Player 0 2 have the same team and not the same shirt",
        "nothing has been changed", "make them agree first: only one shirt can be kept",
      ])
    #expect(Self.messages(&world, "expect \"shirt\" IN Player.attributes.name\nexpect count Player == 60") == [])
  }

  @Test("Normal forms are expected by what is declared, or with what the objects show")
  func expected() throws {
    var world = Self.world(Self.league)
    #expect(Self.messages(&world, "expect normal form Player at least BCNF") == [])
    #expect(
      Self.messages(&world, "expect normal form Player at least 3NF in data") == [
        "Player is in 2NF and in no higher form", "team -> shirt breaks 3NF, as the objects show",
      ])
    #expect(
      Self.messages(&world, "dependency Player: team -> shirt\nexpect normal form Player at least 3NF") == [
        "Player is in 2NF and in no higher form", "team -> shirt breaks 3NF",
      ])
    #expect(
      Self.messages(&world, "expect normal form Player at least BNCF") == [
        "there is no normal form 'BNCF'", "did you mean BCNF?",
      ])
  }

  @Test(
    "Every way out takes the objects along, and undo brings the model back",
    arguments: [
      (
        "entity C { name: String; zip: String; city: String }",
        "for n in 0...11 { for i in 1...5 { C(name: \"\\(n) \\(i)\", zip: \"1\\(n)\", city: \"City \\(n % 5)\") } }",
        "C",
        "expect count Zip == 12\nexpect (count C where zip.city == \"City 3\") == 10"
      ),
      (
        "entity C { name: String; phone1: String?; phone2: String?; phone3: String? }",
        "for n in 0...5 { C(name: \"\\(n)\", phone1: \"1\", phone2: \"2\") }", "C",
        "expect count Phone == 12\nexpect C#1.phones.phone == {\"1\", \"2\"}"
      ),
      (
        "entity C { tags: String? }",
        "for i in 0...9 { C(tags: \"a, b\"); C(tags: \"b, c\"); C(tags: \"c, a, b\"); C(tags: \"c\") }", "C",
        "expect count Tag == 3\nexpect C#3.tags.name == {\"c\", \"a\", \"b\"}\nexpect (count C where ANY tags.name == \"c\") == 30"
      ),
      (
        "entity Person { name: String }\nentity Skill { name: String }\nentity Language { name: String }\nentity Talent { person -> Person?; skill -> Skill?; language -> Language? }",
        """
        let s = [Skill(name: "s1"), Skill(name: "s2")]; let l = [Language(name: "l1"), Language(name: "l2")]
        for n in 1...12 { let p = Person(name: "p\\(n)"); for x in s { for y in l { Talent(person: p, skill: x, language: y) } } }
        dependency Talent: person ->> skill
        """, "Talent",
        "expect NOT \"Talent\" IN model.entities.name\nexpect Person#1.skills.@count == 2\nexpect Person#12.languages.@count == 2"
      ),
    ])
  func waysOut(declarations: String, objects: String, entity: String, expectations: String) throws {
    var world = Self.world(declarations + "\n" + objects)
    let before = ModelText.source(world.context.model)
    let sum = world.context.graph.checksum()
    #expect(Self.messages(&world, "normalize \(entity)\napply 1") == [])
    #expect(Self.messages(&world, expectations) == [])
    _ = world.run(SourceText("undo"))
    #expect(ModelText.source(world.context.model) == before)
    #expect(world.context.graph.checksum() == sum)
  }

  @Test("derive answers step by step, or says what the two objects could be")
  func derived() throws {
    var world = Self.world("entity A { a: String; b: String; c: String }\ndependency A: a -> b\ndependency A: b -> c")
    let outcomes = world.run(SourceText("derive a -> c\nderive c -> a\nderive a ->> b"))
    let views = outcomes.compactMap { outcome -> DerivationView? in
      if case .derived(let view)? = outcome.result { view } else { nil }
    }
    #expect(views.map { $0.steps.map(\.text) } == [["a -> b", "b -> c", "a -> c"], [], ["a -> b", "a ->> b"]])
    #expect(views[1].counterexample.filter(\.agrees).map(\.column) == ["c"])
  }
}
