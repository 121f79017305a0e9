import Courses
import Diagnostics
import Foundation
import Testing

@Suite("The library")
struct LibraryTests {
  let library = Fixtures.library

  @Test func lists() {
    let (lessons, lessonProblems) = library.lessons()
    #expect(lessons.map(\.number) == [1, 2])
    #expect(lessons.map(\.slug) == ["sums", "texts"])
    #expect(lessons.map(\.title) == ["Sums", "Texts"])
    let (exercises, exerciseProblems) = library.exercises()
    #expect(exercises.map(\.id) == ["01-counting/hint-tells", "01-counting/two"])
    #expect(exercises.map(\.points) == [1, 10])
    #expect(lessonProblems.isEmpty && exerciseProblems.isEmpty)
  }

  @Test("a glance at a head tells what the whole of it tells")
  func glances() {
    for entry in library.lessons().entries {
      #expect(library.glance(atLesson: entry.slug)?.number == entry.number)
      #expect(library.glance(atLesson: entry.slug)?.title == entry.title)
    }
    #expect(library.glance(atLesson: "nowhere") == nil)
  }

  @Test(arguments: ["1", "01", "sums", "01-sums", "01-sums.md"])
  func lessonsByName(word: String) {
    #expect(library.lesson(word).lesson?.title == "Sums")
  }

  @Test(arguments: ["two", "01-counting/two", "counting/two", "counting-two", "07-counting/two"])
  func exercisesByName(word: String) {
    #expect(library.exercise(word).exercise?.title == "Two")
  }

  @Test("a named pipe among the lessons is named, and nobody waits for a writer")
  func pipes() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipes-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Lessons"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(mkfifo(folder.appendingPathComponent("Lessons/01-pipe.md").path, 0o600) == 0)
    let library = Library(root: folder.path)
    #expect(library.lessons().entries.isEmpty)
    #expect(
      library.lesson("1").diagnostics.map(\.message)
        == ["'Lessons/01-pipe.md' cannot be read: it is not an ordinary file"])
    #expect(library.glance(atLesson: "pipe") == nil)
  }

  @Test func translations() {
    let german = Library(root: library.root, language: "de")
    #expect(german.lessons().entries.map(\.title) == ["Summen", "Texts"])
    #expect(german.exercise("two").exercise?.title == "Two")
  }

  @Test(arguments: [
    ("7", "there is no lesson 7", "the lessons are 1 and 2"),
    ("smus", "there is no lesson 'smus'", "did you mean sums?"),
    ("anything", "there is no lesson 'anything'", "type lessons to see them"),
    ("../../Package", "there is no lesson '../../Package'", "type lessons to see them"),
    ("99999999999999999999", "there is no lesson '99999999999999999999'", "type lessons to see them"),
  ])
  func unknownLessons(word: String, message: String, hint: String) {
    let diagnostics = library.lesson(word).diagnostics
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.map(\.hint) == [hint])
  }

  @Test(arguments: [("tow", "did you mean two?"), ("01-counting/tow", "did you mean 01-counting/two?")])
  func unknownExercises(word: String, hint: String) {
    #expect(library.exercise(word).diagnostics.map(\.hint) == [hint])
  }

  @Test func anEmptyFolder() {
    let nothing = Library(root: "/nowhere")
    #expect(nothing.lessons().entries.isEmpty)
    #expect(nothing.exercises().entries.isEmpty)
    #expect(nothing.lesson("1").diagnostics.map(\.message) == ["there are no lessons in '/nowhere'"])
    #expect(nothing.world("x").diagnostics.map(\.message) == ["there is no world 'x'"])
  }

  @Test func readingAnExercise() throws {
    let (exercise, diagnostics) = library.exercise("two")
    #expect(Fixtures.headlines(diagnostics) == [])
    let two = try #require(exercise)
    #expect(two.points == 10)
    #expect(two.names == ["two"])
    #expect(two.steps == 50)
    #expect(two.hints.count == 3)
    #expect(two.notes.count == 1)
    #expect(two.task.plainText == "Make two two, and three three.")
    #expect(two.right.map(\.name) == ["Exercises/01-counting/two/right/plain.graph"])
    #expect(two.wrong.count == 2)
  }

  @Test(
    arguments: [
      ([:], ["the exercise 'x' has no task.md"]),
      (
        ["task.md": "---\ntitle: T\npoints: 0\n---\n"],
        [
          "task.md:1:1: the exercise is worth nothing", "task.md:4:1: the task says nothing",
          "task.md:1:1: the exercise has no start.graph", "task.md:1:1: the exercise has no check.graph",
          "task.md:1:1: the exercise has no solution.graph",
        ]
      ),
      (
        [
          "task.md": "---\ntitle: T\n---\nDo.\n```check\nx\n```\n", "start.graph": "", "check.graph": "",
          "solution.graph": "",
        ],
        ["task.md:1:1: the head has no 'points'", "task.md:5:1: a task has only hint and note blocks"]
      ),
    ] as [([String: String], [String])])
  func damagedExercises(texts: [String: String], expected: [String]) {
    var files: [String: SourceText] = [:]
    for (name, text) in texts { files[name] = SourceText(text, name: name) }
    let (_, diagnostics) = ExerciseReader.read(files, slug: "x", folder: "y")
    #expect(Fixtures.headlines(diagnostics) == expected)
  }
}
