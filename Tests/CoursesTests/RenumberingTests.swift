import Courses
import TestSupport
import Testing

import struct Foundation.URL

@Suite("Progress, when the steps of lessons move")
struct RenumberingTests {
  private static func lesson(_ title: String, _ steps: String...) -> String {
    "---\ntitle: \(title)\n---\n\nAn introduction.\n"
      + steps.map { "\n## \($0)\n\nText.\n\n````graph\n// ## no step\n````\n" }.joined()
  }

  private static func steps(_ files: [String: String]) throws -> (folder: TemporaryFolder, steps: LessonSteps) {
    let folder = try TemporaryFolder(files)
    return (folder, LessonSteps(of: Library(roots: [folder.path])))
  }

  /// The second edition: in `keys`, a new first step, and one went to `types`.
  private static let files = [
    "Lessons/01-keys.md": lesson("Keys", "New {teaches=new}", "A {fresh teaches=a}", "C", "D, at last {teaches=d}"),
    "Lessons/02-types.md": lesson("Types", "Other", "B {teaches=b}", "Half of E {teaches=e}", "In short"),
    "Lessons/editions.md": """
    # keys
    ## A {teaches=a}
    ## B {teaches=b,b2}
    ## C
    ## D {teaches=d}
    ## E {teaches=e,e2}
    ## In short
    """,
  ]

  private static func record(_ done: [Int], names: [String]? = nil) -> Progress {
    var progress = Progress()
    var lesson = LessonProgress()
    lesson.steps = 6
    lesson.done = done
    lesson.skipped = [2]
    lesson.names = names
    progress.lessons["keys"] = lesson
    return progress
  }

  @Test("A record by numbers alone is read by the edition that had as many steps")
  func byEdition() throws {
    var (folder, steps) = try Self.steps(Self.files)
    var progress = Self.record([0, 1, 3, 4, 5])
    progress.place = .init(lesson: "keys", step: 3)
    progress.keep(draft: .init(step: 2, statements: ["save"]), ofLesson: "keys")
    progress.renumber(&steps)
    let keys = try #require(progress.lessons["keys"])
    #expect(keys.steps == 4)
    // A by its title; D by its idea, under another title.
    #expect(keys.done == [1, 3])
    #expect(keys.skipped == [2])
    #expect(keys.drafts?.map(\.step) == [2])
    #expect(progress.place == nil)
    // B by its title and an idea, half of E by its idea; "In short" is another there.
    #expect(progress.lessons["types"]?.done == [1, 2])
    #expect(progress.lessons["types"]?.steps == 4)
    let once = progress
    progress.renumber(&steps)
    #expect(progress == once)
    withExtendedLifetime(folder) {}
  }

  @Test("What is open stays open, and so does a step that only looks like one that was done")
  func openSteps() throws {
    var (folder, steps) = try Self.steps(Self.files)
    var progress = Self.record([0])
    progress.renumber(&steps)
    #expect(progress.lessons["keys"]?.done == [1])
    #expect(progress.lessons["types"] == nil)
    withExtendedLifetime(folder) {}
  }

  @Test("A record with names follows them, whatever their number")
  func byName() throws {
    var (folder, steps) = try Self.steps(Self.files)
    var progress = Self.record([0, 1], names: ["c", "d-at-last: d"])
    progress.lessons["keys"]?.skipped = []
    progress.renumber(&steps)
    #expect(progress.lessons["keys"]?.done == [2, 3])
    #expect(progress.lessons["keys"]?.names == ["new: new", "a: a", "c", "d-at-last: d"])
    withExtendedLifetime(folder) {}
  }

  @Test("A record of no edition that is known keeps its numbers")
  func unknownEdition() throws {
    var (folder, steps) = try Self.steps(Self.files)
    var progress = Self.record([0, 1, 4])
    progress.lessons["keys"]?.steps = 9
    let before = progress
    progress.renumber(&steps)
    #expect(progress == before)
    progress.lessons["keys"]?.steps = 4
    progress.renumber(&steps)
    #expect(progress.lessons["keys"]?.done == [0, 1, 4])
    withExtendedLifetime(folder) {}
  }

  @Test("Answers follow their questions, and those of a step that is gone are forgotten")
  func answers() throws {
    var (folder, steps) = try Self.steps(Self.files)
    var progress = Self.record([0])
    for step in [0, 1] {
      progress.practise(.question(lesson: "keys", step: step, number: 0), isRight: false, on: 5)
    }
    progress.practise(.exercise("01-keys/one"), isRight: false, on: 5)
    progress.renumber(&steps)
    #expect(
      Set(progress.duePractice(on: 100)) == [
        .question(lesson: "keys", step: 1, number: 0), .exercise("01-keys/one"),
      ])
    withExtendedLifetime(folder) {}
  }

  @Test("The names of the steps are read as the lesson's reader reads them")
  func names() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let library = Library(roots: [repository.deletingLastPathComponent().path])
    for entry in library.lessons().entries {
      let lesson = try #require(library.lesson(entry.slug).lesson)
      let names = StepName.all(in: lesson.source.text)
      #expect(names.map(\.ideas) == lesson.steps.map(\.teaches))
      #expect(Set(names.map(\.slug)).count == names.count)
    }
  }
}
