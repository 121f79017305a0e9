import Courses
import Diagnostics
import Shell
import TestSupport
import Testing
import WorkbookLanguage

@Suite("Going through lessons and exercises loses nothing")
struct LearningTests {
  /// The last thing on the screen after these lines.
  static func last(_ lines: [String], progressPath: String? = nil, world: Session.World? = nil) -> String {
    var replies: [String] = []
    var session = Session(.prompt, world: world ?? TranscriptTests.world(progressPath: progressPath))
    session.run(ScriptedReader(lines), opening: { _ in [] }) { replies.append($0) }
    return replies.last ?? ""
  }

  /// The first screen, and what comes after these lines.
  static func first(_ lines: [String], world: Session.World) -> String {
    var screen = ""
    var session = Session(.prompt, world: world)
    session.run(ScriptedReader(lines)) { screen += $0 }
    return screen
  }

  @Test("A lesson is started by its name as well, and without one the list is offered")
  func lessonNames() {
    #expect(Self.last(["lesson another"]).hasPrefix(Self.last(["lesson 2"]).prefix(40)))
    #expect(Self.last(["lesson"]) == Self.last(["lesson 1"]))
    #expect(Self.last(["lesson nothing-like-it"]).contains("type lessons"))
  }

  @Test("An answer that lacks some of the right choices says so")
  func incompleteAnswer() throws {
    let lesson = """
      ---
      title: T
      ---
      ## A
      ```predict
      Which are even?
      - [x] Two: 2 = 2 · 1.
      - [ ] Three: It leaves 1.
      - [x] Four: 4 = 2 · 2.
      ```
      ```graph
      4
      ```
      """
    let course = try TemporaryFolder(["Lessons/01-t.md": lesson])
    let world = Session.World(library: Library(root: course.path))
    #expect(Self.last(["lesson 1", "1"], world: world).contains("Right, but not all of it: 2 = 2 · 1."))
    #expect(Self.last(["lesson 1", "1, 2"], world: world).contains("Not so: It leaves 1."))
    withExtendedLifetime(course) {}
  }

  @Test("save takes no name")
  func saveAs() {
    #expect(Self.last(["save as zoo"]).contains("export \"zoo.graph\" writes a file"))
  }

  @Test("What is not closed at the end of the input is reported")
  func unclosed() {
    #expect(Self.last(["entity Team {", "  name: String"]).hasPrefix("this '{' is never closed\n"))
  }

