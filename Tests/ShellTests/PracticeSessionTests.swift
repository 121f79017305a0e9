import Courses
import Drills
import Shell
import TestSupport
import Testing

@Suite("Practice at the prompt")
struct PracticeSessionTests {
  /// The replies of a session on a day, the first of them being the first line's.
  static func replies(_ lines: [String], on day: Int, _ path: String?) -> [String] {
    var replies: [String] = []
    var world = TranscriptTests.world(progressPath: path)
    world.today = { day }
    var session = Session(.prompt, world: world)
    session.run(ScriptedReader(lines), opening: { _ in [] }) { replies.append($0) }
    return replies
  }

  static let nothing = """
    Nothing to practise yet. Questions and drills that you answer wrong come back
    here, and so do exercises that don't pass at once.

    """

  /// Misses the first lesson's two questions, and an exercise.
  static let misses = [
    "lesson 1", "2", "7", "leave", "exercise keep-the-players", "change Team.players, delete deny", "check", "leave",
  ]

  @Test("It says when nothing is due")
  func nothingDue() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    #expect(Self.replies(["practice"], on: 100, path) == [Self.nothing])
    #expect(Self.replies(["lesson 1", "1", "0", "practice"], on: 100, path).last == Self.nothing)
    #expect(
      Self.replies(Self.misses + ["practice"], on: 100, path).last == "Nothing is due. The next is due tomorrow.\n")
    #expect(Self.replies(["practice"], on: 98, path) == ["Nothing is due. The next is due in 3 days.\n"])
  }

  @Test("A round asks the questions, and the answers decide when they come back")
  func round() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    _ = Self.replies(Array(Self.misses.prefix(3)), on: 100, path)
    let replies = Self.replies(
      ["let mine = 1", "practice", "1", "nonsense", "wade", "count Player", "5", "mine"], on: 101, path)
    #expect(
      replies[1] == """

        Practice · 2 due, about 2 minutes now
        solution shows an answer, skip leaves a question for later, leave ends the
        practice

        1 of 2 · lesson 1, step 1: Who goes

        The rule is cascade:

        • the team goes,
        • and so do its players.

        What do you think?
        What happens to Wade when his team is deleted?
          1  count Player == 0
          2  He stays without a team
        type the number of your answer

        """)
    #expect(
      replies[2].hasPrefix(
        """

        Right: The rule is cascade.
        This comes back in 3 days.

        graph> delete heat
        marked Team#1 Miami Heat for deletion
        """))
    #expect(
      replies[2].contains(
        """

        2 of 2 · lesson 1, step 1: Who goes

        """))
    #expect(replies[3].hasPrefix("'nonsense' is not a number"))
    // Statements run on the lesson's graph, where Wade is gone.
    #expect(replies[4] != "1\n" && replies[5] == "0\n")
    #expect(
      replies[6].hasSuffix(
        """
        Not so: you said 5, and count Player is 0
        This comes back tomorrow.

        graph> count Player
        0

        Done: 1 of 2 right. Nothing else is due.
        The graph is your own again.

        """))
    #expect(replies[7] == "1\n")
    #expect(Self.replies(["practice"], on: 101, path) == ["Nothing is due. The next is due tomorrow.\n"])
    // The lesson is where it was.
    #expect(ProgressStore(path: path).load().progress.lessons["a-small-lesson"]?.done == [0])
  }

  @Test("A round ends with an exercise, which starts from its beginning once it was passed")
  func exercise() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let pass = ["exercise keep-the-players", "change Team.players, delete nullify", "check", "leave"]
    _ = Self.replies(Self.misses + pass, on: 100, path)
    let first = Self.replies(["practice", "skip", "skip", "count Team", "check"], on: 101, path)
    #expect(first[0].contains("Practice · 3 due, about 5 minutes now\n"))
    #expect(first[0].contains("1 of 3 · lesson 1, step 1: Who goes\n"))
    #expect(first[2].hasPrefix("\n3 of 3 · exercise keep-the-players\n\nKeep the players · 4 points\n"))
    #expect(!first[2].contains("You left this answer"))
    #expect(first[3] == "1\n")
    // Nothing was typed: that is no answer.
    #expect(!first[4].contains("comes back"))
    let second = Self.replies(
      ["practice", "skip", "skip", "change Team.players, delete nullify", "check"], on: 101, path)
    #expect(second[4].contains("This comes back in 3 days.\n"))
    #expect(Self.replies(["progress"], on: 101, path)[0].contains("practice  asks again what you got wrong  2 due\n"))
  }

  @Test("What is most urgent is asked even if it takes longer than a round, and the time is said")
  func longExercise() throws {
    let folder = try TemporaryFolder([
      "Exercises/01-a/long/task.md": "---\ntitle: Long\npoints: 1\norder: 1\nminutes: 70\n---\nDo.\n",
      "Exercises/01-a/long/check.graph": "expect 1 == 2\n",
    ])
    let store = ProgressStore(path: folder.path + "/progress.json")
    try store.update { record in
      record.practise(.exercise("01-a/long"), isRight: false, on: 99)
      record.practise(.drill("inverses"), isRight: false, on: 100)
    }
    var world = Session.World(library: Library(root: folder.path), progressStore: store)
    world.today = { 101 }
    let screen = LearningTests.last(["practice"], world: world)
    #expect(screen.contains("Practice · 2 due, about 70 minutes now\n"), "\(screen)")
    #expect(screen.contains("1 of 1 · exercise long\n"))
  }

  @Test("A drill that was answered wrong comes back as another of its kind, in the middle of a round")
  func drill() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    _ = Self.replies(["drill inverses", "solution", "next", "leave", "lesson 1", "2"], on: 100, path)
    let asked = DrillMaker.drill(.inverses, seed: 1, level: 1)
    let replies = Self.replies(["practice", asked.answer, "next", "1", "drill"], on: 101, path)
    #expect(replies[0].contains("Practice · 2 due, about 2 minutes now\n"))
    #expect(replies[0].contains("1 of 2 · a drill\n\ninverses · level 1 · seed 1\n"))
    #expect(
      replies[1] == """
        ✓ right
        This comes back in 3 days.

        next goes on with the practice; leave goes back to your own graph.

        """)
    #expect(replies[2].hasPrefix("\n2 of 2 · lesson 1, step 1: Who goes\n"))
    #expect(replies[3].contains("Done: 2 of 2 right."))
    // A drill that is not learned yet is what drill asks about.
    #expect(replies[4].contains("inverses · level 1 · seed 2\n"))
    let later = Self.replies(["practice", "skip", "practice", "leave"], on: 104, path)
    #expect(later[1].hasPrefix("\n2 of 2 · lesson 1, step 1: Who goes\n"))
    #expect(later[3] == "left the practice; practice asks what is still due. The graph is your own again.\n")
  }

  @Test("An answer that was looked up is asked again")
  func solution() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    _ = Self.replies(["lesson 1", "2"], on: 100, path)
    let replies = Self.replies(["practice", "hint", "solution", "1", "practice"], on: 101, path)
    #expect(replies[1].hasPrefix("This runs next:\n"))
    #expect(replies[2].hasPrefix("The answer is 1\n"))
    #expect(replies[3].contains("Right: The rule is cascade.\nThis comes back tomorrow.\n"))
    #expect(replies[3].contains("Done: 0 of 1 right."))
    #expect(replies[4] == "Nothing is due. The next is due tomorrow.\n")
    let exercise = ["exercise keep-the-players", "solution", "change Team.players, delete nullify", "check", "leave"]
    #expect(Self.replies(exercise + ["practice"], on: 90, path).last == "Nothing is due. The next is due tomorrow.\n")
    // To look at the solution of an exercise that was passed is no mistake.
    let other = ["exercise free-the-players", "change Team.players, delete nullify", "check", "solution", "practice"]
    #expect(Self.replies(other, on: 80, path).last == "Nothing is due. The next is due in 11 days.\n")
  }

  @Test("The words of a lesson have their meaning, or say what to type")
  func words() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    _ = Self.replies(["lesson 1", "2"], on: 100, path)
    for word in ["back", "restart", "check"] {
      #expect(
        Self.replies(["practice", word], on: 101, path)[1] == """
          '\(word)' does nothing in practice
            answer, or type hint, solution, skip or leave

          """)
    }
    #expect(
      Self.replies(["practice", "next"], on: 101, path)[1] == """

        Practice is over. practice goes on: 1 more is due.
        The graph is your own again.

        """)
    #expect(
      Self.replies(["practice", "leave", "leave"], on: 101, path)[1]
        == "left the practice; practice asks what is still due. The graph is your own again.\n")
    #expect(Self.replies(["practice", "help practice"], on: 101, path)[1].hasPrefix("practice: asks again"))
  }

  @Test("A lesson that is interrupted by practice goes on where it was")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    _ = Self.replies(["lesson 1", "2"], on: 100, path)
    let replies = Self.replies(
      ["lesson 1 step 2", "let mine = 3", "practice", "1", "lesson 1", "mine"], on: 101, path)
    #expect(replies[4].contains("You left this step, and go on with what you did in it:\n"))
    #expect(replies[5].hasPrefix("3\n"))
  }

  @Test("What the courses no longer have is not asked")
  func gone() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    try ProgressStore(path: path).update {
      $0.practise(.question(lesson: "nowhere", step: 0, number: 0), isRight: false, on: 100)
      $0.practise(.question(lesson: "a-small-lesson", step: 7, number: 0), isRight: false, on: 100)
      $0.practise(.question(lesson: "a-small-lesson", step: 0, number: 2), isRight: false, on: 100)
      $0.practise(.exercise("01-rules/nothing"), isRight: false, on: 100)
    }
    #expect(Self.replies(["practice"], on: 101, path) == ["Nothing is due.\n"])
  }
}
