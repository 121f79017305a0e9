import Diagnostics

@testable import Grading

/// Verdicts whose texts try to be more than texts in one of the formats.
enum HostileVerdicts {
  static let student: Student = {
    var student = Student(
      id: "=cmd|'/C calc'!A0", name: "Robert\"; DROP\r\n::error::x\u{1B}[2J, Jr. ]]>", email: "+1@example.com",
      login: "@login", section: "-1;a")
    student.number = student.id
    student.participant = "=Participant 7,"
    return student
  }()

  static let names = [
    "a ]]> b </failure> & \"quotes\" 'single'", "it fails # SKIP not today", "back\\slash \\# todo and # TODO later",
    "::error file=x,line=1::100% wrong\r\nnext line", "##[error]legacy, and `code` *bold* <b>",
    "=1+1 \u{FFFE}\u{FFFF}\u{0}",
    "\u{202E}dessap\u{2028}line", "１＋１ 😀 é",
  ]

  /// 65,536 characters of text, one of them of three bytes.
  static let long = "…" + String(repeating: "m", count: 65_535)

  static let all: [Verdict] = [
    Verdict(
      exercise: "09-delete/whose", title: "Whose players? (2)", status: .failed, score: 4, maxScore: 10,
      checks: names.enumerated().map { place, name in
        CheckResult(
          name: name, status: place % 2 == 0 ? .failed : .passed, points: place % 2, maxPoints: 1,
          feedback: place % 2 == 0 ? [.text(name), "::warning::second", "  ::notice::third", "-1"] : [],
          statement: "check \"\(name)\" {\n  expect 1 == 2\n}", file: "check,1:2.graph", line: place + 1)
      } + [nothingElse],
      diagnostics: [
        Diagnostic(
          "unknown-name", "there is nothing called '\u{1B}[31m' ]]> # SKIP", at: SourceRange(4, 7), hint: "50% :: off",
          source: SourceText("let tow = 2", name: "a,b:c.graph"))
      ], steps: 3),
    Verdict(
      exercise: "x", title: "=HYPERLINK(\"x\")", status: .failed, score: 0, maxScore: 3,
      checks: [
        CheckResult(
          name: "a long message", status: .failed, points: 0, maxPoints: 1, feedback: [.text(long)], statement: long,
          line: 1)
      ], steps: 1),
    Verdict(
      exercise: "nowhere", title: "", status: .error, score: 0, maxScore: 0, diagnostics: [.init("x", "no exercise")]),
    Verdict(
      exercise: "y/stopped", title: "Stopped", status: .error, score: 0, maxScore: 2,
      checks: [
        CheckResult(
          name: "waits", status: .notRun, points: 0, maxPoints: 0,
          feedback: ["not checked: the answer could not be run"],
          statement: "check", line: 1)
      ], diagnostics: [.init("budget-exceeded", "stopped at statement 7 after 100,000 steps")], steps: 100_000),
  ]

  private static let nothingElse = {
    var check = CheckResult(
      name: "Everything else is as it was", status: .failed, points: 0, maxPoints: 0, feedback: ["heat is gone"],
      statement: "Everything else is as it was", file: "task.md", line: 1)
    check.implicit = .nothingElse
    return check
  }()
}