  @Test("leave ends a lesson, and the lesson goes on at its place")
  func leavingALesson() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let left = ["let mine = 1", "lesson 1 step 2", "leave"]
    #expect(
      Self.last(left, progressPath: path) == """
        left lesson 1 at step 2; lesson 1 goes on there. The graph is your own again.

        """)
    #expect(Self.last(left + ["mine"]) == "1\n")
    // Another lesson in between does not take the place away.
    #expect(
      Self.last(["lesson 2", "leave", "lesson 1"], progressPath: path) == """

        Lesson 1 · A small lesson

        2 of 3 · Your rule
        This step starts afresh: the graph is as it was when the lesson began.

        Your turn
        Change the rule so that the players stay.
        hint, solution and skip help; restart begins the step again

        """)
    #expect(
      Self.last(["leave"]) == """
        no lesson, exercise or drill is going on
          type quit to end the program

        """)
  }

  @Test("graphbook learn 1 --step 2 begins there, with the graph that the steps before it leave")
  func learningFromAStep() {
    func opened(_ lesson: String?, step: Int?, _ lines: [String] = []) -> String {
      var replies: [String] = []
      var session = Session(.prompt, world: TranscriptTests.world(progressPath: nil))
      session.run(ScriptedReader(lines), opening: { $0.learn(lesson, step: step) }) { replies.append($0) }
      return replies.last ?? ""
    }
    #expect(opened("1", step: 3).contains("3 of 3 · The end"))
    #expect(opened("a-small-lesson", step: 2).contains("2 of 3 · Your rule"))
    // The solution of step 2 counts, whoever typed it.
    #expect(opened("1", step: 3, ["Team.players.deleteRule"]) == "\"nullify\"\n")
    #expect(opened("1", step: 2, ["Team.players.deleteRule"]) == "\"cascade\"\n")
    #expect(opened(nil, step: 2).contains("2 of 3 · Your rule"))
    #expect(opened("1", step: nil).contains("1 of 3 · Who goes"))
    #expect(opened("1", step: 4).hasSuffix("lesson 1 has 3 steps\n  lesson 1 step 3\n"))
    #expect(opened("1", step: -1).hasSuffix("lesson 1 has 3 steps\n  lesson 1 step 1\n"))
  }

  @Test("lesson and a step goes there; a step that is not there is refused")
  func steps() {
    #expect(
      Self.last(["lesson 1 step 3"]) == """

        Lesson 1 · A small lesson

        The steps before this one have made a graph: show diagram and show graph look at
        it. It has the names heat, wade.

        3 of 3 · The end

        Nothing more.

        That was the last step of lesson 1, A small lesson. Done: 1 of 3 steps; lesson 1
        goes on with the others.
        exercises 1 lists what you can practise now, lessons the other lessons

        next starts keep-the-players: Keep the players, about 3 minutes; lesson 2 leaves
        the exercises out

        """)
    #expect(Self.last(["lesson 1 step 4"]) == "lesson 1 has 3 steps\n  lesson 1 step 3\n")
    #expect(Self.last(["lesson 1 step 0"]) == "lesson 1 has 3 steps\n  lesson 1 step 1\n")
    #expect(Self.last(["lesson 2 step 2"]) == "lesson 2 has 1 step\n  lesson 2 step 1\n")
    #expect(
      Self.last(["lesson 1 step"]) == """
        the number of a step is missing at the end
          lesson 1 step
                       ^

        """)
  }

  @Test("A step says when it begins without what the learner did in the step before")
  func ownChanges() {
    let fresh = "This step starts afresh: the graph is as it was when the lesson began."
    let aside = "This step continues with the lesson's own graph; your own changes are set aside."
    #expect(Self.last(["lesson 1", "1", "0", "next"]).contains("2 of 3 · Your rule\n\(fresh)\n"))
    let solved = ["lesson 1 step 2", "change Team.players, delete nullify"]
    #expect(Self.last(solved + ["next"]).hasPrefix("\n3 of 3 · The end\n\nNothing more.\n"))
    #expect(Self.last(solved + ["wade.lastName = \"W\"", "next"]).contains("3 of 3 · The end\n\(aside)\n"))
    #expect(Self.last(solved + ["show graph", "next"]).hasPrefix("\n3 of 3 · The end\n\nNothing more.\n"))
  }

  @Test("A lesson that is finished opens with its steps, and nothing is begun")
  func finished() {
    let through = ["lesson 1", "1", "0", "next", "skip", "next"]
    let list = """

      Lesson 1 · A small lesson

        1  Who goes   done
        2  Your rule  skipped
        3  The end    done
      next begins step 2, which you skipped; lesson 1 step 1 begins the first one;
      leave closes the lesson

      """
    #expect(Self.last(through + ["lesson 1"]) == list)
    #expect(Self.last(through + ["lesson 1", "next"]).hasPrefix("\n2 of 3 · Your rule\n"))
    let solved = ["change Team.players, delete nullify"]
    #expect(
      Self.last(through + ["lesson 1", "next"] + solved + ["lesson 1"]).hasSuffix(
        "\nnext begins step 1 again; lesson 1 step 3 begins the last one; leave closes the\nlesson\n"))
    #expect(Self.last(through + ["lessons"]).hasSuffix("\nlesson 2 starts Another\n"))
    #expect(
      Self.last(through + ["lesson 2", "lessons"]).hasSuffix("\nlesson 1 step 2 begins the step that you skipped\n"))
    #expect(Self.last(through + ["lesson 1", "count Player"]) == "1\n")
    #expect(
      Self.last(through + ["lesson 1", "leave"])
        == "left lesson 1, which is finished; lesson 1 lists its steps. The graph is your\nown again.\n"
    )
  }

  @Test("exercises are listed by chapter, with what is passed and what was tried")
  func exercises() {
    let pass = ["exercise keep-the-players", "change Team.players, delete nullify", "check"]
    #expect(
      Self.last(pass + ["exercise free-the-players", "check", "exercises"]) == """
        Chapter 1 · A small lesson · 1 of 2 passed
          ✓ keep-the-players  Keep the players  passed · 3 minutes
          · free-the-players  Free the players  0 of 4 points · 4 minutes

        """)
  }

  @Test("After a pass the next exercise is offered, and next starts it")
  func nextExercise() {
    let pass = ["exercise keep-the-players", "change Team.players, delete nullify", "check"]
    #expect(Self.last(pass).hasSuffix("\n\nnext starts free-the-players: Free the players, about 4 minutes\n"))
    #expect(Self.last(pass + ["next"]).hasPrefix("\nFree the players · 4 points\n"))
    let both = pass + ["next", "change Team.players, delete nullify", "check"]
    #expect(Self.last(both).hasSuffix("\n\nYou have passed all the exercises. exercises lists them.\n"))
    #expect(Self.last(both + ["next"]) == "You have passed all the exercises. exercises lists them.\n")
    #expect(Self.last(["exercise keep-the-players", "next"]).hasPrefix("'next' belongs to a lesson"))
  }

  @Test(
    "An answer that is left is there again, in this session and in the next",
    arguments: [["leave"], ["skip"], ["quit"], ["lesson 1"], ["exercise free-the-players"], []])
  func drafts(leaving: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let begun = ["exercise keep-the-players", "let shaq = Player(lastName: \"O'Neal\")", "shaq.tem = heat"]
    _ = Self.last(begun + leaving, progressPath: path)
    let again = Self.last(["exercise keep-the-players"], progressPath: path)
    #expect(
      again == """

        Keep the players · 4 points

        When a team goes, its players shall stay.

        You left this answer, and go on after it:
          let shaq = Player(lastName: "O'Neal")

        check grades what you typed; hint, solution, restart and leave help

        """)
    #expect(Self.last(["exercise keep-the-players", "shaq.lastName"], progressPath: path) == "\"O'Neal\"\n")
    // restart takes it away for good.
    _ = Self.last(["exercise keep-the-players", "restart", "leave"], progressPath: path)
    #expect(Self.last(["exercise keep-the-players", "count Player"], progressPath: path) == "1\n")
  }

  /// The second step, opened again after a statement in it.
  private static let stepTakenUpAgain = """

    Lesson 1 · A small lesson

    2 of 3 · Your rule
    You left this step, and go on with what you did in it:
      wade.lastName = "W"

    Your turn
    Change the rule so that the players stay.
    hint, solution and skip help; restart begins the step again

    """

  @Test(
    "What was typed in a step is there again in the same session",
    arguments: [["leave"], ["lesson 2"], ["exercise keep-the-players"]])
  func leftStep(leaving: [String]) {
    let begun = ["lesson 1 step 2", "wade.lastName = \"W\""]
    #expect(
      Self.last(begun + leaving + ["lesson 1"]) == Self.stepTakenUpAgain)
    #expect(Self.last(begun + leaving + ["lesson 1", "wade.lastName"]).hasPrefix("\"W\"\n"))
    #expect(Self.last(begun + ["lesson 1 step 2"]) == Self.stepTakenUpAgain)
    let elsewhere = begun + leaving + ["lesson 1 step 3"]
    #expect(Self.last(elsewhere).hasPrefix("what you did in step 2 is kept: lesson 1 step 2 goes on there.\n"))
    #expect(Self.last(elsewhere + ["lesson 1 step 2"]) == Self.stepTakenUpAgain)
    #expect(Self.last(elsewhere + ["leave", "lesson 1"]) == Self.stepTakenUpAgain)
    #expect(!Self.last(["lesson 1 step 2"] + leaving + ["lesson 1"]).contains("You left this step"))
  }

  @Test(
    "What was typed in a step is there again in the next session",
    arguments: [["leave"], ["lesson 2"], ["exercise keep-the-players"], ["quit"], []])
  func leftStepOfAnotherSession(leaving: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let begun = ["lesson 1 step 2", "show wade", "wade.lastName = \"W\"", "wade.lastNam = \"X\"", "fetch Player"]
    _ = Self.last(begun + leaving, progressPath: path)
    #expect(
      Self.last(["lesson 1"], progressPath: path) == Self.stepTakenUpAgain)
    #expect(Self.last(["lesson 1", "wade.lastName"], progressPath: path) == "\"W\"\n")
    // What is done or given up is not there again.
    let again = ["lesson 1 step 2", "restart"]
    for lines in [["lesson 1", "change Team.players, delete nullify"], ["lesson 1", "restart"], again] {
      _ = Self.last(begun, progressPath: path)
      _ = Self.last(lines, progressPath: path)
      #expect(!Self.last(["lesson 1"], progressPath: path).contains("You left this step"))
    }
    _ = Self.last(begun, progressPath: path)
    let kept = "what you did in step 2 is kept: lesson 1 step 2 goes on there.\n"
    #expect(Self.last(["lesson 1 step 3"], progressPath: path).hasPrefix(kept))
    #expect(Self.last(["lesson 1 step 2"], progressPath: path) == Self.stepTakenUpAgain)
  }

  @Test("Each step keeps what was typed in it, in the same session and in the next", arguments: [true, false])
  func leftSteps(isSameSession: Bool) throws {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    let world = Session.World(library: WholeLessonTests.library, progressStore: store)
    let typed = ["lesson 9 step 7", "ines.department = research", "lesson 9 step 9", "grace.department = nil"]
    func last(_ lines: [String]) -> String { Self.last(isSameSession ? typed + lines : lines, world: world) }
    if !isSameSession { _ = Self.last(typed, world: world) }
    let seventh = "go on with what you did in it:\n  ines.department = research\n"
    let ninth = "go on with what you did in it:\n  grace.department = nil\n"
    #expect(last(["lesson 9"]).contains(ninth))
    #expect(last(["lesson 9 step 7"]).contains(seventh))
    #expect(last(["lesson 9 step 7", "lesson 9 step 9"]).contains(ninth))
    #expect(last(["lesson 9 step 9", "restart", "lesson 9 step 9"]).contains("Your turn"))
    #expect(!last(["lesson 9 step 9", "restart", "leave", "lesson 9 step 9"]).contains(ninth))
    #expect(last(["lesson 9 step 7", "leave", "lesson 9"]).contains(seventh))
  }

  @Test("back and next keep what is half done, and go on with it; skip and restart say that it is discarded")
  func halfDone() throws {
    let world = Session.World(library: WholeLessonTests.library)
    func last(_ lines: [String]) -> String { Self.last(lines, world: world) }
    let typed = ["lesson 9 step 7", "ines.department = research"]
    let work = "You left this step, and go on with what you did in it:\n  ines.department = research\n"
    #expect(last(typed + ["back"]).hasPrefix("what you did in step 7 is kept: lesson 9 step 7 goes on there.\n"))
    #expect(last(typed + ["back", "skip", "next"]).contains(work))
    #expect(last(typed + ["lesson 9 step 8", "back"]).contains(work))
    for word in ["skip", "restart"] {
      #expect(last(typed + [word]).hasPrefix("what you did in step 7 is discarded\n"))
      #expect(!last(typed + ["undo", word]).contains("discarded"))
    }
    #expect(!last(typed + ["skip", "back"]).contains(work))
    // Nothing is said twice.
    let both = last(["lesson 9 step 9", "grace.department = nil", "lesson 9 step 10", "let mine = 1", "back"])
    #expect(both.components(separatedBy: "is kept").count <= 2)
    #expect(both.contains("go on with what you did in it:\n  grace.department = nil\n"))
  }

  @Test("A question taken up again comes after the text that leads to it, with what was typed there")
  func leftQuestion() {
    let second = ["lesson 1", "1", "let a = 1", "show Team", "leave", "lesson 1"]
    #expect(
      Self.last(second) == """

        Lesson 1 · A small lesson

        1 of 3 · Who goes
        You left this step, and go on with what you did in it:
          let a = 1

        The rule is cascade:

        • the team goes,
        • and so do its players.

        graph> delete heat
        marked Team#1 Miami Heat for deletion
          └ players (cascade): Player#1 Wade
        graph> save
        saved: 2 deleted

        What do you think?
        How many players are there now?
        type the value

        """)
    #expect(Self.last(second + ["0"]).contains("Right"))
    #expect(Self.last(["lesson 1", "let a = 1", "leave", "lesson 1", "1"]).contains("Right: The rule is cascade."))
  }

  @Test("A task whose checks fail for the same reason is still said to be open, with the next hint")
  func stillOpen() {
    let wrong = ["lesson 1 step 2", "change Team.players, delete deny", "change Team.players, delete cascade"]
    let advice = "The players still go. Which rule clears the link instead?"
    func again(_ hint: String) -> String { "\n\(advice)\nas before; \(hint)\n" }
    let lines = wrong + ["let a = 1"]
    #expect(Self.last(lines).hasSuffix(again("hint shows hint 1 of 2")))
    #expect(Self.last(lines + ["hint", "let b = 2"]).hasSuffix(again("hint shows hint 2 of 2")))
    #expect(Self.last(lines + ["hint", "hint", "let b = 2"]).hasSuffix(again("solution shows one way")))
    #expect(
      Self.last(lines + ["show Team.players"])
        == Self.last(["lesson 1 step 2"] + ["change Team.players, delete cascade", "show Team.players"]))
  }

  @Test("leave says where a lesson goes on, and so it does")
  func leavingAtTheEnd() throws {
    let end = ["lesson 1 step 3", "leave"]
    #expect(
      Self.last(end) == """
        left lesson 1 at step 3; lesson 1 goes on at step 1. The graph is your own
        again.

        """)
    #expect(Self.last(end + ["lesson 1"]).contains("\n1 of 3 · Who goes\n"))
    let second = ["lesson 1 step 2", "change Team.players, delete nullify", "leave"]
    #expect(Self.last(second).hasPrefix("left lesson 1 at step 2; lesson 1 goes on at step 3. "))
    #expect(Self.last(second + ["lesson 1"]).contains("\n3 of 3 · The end\n"))
    #expect(Self.last(["lesson 2", "leave"]).hasPrefix("left lesson 2, which is finished; lesson 2 lists its steps."))
  }

  /// Everything that is said in lessons and exercises, except tables and statements.
  @Test("No sentence is wider than the screen", arguments: [40, 60, 80])
  func widths(width: Int) throws {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    var world = TranscriptTests.world(progressPath: nil)
    world.progressStore = store
    let pass = ["change Team.players, delete nullify", "check", "next"]
    let sessions = [
      ["check", "next", "leave", "again", "progress", "lesson 9", "exercise no-such-exercise"],
      ["lesson 1", "hint", "hint", "hint", "hint", "solution", "7", "1", "skip", "next", "next", "back", "restart"],
      [
        "lesson 1 step 2", "wade.lastName = \"W\"", "hint", "hint", "hint", "solution", "check", "next", "leave",
        "lesson 1",
      ],
      ["lesson 1 step 2", "let a = 1", "lesson 1 step 2", "change Team.players, delete nullify", "next", "leave"],
      ["lesson 1 step 9", "lesson 1 step 3", "leave", "lesson 2", "next", "leave", "lesson 2", "leave"],
      ["exercise keep-the-players", "let a = 1", "hint", "hint", "hint", "hint", "solution", "skip"],
      ["exercise keep-the-players", "restart", "model League", "check", "leave", "exercises", "lessons"],
      ["exercise keep-the-players"] + pass + pass + ["next", "learn", "help quit"],
    ]
    for lines in sessions {
      var session = Session(.prompt, style: TextStyle(dress: .plain, width: width), world: world)
      var screen = ""
      session.run(PromptTests.WatchedReader(lines + ["quit"]), opening: { $0.learn() + $0.greeting() }) { screen += $0 }
      let tooWide = screen.split(separator: "\n").filter { line in
        let isShownAsItIs = line.hasPrefix("  ") || line.contains("^") || line.contains("graph> ")
        return DisplayText.width(String(line)) > width && line.contains(" ") && !isShownAsItIs
      }
      #expect(tooWide == [], "\(lines)")
    }
  }

  @Test("learn is what begins a lesson in the shell, and begins one here")
  func learn() {
    #expect(Self.last(["learn 2"]) == Self.last(["lesson 2"]))
    #expect(Self.last(["learn"]) == Self.last(["lesson"]))
    #expect(Self.last(["let learn = 2", "learn + 1"]) == "3\n")
  }

  @Test("An answer has no statements that only look")
  func answersWithoutLooks() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let typed = ["show Team", "fetch Player", "let n = 1", "count Player", "review", "1 + 1", "explain delete heat"]
    _ = Self.last(["exercise keep-the-players"] + typed, progressPath: path)
    let again = Self.last(["exercise keep-the-players"], progressPath: path)
    #expect(again.contains("go on after it:\n  let n = 1\n  review\n\ncheck grades"))
  }

  @Test("next leaves a task that was done before, also in an earlier session")
  func doneBefore() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let done = ["lesson 1 step 2", "change Team.players, delete nullify"]
    #expect(Self.last(done + ["next", "back", "next"]).hasPrefix("\n3 of 3 · The end\n"))
    _ = Self.last(done, progressPath: path)
    #expect(Self.last(["lesson 1 step 2", "next"], progressPath: path).hasPrefix("\n3 of 3 · The end\n"))
    #expect(Self.last(["lesson 1 step 2", "next"]).hasPrefix("the task is not done yet\n"))
  }

  @Test("A check that could not be judged says what its author says, and nothing about its own statements")
  func unjudged() {
    let lines = ["lesson 3 step 8", "entity Sponsor { }"]
    #expect(
      Self.last(lines, world: Session.World(library: WholeLessonTests.library)).hasSuffix(
        """

        not done yet: 1 of 9 checks hold
        A sponsor with a name cannot be made and saved yet. It has one attribute, and
        neither relationship is required.

        """))
  }

  @Test("solution says what to do with it")
  func solutionIsTyped() {
    #expect(
      Self.last(["lesson 1 step 2", "solution"])
        == "  change Team.players, delete nullify\ntype it, or skip to go on without\n")
    #expect(Self.last(["exercise keep-the-players", "solution"]).hasSuffix("\ntype it, and then check\n"))
    // What was typed before stays in the answer.
    #expect(
      Self.last(["lesson 1 step 2", "heat.name = \"H\"", "solution"])
        .hasSuffix("\ntype restart, and then this, or skip to go on without\n"))
    #expect(
      Self.last(["exercise keep-the-players", "heat.name = \"H\"", "solution"])
        .hasSuffix("\ntype restart, then this, and then check\n"))
  }

  @Test("Where nothing can be undone after rollback or reset, restart is offered")
  func undoAfterRollback() {
    let ends = "nothing to undo: rollback and reset end what undo can reach; restart begins the"
    for word in ["rollback", "reset"] {
      #expect(Self.last(["lesson 1 step 2", "heat.name = \"H\"", word, "undo"]).hasPrefix("\(ends) step again\n"))
      #expect(
        Self.last(["exercise keep-the-players", "heat.name = \"H\"", word, "undo"]) == "\(ends) exercise again\n")
    }
  }

  @Test("A check of what is saved says so, where something has changed since the last save")
  func ungradedChanges() {
    let world = Session.World(library: WholeExerciseTests.library)
    let answer = ["exercise moving-day", "ines.department = research", "tomas.department = research", "delete sales"]
    let note =
      "There are changes that are not saved, and the checks look at what was saved\nlast: save writes them, if it is not refused.\n"
    #expect(Self.last(answer + ["check"], world: world).contains(note))
    #expect(!Self.last(answer + ["save", "check"], world: world).contains("look at what was saved"))
    #expect(Self.last(answer + ["save", "undo", "check"], world: world).contains(note))
  }

  @Test("An undo that undid nothing is no part of an answer")
  func emptyUndo() throws {
    let exercise = try #require(TranscriptTests.world(progressPath: nil).library?.exercise("keep-the-players").0)
    var attempt = ExerciseAttempt(exercise, makeInterpreter: Session.World().makeInterpreter)
    for text in ["undo", "wade.lastName = \"W\"", "rollback", "undo", "redo"] {
      _ = attempt.execute(SourceText(text))
    }
    #expect(attempt.accepted == ["wade.lastName = \"W\"", "rollback"])
  }

  @Test(
    "The statement that undo took back is not handed in, and one that it leaves alone is",
    arguments: ["save", "store spare in memory", "merge policy object"])
  func undoneStatements(text: String) throws {
    let exercise = try #require(TranscriptTests.world(progressPath: nil).library?.exercise("keep-the-players").0)
    var attempt = ExerciseAttempt(exercise, makeInterpreter: Session.World().makeInterpreter)
    for text in ["wade.lastName = \"W\"", text, "undo"] { _ = attempt.execute(SourceText(text)) }
    #expect(attempt.accepted == ["wade.lastName = \"W\"", text, "undo"])
    #expect(attempt.statementsWithoutUndone == [text])
  }

  @Test("An answer to a question may be typed out")
  func typedOut() {
    let world = Session.World(library: WholeLessonTests.library)
    for answer in ["Two", "`wade.team == usa`", "wade.team == usa", " WADE.team  == usa. "] {
      let isAnswer = Self.last(["lesson 3 step 6", answer], world: world).contains("usa.players.add(wade)")
      #expect(isAnswer == (answer != "Two"), "\(answer)")
    }
  }

  @Test(
    "The exercises of a chapter have the title of its lesson, however its number is written",
    arguments: ["chapter: 9", "chapter: 09", "minutes: 10"])
  func chapters(head: String) throws {
    let course = try TemporaryFolder([
      "Lessons/09-rules.md": "---\ntitle: Delete rules\n\(head)\n---\n## A\nText.\n",
      "Exercises/09-x/one/task.md": "---\ntitle: One\npoints: 1\n---\nDo.\n",
    ])
    let world = Session.World(library: Library(root: course.path))
    #expect(Self.last(["exercises"], world: world).hasPrefix("Chapter 9 · Delete rules · 0 of 1 passed\n"))
    for word in ["9", "09", "09-x"] {
      #expect(Self.last(["exercises \(word)"], world: world).hasPrefix("Chapter 9 · Delete rules"), "\(word)")
    }
    #expect(Self.last(["exercises 10"], world: world).hasPrefix("no chapter '10' has exercises\n"))
    withExtendedLifetime(course) {}
  }

  @Test("Points are shown to the hundredth, as in a verdict")
  func points() throws {
    let folder = try TemporaryFolder([:])
    let path = folder.path + "/progress.json"
    try ProgressStore(path: path).update {
      $0.note(exercise: "01-rules/free-the-players", score: 3.96, maxScore: 4, passed: false)
      $0.note(exercise: "01-rules/keep-the-players", score: 1e12, maxScore: 4, passed: false)
    }
    let exercises = Self.last(["exercises"], progressPath: path)
    #expect(exercises.contains("Free the players  3.96 of 4 points · 4 minutes\n"), "\(exercises)")
    let progress = Self.last(["progress"], progressPath: path)
    #expect(progress.contains("3.96 of 4\n"), "\(progress)")
    withExtendedLifetime(folder) {}
  }

  @Test("A lesson whose last step is done before its first says what is left")
  func lastStepFirst() {
    let world = Session.World(library: WholeLessonTests.library)
    let screen = Self.last(["lesson 9 step 21"], world: world).split(separator: "\n").joined(separator: " ")
    #expect(screen.contains("Done: 1 of 21 steps; lesson 9 goes on with the others"), "\(screen)")
  }

  @Test("undo stops where the exercise or the step begins")
  func undo() {
    #expect(Self.last(["exercise keep-the-players", "undo"]) == "nothing to undo: the exercise begins here\n")
    let changed = ["exercise keep-the-players", "wade.lastName = \"W\"", "undo"]
    #expect(Self.last(changed) == "undone: wade.lastName = \"W\"\n")
    #expect(Self.last(changed + ["undo"]) == "nothing to undo: the exercise begins here\n")
    #expect(Self.last(changed + ["undo", "count Player"]) == "1\n")
    #expect(Self.last(["lesson 1 step 2", "undo"]).hasPrefix("nothing to undo: the step begins here\n"))
    #expect(Self.last(["lesson 1 step 2", "undo", "show history"]) == "nothing to undo or redo yet\n")
    #expect(Self.last(["undo"]) == "nothing to undo\n")
    // What the step itself did is not the learner's to take back, at its task and at its question.
    // The first begins with a task that a question follows, the others with a question that a task follows.
    let (task, question) = ("the step begins here", "no statement of yours comes before this question")
    for (step, first, second) in [
      ("lesson 9 step 9", task, question),
      ("lesson 9 step 15", question, task), ("lesson 9 step 16", question, task),
    ] {
      let world = Session.World(library: WholeLessonTests.library)
      let replies = [["undo"], ["skip", "undo"]].map { Self.last([step] + $0, world: world) }
      #expect(replies[0].hasPrefix("nothing to undo: \(first)\n"), "\(step): \(replies[0])")
      #expect(replies[1].hasPrefix("nothing to undo: \(second)\n"), "\(step): \(replies[1])")
    }
    // A step about undo keeps what it is about.
    let mistake = Self.last(["lesson 9 step 5", "undo"], world: Session.World(library: WholeLessonTests.library))
    #expect(mistake.hasPrefix("undone: delete sales\n\n✓ done\n"))
  }
}

