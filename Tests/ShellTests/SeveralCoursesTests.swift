import Courses
import Diagnostics
import Shell
import TestSupport
import Testing
import Tools
import WorkbookLanguage

@Suite("Several courses at once")
struct SeveralCoursesTests {
  static func lesson(_ title: String, _ more: String = "", body: String = "## A\n\nText.\n") -> String {
    "---\ntitle: \(title)\n\(more)---\n\(body)"
  }

  static func exercise(_ title: String) -> [String: String] {
    ["task.md": "---\ntitle: \(title)\npoints: 1\nminutes: 2\n---\nDo.\n", "check.graph": "expect 1 == 2\n"]
  }

  /// Two courses, `mine` and `shipped`, in one folder.
  static func courses() throws -> (folder: TemporaryFolder, library: Library) {
    var files = [
      "mine/Lessons/09-my-rules.md": lesson("My rules", "chapter: 9\nworld: league\n", body: "## A {teaches=b}\n"),
      "mine/Lessons/20-more.md": lesson("More", "world: mine\n"),
      "mine/Lessons/Worlds/mine.graph": "let one = 1\n",
      "mine/Lessons/Worlds/league.graph": "let whose = \"mine\"\n",
      "mine/Lessons/ideas.yaml": "9:\n  a: Mine\n  b: B\n",
      "shipped/Lessons/03-league.md": lesson("League", "chapter: 3\nworld: league\n"),
      "shipped/Lessons/09-delete-rules.md": lesson("Delete rules"),
      "shipped/Lessons/10-more.md": lesson("Another"),
      "shipped/Lessons/Worlds/league.graph": "let whose = \"shipped\"\n",
      "shipped/Lessons/ideas.yaml": "3:\n  c: C\n9:\n  a: Shipped\n",
    ]
    for (place, title) in [
      ("mine/Exercises/09-my-rules/links", "My links"), ("shipped/Exercises/03-league/links", "Links"),
      ("shipped/Exercises/03-league/kept", "Kept"),
    ] {
      for (name, text) in exercise(title) { files["\(place)/\(name)"] = text }
    }
    let written = try TemporaryFolder(files)
    return (written, Library(roots: ["mine", "shipped"].map { "\(written.path)/\($0)" }))
  }

  @Test("The first course that has a lesson or an exercise counts")
  func order() throws {
    let (folder, library) = try Self.courses()
    defer { withExtendedLifetime(folder) {} }
    #expect(library.lessons().entries.map(\.title) == ["League", "My rules", "More"])
    #expect(library.lessons().entries.map(\.course) == ["shipped", "mine", "mine"])
    #expect(library.lesson("9").lesson?.title == "My rules")
    #expect(library.lesson("delete-rules").lesson == nil)
    #expect(library.lesson("more").lesson?.number == 20)
    #expect(library.glance(atLesson: "league")?.title == "League")
    #expect(library.exercises().entries.map(\.title) == ["Kept", "My links"])
    #expect(library.exercises().entries.map(\.course) == ["shipped", "mine"])
    #expect(library.exercise("links").exercise?.title == "My links")
    #expect(library.exercise("kept").exercise?.title == "Kept")
    // A lesson finds its own course's world first.
    #expect(library.lesson("3").lesson?.world?.text == "let whose = \"shipped\"\n")
    #expect(library.lesson("9").lesson?.world?.text == "let whose = \"mine\"\n")
    #expect(library.worldNames() == ["league", "mine"])
    #expect(library.ideas().list.ideas.map(\.sentence) == ["Mine", "B", "C"])
    // The other order, and each course alone.
    let other = Library(roots: library.roots.reversed())
    #expect(other.lessons().entries.map(\.title) == ["League", "Delete rules", "Another"])
    #expect(other.exercises().entries.map(\.title) == ["Kept", "Links"])
    let alone = Library(root: library.roots[1])
    #expect(alone.lessons().entries.map(\.title) == ["League", "Delete rules", "Another"])
    #expect(alone.lessons().entries.allSatisfy { $0.course == nil })
    #expect(alone.problemsOfLessons() == [] && alone.problemsOfExercises() == [])
  }

  @Test("The check says once what is not used, and its messages name the course")
  func checks() throws {
    let (written, library) = try Self.courses()
    let folder = written.path
    let check = CourseCheck(library: library, makeInterpreter: { _ in Interpreter() })
    let lines = check.lessons([]).lines
    #expect(lines.count { $0 == "warning: '\(folder)/shipped/Lessons/09-delete-rules.md' is not used" } == 1)
    #expect(lines.contains("  '\(folder)/mine/Lessons/09-my-rules.md' comes first"))
    #expect(lines.count { $0.hasSuffix("is not used") } == 2)
    #expect(lines.contains("\(folder)/mine/Lessons/ideas.yaml:2:1: a: no step teaches it, and nothing practises it"))
    #expect(lines.contains("\(folder)/shipped/Lessons/ideas.yaml:2:1: c: no step teaches it, and nothing practises it"))
    let exercises = check.exercises([]).lines
    #expect(exercises.count { $0 == "warning: '\(folder)/shipped/Exercises/03-league/links' is not used" } == 1)
    let missing = Library(roots: ["\(folder)/mine", "\(folder)/mien"])
    #expect(missing.problemsOfLessons().map(\.message) == ["there is no course in '\(folder)/mien'"])
  }

  @Test("Lists say from which course an item is")
  func lists() throws {
    let (folder, library) = try Self.courses()
    defer { withExtendedLifetime(folder) {} }
    #expect(
      LearningTests.last(["lessons"], world: Session.World(library: library)) == """
                        lesson  exercises
          ──  ────────  ──────  ─────────    ───────
           3  League     1 min      2 min    shipped
           9  My rules   1 min      2 min    mine
          20  More       1 min               mine
        lesson 3 starts League

        """)
    #expect(
      LearningTests.last(["exercises"], world: Session.World(library: library)) == """
        Chapter 3 · League · 0 of 1 passed
          · kept   Kept      1 point · 2 minutes · shipped
        Chapter 9 · My rules · 0 of 1 passed
          · links  My links  1 point · 2 minutes · mine

        """)
  }

  @Test("Courses in folders of one name are called by their paths")
  func labels() throws {
    let written = try TemporaryFolder([
      "a/course/Lessons/01-a.md": Self.lesson("A"), "b/course/Lessons/02-b.md": Self.lesson("B"),
    ])
    let roots = ["a", "b"].map { "\(written.path)/\($0)/course" }
    #expect(Library(roots: roots).lessons().entries.map(\.course) == roots)
  }
}
