import Courses
import Diagnostics
import Testing

import struct Foundation.Date

@Suite("Reading a lesson")
struct LessonReaderTests {
  @Test("A question for a value may list wrong values with remarks, and none that is right or without one")
  func wrongValues() throws {
    func read(_ lines: String) -> (prediction: Prediction?, problems: [String]) {
      let (lesson, problems) = Fixtures.lesson(
        "## A\n\n```predict\nHow many?\n= count Player\n\(lines)\n```\n\n```graph\ncount Player\n```\n")
      return (lesson?.steps.first?.predictions.first, problems.map(\.id))
    }
    let (prediction, problems) = read("- [ ] 5: nullify: all stay\n- [ ] `[1, 2]`: a list")
    #expect(problems.isEmpty && prediction?.wrongValues.map(\.text) == ["5", "[1, 2]"])
    #expect(prediction?.remark(onValue: " 5 ") == "nullify: all stay" && prediction?.remark(onValue: "6") == nil)
    #expect(read("- [x] 5: right").problems.contains("two-kinds"))
    #expect(read("- [ ] 5").problems == ["no-remark"])
  }

  @Test("Notes before the first question or task of a step are read before it, the others afterwards")
  func notes() throws {
    func note(_ text: String) -> String { "```note\n\(text)\n```\n\n" }
    let ask = "```predict\nHow many?\n= count Player\n```\n\n```graph\ncount Player\n```\n\n"
    let (lesson, problems) = Fixtures.lesson(
      "## A\n\n\(note("one"))\(ask)\(note("two"))\(ask)\(note("three"))## B\n\n\(note("four"))Text.\n")
    #expect(problems.isEmpty)
    let steps = try #require(lesson).steps
    #expect(steps.map { $0.notesAhead.map(\.plainText) } == [["one"], []])
    #expect(steps.map { $0.notesAfterwards.map(\.plainText) } == [["two", "three"], ["four"]])
    #expect(steps.map { $0.notes.count } == [3, 1])
  }

  @Test func aWholeLesson() throws {
    let (lesson, diagnostics) = Fixtures.library.lesson("sums")
    #expect(Fixtures.headlines(diagnostics) == [])
    let sums = try #require(lesson)
    #expect(sums.number == 1)
    #expect(sums.title == "Sums")
    #expect(sums.chapter == "Counting")
    #expect(sums.minutes == 5)
    #expect(sums.now == Date(timeIntervalSince1970: 1_795_132_800))
    #expect(sums.world?.text == "let one = 1\nlet two = 2\n")
    #expect(sums.steps.map(\.title) == ["Names and values", "Your turn", "Which one?", "Again"])
    #expect(sums.steps.map(\.startsFresh) == [false, false, false, true])
    #expect(sums.steps[1].hints.count == 2)
    #expect(sums.steps[1].solutions.map(\.text) == ["let five = four + 1\n"])
    #expect(sums.steps[0].notes.count == 1)
    guard case .graph(let first, nil) = sums.steps[0].blocks[1] else {
      Issue.record("no graph block: \(sums.steps[0].blocks)")
      return
    }
    #expect(first.name == "Lessons/01-sums.md")
    #expect(first.firstLine == 16)
  }

  @Test func predictions() throws {
    let lesson = try #require(Fixtures.library.lesson("1").lesson)
    guard case .predict(let prediction) = lesson.steps[2].blocks[0], case .choices(let choices) = prediction.answer
    else {
      Issue.record("no choices: \(lesson.steps[2].blocks)")
      return
    }
    #expect(prediction.question.plainText == "What will five be?")
    #expect(choices.map(\.text) == ["five == 4", "five == 6", "Nothing"])
    #expect(choices.map(\.isRight) == [false, true, false])
    #expect(choices.map { $0.condition?.text } == ["five == 4", "five == 6", nil])
    #expect(choices.map(\.remark) == ["that was four", "it was counted up", "it has a value"])
    #expect(choices[1].condition?.firstLine == 64)
  }

  @Test func aRemarkMayHaveColons() throws {
    let lesson = try #require(Fixtures.library.lesson("texts").lesson)
    guard case .predict(let prediction) = lesson.steps[1].blocks[0], case .choices(let choices) = prediction.answer
    else {
      Issue.record("no choices")
      return
    }
    #expect(choices[1].text == "No")
    #expect(choices[1].remark == "it is a text: always")
  }

