import Courses
import Diagnostics
import Foundation
import Grading
import Testing
import WorkbookLanguage

@Suite("Grading an answer")
struct GraderTests {
  @Test(arguments: [
    ("let two = 2; let three = 3", Verdict.Status.passed, 10.0),
    ("let two = one + one\nlet three = two + one", .passed, 10),
    ("let two = 2; let three = 4", .failed, 7.5),
    ("let two = 3; let three = 3", .failed, 2.5),
    ("", .failed, 0),
    ("// only a comment", .failed, 0),
    ("expect one == 2\nlet two = 2; let three = 3", .passed, 10),
    ("let two = 2; let three = 3; nobody", .passed, 10),
    ("nobody\nlet two = 2; let three = 3", .passed, 10),
    ("let two = \"unterminated\nlet three = 3", .failed, 2.5),
    ("let two = 2 }}}", .failed, 7.5),
    ("check \"two is two\", points 100 { expect 1 == 1 }", .failed, 0),
    ("let two = 2; let three = 3\ncheck \"two is two\", points 100 { expect 1 == 2 }", .passed, 10),
  ])
  func scores(answer: String, status: Verdict.Status, score: Double) throws {
    let verdict = try Fixtures.grade(answer)
    #expect(verdict.status == status)
    #expect(verdict.score == score)
    #expect(verdict.maxScore == 10)
    #expect(verdict.checks.map(\.name) == ["two is two", "three == 3", "Everything else is as it was"])
    #expect(verdict.checks.map(\.maxPoints) == [3, 1, 0])
  }

  @Test(
    "A capital at the beginning of a statement is read as a small letter, as at the prompt, and a note says so",
    arguments: [
      ("Let two = 2\nlet three = 3", "Let"), ("Let two = 2\nLet three = 3\nSave", "Let and Save"),
      ("LET two = 2\nlet three = 3", nil), ("// Let us see\nlet two = 2\nlet three = 3", nil),
    ])
  func capitals(answer: String, words: String?) throws {
    let verdict = try Fixtures.grade(answer)
    guard let words else {
      #expect(verdict.diagnostics.allSatisfy { $0.id != "typographic-characters" })
      return
    }
    #expect(verdict.status == .passed && verdict.score == 10)
    let note = try #require(verdict.diagnostics.first)
    #expect(note.severity == .note && note.hint?.contains("this costs nothing") == true)
    #expect(note.message == "statements begin with a small letter, and were read as if they did: \(words)")
    #expect(verdict.diagnostics.allSatisfy { $0.severity != .error })
  }

