import TestSupport
import Testing

@Suite("New lessons and exercises")
struct NewItemTests {
  @Test("A new lesson passes its check, and the author hears what to run next")
  func lesson() throws {
    let course = try TemporaryFolder()
    let (lines, status) = course.check.newLesson(7, title: "  Undo: \"back\" and forth ", chapter: nil)
    #expect(status == .success)
    #expect(
      lines == [
        "made \(course.path)/Lessons/07-undo-back-and-forth.md: its comments say what to replace",
        "  graphbook lesson check 7 --watch  checks it each time you save it",
        "  graphbook lesson play 7           shows it as learners see it",
      ])
    let lesson = course.library.lesson("7").lesson
    #expect(lesson?.title == "Undo: \"back\" and forth")
    #expect(lesson?.chapter == "7")
    #expect(
      course.check.lessons([]).lines.last
        == "all is well: 1 lesson, 3 steps, 1 output, 2 predictions, 1 task, 5 mutants, 5 killed")
    #expect(course.check.lessons(["7"]).status == .success)
  }

  @Test("Names of files are made of the letters of addresses")
  func umlauts() throws {
    let course = try TemporaryFolder()
    #expect(
      course.check.newLesson(1, title: "Löschregeln kurz: Straße & Çelik", chapter: nil).lines.first
        == "made \(course.path)/Lessons/01-loeschregeln-kurz-strasse-celik.md: its comments say what to replace")
    #expect(
      course.check.newExercise("löschen-üben", chapter: 1).lines.joined(separator: "\n").contains("loeschen-ueben"))
  }

  @Test("A chapter whose ideas wait for a lesson does not make the check of the new one fail")
  func ideas() throws {
    let course = try TemporaryFolder(["Lessons/ideas.yaml": "7:\n  a: A\n"])
    #expect(course.check.newLesson(8, title: "T", chapter: 7).status == .success)
    #expect(course.library.lesson("8").lesson?.chapter == nil)
    #expect(try course.text(of: "Lessons/08-t.md").contains("\n# chapter: 7 "))
    #expect(course.check.lessons(["8"]).status == .success)
  }

  @Test("A new exercise passes its check, mutants and all")
  func exercise() throws {
    let course = try TemporaryFolder(["Exercises/04-forms/one/task.md": "---\ntitle: One\npoints: 1\n---\nDo.\n"])
    let (lines, status) = course.check.newExercise("keep-the-players", chapter: 4)
    #expect(status == .success)
    #expect(
      lines == [
        "made \(course.path)/Exercises/04-forms/keep-the-players: its comments say what to replace",
        "  graphbook exercise check keep-the-players --watch  checks it each time you save a file",
        "  graphbook grade keep-the-players answer.graph      grades an answer as learners see it",
      ])
    #expect(course.library.exercise("keep-the-players").exercise?.title == "Keep the players")
    let check = course.check.exercises(["keep-the-players"])
    #expect(
      check.lines.last
        == "all is well: 1 exercise, 1 check, 2 right answers, 2 wrong answers, 3 hints, 32 mutants, 32 killed")
    #expect(check.status == .success)
  }

  @Test("Without a folder for the chapter, one is named like its lesson")
  func folders() throws {
    let course = try TemporaryFolder(["Lessons/12-one-way.md": "---\ntitle: T\nchapter: 11\n---\n## A\n"])
    _ = course.check.newExercise("a", chapter: 11)
    _ = course.check.newExercise("b", chapter: 3)
    _ = course.check.newExercise("c", chapter: 3)
    #expect(course.library.exercises().entries.map(\.id) == ["03-chapter/b", "03-chapter/c", "11-one-way/a"])
  }

  @Test(
    "The chapter of a lesson is a number, and that of the lesson where the head has none",
    arguments: ["chapter: 3", "chapter: 03", "chapter: \"3\"", "minutes: 3", "chapter: appendix"])
  func chapters(head: String) throws {
    let course = try TemporaryFolder(["Lessons/03-one-way.md": "---\ntitle: One way\n\(head)\n---\n## A\n"])
    _ = course.check.newExercise("a", chapter: 3)
    #expect(course.library.exercises().entries.map(\.id) == ["03-one-way/a"])
  }

  @Test("What cannot be made is refused with one message, and nothing is written")
  func refusals() throws {
    let course = try TemporaryFolder(LineEndTests.files)
    let stamps = course.library.stamps()
    func lesson(_ number: Int, _ title: String, chapter: Int? = nil) -> [String] {
      let (lines, status) = course.check.newLesson(number, title: title, chapter: chapter)
      #expect(status == .failure)
      return lines
    }
    func exercise(_ slug: String, chapter: Int = 1) -> [String] {
      let (lines, status) = course.check.newExercise(slug, chapter: chapter)
      #expect(status == .failure)
      return lines
    }
    #expect(
      lesson(1, "Other") == [
        "there is a lesson 1 already: Lessons/01-first.md", "  the next number that is free is 2",
      ])
    #expect(
      lesson(2, "First!") == ["there is a lesson 1 already: Lessons/01-first.md", "  give it another title"])
    #expect(lesson(0, "T") == ["lessons and chapters have numbers from 1 to 99, not 0"])
    #expect(lesson(2, "T", chapter: 100) == ["lessons and chapters have numbers from 1 to 99, not 100"])
    #expect(lesson(2, "…") == ["'…' is no title", "  a title is a line of words: \"Delete rules\""])
    #expect(lesson(2, "A\u{1B}[2J").first == "'A␛[2J' is no title")
    #expect(
      exercise("two") == ["there is an exercise 'two' already: Exercises/01-sums/two", "  give it another name"])
    #expect(
      exercise("Free Agents") == [
        "'Free Agents' is no name for an exercise", "  use small letters, digits and single hyphens: free-agents",
      ])
    let rule = "  use small letters, digits and single hyphens, at most 60: keep-the-players"
    #expect(exercise("") == ["'' is no name for an exercise", rule])
    #expect(exercise("../../x").last == "  use small letters, digits and single hyphens: x")
    #expect(exercise("…") == ["'…' is no name for an exercise", rule])
    #expect(exercise("three", chapter: 0) == ["chapters have numbers from 1 to 99, not 0"])
    #expect(course.library.stamps() == stamps)
  }
}
