import Courses
import Diagnostics
import Grading
import Testing

@Suite("Verdicts written down")
struct FormatTests {
  /// One verdict of each status, with names that try to be more than names.
  static func verdicts() throws -> [Verdict] {
    [
      try Fixtures.grade("let two = 2; let three = 3"),
      try Fixtures.grade("let two = 2\nlet three = 4"),
      try Fixtures.grade("let two = 2\nlet three = tow"),
      try Fixtures.grade("run \"check.graph\""),
      Verdict(
        exercise: "x/\u{1B}[2J", title: "Quotes \" and \\ and\nlines", status: .failed, score: 1.25, maxScore: 3,
        checks: [
          CheckResult(
            name: "\u{202E}passed", status: .failed, points: 0, maxPoints: 1, feedback: ["a", "b\tc"], advice: ["a"],
            statement: "expect {\n  save\n} succeeds", line: 3)
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
}
