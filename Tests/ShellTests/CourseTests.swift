import Courses
import Diagnostics
import Shell
import TestSupport
import Testing

@Suite("Courses: ways through the book")
struct CourseTests {
  private static let plan = """
    ---
    title: One evening
    ---

    Two hours.

    ## First hour

    - lesson 1, steps 1 to 2: the rules
    - exercise free-the-players

    ## Second hour

    - lesson 2
    """

  /// The small course with a plan, its progress in a folder of its own.
  private func world(_ plan: String = Self.plan) throws -> (world: Session.World, course: TemporaryFolder) {
    let course = try TemporaryFolder(["Lessons/Courses/evening.md": plan])
    let small = try #require(TranscriptTests.world(progressPath: nil).library)
    let library = Library(roots: small.roots + [course.path])
    let store = ProgressStore(path: course.path + "/progress.json")
    return (Session.World(library: library, progressStore: store), course)
  }

  @Test("They are listed, shown and followed; next begins what comes first")
  func following() throws {
    let (world, course) = try world()
    #expect(LearningTests.last(["courses"], world: world).hasPrefix("  evening  One evening"))
    let shown = LearningTests.last(["courses evening"], world: world)
    for part in [
      "One evening", "Two hours.", "First hour", "· lesson 1, A small lesson, steps 1 to 2: the rules",
      "· exercise free-the-players", "next begins lesson 1, A small lesson, steps 1 to 2",
    ] {
      #expect(shown.contains(part), "\(shown)")
    }
    #expect(LearningTests.last(["courses"], world: world).contains("followed"))
    #expect(LearningTests.last(["next"], world: world).contains("1 of 3 · Who goes"))
    #expect(LearningTests.last(["courses none", "next"], world: world).contains("belongs to a lesson"))
    #expect(LearningTests.last(["courses evenin"], world: world).contains("did you mean evening?"))
    withExtendedLifetime(course) {}
  }

  @Test("Where a part of a lesson ends, next goes on with the exercise, and after that with the next lesson")
  func parts() throws {
    let (world, course) = try world()
    let step = ["courses evening", "next", "skip", "skip", "next", "skip"]
    let end = LearningTests.last(step, world: world)
    #expect(end.contains("next goes on with One evening: exercise free-the-players"), "\(end)")
    let exercise = LearningTests.last(["lesson 1 step 2", "skip", "next"], world: world)
    #expect(exercise.contains("check grades what you typed"), "\(exercise)")
    withExtendedLifetime(course) {}
  }

  @Test(
    "An item is done whichever of its names the plan uses",
    arguments: [
      "lesson 1", "lesson 01", "lesson a-small-lesson", "lesson 01-a-small-lesson", "lesson 01-a-small-lesson.md",
      "lesson 01, steps 1 to 3", "exercise free-the-players", "exercise 01-rules/free-the-players",
      "exercise rules/free-the-players", "exercise rules-free-the-players",
    ])
  func names(item: String) throws {
    let (world, course) = try world("---\ntitle: T\n---\n- \(item)\n- lesson 2\n")
    let library = try #require(world.library)
    #expect(library.problemsOfPlans().isEmpty)
    let plan = try library.plan("evening").get()
    var progress = Progress()
    #expect(progress.next(in: plan, of: library) == plan.items[0])
    if item.hasPrefix("lesson") {
      progress.lessons["a-small-lesson", default: LessonProgress()].steps = 3
      progress.lessons["a-small-lesson"]?.done = [0, 1, 2]
    } else {
      progress.exercises["01-rules/free-the-players", default: ExerciseProgress()].isDone = true
    }
    #expect(progress.next(in: plan, of: library) == plan.items[1])
    // The title is found under every name, too.
    let shown = LearningTests.last(["courses evening"], world: world)
    #expect(shown.contains(item.hasPrefix("lesson") ? ", A small lesson" : ", Free the players"), "\(shown)")
    withExtendedLifetime(course) {}
  }

  @Test("The last step of a part ends it, whichever name the plan uses")
  func partsByOtherNames() throws {
    let plan = Self.plan.replacing("lesson 1,", with: "lesson 01-a-small-lesson,")
    let (world, course) = try world(plan.replacing("exercise ", with: "exercise rules/"))
    let end = LearningTests.last(["courses evening", "next", "skip", "skip", "next", "skip"], world: world)
    let offer = "next goes on with One evening: exercise rules/free-the-players, Free the\nplayers, about 4 minutes"
    #expect(end.contains(offer), "\(end)")
    withExtendedLifetime(course) {}
  }

