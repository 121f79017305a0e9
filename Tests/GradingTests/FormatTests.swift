import Courses
import Diagnostics
import JSON
import Testing

@testable import Grading

@Suite("Verdicts written down")
struct FormatTests {
  /// One verdict of each status, with names that try to be more than names.
  static func verdicts() throws -> [Verdict] {
    [
      try Fixtures.grade("let two = 2; let three = 3"),
      try Fixtures.grade("let two = 3\nlet three = 4"),
      try Fixtures.grade("let two = 2\nlet three = tow"),
      try Fixtures.grade("run \"check.graph\""),
      Verdict(
        exercise: "x/\u{1B}[2J", title: "Quotes \" and \\ and\nlines", status: .failed, score: 1.25, maxScore: 3,
        checks: [
          CheckResult(
            name: "\u{202E}passed", status: .failed, points: 0, maxPoints: 1, feedback: ["a", "b\tc"],
            failures: [
              .init(statement: "expect {\n  save\n} succeeds", line: 3, found: [CheckFinding("b\tc")], advice: "a"),
              .init(statement: "let a = 1", line: 4, found: []),
              .init(statement: "let b = 1", line: 5, found: []),
            ], statement: "check", line: 3)
        ]),
    ]
  }

  @Test func asText() throws {
    let text = TextFormat().text(for: try Self.verdicts())
    #expect(Fixtures.golden("verdicts.txt", recording: text) == text)
  }

  @Test func asJSON() throws {
    let text = JSONFormat().text(for: try Self.verdicts())
    #expect(Fixtures.golden("verdicts.jsonl", recording: text) == text)
  }

  @Test(
    "A check of an author is the author's, even if it has the title of one that every exercise gets",
    arguments: ["Everything else is as it was", "It was done as the task asks", "It was handed in on time"])
  func borrowedTitle(_ title: String) throws {
    let files = ["check.graph": "check \"\(title)\", points 2 { expect two == 2 }", "wrong/off-by-one.graph": ""]
    let verdict = try Fixtures.grade("let two = 3; let three = 3", files)
    let record = try Array(JSONFormat().text(for: [verdict]).utf8).withUnsafeBufferPointer { try JSONValue($0) }
    for verdict in [verdict, try #require(JSONFormat.verdict(from: record))] {
      let own = try #require(verdict.checks.first)
      #expect(!own.isAboutRules && !own.isAboutTime)
      #expect(FixedWords.german.name(of: own) == title)
      // The other is the exercise's.
      let implicit = try #require(verdict.checks.last)
      #expect(FixedWords.german.name(of: implicit) == "Alles andere ist, wie es war")
    }
    #expect(verdict.cause?.check == 0)
  }

  @Test("A record keeps the fact that something does not hold, and each format has words for it")
  func onlyDoesNotHold() throws {
    let verdict = try Fixtures.grade("let two = 3; let three = 3").shown(.checks)
    let record = try Array(JSONFormat().text(for: [verdict]).utf8).withUnsafeBufferPointer { try JSONValue($0) }
    let read = try #require(JSONFormat.verdict(from: record))
    #expect(read.checks[0].feedback == [.doesNotHold])
    var format = TextFormat()
    #expect(format.text(for: [read]).contains("found     this does not hold\n"))
    format.words = .german
    #expect(format.text(for: [read]).contains("das ist nicht erfüllt\n"))
  }

  @Test("Lines that are left out are counted once, in the language of the exercise")
  func linesLeftOut() throws {
    var verdict = try Fixtures.grade("let two = 2; let three = 3")
    let lines = (1...120).map { "line \($0)" }
    verdict.checks = [CheckResult(.nothingElse, of: try Fixtures.exercise(), lines)]
    let record = try Array(JSONFormat().text(for: [verdict]).utf8).withUnsafeBufferPointer { try JSONValue($0) }
    var read = try #require(JSONFormat.verdict(from: record))
    #expect(read.checks[0].feedback == lines.prefix(99).map(CheckResult.Feedback.text) + [.more(21)])
    read.words = .german
    #expect(read.message(of: read.checks[0]) == "line 1\nline 2\nline 3\nline 4\nline 5\nund 115 weitere")
  }

  @Test func colourIsOnlyAddedAround() throws {
    let verdict = try Fixtures.grade("let two = 2\nlet three = 4")
    let ansi = TextFormat(style: .ansi).text(for: [verdict])
    #expect(ansi.contains("\u{1B}[33mnot yet\u{1B}[0m"))
    #expect(ansi.replacing(/\u{1B}\[[0-9]*m/, with: "") == TextFormat().text(for: [verdict]))
  }

  @Test(arguments: [
    (0.0, "0"), (7.5, "7.5"), (8, "8"), (3.33, "3.33"), (0.05, "0.05"), (-0.5, "-0.5"), (1e300, "1e+300"),
    (.nan, "nan"), (.infinity, "inf"),
  ])
  func points(points: Double, text: String) {
    let verdict = Verdict(exercise: "x", title: "X", status: .failed, score: points, maxScore: 2)
    #expect(TextFormat().text(for: [verdict]) == "X (x): not yet, \(text) of 2 points\n")
  }

  /// A verdict whose every text is too long for a line.
  static let long = Verdict(
    exercise: "x/y", title: "X", status: .failed, score: 0, maxScore: 1,
    checks: [
      CheckResult(
        name: "A sentence that goes on and on until the line has come to its end", status: .failed, points: 0,
        maxPoints: 1,
        failures: [
          .init(
            statement: "expect count Player == 2 AND count Team == 1 else \"Say \\(x) and \\\"else\\\"\"",
            file: "y/check.graph", line: 7,
            found: ["count Player is 1", "\u{1B}[2J is what one of them was called once"].map { CheckFinding($0) },
            advice: "Look at which side the rule is written on, and then at the other.")
        ], statement: "check", line: 3)
    ],
    diagnostics: [
      Diagnostic("x", "there is nothing called '\u{1B}[2J'", source: SourceText("x", name: "a\u{1B}[31m.graph"))
    ])

  @Test("Lines are broken between words; the advice stands once; nothing moves the cursor")
  func narrow() {
    let text = TextFormat(width: 50).text(for: [Self.long])
    #expect(
      text == """
        X (x/y): not yet, 0 of 1 point

          a␛[31m.graph: there is nothing called '␛[2J'

          not yet  A sentence that goes on and on until
                   the line has come to its end: 0 of 1
                   point
            expected  count Player == 2 AND count Team ==
                      1
            found     count Player is 1
                      ␛[2J is what one of them was called
                      once
            try       Look at which side the rule is
                      written on, and then at the other.

        """)
    #expect(TextFormat(width: 1).width == 40)
  }
}