@Suite("A line that does nothing in an exercise does nothing when the answer is graded")
struct IdleLineTests {
  @Test(arguments: [
    "undo", "redo", "undo; undo", "nobody", "expect 1 == 2", "show model", "run \"a.graph\"", "import \"a.graph\"",
    "export \"a.svg\"", "export \"a.graph\"", "compare model \"a.graph\" with \"a.graph\"",
    "for i in 1...2 { export \"a.svg\" }", "expect behaves like \"a.graph\"", "rollback; undo",
  ])
  func idle(_ line: String) {
    var world = TranscriptTests.world(progressPath: nil)
    world.makeInterpreter = { _ in
      Interpreter(
        environment: .init(
          readFile: { path, _ in SourceText("entity A { }", name: path) }, writeFile: { _, _, _, _ in false }))
    }
    var replies: [String] = []
    var session = Session(.prompt, world: world)
    let lines = ["exercise keep-the-players", line, "change Team.players, delete nullify", "check"]
    session.run(ScriptedReader(lines), opening: { _ in [] }) { replies.append($0) }
    #expect(replies.last?.hasPrefix("Keep the players (01-rules/keep-the-players): passed, 4 of 4 points\n") == true)
  }

  @Test("What an answer may not use is refused where it is typed")
  func refused() {
    #expect(
      LearningTests.last(["exercise keep-the-players", "run \"a.graph\""]) == """
        an answer cannot use 'run'
          run "a.graph"
          ^^^^^^^^^^^^^ write its statements here: an answer reads and writes no files

        """)
  }
}

