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
    #expect(screen.contains("\n        2     14    1          0      0\n        9     15    1          1      1\n"))
    #expect(
      screen.contains(
        "\n  shaky      Nullify sets the inverse to nil and lets the others stay\n             lesson 9 step 1\n"))
    #expect(screen.contains("progress ideas lists every idea"))
    let words = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for word in ["met:", "practised:", "shaky:", "practice asks about the shaky ones again"] {
      #expect(words.contains(word), "\(screen)")
    }
  }

  @Test("practice asks what was missed of a shaky idea although it is due tomorrow, and progress counts it")
  func oneRule() throws {
    let lines = ["lesson 9", "2", "leave"]
    #expect(try Self.screen(lines + ["progress"]).contains("1 due"))
    #expect(try Self.screen(lines + ["practice"]).contains("Practice · 1 due, about 1 minute now"))
    // A right answer mends it; it still comes back.
    let mended = try Self.screen(lines + ["practice", "1", "progress", "practice"])
    #expect(mended.contains("\n        9     15    1          1      0\n"))
    #expect(mended.contains("Nothing is due. The next is due tomorrow."))
  }

  @Test("progress lists lessons and exercises in the order of the book")
  func order() throws {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    try store.update { record in
      for slug in ["todo", "delete-rules", "entities-and-models", "nowhere"] {
        record.lessons[slug, default: LessonProgress()].steps = 2
        record.lessons[slug]?.done = [0]
      }
      for id in ["09-delete-rules/a-library-closes", "09-delete-rules/free-agents"] {
        record.note(exercise: id, score: 1, maxScore: 2, passed: false)
      }
    }
    let world = Session.World(library: WholeLessonTests.library, progressStore: store)
    let rows = LearningTests.last(["progress"], world: world).split(separator: "\n").prefix(6)
    let names = rows.map { $0.split(separator: " ").dropLast(3).last { !$0.allSatisfy(\.isNumber) } ?? "" }
    #expect(
      names.map(String.init) == [
        "entities-and-models", "todo", "delete-rules", "nowhere", "09-delete-rules/free-agents",
        "09-delete-rules/a-library-closes",
      ], "\(rows)")
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
    let answer = try #require(Self.screen(["progress"]).split(separator: "nothing yet").last)
    #expect(answer.contains("lessons lists the lessons") && !answer.contains("idea"))
  }
}
