import Courses
import Diagnostics
import TestSupport
import Testing

import struct Foundation.URL

@Suite("Ideas")
struct IdeaTests {
  static let list = """
    9:
      deny-at-save: Deny is checked at save, not at delete
      mark-stays: A refused save leaves the mark
    10:
      both-ends: A link has two ends
    """

  static func index(_ body: String, practises: [String] = []) throws -> (IdeaIndex, Lesson) {
    let text = "---\ntitle: T\nchapter: 9\n---\n" + body
    let lesson = try #require(
      LessonReader.read(SourceText(text, name: "t.md"), number: 9, slug: "t").lesson)
    let task = "---\ntitle: E\npoints: 1\npractises: [\(practises.joined(separator: ", "))]\n---\nDo it."
    let exercise = try #require(
      ExerciseReader.read(
        ["task.md": SourceText(task, name: "task.md"), "check.graph": SourceText("")], slug: "e", folder: "09-e"
      ).exercise)
    let ideas = IdeaReader.read(SourceText(list, name: "ideas.yaml")).list
    return (IdeaIndex(ideas, lessons: [lesson], exercises: practises.isEmpty ? [] : [exercise]), lesson)
  }

  @Test("a list is read in its order, with its lines")
  func lists() {
    let (list, diagnostics) = IdeaReader.read(SourceText(Self.list, name: "ideas.yaml"))
    #expect(diagnostics.isEmpty)
    #expect(list.ideas.map(\.id) == ["deny-at-save", "mark-stays", "both-ends"])
    #expect(list.ideas.map(\.chapter) == [9, 9, 10])
    #expect(list.ideas.map(\.line) == [2, 3, 5])
    #expect(list.ideas[0].sentence == "Deny is checked at save, not at delete")
  }

  @Test(
    "each mistake in a list has one message, at its line",
    arguments: [
      ("100:\n  a: A", "i.yaml:1:1: the book has no chapter '100'"),
      ("nine:\n  a: A", "i.yaml:1:1: the book has no chapter 'nine'"),
      ("9:\n  a: A\n10:\n  a: B", "i.yaml:4:1: 'a' is listed twice"),
      ("9:\n  a: A\n  b: B\n  a: B", "i.yaml:4:1: 'a' is listed twice"),
      ("9:\n  a: A\n9:\n  b: B", "i.yaml:3:1: '9' is listed twice"),
      ("9:\n  denyAtSave: A", "i.yaml:2:1: 'denyAtSave' is not an id"),
      ("9:\n  deny--save: A", "i.yaml:2:1: 'deny--save' is not an id"),
      ("9:\n  a:\n  b: B", "i.yaml:2:1: the idea 'a' has no sentence"),
      ("9:\n  a: [x, y]", "i.yaml:2:1: the idea 'a' has no sentence"),
      ("9: words", "i.yaml:1:1: chapter 9 lists no ideas"),
      ("words", "i.yaml:1:1: the ideas are not listed by chapter"),
      ("9:\n  a: &x A", "i.yaml:2:1: a list of ideas has only chapters, ids and sentences"),
      (
        "9:\n  a: it: is",
        "i.yaml:2:1: the list of ideas cannot be read: mapping values are not allowed in this context"
      ),
    ])
  func mistakes(text: String, headline: String) {
    #expect(Fixtures.headlines(IdeaReader.read(SourceText(text, name: "i.yaml")).diagnostics) == [headline])
  }

  @Test("marks of steps, predictions, tasks and exercises are found again")
  func marks() throws {
    let (index, _) = try Self.index(
      """
      ## A {fresh teaches=deny-at-save,mark-stays}
      ## B {teaches="mark-stays, both-ends"}
      ```predict practises=mark-stays
      Q?
      - [x] a
      - [ ] b
      ```
      ```task within=3 practises="deny-at-save, both-ends"
      Do it.
      ```
      """, practises: ["deny-at-save"])
    #expect(index.steps(teaching: "deny-at-save").map(\.words) == ["lesson 9 step 1"])
    #expect(index.steps(teaching: "mark-stays").map(\.words) == ["lesson 9 step 1", "lesson 9 step 2"])
    #expect(index.practice(of: "deny-at-save").map(\.words) == ["lesson 9 step 2", "exercise e"])
    #expect(index.practice(of: "mark-stays").map(\.words) == ["lesson 9 step 2"])
    #expect(index.coverageFindings().isEmpty)
  }

  @Test("an idea of a written chapter that is not taught or not practised is an error at its line; others are not")
  func coverage() throws {
    let (index, _) = try Self.index("## A {teaches=mark-stays}\n", practises: ["deny-at-save"])
    #expect(
      Fixtures.headlines(index.coverageFindings()) == [
        "ideas.yaml:2:1: deny-at-save: no step teaches it", "ideas.yaml:3:1: mark-stays: nothing practises it",
      ])
    #expect(index.coverageFindings(inChapters: [10]).isEmpty)
  }

  @Test("a mark that names no idea is told the nearest one, at the line of the mark")
  func unknownMarks() throws {
    let (index, lesson) = try Self.index(
      """
      ## A {teaches=deny-at-saev}
      ```predict practises=mark-stay
      Q?
      - [x] a
      - [ ] b
      ```
      ```task practises=quux
      Do it.
      ```
      """)
    let found = index.unknownMarks(in: lesson)
    #expect(
      Fixtures.headlines(found) == [
        "t.md:5:1: there is no idea 'deny-at-saev'", "t.md:6:1: there is no idea 'mark-stay'",
        "t.md:11:1: there is no idea 'quux'",
      ])
    #expect(
      found.map(\.hint) == [
        "did you mean deny-at-save?", "did you mean mark-stays?", "Lessons/ideas.yaml lists them",
      ])
  }

  @Test("what the course ships covers every idea of its chapters, and names no other")
  func shipped() {
    let root = BuiltProgram.root.path
    let library = Library(root: root)
    let (index, diagnostics) = library.ideaIndex()
    #expect(diagnostics.isEmpty)
    #expect(index.chapters == Array(1...16))
    #expect(index.coverageFindings().isEmpty)
    for entry in library.lessons().entries {
      #expect(library.lesson(entry.slug).lesson.map(index.unknownMarks)?.isEmpty == true)
    }
    for entry in library.exercises().entries {
      #expect(library.exercise(entry.id).exercise.map(index.unknownMarks)?.isEmpty == true)
    }
  }

  @Test("a step that teaches an idea again is noticed, unless it goes on with the step before it or recalls the idea")
  func taughtAgain() throws {
    let (index, lesson) = try Self.index(
      """
      ## A {teaches=deny-at-save}
      ## B {teaches=deny-at-save}
      ## C {teaches=mark-stays}
      ## D {recalls=deny-at-save}
      ## E {teaches=deny-at-save,both-ends}
      ## F {recalls=mark-stay}
      """)
    let found = index.taughtAgain(in: lesson)
    #expect(Fixtures.headlines(found) == ["t.md:9:1: warning: this was taught before: deny-at-save (lesson 9 step 1)"])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.hint == "recalls=deny-at-save marks a step that comes back to an idea")
    #expect(index.unknownMarks(in: lesson).map(\.message) == ["there is no idea 'mark-stay'"])
  }
}