  @Test(arguments: [
    ("", ["t.md:1:1: the file does not begin with a head", "t.md:1:1: the lesson has no step"]),
    ("## A\n", ["t.md:1:1: the file does not begin with a head"]),
    ("---\ntitle: T\n", ["t.md:1:1: the file does not begin with a head", "t.md:2:1: the lesson has no step"]),
    ("---\n---\n## A", ["t.md:1:1: the head has no 'title'"]),
    ("---\ntitle: T\nchaptr: x\n---\n## A", ["t.md:3:1: a head has no 'chaptr'"]),
    (
      "---\ntitle: T\ntitle: U\n---\n## A",
      ["t.md:2:1: 'title' occurs twice in the head", "t.md:1:1: the head has no 'title'"]
    ),
    ("---\ntitle: [a, b]\n---\n## A", ["t.md:2:1: 'title' is a text"]),
    ("---\ntitle: T\nminutes: many\n---\n## A", ["t.md:3:1: 'minutes' is a whole number from 0 to 1,000,000"]),
    (
      "---\ntitle: T\nminutes: 99999999999999999999\n---\n## A",
      ["t.md:3:1: 'minutes' is a whole number from 0 to 1,000,000"]
    ),
    ("---\ntitle: T\nnow: yesterday\n---\n## A", ["t.md:3:1: 'now' is a date: 2026-11-20 or 2026-11-20T09:30:00Z"]),
    ("---\ntitle: T\nnow: 2026-02-30\n---\n## A", ["t.md:3:1: 'now' is a date: 2026-11-20 or 2026-11-20T09:30:00Z"]),
    (
      "---\ntitle: T\nneeds: {a: b}\n---\n## A",
      ["t.md:3:1: a head has only texts, numbers and lists", "t.md:1:1: the head has no 'title'"]
    ),
    ("---\njust words\n---\n## A", ["t.md:2:1: the head is not a list of keys", "t.md:1:1: the head has no 'title'"]),
    ("---\ntitle: T\n---\nText\n", ["t.md:4:1: the lesson has no step"]),
  ])
  func heads(text: String, expected: [String]) {
    let (_, diagnostics) = LessonReader.read(SourceText(text, name: "t.md"))
    #expect(Fixtures.headlines(diagnostics) == expected)
  }

  @Test(arguments: [
    "title: \"unterminated",
    "title: 'a\n\tb",
    "title: a: b: c",
    "- - - - - a",
    String(repeating: "- ", count: 300) + "a", "title: " + String(repeating: "[", count: 300),
    "a: &a [x]\nb: [*a, *a]\ntitle: *b",
    "? a\n: b",
    "title: !!binary x",
    "title: \u{7}bell",
  ])
  func damagedHeadsAreDiagnostics(head: String) {
    let (_, diagnostics) = LessonReader.read(SourceText("---\n\(head)\n---\n## A\n", name: "t.md"))
    #expect(diagnostics.containsError)
  }

  @Test(arguments: ["x", "- ", "[", "a: [", "\n"])
  func longHeadsAreDiagnostics(part: String) {
    let head = String(repeating: part, count: 20_000)
    let (lesson, diagnostics) = LessonReader.read(SourceText("---\n\(head)\n---\n## A\n", name: "t.md"))
    #expect(lesson == nil)
    #expect(diagnostics.first?.id == "head-too-long")
  }

  @Test(arguments: [
    ("## A\n```grpah\nx\n```", "t.md:5:1: there is no 'grpah' block"),
    ("## A\n```graph\nx", "t.md:5:1: this graph block is never closed"),
    ("```graph\nx\n```\n## A", "t.md:4:1: a graph block belongs in a step"),
    ("## A\n```output\nx\n```", "t.md:5:1: this output follows no graph block"),
    ("## A\n```graph\nx\n```\n```output\nx\n```\n```output\nx\n```", "t.md:11:1: this output follows no graph block"),
    ("## A {frsh}", "t.md:4:1: a step has no mark 'frsh'"),
    ("##\n", "t.md:4:1: the step has no title"),
    ("## A\n```check\nx\n```", "t.md:5:1: this check belongs to no task"),
    ("## A\n- ```graph\n  x\n  ```", "t.md:5:1: warning: a graph block in a list or a quote is only shown"),
    ("## A\n```predict\nQ?\n```", "t.md:6:1: a prediction has at least two choices, or a value to tell"),
    ("## A\n```predict\nQ?\n- [ ] a\n- [ ] b\n```", "t.md:7:1: none of the choices is right"),
    ("## A\n```predict\n- [x] a\n- [ ] b\n```", "t.md:6:1: the prediction asks nothing"),
    ("## A\n```predict\nQ?\n= 1\n= 2\n```\n```graph\nx\n```", "t.md:8:1: a prediction asks for one value"),
    ("## A\n```predict\nQ?\n=\n```", "t.md:7:1: there is no expression after ="),
    (
      "## A\n```predict\nQ?\n= 1\n- [x] a\n```\n```graph\nx\n```",
      "t.md:8:1: a prediction has choices or a value, not both"
    ),
    ("## A\n```predict\nQ?\n= 1\n```", "t.md:6:1: no graph block follows this prediction"),
    ("## A\n```predict\n```", "t.md:6:1: the prediction asks nothing"),
  ])
  func bodies(body: String, expected: String) {
    #expect(Fixtures.headlines(Fixtures.lesson(body).diagnostics).first == expected)
  }

  @Test func tasksNeedTheirParts() {
    let (_, diagnostics) = Fixtures.lesson("## A\n```task\nDo.\n```\n```task\nMore.\n```\n```graph\nx\n```\n")
    #expect(
      Fixtures.headlines(diagnostics) == [
        "t.md:8:1: a step has one task",
        "t.md:11:1: a graph block must come before the task",
        "t.md:4:1: the task has no check",
        "t.md:4:1: the task has no solution",
        "t.md:4:1: warning: the task has no hint",
      ])
  }
}