  @Test(
    "A capital at the beginning of a line is read as a small letter where only a name with that is there, and costs nothing",
    arguments: [
      ("Nele.choir = owls\nsave", "Nele"), ("let o = owls\nO.singers.add(nele)\nsave", "O"),
      ("for n in [nele] {\n  N.choir = owls\n}\nSave", "Save and N"),
      ("Åse.choir = owls\nNele.choir = owls\nsave", "Åse and Nele"),
      // Both are there, or neither is.
      ("let Nele = owls\nNele.choir = owls\nsave", nil), ("Anna.choir = owls\nsave", nil),
      ("add entity Nele { name: String }\nNele.choir = owls\nsave", nil), ("Singer.choir = owls\nsave", nil),
    ])
  func capitalizedNames(answer: String, words: String?) throws {
    let verdict = try Fixtures.grade(
      answer,
      [
        "start.graph": """
        model Choirs
        entity Choir { name: String }
        entity Singer { name: String }
        Singer.choir <<--> Choir.singers
        let owls = Choir(name: "Owls")
        let nele = Singer(name: "Nele")
        let åse = Singer(name: "Åse", choir: owls)
        let singer = nele
        save
        """,
        "solution.graph": "nele.choir = owls\nsave", "right/plain.graph": "", "wrong/text.graph": "",
        "wrong/off-by-one.graph": "",
        "check.graph": "check \"Nele sings\" { rollback; expect nele.choir == owls else \"Nele should sing.\" }",
      ])
    let notes = verdict.diagnostics.filter { $0.id == "typographic-characters" }
    #expect(
      notes.map(\.message)
        == (words.map { ["statements begin with a small letter, and were read as if they did: \($0)"] } ?? []))
    #expect((verdict.status == .passed && verdict.score == 10) == (words != nil))
  }

  @Test(
    "Typographic characters are read as what was typed, as in a class, and a note says so",
    arguments: [
      ("let two = “2”\nlet three = 3", "“ ”", true), ("let two = „2“\nlet three = 3", "„ “", true),
      ("let two = «2»\nlet three = 3", "« »", true), ("let two = ‘2’\nlet three = 3", "‘ ’", true),
      ("let two = 4 – 2\nlet three = 5 − 2", "– −", false),
      // Inside a text and in a comment they are what they are.
      ("let two = \"“2”\"\nlet three = 3", nil, true), ("// “two”\nlet two = 2", nil, true),
    ])
  func typography(answer: String, signs: String?, areQuotes: Bool) throws {
    let verdict = try Fixtures.grade(answer)
    guard let signs else {
      #expect(verdict.diagnostics.allSatisfy { $0.id != "typographic-characters" })
      return
    }
    var plain = answer.replacing("–", with: "-").replacing("−", with: "-")
    for quote in ["“", "”", "„", "«", "»"] { plain = plain.replacing(quote, with: "\"") }
    for quote in ["‘", "’"] { plain = plain.replacing(quote, with: "'") }
    let typed = try Fixtures.grade(plain)
    #expect(verdict.score == typed.score && verdict.checks.map(\.status) == typed.checks.map(\.status))
    let note = try #require(verdict.diagnostics.first)
    #expect(note.severity == .note && note.hint?.contains("this costs nothing") == true)
    let words =
      areQuotes ? "quotes (\(signs)), which word processors make, were read as straight ones" : "characters (\(signs))"
    #expect(note.message.hasPrefix("typographic \(words)"))
    #expect(verdict.diagnostics.allSatisfy { $0.severity != .error })
  }

  @Test(
    "a change that no one asked for costs a point once: in the check that compares it with the solution, or by itself",
    arguments: [
      ("remove Team.city; save", 10.0), ("remove Team.city; remove Team.motto; save", 7.5),
      ("remove Team.city; Team(name: \"Suns\"); save", 9),
      ("remove Team.city; remove Team.motto; Team(name: \"Suns\"); save", 6.5),
    ])
  func chargedOnce(answer: String, score: Double) throws {
    let files = [
      "start.graph":
        "model League\nentity Team { name: String; city: String?; motto: String? }\nTeam(name: \"Heat\")\nsave\n",
      "solution.graph": "remove Team.city; save\n",
      "check.graph": "check \"no city\", points 3 { expect NOT \"city\" IN Team.attributes.name }\n"
        + "check \"no more\", points 1 { expect model like solution }\n",
    ]
    let verdict = try Fixtures.grade(answer, files)
    #expect(verdict.score == score)
  }

  @Test(
    "a change is read by the names of an expectation, and not by words of the language",
    arguments: [
      ("(fetch Shelf limit 3).@count == 3", 4.0), ("(fetch Shelf sort limit).@count == 3", 5),
      ("upper.limit == 1 AND count Shelf == 3", 5), ("SUBQUERY((fetch Shelf), $s, $s.limit < 9).@count == 3", 5),
      ("upper.name == \"limit\" AND count Shelf == 3", 4),
    ])
  func readByName(expectation: String, score: Double) throws {
    let files = [
      "start.graph": """
      model Shop
      entity Shelf { name: String; limit: Integer16 }
      let upper = Shelf(name: "upper", limit: 1)
      let lower = Shelf(name: "lower", limit: 2)
      save

      """,
      "solution.graph": "Shelf(name: \"new\", limit: 3); save\n", "right/plain.graph": "", "wrong/text.graph": "",
      "wrong/off-by-one.graph": "",
      "check.graph": """
      check "three shelves", points 5 { expect \(expectation) }
      check "the lower one", points 5 { expect lower.limit == 2 }

      """,
    ]
    #expect(try Fixtures.grade("upper.limit = 2; save", files).score == score)
  }

  @Test(
    "what other checks say costs nothing in a check that only compares with the solution",
    arguments: [
      ("remove Team.city; save", 5.0, true), ("change Team.players, delete deny; remove Team.city; save", 5, true),
      ("remove Team.city; remove Team.motto; save", 2.5, false),
      ("change Team.players, delete cascade; save", 7.5, true),
      // Two settings of one relationship, of which a check reads one.
      ("change Team.players, delete deny; change Player.team, required; remove Team.city; save", 2.5, false),
      ("remove Team.motto; save", 0, false), ("remove Team.city; change Team.players, delete cascade", 10, false),
    ])
  func credited(answer: String, score: Double, isCredited: Bool) throws {
    let files = [
      "start.graph": """
      model League
      entity Team { name: String; city: String?; motto: String?; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      Team(name: "Heat")
      save

      """,
      "solution.graph": "remove Team.city; change Team.players, delete cascade; save\n",
      "check.graph": """
      check "the players go", points 2 { expect Team.players.deleteRule == "cascade" }
      check "no city", points 1 { expect NOT "city" IN Team.attributes.name }
      check "no more", points 1 { expect model like solution }

      """,
    ]
    let verdict = try Fixtures.grade(answer, files)
    #expect(verdict.score == score)
    let said = verdict.checks.filter { $0.status == .notRun && $0.points > 0 }.map(\.feedback)
    let name = verdict.checks.first { $0.status == .failed }?.name ?? ""
    #expect(said == (isCredited ? [["not judged again: \"\(name)\" has taken points for what differs"]] : []))
  }

  @Test("advice on another object is not given where the object is one of many")
  func oneOfMany() throws {
    let files = [
      "start.graph": """
      model League
      entity Team { name: String }
      entity Arena { name: String }
      Team.arena <--> Arena.tenants
      let staples = Arena(name: "Staples Center")
      let lakers = Team(name: "Lakers")

      """,
      "solution.graph": "change Arena.tenants ->> Team?; lakers.arena = staples\n", "right/plain.graph": "",
      "wrong/text.graph": "// They have lost it.\nchange Arena.tenants ->> Team?\n", "wrong/off-by-one.graph": "",
      "check.graph": """
      check "one arena", points 0 { expect Team.arena.isToMany == false else "A team has one arena." }
      check "at home", points 1 { expect lakers.arena == staples else "They have lost it." }

      """,
    ]
    let both = "change Arena.tenants ->> Team?; change Team.arena ->> Arena?; staples.tenants = [lakers]\n"
    let verdict = try Fixtures.grade(both, files)
    #expect(verdict.checks[1].status == .notRun)
    #expect(verdict.checks[1].feedback == ["this can't be judged before \"one arena\" holds"])
    // Where it is none of them, it is true.
    let none = "change Arena.tenants ->> Team?; change Team.arena ->> Arena?\n"
    #expect(try Fixtures.grade(none, files).checks[1].failures.first?.advice == "They have lost it.")
    #expect(try Fixtures.grade("change Arena.tenants ->> Team?\n", files).cause?.sentence == "They have lost it.")
  }

  @Test("a check of the author's that an answer is saved is the only one of its name, and says so under each policy")
  func ownCheckOfSaving() throws {
    let files = [
      "start.graph": "model League\nentity Team { name: String; motto: String? }\n",
      "solution.graph": "Team(name: \"Suns\"); save\n", "right/a.graph": "Team(name: \"Suns\"); save\n",
      "wrong/unsaved.graph": "// not saved yet\nTeam(name: \"Suns\")\n",
      "check.graph": """
      check "it is there", points 2 { rollback; expect count Team == 1 else "The Suns are not saved yet." }
      check "It is saved", points 3 { rollback; expect count Team == 1 else "It is not saved yet." }

      """,
    ]
    let verdict = try Fixtures.grade("Team(name: \"Suns\")", files)
    #expect(verdict.score == 4 && verdict.checks.count { $0.name == "It is saved" } == 1)
    let reason: CheckResult.Feedback = "judged by \"It is saved\": this holds once the answer is saved"
    for shown in [GradingPolicy.Shown.feedback, .checks] {
      let checks = verdict.shown(shown).checks
      #expect(checks[0].feedback == [reason] && checks[0].status == .notRun && checks[1].status == .failed)
    }
    #expect(verdict.shown(.checks).checks[1].feedback == [.doesNotHold])
  }

  @Test(
    "the head says which check asks for saving, or else its sentence in any of the languages does",
    arguments: [
      ("In the file", "saved: \"In the file\"", 7.0, "In the file"), ("In the file", "", 9, "It is saved"),
      ("It is saved", "", 7, "It is saved"), ("Es ist gespeichert", "", 7, "Es ist gespeichert"),
      // Where the head names another, the sentence says nothing.
      ("It is saved", "saved: \"Elsewhere\"", 9, "It is saved"),
    ])
  func whichCheckOfSaving(sentence: String, head: String, score: Double, judge: String) throws {
    let files = [
      "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\n\(head)"),
      "start.graph": "model League\nentity Team { name: String; motto: String? }\n",
      "solution.graph": "Team(name: \"Suns\"); save\n", "right/a.graph": "Team(name: \"Suns\"); save\n",
      "wrong/unsaved.graph": "// not saved yet\nTeam(name: \"Suns\")\n",
      "check.graph": """
      check "it is there", points 7 { rollback; expect count Team == 1 }
      check "\(sentence)", points 3 { rollback; expect count Team == 1 }

      """,
    ]
    let verdict = try Fixtures.grade("Team(name: \"Suns\")", files)
    #expect(verdict.score == score)
    #expect(verdict.checks[0].feedback == ["judged by \"\(judge)\": this holds once the answer is saved"])
  }

  @Test(
    "a missing save costs one point, whatever the checks that look at what was saved are worth",
    arguments: [
      ("Team(name: \"Suns\"); save", 10.0, "passed"), ("Team(name: \"Suns\")", 9, "failed"),
      ("Team(name: \"Sun\")", 6.5, "failed"), ("let x = 1", 2.5, "failed"),
      ("Team(name: \"Suns\"); remove Team.motto", 6.5, "failed"),
    ])
  func unsaved(answer: String, score: Double, status: String) throws {
    let files = [
      "start.graph": "model League\nentity Team { name: String; motto: String? }\n",
      "solution.graph": "Team(name: \"Suns\"); save\n", "right/a.graph": "Team(name: \"Suns\"); save\n",
      "wrong/unsaved.graph": "// not saved yet\nTeam(name: \"Suns\")\n",
      "check.graph": """
      check "it is there", points 2 { rollback; expect count Team == 1 else "The Suns are not saved yet." }
      check "it is called so", points 1 { rollback; expect (count Team where name == "Suns") == 1 }
      check "no more", points 1 { expect model like solution }

      """,
    ]
    let verdict = try Fixtures.grade(answer, files)
    #expect(verdict.score == score)
    #expect(verdict.status.rawValue == status)
    #expect(
      verdict.checks.contains { $0.name == "It is saved" } == (answer.contains("Team(") && !answer.contains("save")))
    if score == 9 { #expect(verdict.cause?.sentence.contains("not saved") == true) }
  }

  @Test(
    "a question mark that is missing from a new attribute costs one point, and not those of all that uses the attribute",
    arguments: [
      ("add Team.city: String?\nheat.city = \"Miami\"\nsave", 10.0, true),
      ("add Team.city: String\nheat.city = \"Miami\"\nsave", 9, false),
      ("Add Team.city: String\nheat.city = “Miami”\nsave", 9, false),
      ("add Team.city: String\nheat.city = \"Miami\"", 9, false),
      ("add Team.city: String\nheat.city = \"Boston\"\nsave", 1.5, false),
      ("add Team.city: String = \"Miami\"\nsave", 7.5, false),
      // With nothing that uses it, there is nothing to give back but the attribute.
      ("add Team.city: String\nsave", 1.5, false), ("add Team.town: String\nsave", 0, false),
    ])
  func questionMark(answer: String, score: Double, passes: Bool) throws {
    let files = [
      "start.graph": "model League\nentity Team { name: String }\nlet heat = Team(name: \"Heat\")\nsave\n",
      "solution.graph": "add Team.city: String?\nheat.city = \"Miami\"\nsave\n",
      "check.graph": """
      check "a city", points 1 { expect Team.city.isOptional else "The city may be unknown." }
      check "it is Miami", points 3 { expect heat.city == "Miami" }

      """,
    ]
    let verdict = try Fixtures.grade(answer, files)
    #expect(verdict.score == score && (verdict.status == .passed) == passes)
    let rule = verdict.checks.first { $0.name == "What it adds suits the objects that are there" }
    #expect((rule != nil) == (answer.lowercased().contains("city: string\n") && score > 0))
    if score == 9 {
      #expect(verdict.cause?.sentence == "with the question mark, everything else is right")
      #expect(rule?.feedback.first == "Team has objects already, and they would have no city")
      #expect(verdict.diagnostics.filter { $0.severity == .error }.map(\.id) == ["missing-value"])
    }
  }

  @Test(
    "an object that a test has deleted or left behind costs one point, and not what the checks are worth that look at it",
    arguments: [
      ("", 10.0, nil), ("let x = heat.name", 10, nil), ("delete dwyane; undo", 10, nil),
      ("let t = Team(name: \"x\"); undo", 10, nil),
      ("delete dwyane; save", 9, "you deleted dwyane and saved it (line 2)"),
      ("delete dwyane", 9, "you deleted dwyane (line 2)"),
      ("delete heat; save", 9, "you deleted heat and saved it (line 2)"),
      (
        "let t = Player(name: \"x\"); save; t.team = heat; save", 9,
        "you ran let t = Player(name: \"x\") and saved it (line 2)"
      ),
      (
        "for p in heat.players { delete p }; save", 9,
        "you ran for p in heat.players { delete p } and saved it (line 2)"
      ),
      (
        "delete dwyane; Team(name: \"x\"); save", 9,
        "you deleted dwyane and saved it (line 2) and you ran Team(name: \"x\") and saved it (line 2)"
      ),
    ] as [(String, Double, String?)])
  func strays(test: String, score: Double, sentence: String?) throws {
    let right = "change Team.players, delete cascade; change Player.team, delete nullify"
    let files = [
      "start.graph": """
      model League
      entity Team { name: String; players ->> Player, inverse team, delete nullify }
      entity Player { name: String; team -> Team?, inverse players, delete cascade }
      let heat = Team(name: "Heat")
      let dwyane = Player(name: "Dwyane", team: heat)
      save

      """,
      "solution.graph": right,
      "check.graph": """
      check "a team takes its players", points 3 { delete heat; expect save succeeds; expect count Player == 0 }
      check "a player goes alone", points 2 { delete dwyane; expect save succeeds; expect count Team == 1 else "The team goes, too." }
      check "as before", points 0 { expect objects like solution }

      """,
    ]
    for answer in ["\(right)\n\(test)", "\(test)\n\(right)"] {
      let verdict = try Fixtures.grade(answer, files)
      #expect(verdict.score == score && (verdict.status == .passed) == (sentence == nil), "\(answer)")
      guard let sentence else { continue }
      let line = answer.hasPrefix(right) ? sentence : sentence.replacing("line 2", with: "line 1")
      #expect(verdict.cause?.sentence == line + "; everything else is right")
      #expect(verdict.checks.filter { $0.status == .failed }.map(\.name) == ["Everything else is as it was"])
      #expect(verdict.score == verdict.shares().reduce(0) { $0 + $1.points })
    }
    // Nothing is given back to an answer that is only a test.
    if test.hasSuffix("save") { #expect(try Fixtures.grade(test, files).score == 0) }
  }

  @Test(
    "a test costs one point where solutions change objects, too, unless they delete some of its entity",
    arguments: [
      ("", 10.0, nil), ("delete wade; save", 9, "you deleted wade and saved it (line 3)"),
      ("delete wade", 9, "you deleted wade (line 3)"),
      (
        "delete wade; save; Team(name: \"x\"); save", 9,
        "you deleted wade and saved it (line 3) and you ran Team(name: \"x\") and saved it (line 3)"
      ),
      // Coaches have to go: which ones is the question.
      ("delete riley; save", 6, nil),
      // What was to be moved is moved no more.
      ("delete bosh; save", 9, "you deleted bosh and saved it (line 3)"),
    ] as [(String, Double, String?)])
  func straysAmongChanges(test: String, score: Double, sentence: String?) throws {
    let files = [
      "start.graph": """
      model League
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      entity Coach { name: String }
      let heat = Team(name: "Heat")
      let wade = Player(name: "Wade", team: heat)
      let bosh = Player(name: "Bosh")
      let riley = Coach(name: "Riley")
      let rivers = Coach(name: "Rivers")
      save

      """,
      "solution.graph": "bosh.team = heat\ndelete rivers; save\n",
      "check.graph": """
      check "the team is whole", points 6 { expect heat.players.@count == 2 AND count Player == 2 }
      check "one coach is left", points 4 { expect count Coach == 1 AND (count Coach where name == "Riley") == 1 }

      """,
    ]
    let verdict = try Fixtures.grade("bosh.team = heat\ndelete rivers; save\n\(test)", files)
    #expect(verdict.score == score && (verdict.status == .passed) == test.isEmpty)
    if let sentence { #expect(verdict.cause?.sentence == sentence + "; everything else is right") }
    // Instead of what is asked, a deletion is no test.
    #expect(try Fixtures.grade("delete bosh; delete rivers; save", files).score == 4)
    #expect(try Fixtures.grade("delete riley; bosh.team = heat; save", files).score == 6)
  }

  @Test(
    "a missing question mark costs one point wherever it makes statements or checks fail",
    arguments: [
      ("entity Game { title: String; minutes: Double? }", 10.0, nil),
      ("entity Game { title: String; minutes: Double }", 9, "Game.minutes may be missing: Double? (line 1)"),
      ("entity Game { title: String }\nadd Game.minutes: Double", 9, "Game.minutes may be missing: Double? (line 2)"),
      (
        "entity Game { title: String; minutes: Double? }\nchange Game.minutes: Double", 9,
        "Game.minutes may be missing: Double? (line 2)"
      ),
      // The other mistake costs what it costs.
      ("entity Game { title: String?; minutes: Double }", 6, nil), ("entity Game { title: String }", 0, nil),
    ] as [(String, Double, String?)])
  func questionMarkOfADeclaration(answer: String, score: Double, line: String?) throws {
    let files = [
      "start.graph": "model Games\n", "solution.graph": "entity Game { title: String; minutes: Double? }\n",
      "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\nnames: [Game.title, Game.minutes]"),
      "right/plain.graph": "", "wrong/text.graph": "", "wrong/off-by-one.graph": "",
      "check.graph": """
      check "a game", points 7 { expect { Game(title: "Go"); save } succeeds; expect Game.minutes.isOptional }
      check "it needs a title", points 3 { expect { Game(minutes: 3); save } fails 1570 "title" }

      """,
    ]
    let verdict = try Fixtures.grade(answer, files)
    #expect(verdict.score == score && (verdict.status == .passed) == (score == 10))
    guard let line else { return }
    let rule = try #require(verdict.checks.first { $0.name == "What may be missing has a question mark" })
    #expect(rule.feedback.first == .text(line) && rule.cost == 1)
    #expect(verdict.cause?.sentence == "with the question mark, everything else is right")
    #expect(verdict.cause?.evidence == [line])
    // An author who has tried the slip has decided what it costs.
    let wrong = files.merging(["wrong/required.graph": "// A game\nentity Game { title: String; minutes: Double }"]) {
      $1
    }
    if answer.hasSuffix("minutes: Double }") { #expect(try Fixtures.grade(answer, wrong).score == 3) }
  }

  @Test(
    "a typographic character inside quotes is named where the exercise has the plain one",
    arguments: [
      ("let one = \"n/a-b\"", nil),
      ("let one = \"n/a–b\"", "line 1 has an en dash (–) inside the quotes; the exercise has a hyphen (-)"),
      ("let two = 2\nlet one = “n/a—b”", "line 2 has an em dash (—) inside the quotes; the exercise has a hyphen (-)"),
      ("let one = \"x–y\"", "line 1 has an en dash (–) inside the quotes; the exercise has a hyphen (-)"),
      ("let one = \"wait…\"", "line 1 has an ellipsis (…) inside the quotes; the exercise has three dots (...)"),
      (
        "let one = \"it’s\"",
        "line 1 has a typographic apostrophe (’) inside the quotes; the exercise has a straight apostrophe (')"
      ),
      // The exercise has it itself, or nothing like it.
      ("let one = \"1 × 2\"", nil), ("let one = \"„\"", nil),
    ] as [(String, String?)])
  func signsInQuotes(answer: String, note: String?) throws {
    let files = [
      "start.graph": "let zero = 0\n", "solution.graph": "let one = \"n/a-b\"\n", "right/plain.graph": "",
      "wrong/text.graph": "", "wrong/off-by-one.graph": "",
      "check.graph": "expect one IN {\"n/a-b\", \"wait...\", \"it's\"} else \"One is n/a–b.\"",
    ]
    let verdict = try Fixtures.grade(answer, files)
    let notes = verdict.diagnostics.filter { $0.message.contains("inside the quotes") }
    #expect(notes.map(\.message) == (note.map { [$0] } ?? []))
    #expect(notes.allSatisfy { $0.severity == .note })
    if let note {
      #expect(
        TextFormat().text(for: [verdict]).split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(note))
    }
  }

  @Test("evidence shows the list that was found and the expected one, and tells objects of one name apart")
  func listsAndNamesakes() throws {
    let files = [
      "start.graph": """
      model Choirs
      entity Choir { name: String; juniors ~> Singer where age <= 12 }
      entity Singer { name: String; age: Integer16 }
      Singer.choir <<--> Choir.singers
      let larks = Choir(name: "Larks")
      save

      """,
      "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\nnames: [Choir.juniors]"),
      "solution.graph": "change Choir.juniors ~> Singer where choir == $FETCH_SOURCE AND age <= 12\n",
      "right/plain.graph": "", "wrong/text.graph": "", "wrong/off-by-one.graph": "",
      "check.graph": """
      let kites = Choir(name: "Kites")
      let swans = Choir(name: "Swans")
      Singer(name: "Pia", age: 10, choir: kites)
      Singer(name: "Mo", age: 9, choir: swans)
      check "their own", points 1 { expect kites.juniors.name == {"Pia"} }
      check "others, too", points 1 { expect conditions like solution else "Not the juniors of each choir." }

      """,
    ]
    let all = try Fixtures.grade("change Choir.juniors ~> Singer where age < 12 sort name desc", files)
    #expect(
      all.checks.first?.feedback.contains("found {\"Pia\", \"Mo\"} instead of {\"Pia\"}") == true, "\(all.checks)")
    let byName = try Fixtures.grade(
      "change Choir.juniors ~> Singer where choir.name == $FETCH_SOURCE.name AND age <= 12", files)
    #expect(byName.checks.first?.status == .passed)
    #expect(
      byName.cause?.evidence.first?.contains("choir: another Choir that is also called \"") == true,
      "\(byName.cause as Any)")
  }

  @Test(
    "the first sentence about an answer that only lacks its last statement says which",
    arguments: [
      ("delete players", "the objects are right, but they are not saved"),
      (
        "delete players; save; Team#1.name = \"Suns\"",
        "what was saved is right, and the changes after it are not: rollback at the end takes them back"
      ),
      (
        "delete players; save; Team(name: \"Suns\"); save",
        "you ran Team(name: \"Suns\") and saved it (line 1); everything else is right"
      ),
    ])
  func lastStatement(answer: String, sentence: String) throws {
    let files = [
      "start.graph":
        "model League\nentity Team { name: String }\nentity Player { name: String }\n"
        + "let players = Player(name: \"Dwyane\"); Team(name: \"Heat\"); save\n",
      "solution.graph": "delete players; save\n",
      "check.graph": "check \"gone\" { expect count Player == 0 AND count Team == 1 else \"no player should be left\"\n"
        + "  expect objects like solution }\n",
    ]
    #expect(try Fixtures.grade(answer, files).cause?.sentence == sentence)
  }

  @Test(
    "statements that did not run are known, but not in a session, whose later lines may have put them right",
    arguments: [
      ("let two = 2\nlet three = tow + 1", true), ("let two = 3; let three = 3", false),
      ("graph> let two = 2\ngraph> let three = tow + 1", false),
    ])
  func dropped(answer: String, hasDropped: Bool) throws {
    #expect(try Fixtures.grade(answer).hasDropped == hasDropped)
  }

  @Test("an answer that begins with a model replaces the start's, and its objects follow")
  func anAnswerWithAModel() throws {
    let files = [
      "start.graph": "model League\nentity Team { name: String }\nlet heat = Team(name: \"Heat\")\nsave\n",
      "solution.graph": "add Team.city: String?\n",
      "check.graph": "expect \"city\" IN Team.attributes.name AND heat.name == \"Heat\"",
    ]
    let own = "model Mine\nentity Team { name: String; city: String? }\n"
    #expect(try Fixtures.grade(own, files).status == .passed)
    #expect(try Fixtures.grade("model Mine\nadd Team.city: String?\n", files).score == 0)
    // The objects would lack a value.
    let refused = try Fixtures.grade("model Mine\nentity Team { name: String; city: String }\n", files)
    #expect(refused.score == 9 && refused.status == .failed)
    #expect(refused.cause?.evidence == ["Team.city may be missing: String? (line 2)"])
    let other = try Fixtures.grade("model Mine\nentity Team { name: String; size: Integer16 }\n", files)
    #expect(other.score == 0)
    #expect(other.diagnostics.first?.notes.first == "the start's objects cannot be carried over to this model")
  }

  @Test("an answer is told first what is wrong in it, as its wrong answers say it")
  func misconceptions() throws {
    let files = [
      "start.graph":
        "model League\nentity Team { name: String; players ->> Player?, inverse team, delete cascade }\n"
        + "entity Player { name: String; team -> Team?, inverse players }\nlet heat = Team(name: \"Heat\")\nsave\n",
      "solution.graph": "change Team.players, delete nullify\n",
      "right/plain.graph": "change Team.players, delete nullify\nsave\n",
      "wrong/deny.graph": "// deny keeps the team.\nchange Team.players, delete deny\n",
      "wrong/other.graph": "// Look at the other end.\nchange Player.team, delete deny\n",
      "wrong/nothing.graph": "// It is cascade.\nsave\n",
      "check.graph": """
      check "the rule" {
        expect Team.players.deleteRule != "cascade" else "It is cascade."
        expect Team.players.deleteRule != "deny" else "With deny, deny keeps the team."
        expect Player.team.deleteRule == "nullify" else "Look at the other end."
      }
      """,
    ]
    func cause(_ answer: String) throws -> String? { try Fixtures.grade(answer, files).cause?.sentence }
    let keeps = "With deny, deny keeps the team."
    #expect(try cause("change Team.players, delete deny; let mine = Team(name: \"Suns\"); delete mine; save") == keeps)
    #expect(
      try cause("change Team.players, delete cascade\nchange Player.team, delete deny") == "Look at the other end.")
    #expect(try cause("let mine = Team(name: \"Suns\")") == "It is cascade.")
    #expect(try cause("save") == "It is cascade.")
    #expect(try cause("") == "the answer changes nothing yet")
    #expect(try cause("change Team.players, delete nullify") == nil)
    #expect(try cause("change Team.players, delete deny\nchange Player.team, delete deny") == keeps)
    let verdict = try Fixtures.grade("change Team.players, delete deny", files)
    let text = TextFormat(width: 60).text(for: [verdict])
    #expect(text.contains("of 10 points\n\n  With deny, deny keeps the team.\n    Team.players"), "\(text)")
    #expect(text.components(separatedBy: "With deny").count == 2)
  }

  @Test("an answer without an effect is told so, in words that fit what the task wants")
  func untouched() throws {
    func cause(_ answer: String, solution: String) throws -> String? {
      let files = [
        "start.graph": "entity Team { name: String }\nlet heat = Team(name: \"Heat\")\nsave\n",
        "solution.graph": solution, "wrong/one.graph": "// Two is one and one.\nlet two = 1\n",
        "check.graph": "check \"two is two\" {\n  expect two == 2 else \"Two is one and one.\"\n}\n",
      ]
      return try Fixtures.grade(answer, files).cause?.sentence
    }
    for answer in ["", "fetch Team", "show model"] {
      #expect(try cause(answer, solution: "fetch Team\nlet two = 1 + 1\n") == "the answer gives no names yet")
      for solution in ["let two = 2\nlet suns = Team(name: \"Suns\")\n", "let two = 2\nheat.name = \"Suns\"\nsave\n"] {
        #expect(try cause(answer, solution: solution) == "the answer changes nothing yet")
      }
    }
    #expect(try cause("let two = 1", solution: "let two = 2\n") == "Two is one and one.")
  }

  @Test(
    "a statement that reads or writes files has no effect",
    arguments: [
      ("run \"check.graph\"", "run"), ("import \"x.xcdatamodeld\"", "import"), ("export \"x.graph\"", "export"),
      ("compare model \"a.graph\" with \"b.graph\"", "compare model"),
      ("expect behaves like \"solution.graph\"", "behaves like"),
      ("for i in 1...2 { run \"check.graph\" }", "run"),
      ("check \"x\" { for i in 1...2 { expect { export \"a.graph\" } succeeds } }", "export"),
    ])
  func filesAreRefused(answer: String, word: String) throws {
    let verdict = try Fixtures.grade("let two = 2; let three = 3\n" + answer)
    #expect(verdict.status == .passed)
    #expect(verdict.diagnostics.map(\.message) == ["an answer cannot use '\(word)'"])
    #expect(verdict.diagnostics.first?.source?.name == "answer.graph")
    #expect(try Fixtures.grade("let two = 2\n" + answer.replacing("check.graph", with: "solution.graph")).score == 7.5)
  }

  @Test(
    "the statements of a pasted session are read",
    arguments: [
      "graph> let two = 2\ntwo = 2\ngraph> let three = 3\nthree = 3\ngraph> \n",
      "  graph> let two =\n     ...> 2\n  two = 2\n  graph> let three = 3",
      "My answer:\n```\nlet two = 2\nlet three = 3\n```\nGood day.",
    ])
  func pastedSession(answer: String) throws {
    let verdict = try Fixtures.grade(answer)
    #expect(verdict.status == .passed)
    #expect(verdict.diagnostics.map(\.id) == ["pasted-session"])
  }

  @Test(
    "the comments of other languages are read as comments",
    arguments: [
      ("/* Jana, 12345\n   Homework 3 */\nlet two = 2\nlet three = 3", nil),
      ("# Jana's answer\n-- and a second line\nlet two = 2 /* two */\nlet three = 3", nil),
      ("// /* no end\nlet two = 2\nlet three = 3", "no note"),
      ("let text = \"/* \\\" # \"\nlet two = 2\nlet three = 3", "no note"),
      ("let two = 2\nlet three = 3\n/* no end", "an error"),
    ])
  func foreignComments(answer: String, otherwise: String?) throws {
    let verdict = try Fixtures.grade(answer)
    #expect(verdict.status == .passed)
    #expect(verdict.diagnostics.map(\.id).contains("foreign-comment") == (otherwise == nil))
    #expect(verdict.diagnostics.containsError == (otherwise == "an error"))
    let place = verdict.diagnostics.first { $0.id == "foreign-comment" }?.range?.lowerBound
    #expect(place == (otherwise == nil ? 0 : nil))
  }

  @Test(
    "undo and redo stop where the exercise begins",
    arguments: ["undo", "undo; undo; undo", "redo", "undo; redo", "reset"])
  func undoAtTheStart(first: String) throws {
    let files = [
      "start.graph": "let one = 1\nentity Team { name: String }\nTeam(name: \"Heat\")\nsave\n",
      "check.graph": "expect count Team == 1\nexpect two == 2", "solution.graph": "let two = 2",
    ]
    let verdict = try Fixtures.grade(first + "\nlet two = 2", files)
    #expect(verdict.status == .passed)
    #expect(verdict.score == 10)
  }

  @Test("undo takes back what the start has left unsaved")
  func undoOfAMistake() throws {
    let files = [
      "start.graph": "entity Team { name: String }\nlet heat = Team(name: \"Heat\")\nsave\ndelete heat\n",
      "check.graph": "expect count Team == 1", "solution.graph": "undo",
    ]
    #expect(try Fixtures.grade("undo; undo", files).status == .passed)
    #expect(try Fixtures.grade("redo", files).status == .failed)
  }

  @Test func budgets() throws {
    let exercise = try Fixtures.exercise([
      "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\nsteps: 20")
    ])
    let verdict = Fixtures.grader.grade(
      exercise, answer: SourceText("let two = 2\nfor i in 1...1000 { let three = 3 }", name: "answer.graph"))
    #expect(verdict.status == .error)
    #expect(verdict.score == 0)
    #expect(verdict.diagnostics.map(\.message) == ["stopped at statement 2 after 20 steps"])
    #expect(verdict.checks.map(\.status) == [.notRun, .notRun])
  }

  @Test func aCheckHasABudgetToo() throws {
    var budget = Budget.grading
    budget[.statements] = 100
    let grader = Grader(checkBudget: budget, makeInterpreter: Fixtures.make)
    let exercise = try Fixtures.exercise([
      "check.graph": "check \"long\" { for i in 1...1000 { let x = 1 } }\nexpect one == 1"
    ])
    let verdict = grader.grade(exercise, answer: SourceText("let x = 1"))
    #expect(verdict.checks.map(\.status) == [.failed, .passed, .passed])
    #expect(verdict.checks[0].feedback == ["stopped after 100 steps (make the loops shorter)"])
  }

  @Test(arguments: ["", "let a = 1", "expect", "check \"x\" {", "check \"x\" { }"])
  func aBrokenExerciseIsAnError(check: String) throws {
    var exercise = try Fixtures.exercise()
    exercise.check = SourceText(check, name: "check.graph")
    let verdict = Fixtures.grader.grade(exercise, answer: SourceText("let two = 2; let three = 3"))
    #expect(verdict.status == .error)
    #expect(verdict.score == 0)
    #expect(verdict.diagnostics.first?.id == "broken-exercise")
  }

  /// A text that would do harm, under a name that fits on a line.
  struct Hostile: CustomTestStringConvertible {
    var testDescription: String
    var text: String
  }

  @Test(arguments: [
    Hostile(testDescription: "parentheses", text: String(repeating: "(", count: 100_000)),
    Hostile(testDescription: "a megabyte of brackets", text: String(repeating: "[", count: 1_000_000)),
    Hostile(testDescription: "nested blocks", text: String(repeating: "expect { ", count: 20_000)),
    Hostile(testDescription: "nested lists", text: "let two = " + String(repeating: "[", count: 50_000)),
    Hostile(testDescription: "nested negations", text: "expect " + String(repeating: "NOT ", count: 50_000) + "one"),
    Hostile(testDescription: "many statements", text: String(repeating: "let a = 1\n", count: 20_000)),
    Hostile(testDescription: "a long sum", text: "let a = 1" + String(repeating: " + 1", count: 50_000)),
    Hostile(testDescription: "a long loop", text: "for i in 1...9223372036854775807 { let a = i }"),
    Hostile(testDescription: "loops in loops", text: "for i in 1...9999 { for j in 1...9999 { let a = i } }"),
    Hostile(testDescription: "many objects", text: "entity A { }\nfor i in 1...9999999 { A() }"),
    Hostile(testDescription: "a great number", text: "let two = 99999999999999999999999999999"),
    Hostile(testDescription: "overflow", text: "let two = 9223372036854775807 + 9223372036854775807 * 2"),
    Hostile(testDescription: "division by zero", text: "let two = 1 / 0"),
    Hostile(
      testDescription: "a slow pattern", text: "expect \"\(String(repeating: "a", count: 40))!\" MATCHES \"(a+)+b\""),
    Hostile(testDescription: "escapes", text: "\u{1B}[31mlet two = 2\u{1B}[0m"),
    Hostile(testDescription: "a zero byte", text: "\u{0}"),
    Hostile(testDescription: "a turned line", text: "let two\u{202E} = 2"),
    Hostile(testDescription: "a word", text: "model"),
    Hostile(testDescription: "a quote", text: "\""),
    Hostile(testDescription: "a brace", text: "{"),
    Hostile(testDescription: "another brace", text: "}"),
    Hostile(testDescription: "quitting", text: "quit"),
  ])
  func hostileTextsAlwaysGetAVerdict(answer: Hostile) throws {
    let verdict = try Fixtures.grade(answer.text)
    #expect(verdict.status != .passed)
    #expect(verdict.score < 10)
    #expect(!TextFormat().text(for: [verdict]).contains("\u{1B}"))
  }

  @Test func theSameAnswerTheSameVerdict() throws {
    let answer = "let two = 3; nobody"
    #expect(try Fixtures.grade(answer) == Fixtures.grade(answer))
  }

  @Test("A save that is refused is told, and the checks decide")
  func refusedSave() throws {
    let answer = "let two = 2; let three = 3\nlet heat = Team(name: \"\")\nsave\n"
    let files = ["start.graph": "let one = 1\nentity Team { name: String, length 1... }", "solution.graph": answer]
    let verdict = try Fixtures.grade(answer, files)
    #expect(verdict.status == .passed)
    #expect(verdict.score == 10)
    #expect(verdict.diagnostics.map(\.id) == ["save-failed"])
    #expect(verdict.diagnostics.map(\.severity) == [.warning])
  }
}

