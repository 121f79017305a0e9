import Courses
import Diagnostics
import Testing

@Suite("The measures of a lesson, and the rules about them")
struct MeasureTests {
  /// Steps: `t` has a task, `q` a question, `p` neither, `.` ends a part after the step before it.
  private static func lesson(_ steps: String, words: Int = 2, waives: String = "") throws -> Lesson {
    var text = "---\ntitle: T\n" + (waives.isEmpty ? "" : "waives: [\(waives)]\n") + "---\n"
    for (index, kind) in steps.enumerated() {
      let mark = steps.dropFirst(index + 1).first == "." ? " {pause}" : ""
      switch kind {
      case "t": text += "\n## Task\(mark)\n```task\nDo it.\n```\n```solution\nlet a = 1\nlet b = 2\n```\n"
      case "q": text += "\n## Question\(mark)\n```predict\nHow many?\n= 1\n```\n```graph\n1\n```\n```output\n1\n```\n"
      case ".": break
      default: text += "\n## Page\(mark)\n" + String(repeating: "word ", count: words) + "\n"
      }
    }
    return try #require(LessonReader.read(SourceText(text, name: "t.md"), number: 1, slug: "t").lesson)
  }

  @Test("Words, statements, questions and tasks are counted, and the time they take estimated")
  func counts() throws {
    let measures = LessonMeasures(of: try Self.lesson("qtp", words: 398))
    let total = measures.total
    #expect(total.words == 1 + 2 + 1 + 2 + 1 + 398)
    #expect(total.shown == 1 && total.lines == 1 && total.typed == 2)
    #expect(total.questions == 1 && total.tasks == 1)
    // 405 words are 121 s; 25 for the question, 30 and 80 for the task, 5 and 1 for what is shown.
    #expect(total.minutes == 4)
  }

  @Test("A word has a letter or a digit of any script, and ends at any blank")
  func words() throws {
    let text = "---\ntitle: T\n---\n\n## Page\nÜber 3 Größen — und 5\u{A0}km: naïve-té … · Ωμέγα 日本\u{3000}語 -- %\n"
    let lesson = try #require(LessonReader.read(SourceText(text, name: "t.md"), number: 1, slug: "t").lesson)
    #expect(LessonMeasures(of: lesson).total.words == 1 + 10)
  }

  @Test(
    "Runs of steps without a task, rows of questions, and parts",
    arguments: [
      ("qqt", 2, 2, 1), ("qqqt", 3, 3, 1), ("qpt", 2, 1, 1), ("tqqqq", 4, 4, 1), ("tqpp", 1, 1, 1),
      ("ppp", 0, 0, 1), ("t.t", 0, 0, 2), ("q.q", 2, 2, 2), ("qqtqqqtq", 3, 3, 1),
    ])
  func runs(steps: String, run: Int, row: Int, parts: Int) throws {
    let measures = LessonMeasures(of: try Self.lesson(steps))
    #expect(measures.longestRun == run)
    #expect(measures.longestRow == row)
    #expect(measures.parts.count == parts)
  }

  private static let hint = "in the head says why not"

  @Test(
    "A rule that is broken is reported at its step",
    arguments: [
      ("qqt", []), ("tqpppp", []),
      ("tqqqt", ["t.md:14:1: steps 2 to 4 have no task"]),
      (
        "qqqqt",
        [
          "t.md:5:1: steps 1 to 4 have no task",
          "t.md:41:1: 4 questions follow one another without a task",
        ]
      ),
    ])
  func broken(steps: String, headlines: [String]) throws {
    let found = try Self.lesson(steps).brokenRules()
    #expect(Fixtures.headlines(found) == headlines)
    #expect(found.allSatisfy { $0.hint?.hasSuffix("in the head says why not") == true })
  }

  @Test("A part of more than 45 minutes is reported, and a pause divides it")
  func parts() throws {
    #expect(try Self.lesson("p", words: 9000).brokenRules().isEmpty)
    #expect(
      Fixtures.headlines(try Self.lesson("pp", words: 4700).brokenRules()) == ["t.md:5:1: the lesson takes 47 minutes"])
    #expect(try Self.lesson("p.p", words: 4700).brokenRules().isEmpty)
    #expect(
      Fixtures.headlines(try Self.lesson("p.pp", words: 4700).brokenRules())
        == ["t.md:8:1: steps 2 to 3 take 47 minutes"])
  }

  @Test("A reason in the head waives a rule, and one that is not needed is noticed")
  func waivers() throws {
    #expect(try Self.lesson("tqqqt", waives: "\"run: all four side by side\"").brokenRules().isEmpty)
    let needless = try Self.lesson("qqt", waives: "\"run: a: b\", \"part: long\"").brokenRules()
    #expect(
      Fixtures.headlines(needless) == [
        "t.md:1:1: warning: the lesson does not break the rule 'part'",
        "t.md:1:1: warning: the lesson does not break the rule 'run'",
      ])
  }

  @Test("A waiver names a rule and a reason", arguments: ["run", "run:", "runs: why", "why"])
  func mistakenWaiver(text: String) {
    let source = SourceText("---\ntitle: T\nwaives: [\"\(text)\"]\n---\n## A\n", name: "t.md")
    #expect(
      Fixtures.headlines(LessonReader.read(source).diagnostics) == ["t.md:1:1: '\(text)' is no rule with a reason"])
  }
}
