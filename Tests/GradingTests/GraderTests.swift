import Courses
import Diagnostics
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
    ("let two = 2; let three = 3; nobody", .error, 10),
    ("nobody\nlet two = 2; let three = 3", .error, 10),
    ("let two = \"unterminated\nlet three = 3", .error, 0),
    ("let two = 2 }}}", .error, 0),
    ("check \"two is two\", points 100 { expect 1 == 1 }", .failed, 0),
    ("let two = 2; let three = 3\ncheck \"two is two\", points 100 { expect 1 == 2 }", .passed, 10),
  ])
  func scores(answer: String, status: Verdict.Status, score: Double) throws {
    let verdict = try Fixtures.grade(answer)
    #expect(verdict.status == status)
    #expect(verdict.score == score)
    #expect(verdict.maxScore == 10)
    #expect(verdict.checks.map(\.name) == ["two is two", "three == 3"])
    #expect(verdict.checks.map(\.maxPoints) == [3, 1])
  }

  @Test func anAnswerWithAModelStartsAnew() throws {
    let verdict = try Fixtures.grade("model Mine\nlet two = 2; let three = 3")
    #expect(verdict.status == .failed)
    // The set-up needs `one`, which only the start has.
    #expect(verdict.checks.map(\.status) == [.failed, .failed])
    #expect(verdict.checks[0].feedback == ["there is nothing called 'one' (your names are three, two)"])
    #expect(verdict.checks[0].failures.map(\.statement) == ["let second = one + 1"])
    #expect(verdict.checks[0].failures.map(\.line) == [1])
    #expect(verdict.checks[0].line == 2)
  }

  @Test(arguments: [
    ("run \"check.graph\"", "run"), ("import \"x.xcdatamodeld\"", "import"), ("export \"x.graph\"", "export"),
    ("compare model \"a.graph\" with \"b.graph\"", "compare model"),
    ("expect behaves like \"solution.graph\"", "behaves like"),
    ("for i in 1...2 { run \"check.graph\" }", "run"),
    ("check \"x\" { for i in 1...2 { expect { export \"a.graph\" } succeeds } }", "export"),
  ])
  func filesAreRefused(answer: String, word: String) throws {
    let verdict = try Fixtures.grade("let two = 2; let three = 3\n" + answer)
    #expect(verdict.status == .error)
    #expect(verdict.score == 0)
    #expect(verdict.checks.map(\.status) == [.notRun, .notRun])
    #expect(verdict.diagnostics.map(\.message) == ["an answer cannot use '\(word)'"])
    #expect(verdict.diagnostics.first?.source?.name == "answer.graph")
  }

  @Test(
    "undo and redo stop where the exercise begins",
    arguments: ["undo", "undo; undo; undo", "redo", "undo; redo", "reset"])
  func undoAtTheStart(first: String) throws {
    let files = [
      "start.graph": "let one = 1\nentity Team { name: String }\nTeam(name: \"Heat\")\nsave\n",
      "check.graph": "expect count Team == 1\nexpect two == 2",
    ]
    let verdict = try Fixtures.grade(first + "\nlet two = 2", files)
    #expect(verdict.status == .passed)
    #expect(verdict.score == 10)
  }

  @Test("undo takes back what the start has left unsaved")
  func undoOfAMistake() throws {
    let files = [
      "start.graph": "entity Team { name: String }\nlet heat = Team(name: \"Heat\")\nsave\ndelete heat\n",
      "check.graph": "expect count Team == 1",
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
    let verdict = grader.grade(exercise, answer: SourceText(""))
    #expect(verdict.checks.map(\.status) == [.failed, .passed])
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
    #expect(verdict.score == 0)
    #expect(!TextFormat().text(for: [verdict]).contains("\u{1B}"))
  }

  @Test func theSameAnswerTheSameVerdict() throws {
    let answer = "let two = 3; nobody"
    #expect(try Fixtures.grade(answer) == Fixtures.grade(answer))
  }

  @Test("A save that is refused is told, and the checks decide")
  func refusedSave() throws {
    let files = ["start.graph": "let one = 1\nentity Team { name: String, length 1... }"]
    let answer = "let two = 2; let three = 3\nlet heat = Team(name: \"\")\nsave\n"
    let verdict = try Fixtures.grade(answer, files)
    #expect(verdict.status == .passed)
    #expect(verdict.score == 10)
    #expect(verdict.diagnostics.map(\.id) == ["save-failed"])
    #expect(verdict.diagnostics.map(\.severity) == [.warning])
    #expect(try Fixtures.grade(answer + "nobody", files).status == .error)
  }
}