@Suite("A check cannot be lied to")
struct HonestCheckTests {
  private static let start = """
    model League
    entity Team { name: String? }
    let heat = Team(name: "Heat")
    let bulls = Team(name: "Bulls")
    save
    """

  private func passes(_ answer: String, check: String, solution: String) throws -> Bool {
    try Fixtures.grade(
      answer, ["start.graph": Self.start, "check.graph": check, "solution.graph": solution, "right/plain.graph": ""]
    ).status == .passed
  }

  @Test("The code and the words of a failure are the program's own")
  func rules() throws {
    let check = "expect { Team(); save } fails 1570 \"name is a required value\""
    #expect(try passes("change Team.name, required", check: check, solution: "change Team.name, required"))
    for name in ["name is a required value", "1570 name is a required value"] {
      #expect(
        try !passes("change Team, rule \"\(name)\": name != nil", check: check, solution: "change Team.name, required"))
    }
  }

  @Test("Names of the start and of the model keep their meaning")
  func names() throws {
    let check = "expect bulls.name == \"Chicago\"\nexpect Team.name.isOptional"
    #expect(try passes("bulls.name = \"Chicago\"", check: check, solution: "bulls.name = \"Chicago\""))
    #expect(
      try !passes("heat.name = \"Chicago\"; let bulls = heat", check: check, solution: "bulls.name = \"Chicago\""))
    let shadow = "rename Team to Club; let Team = Club; undo; bulls.name = \"Chicago\""
    #expect(try !passes(shadow, check: "expect Team.name.isOptional == false", solution: "change Team.name, required"))
  }

  @Test("A convenient world of one's own is no answer")
  func ownModel() throws {
    let check = "expect count Team == 1"
    let own = "model Mine\nentity Team { name: String? }\nlet heat = Team(name: \"Heat\")\nsave"
    #expect(try passes("delete bulls; save", check: check, solution: "delete bulls; save"))
    #expect(try !passes(own, check: check, solution: "delete bulls; save"))
  }

  @Test(
    "How an answer was reached",
    arguments: [
      (
        "keep: [Team.name.isOptional]", "change Team.name, required; change Team.name, optional",
        "Team.name.isOptional must not change, not even for a moment"
      ),
      ("without: [\"heat.name =\"]", "heat.name = \"x\"; heat.name = \"Heat\"", "do it without 'heat.name ='"),
      (
        "keep: [Team.name.isOptional]", "for i in 1...1 { change Team.name, required; change Team.name, optional }",
        "Team.name.isOptional must not change, not even for a moment"
      ),
      ("without: [for]", "for t in (fetch Team) { t.name = t.name }", "do it without 'for'"),
      ("within: 2", "heat.name = \"x\"; heat.name = \"Heat\"", "use at most 2 statements, not 3"),
    ])
  func rules(head: String, way: String, problem: String) throws {
    let files = [
      "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\n\(head)"), "start.graph": Self.start,
      "check.graph": "expect bulls.name == \"Chicago\"", "solution.graph": "bulls.name = \"Chicago\"",
      "right/plain.graph": "",
    ]
    #expect(try Fixtures.grade("bulls.name = \"Chicago\"", files).status == .passed)
    let verdict = try Fixtures.grade(way + "\nbulls.name = \"Chicago\"", files)
    #expect(verdict.status == .failed)
    // A setting that stays is half of the exercise.
    #expect(verdict.score == (head.hasPrefix("keep") ? 5 : 9))
    #expect(verdict.checks.flatMap(\.feedback) == [.text(problem)])
    // What is undone counts no more.
    let undone = "undo; show model; " + way.split(separator: ";").map { "\($0); undo" }.joined(separator: "; ")
    #expect(try Fixtures.grade(undone + "\nbulls.name = \"Chicago\"", files).status == .passed)
    // A save in between is no step for undo.
    let saved = way + "; save; undo; undo; undo\nbulls.name = \"Chicago\""
    #expect(try Fixtures.grade(saved, files).checks.allSatisfy { !$0.isAboutRules || $0.status == .passed })
    // What was saved meanwhile is not undone, and what is taken away has changed.
    if head.hasPrefix("keep"), !way.hasPrefix("for") {
      for way in ["change Team.name, required; save; undo", "remove Team.name; add Team.name: String?"] {
        let verdict = try Fixtures.grade(way + "\nbulls.name = \"Chicago\"", files)
        #expect(verdict.checks.contains { $0.isAboutRules && $0.status == .failed }, "\(way)")
      }
    }
    // Neither is what a loop saved before it failed.
    if head.hasPrefix("without: [for]") {
      let way = "for t in (fetch Team) { t.name = \"x\"; save; nobody }\nheat.name = \"Heat\"; save"
      #expect(
        try Fixtures.grade(way + "\nbulls.name = \"Chicago\"", files).checks.flatMap(\.feedback) == [.text(problem)])
    }
    // After a rollback nothing is undone, whatever is typed.
    let settled = way + "; rollback; undo; undo; undo; undo\nbulls.name = \"Chicago\""
    #expect(try Fixtures.grade(settled, files).checks.contains { $0.isAboutRules && $0.status == .failed })
  }
}
