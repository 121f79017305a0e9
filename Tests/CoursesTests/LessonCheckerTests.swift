import Diagnostics
import Testing
import WorkbookLanguage

@testable import Courses

@Suite("Checking lessons")
struct LessonCheckerTests {
  /// The text that a prompt might show: the failed statements' messages and the source of the others.
  static func render(_ outcomes: [Outcome]) -> String {
    outcomes.map { outcome in
      outcome.failed
        ? outcome.diagnostics.map(\.message).joined(separator: "\n") : String(outcome.source[outcome.range])
    }.joined(separator: "\n") + "\n"
  }

  func findings(_ body: String) -> [String] {
    let (lesson, diagnostics) = Fixtures.lesson(body)
    guard let lesson else { return Fixtures.headlines(diagnostics) }
    let report = LessonChecker.check(lesson, makeInterpreter: Fixtures.make, render: Self.render)
    return Fixtures.headlines(report.findings)
  }

  @Test func aSoundLesson() throws {
    let lesson = try #require(Fixtures.library.lesson("sums").lesson)
    let report = LessonChecker.check(lesson, makeInterpreter: Fixtures.make, render: Self.render)
    #expect(Fixtures.headlines(report.findings) == [])
    #expect(
      report.counts == [
        .init(what: "lessons", number: 1), .init(what: "steps", number: 4), .init(what: "predictions", number: 2),
        .init(what: "tasks", number: 1),
      ])
  }

  @Test func outputs() {
    #expect(findings("## A\n```graph\nlet a = 1\n```\n```output\nlet a = 1\n```\n") == [])
    #expect(findings("## A\n```graph\nlet a = 1\n```\n```output\n\nlet … = 1   \n```\n") == [])
    #expect(
      findings("## A\n```graph\nlet a = 1\nlet b = 2\n```\n```output\nlet a = 1\nlet c = 2\n```\n") == [
        "t.md:11:1: the output is not what the lesson shows"
      ])
    #expect(
      findings("## A\n```graph\nnobody\n```\n") == [
        "t.md:6:1: warning: this fails, and no output block says that it should"
      ])
  }

  @Test func predictions() {
    let body = "## A\n```predict\nQ?\n- [x] `a == 2`\n- [ ] `a == 1`: no\n- [ ] `a`\n```\n```graph\nlet a = 1\n```\n"
    #expect(
      findings(body) == [
        "t.md:7:1: this is marked [x] but does not hold", "t.md:8:1: this holds but is not marked [x]",
        "t.md:9:1: this is not a condition",
      ])
  }

  @Test("A block must not take back what a value question asks about")
  func takenBack() {
    let body = { (statements: String) in
      "## A\n```graph\nentity T { n: Integer16? }\nT()\nsave\n```\n```predict\nQ?\n= count T\n```\n```graph\n\(statements)\n```\n"
    }
    #expect(
      findings(body("delete T#1\ncount T\nundo")) == ["t.md:12:1: the block takes back what this asks about"])
    #expect(findings(body("delete T#1\ncount T")) == [])
    #expect(findings(body("undo\ndelete T#1")) == [])
    #expect(findings(body("let t = T()\nsave\nt.objectID\nundo")).count == 1)
  }

  @Test(
    "A constant is compared with the value that the next graph block gives last",
    arguments: [
      ("= 2", "let a = 1\na + 1", []),
      ("= 1 + 1", "count Player\na\nlet a = 2\na", []),
      ("= 2.0", "2", []), ("= \"b\"", "\"b\"", []), ("= true", "1 == 1", []), ("= nil", "nil", []),
      ("= 3", "let a = 1\na + 1", ["t.md:7:1: the answer is 2, not 3"]),
      ("= \"a\"", "\"b\"", ["t.md:7:1: the answer is \"b\", not \"a\""]),
      ("= \"2\"", "2", ["t.md:7:1: the answer is 2, not \"2\""]),
      ("= 2", "let a = 2", ["t.md:7:1: warning: nothing computes this value"]),
      ("= 2", "expect 1 == 1", ["t.md:7:1: warning: nothing computes this value"]),
      // An expression asks the workbook.
      ("= a + 1", "let a = 1", []),
      ("= model.entities.@count", "entity A\nmodel.entities.name", []), ("= now()", "1", []),
    ])
  func constants(answer: String, block: String, expected: [String]) {
    let found = findings("## A\n```predict\nQ?\n\(answer)\n```\n```graph\n\(block)\n```\n")
    #expect(found.filter { !$0.contains("no output block") } == expected)
  }

  @Test func constantsAndTheirHints() throws {
    let lesson = try #require(
      Fixtures.lesson("## A\n```predict\nQ?\n= 3\n```\n```graph\n\nlet a = 1\n1 + 1\n```\n").lesson)
    let finding = try #require(
      LessonChecker.check(lesson, makeInterpreter: Fixtures.make, render: Self.render).findings.first)
    #expect(
      DiagnosticFormatter().format(finding) == """
        t.md:7:1: the answer is 2, not 3
          3
          ^ if the question is about something else, write = and an expression
          on line 12, 1 + 1 gives 2
        """)
  }

  @Test func tasks() {
    let task = "## A\n```graph\nlet a = 1\n```\n```task\nDo.\n```\n```hint\nH\n```\n"
    #expect(
      findings(task + "```check\nexpect a == 1\n```\n```solution\nlet b = 1\n```\n") == [
        "t.md:4:1: the check holds before the learner has done anything"
      ])
    #expect(
      findings(task + "```check\nexpect a == 2\n```\n```solution\nlet a = 3\n```\n") == [
        "t.md:15:1: the solution does not pass this check"
      ])
    #expect(
      findings(task + "```check\nexpect a == 2\n```\n```solution\nnobody\nlet a = 2\n```\n") == [
        "t.md:18:1: the solution fails here"
      ])
  }

  @Test(arguments: [
    ("expect a == 1 else \"Look again.\"", "a == 1"), ("expect {\n  save\n} succeeds", "{ save } succeeds"),
    ("expect name == \"else\"", "name == \"else\""), ("let a = 1", "let a = 1"), ("expect", "expect"), ("", ""),
    ("expect \"\u{1B}", "\"\u{1B}"),
  ])
  func claims(statement: String, claim: String) {
    #expect(statement.claimText == claim)
  }

  @Test(arguments: [
    ("a…c", "abc", true), ("a…c", "ac", true), ("a…c", "acb", false), ("…", "", true), ("…b…", "abc", true),
    ("…b…b…", "abc", false), ("ab…bc", "abc", false), ("x", "x\n\n", true), ("a  \nb", "a\nb  ", true),
    ("a", "b", false),
    ("a…", "a\nb\nc", true), ("……", "x", true), ("é…", "é!", true),
  ])
  func patterns(pattern: String, text: String, matches: Bool) {
    #expect(OutputPattern(pattern).matches(text) == matches)
  }
}