@Suite("hint, next, skip and solution at a question")
struct QuestionCommandTests {
  static let skipped = """
    Skipped. The remarks on each answer:
      1  right  count Player == 0. The rule is cascade.
      2  wrong  He stays without a team. That would be nullify.

    """

  @Test("skip and next go on, and show what each answer would have got", arguments: ["skip", "next"])
  func skip(_ word: String) {
    #expect(
      LearningTests.last(["lesson 1", word]) == """

        \(Self.skipped)
        graph> delete heat
        marked Team#1 Miami Heat for deletion
          └ players (cascade): Player#1 Wade
        graph> save
        saved: 2 deleted

        What do you think?
        How many players are there now?
        type the value

        """)
    #expect(
      LearningTests.last(["lesson 1", "1", word]) == """

        Skipped: count Player is 0

        graph> count Player
        0

        next goes on

        """)
  }

  @Test("Enter and n go on where next is offered, and nowhere else")
  func goingOn() {
    func shown(_ lines: [String]) -> String {
      var screen = ""
      var session = Session(.prompt, world: TranscriptTests.world(progressPath: nil))
      session.run(PromptTests.WatchedReader(lines), opening: { _ in [] }) { screen += $0 }
      return screen
    }
    let offered = ["lesson 1", "1", "skip"]
    for word in ["", "n", " n "] {
      #expect(shown(offered + [word]) == shown(offered + ["next"]))
    }
    #expect(shown(["lesson 1", ""]) == shown(["lesson 1"]))
    // Someone else's n is a name.
    #expect(shown(offered + ["let n = 3", "n"]).hasSuffix("3\n"))
    // A script's empty lines mean nothing.
    #expect(LearningTests.last(offered + [""]) == LearningTests.last(offered))
  }

  @Test("hint shows what runs next, and never the answer")
  func hint() {
    #expect(LearningTests.last(["lesson 1", "hint"]) == "This runs next:\n  delete heat\n  save\n")
    #expect(
      LearningTests.last(["lesson 1", "hint", "hint"])
        == "there are no more hints\n  type solution to see the answer\n")
    #expect(LearningTests.last(["lesson 1", "1", "hint"]) == "This runs next:\n  count Player\n")
  }

  @Test("solution shows the answer, and the question stays open")
  func solution() {
    #expect(
      LearningTests.last(["lesson 1", "solution"])
        == "The answer is 1\ncount Player == 0. The rule is cascade.\ntype it, or next\n")
    #expect(LearningTests.last(["lesson 1", "1", "solution"]) == "The answer is 0\ntype it, or next\n")
    #expect(LearningTests.last(["lesson 1", "1", "solution", "0"]).contains("\nRight: count Player is 0\n"))
  }

  static let noValues: [(line: String, reply: String)] = [
    ("how many", "'how many' is not a number\n  type a number, or hint or skip\n"),
    ("hlep", "'hlep' is not a number\n  type a number, or hint or skip\n"),
    ("\"0\"", "'\"0\"' is not a number\n  type a number, or hint or skip\n"),
    ("nil", "'nil' is not a number\n  type a number, or hint or skip\n"),
    ("true", "'true' is not a number\n  type a number, or hint or skip\n"),
    ("model", "'model' is not a number\n  type a number, or hint or skip\n"),
    ("[0]", "'[0]' is not a number\n  type a number, or hint or skip\n"),
    ("0 +", "'0 +' is not a number\n  type a number, or hint or skip\n"),
    ("fetch Player", "no objects\n"),
    ("count Player", "0\n"),
    ("count Player + 1", "1\n"),
    (
      "count Player where team == heat",
      "Player has no heat\n  count Player where team == heat\n                             ^^^^\n  for your own heat, write $heat; for the text, \"heat\"\n"
    ),
    ("let x = 5", "x = 5\n"),
  ]

  @Test("What is no value is refused, and the question stays open", arguments: noValues)
  func noValue(_ row: (line: String, reply: String)) {
    #expect(LearningTests.last(["lesson 1", "1", row.line]) == row.reply)
    #expect(LearningTests.last(["lesson 1", "1", row.line, "0"]).contains("\nRight: count Player is 0\n"))
  }

  @Test("A value of the kind counts, right or not", arguments: ["1", "1.5", "2 - 1"])
  func wrongValue(_ line: String) {
    #expect(
      LearningTests.last(["lesson 1", "1", line]).contains("\nNot so: you said \(line), and count Player is 0\n"))
  }
}
