import Courses
import Diagnostics
import Grading
import Testing

@Suite("Checking exercises")
struct ExerciseCheckerTests {
  func findings(_ files: [String: String]) throws -> [String] {
    ExerciseChecker.check(try Fixtures.exercise(files), grader: Fixtures.grader).findings.map {
      String(DiagnosticFormatter().format($0).prefix { $0 != "\n" })
    }
  }

  @Test func aSoundExercise() throws {
    let report = ExerciseChecker.check(try Fixtures.exercise(), grader: Fixtures.grader)
    #expect(report.findings.map(\.message) == [])
    #expect(
      report.counts == [
        .init(what: "exercises", number: 1), .init(what: "checks", number: 2), .init(what: "right answers", number: 2),
        .init(what: "wrong answers", number: 2), .init(what: "hints", number: 3),
        .init(what: "mutants", number: 9), .init(what: "killed", number: 9),
      ])
  }

  @Test(
    arguments: [
      (
        ["start.graph": "let one = 1; let two = 2; let three = 3"],
        [
          "two/start.graph:1:1: the start passes before anyone has done anything",
          // The start's names mean the start's values.
          "two/wrong/off-by-one.graph:1:1: this answer must fail, but passes",
          "two/wrong/text.graph:1:1: this answer must fail, but passes",
        ]
      ),
      (["start.graph": "let one = 1\nnobody"], ["two/start.graph:2:1: the start has an error"]),
      (["solution.graph": "let two = 2"], ["two/solution.graph:1:1: this answer must pass, but its status is failed"]),
      (["right/plain.graph": "nobody"], ["two/right/plain.graph:1:1: this answer must pass, but its status is failed"]),
      (
        ["wrong/text.graph": "// x\nlet two = 2; let three = 3"],
        ["two/wrong/text.graph:1:1: this answer must fail, but passes"]
      ),
      (
        ["wrong/text.graph": "// Something else.\nlet two = 3"],
        ["two/wrong/text.graph:1:1: the verdict says something else first"]
      ),
      (
        ["wrong/text.graph": "let two = 3"],
        ["two/wrong/text.graph:1:1: a wrong answer begins with the feedback that it must get"]
      ),
      (["wrong/text.graph": ""], ["two/task.md:1:1: the exercise needs 2 wrong answers, and has 1"]),
      (
        [
          "task.md":
            "---\ntitle: T\npoints: 1\n---\nDo.\n```hint\n`let two = one + one`\n`let  three = two + one`\n```\n```hint\nx\n```\n"
        ],
        [
          "two/task.md:1:1: the exercise needs 3 hints, and has 2",
          "two/task.md:7:1: hint 1 contains the solution; only the last may",
        ]
      ),
      (["check.graph": "let a = 1"], ["two/check.graph:1:1: nothing is expected here"]),
    ] as [([String: String], [String])])
  func findings(files: [String: String], expected: [String]) throws {
    #expect(try findings(files) == expected)
  }

  /// An exercise about one box of size 2 and of colour red, whose wrong answers are wrong in the size alone.
  func boxFindings(check: String, head: String = "") throws -> [String] {
    try findings([
      "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\n\(head)"),
      "start.graph": "entity Box { size: Integer16; colour: String }\nlet box = Box(size: 1, colour: \"blue\"); save",
      "solution.graph": "box.size = 2; box.colour = \"red\"; save",
      "right/plain.graph": "box.colour = \"red\"; box.size = 2; save",
      "wrong/text.graph": "// Two.\nbox.size = 3; box.colour = \"red\"; save",
      "wrong/off-by-one.graph": "// Two.\nbox.size = 4; box.colour = \"red\"; save",
      "check.graph": "check \"the box\" { rollback; \(check) }",
    ])
  }

  @Test(
    "Objects that are judged by a template are reported if another check judges the template",
    arguments: [
      ("(fetch Large).@count == 1", "", true), ("(count Box where width > 1) == 1", "", false),
      ("(fetch Large).@count == 1", ", points 0", false),
    ])
  func borrowed(claim: String, points: String, isReported: Bool) throws {
    let found = try findings([
      "task.md": Fixtures.task,
      "start.graph": "entity Box { width: Integer16 }\nlet box = Box(width: 1); save",
      "solution.graph": "template Large = fetch Box where width > 1; box.width = 2; save",
      "right/plain.graph": "box.width = 2; template Large = fetch Box where width > 1; save",
      "wrong/text.graph": "// Two.\ntemplate Large = fetch Box where width > 1; save",
      "wrong/off-by-one.graph": "// Three.\ntemplate Large = fetch Box where width > 3; box.width = 2; save",
      "check.graph": """
      check "the template" { Box(width: 3); expect (fetch Large where width == 3).@count == 1 else "Three." }
      check "the box"\(points) { rollback; expect \(claim) else "Two." }
      """,
    ])
    let line = "this judges objects by Large, which another check judges: a slip there costs the points of both"
    #expect(found.contains { $0.hasSuffix(line) } == isReported, "\(found)")
  }

  @Test func aMutantThatSurvivesIsReported() throws {
    let found = try boxFindings(check: "expect box.size == 2 else \"Two.\"")
    let survives = "an answer passes although it ends differently: line 1:"
    #expect(found.contains("two/solution.graph:1:1: \(survives) without 'box.colour = \"red\"'"))
    #expect(found.contains("two/solution.graph:1:1: \(survives) '\"red\"' → '\"redx\"'"))
    #expect(found.last == "two/check.graph:1:1: only 79 % of the mutants fail; 95 % must")
    let reasons = "survives:\n  - 'redx: any red will do'\n  - 'without ''box.colour: blue is red enough'"
    let explained = try boxFindings(check: "expect box.size == 2 else \"Two.\"", head: reasons)
    #expect(Set(explained).isSubset(of: found))
    #expect(!explained.contains { $0.contains("redx") || $0.contains("without 'box.colour") })
  }

  @Test func allOfASoundCheckKills() throws {
    let check = "expect box.size == 2 else \"Two.\"; expect box.colour == \"red\""
    #expect(try boxFindings(check: check) == [])
    // Every mutant that makes the last one fail is killed by the one before it.
    #expect(try boxFindings(check: check + "; expect box.colour != \"redx\"") == [])
  }

  @Test func anExpectationThatNothingMakesFailIsReported() throws {
    let dead = "nothing makes this fail: neither the start, nor a wrong answer, nor a mutant"
    let check = "expect box.size == 2 else \"Two.\"; expect box.colour == \"red\"; expect 2 > 1"
    let found = try boxFindings(check: check)
    #expect(found == ["two/check.graph:1:91: \(dead)"])
  }
}