  @Test("learn --course follows it at once")
  func learning() throws {
    let (world, course) = try world()
    var session = Session(.prompt, world: world)
    #expect(session.learn(course: "evening").lines(.plain).joined(separator: "\n").contains("1 of 3 · Who goes"))
    var other = Session(.prompt, world: world)
    #expect(
      other.learn(course: "morning").lines(.plain).joined(separator: "\n").contains("there is no course 'morning'"))
    withExtendedLifetime(course) {}
  }

  @Test(
    "What a plan gets wrong has its line",
    arguments: [
      ("- lesson 9", "Lessons/Courses/evening.md:4: there is no lesson 9"),
      ("- lesson 1, steps 1 to 9", "Lessons/Courses/evening.md:4: lesson 1 has 3 steps"),
      ("- exercise nowhere", "Lessons/Courses/evening.md:4: there is no exercise 'nowhere'"),
      ("- exercise free-the-players\n- chapter 4", "Lessons/Courses/evening.md:5: 'chapter 4' names no lesson"),
      ("- lesson 1, steps 3 to 2", "Lessons/Courses/evening.md:4: 'lesson 1, steps 3 to 2' names no lesson"),
      ("Nothing.", "Lessons/Courses/evening.md:1: the course names no lesson and no exercise"),
    ])
  func mistakes(item: String, message: String) throws {
    let (world, course) = try world("---\ntitle: T\n---\n" + item)
    let library = try #require(world.library)
    let lines = library.problemsOfPlans().map { DiagnosticFormatter().format($0) as String }
    #expect(lines.contains { $0.contains(message.split(separator: ": ", maxSplits: 1)[1]) }, "\(lines)")
    #expect(lines.contains { $0.contains(":\(message.split(separator: ":")[1]):") }, "\(lines)")
    withExtendedLifetime(course) {}
  }

  @Test("The courses that the program ships name what there is")
  func shipped() {
    let library = WholeLessonTests.library
    #expect(library.problemsOfPlans().isEmpty)
    #expect(library.plans().plans.map(\.slug) == ["evening", "semester", "sql", "swiftdata"])
  }

  private static let offered = plan.replacing(
    "title: One evening\n", with: "title: One evening\nfor: you have one evening\n")

  @Test("The first screen offers a newcomer the courses that say whom they are for")
  func firstScreen() throws {
    let (world, course) = try world(Self.offered)
    #expect(
      LearningTests.first([], world: world) == """
        Graphbook: a workbook for object graphs, in the words of Core Data

          lesson 1         if you are new to this
          courses evening  if you have one evening
          help prompt      how to type here, on one page
          help             lists the words; lessons and exercises list the rest

        Or begin with a model of your own: entity Team { name: String }

        """)
    // Who has begun a lesson is told where they were.
    _ = LearningTests.last(["lesson 1", "next"], world: world)
    let later = LearningTests.first([], world: world)
    #expect(!later.contains("courses evening") && later.contains("You were in lesson 1"), "\(later)")
    withExtendedLifetime(course) {}
  }

  @Test("A course that says nothing of its readers is not on the first screen")
  func firstScreenWithoutReaders() throws {
    let (world, course) = try world()
    #expect(LearningTests.first([], world: world).contains("lessons    lists the lessons"))
    withExtendedLifetime(course) {}
  }

  @Test("The page on the prompt comes once, before the first lesson or exercise, where a person types")
  func promptPage() throws {
    func screen(_ lines: [String]) throws -> String {
      let (world, course) = try world(Self.offered)
      var screen = ""
      var session = Session(.prompt, world: world)
      session.run(PromptTests.WatchedReader(lines), opening: { _ in [] }) { screen += $0 }
      withExtendedLifetime(course) {}
      return screen
    }
    let page = """
      At the prompt
        graph>      waits for a statement: type one, and Enter runs it
        ...>        goes on with it while a bracket is open; an empty line gives it up
        answer>     waits for the answer to a question: its number, or a value
        next        goes on after a step, as Enter does; leave ends the lesson
        hint        helps with a question or a task; solution and skip do, too
        undo        takes a statement back; restart begins the step again
        help sheet  shows the language on one screen; help delete explains one word
        quit        ends the program; your progress is kept

      """
    #expect(try screen(["help prompt"]) == page)
    let lesson = try screen(["lesson 1", "leave", "lesson 1"])
    #expect(lesson.hasPrefix("\n" + page) && lesson.ranges(of: "At the prompt").count == 1, "\(lesson)")
    #expect(try screen(["courses evening", "next"]).ranges(of: "At the prompt").count == 1)
    #expect(!LearningTests.last(["lesson 1"]).contains("At the prompt"))
  }
}
