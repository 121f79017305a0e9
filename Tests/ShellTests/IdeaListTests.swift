import Courses
import Shell
import TestSupport
import Testing

@Suite("Ideas at the prompt")
struct IdeaListTests {
  /// The screen after some lines, with the shipped course.
  static func screen(_ lines: [String]) throws -> String {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    var screen = ""
    var session = Session(.prompt, world: Session.World(library: WholeLessonTests.library, progressStore: store))
    session.run(ScriptedReader(lines)) { screen += $0 }
    return screen
  }

  @Test("progress counts ideas by chapter, and says where to go for the shaky ones")
  func summary() throws {
    let screen = try Self.screen(["lesson 9", "2", "leave", "progress"])
    #expect(screen.contains("\n  chapter  ideas  met  practised  shaky\n"))
    #expect(screen.contains("\n        2     14    1          0      0\n        9     15    0          0      1\n"))
    #expect(
      screen.contains(
        "\n  shaky      Nullify sets the inverse to nil and lets the others stay\n             lesson 9 step 1\n"))
    #expect(screen.contains("progress ideas lists every idea"))
  }

  @Test("progress ideas lists every idea of the chapters that have a lesson")
  func list() throws {
    let screen = try Self.screen(["lesson 9", "1", "leave", "progress ideas"])
    #expect(screen.contains("\nChapter 3\n  ·          A noun with facts of its own"))
    #expect(
      screen.contains(
        "\n  practised  Nullify sets the inverse to nil and lets the others stay\n             lesson 9 step 1\n"))
    #expect(screen.contains("\n  ·          Deny is checked at save, not at delete · lesson 9 step 4\n"))
  }

  @Test("a chapter without a lesson is left out")
  func chapterWithoutLesson() throws {
    let course = try TemporaryFolder([
      "Lessons/ideas.yaml": "1:\n  one: One is odd\n2:\n  two: Two is even\n",
      "Lessons/01-t.md": "---\ntitle: T\nchapter: 1\n---\n## A {teaches=one}\n\n```graph\n1\n```\n",
    ])
    let store = ProgressStore(path: course.path + "/progress.json")
    var screen = ""
    var session = Session(.prompt, world: Session.World(library: Library(root: course.path), progressStore: store))
    session.run(ScriptedReader(["lesson 1", "leave", "progress ideas"])) { screen += $0 }
    #expect(screen.contains("One is odd"))
    #expect(!screen.contains("Two is even"))
  }

  @Test("before the first idea there is nothing about ideas")
  func nothingYet() throws {
    #expect(try Self.screen(["progress"]).contains("ideas") == false)
  }
}
