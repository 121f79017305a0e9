import Courses
import Diagnostics
import Grading
import Testing

/// Answers that list the data which they see, instead of asking for it.
@Suite("Hard-coded answers")
struct HardCodedTests {
  private static let start = """
    model Station
    entity Train { number: Integer16; departs: Integer16; note: String? }
    let line = 1
    Train(number: 1, departs: 600)
    Train(number: 2, departs: 700, note: "late")
    save
    """
  private static let solution = """
    template Early = fetch Train where departs <= 650 sort departs
    change Train, rule "in the day": departs >= 0 AND departs < 1440
    """
  private static let check = """
    Train(number: 3, departs: 650)
    Train(number: 4, departs: 651)
    check "the template" {
      expect (fetch Early).number == {1, 3}
    }
    check "the rule" {
      expect { Train(number: 5, departs: 1440); save } fails
      expect { Train(number: 5, departs: -1); save } fails
      expect { Train(number: 5, departs: 1439); save } succeeds
    }
    """

  private func files(_ extra: [String: String]) -> [String: String] {
    let task = Fixtures.task.replacing("points: 10", with: "points: 10\nnames: [Early, Train.departs, earliest]")
    return [
      "task.md": task, "start.graph": Self.start, "solution.graph": Self.solution, "check.graph": Self.check,
      "right/plain.graph": Self.solution,
      "wrong/text.graph":
        "// Train has no rule\ntemplate Early = fetch Train where departs < 650 sort departs",
      "wrong/off-by-one.graph": "// there is no entity 'Early'\nchange Train, rule \"x\": departs > 0",
    ].merging(extra) { $1 }
  }

  @Test("The check of an exercise makes them, and says which pass")
  func made() throws {
    let findings = ExerciseChecker.check(try Fixtures.exercise(files([:])), grader: Fixtures.grader).findings
    let hardCoded = findings.filter { $0.id == "hard-coded-passes" }
    #expect(
      hardCoded.map(\.message) == [
        "an answer passes although the template Early lists what the checks look at",
        "an answer passes although the rule \"in the day\" lists what the checks look at",
      ], "\(findings)")
    let listed = hardCoded.first?.notes.last ?? ""
    #expect(listed.hasPrefix("template Early = fetch Train where departs == -1 OR departs == 600"), "\(listed)")
    let compared = files(["check.graph": Self.check + "\nexpect conditions like solution"])
    let report = ExerciseChecker.check(try Fixtures.exercise(compared), grader: Fixtures.grader)
    #expect(!report.findings.contains { $0.id == "hard-coded-passes" }, "\(report.findings)")
  }

  @Test(
    "Conditions in other words are alike",
    arguments: [
      "template Early = fetch Train where NOT departs > 650 sort departs\nchange Train, rule \"x\": departs BETWEEN {0, 1439}",
      // A range does what the rule does.
      "template Early = fetch Train where 651 > departs sort departs asc\nchange Train.departs, range 0...1439",
      "template Early = fetch Train where departs IN {650} OR departs < 650 sort departs, number\n"
        + "change Train, rule \"early enough\": departs < 1440\nchange Train, rule \"not before\": departs >= 0",
    ])
  func alike(answer: String) throws {
    let verdict = try Fixtures.grade(answer, files(["check.graph": "expect conditions like solution"]))
    #expect(verdict.checks.first?.feedback == [])
  }

  @Test(
    "Conditions that differ are named with an object on which they do",
    arguments: [
      ("where departs < 650 sort departs", "departs >= 0 AND departs < 1440", "does not find Train("),
      ("where departs <= 650 AND number < 9 sort departs", "departs >= 0 AND departs < 1440", "does not find Train("),
      ("where departs <= 650 sort number", "departs >= 0 AND departs < 1440", "in another order"),
      ("where departs <= 650 OR note == \"late\" sort departs", "departs >= 0 AND departs < 1440", "and should not"),
      ("where departs <= 650 sort departs", "departs >= 0", "can be saved, and should not"),
      ("where departs <= 650 sort departs", "departs > 0 AND departs < 1440", "can't be saved, and should"),
      (
        "where departs <= 650 AND note LIKE \"*\" sort departs", "departs >= 0 AND departs < 1440",
        "does not find Train("
      ),
    ])
  func different(template: String, rule: String, feedback: String) throws {
    let answer = "template Early = fetch Train \(template)\nchange Train, rule \"r\": \(rule)"
    let verdict = try Fixtures.grade(answer, files(["check.graph": "expect conditions like solution"]))
    #expect(verdict.checks.first?.feedback.first?.english.contains(feedback) == true, "\(verdict.checks)")
  }

  /// `again.graph` has other trains.
  @Test(
    "An answer is tried on the second start as well",
    arguments: [
      ("let earliest = fetch Train sort departs limit 1", []),
      ("let earliest = fetch Train where departs == 600", ["with other data, earliest is not what the task asks for"]),
      ("let earliest = [Train#1]", ["with other data, earliest is not what the task asks for"]),
      (
        "let earliest = fetch Train sort departs limit 1\nTrain#2.note = \"x\"; Train#2.note = \"late\"",
        ["with other data: Train#2 late has a value for note, and should have none"]
      ),
    ] as [(String, [String])])
  func again(answer: String, feedback: [String]) throws {
    let verdict = try Fixtures.grade(
      answer,
      files([
        "solution.graph": "let earliest = fetch Train sort departs limit 1", "right/plain.graph": "",
        "check.graph": "expect earliest.@count == 1\nexpect earliest.number == {1}",
        "again.graph": Self.start.replacing("600", with: "900").replacing(", note: \"late\"", with: ""),
      ]))
    #expect(verdict.checks.last?.name == "It works with other data too")
    #expect(verdict.checks.last?.feedback.map(\.english) == feedback)
    #expect(verdict.status == (feedback.isEmpty ? .passed : .failed))
  }

  @Test("An answer that is wrong already is not tried a second time")
  func notTwice() throws {
    let verdict = try Fixtures.grade(
      "let earliest = [Train#2]",
      files([
        "solution.graph": "let earliest = [Train#1]", "check.graph": "expect earliest.number == {1}",
        "again.graph": Self.start,
      ]))
    #expect(verdict.checks.last?.status == .notRun)
  }

  @Test(
    "What has to stay is watched inside loops, blocks and contexts",
    arguments: [
      "for i in 1...1 { line.departs = 1; line.departs = 600 }",
      "for i in 1...1 { for j in 1...1 { line.departs = 1 }; line.departs = 600 }",
      "context main { line.departs = 1; save; line.departs = 600 }",
      "let n = context main { line.departs = 1; line.departs = 600; count Train }",
      "context bg { context main { line.departs = 1; line.departs = 600 } }",
      "for i in 1...1 { rollback; line.departs = 600 }",
    ])
  func kept(answer: String) throws {
    let files = [
      "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\nkeep: [line.departs]"),
      "start.graph": "entity Train { departs: Integer16 }\nlet line = Train(departs: 5); save; line.departs = 600",
      "check.graph": "expect line.departs == 600", "solution.graph": "line.departs", "right/plain.graph": "",
    ]
    let verdict = try Fixtures.grade(answer, files)
    #expect(
      verdict.checks.first { $0.isAboutRules }?.feedback == ["line.departs must not change, not even for a moment"])
    let harmless = "for i in 1...2 { context bg { Train(departs: i); save } }; context main { count Train }"
    #expect(try Fixtures.grade(harmless, files).checks.first { $0.isAboutRules }?.feedback == [])
  }
}
