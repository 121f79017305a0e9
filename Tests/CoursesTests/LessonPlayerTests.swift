import Courses
import Diagnostics
import Predicates
import Testing
import WorkbookLanguage

@Suite("Playing a lesson")
struct LessonPlayerTests {
  let lesson: Lesson

  init() throws { lesson = try #require(Fixtures.library.lesson("sums").lesson) }

  func player(at step: Int? = nil) -> LessonPlayer {
    var player = LessonPlayer(lesson: lesson, makeInterpreter: Fixtures.make)
    if let step { _ = player.begin(step: step) }
    return player
  }

  func words(_ events: [LessonEvent]) -> [String] { Self.words(events) }

  /// The events in a word each.
  static func words(_ events: [LessonEvent]) -> [String] {
    events.map { event in
      switch event {
      case .introduction: "introduction"
      case .stepBegins(let index, let count, _, _): "step \(index + 1)/\(count)"
      case .prose: "prose"
      case .note: "note"
      case .run(_, let outcomes): "run \(outcomes.filter(\.failed).count)"
      case .question: "question"
      case .questionHint: "question hint"
      case .revealed: "answer"
      case .predictionResult(let result): result.isRight ? "right" : "wrong"
      case .taskBegins: "task"
      case .executed(_, let outcomes): "executed \(outcomes.filter(\.failed).count)"
      case .checks(let checks): "checks \(checks.count { $0.holds })/\(checks.count)"
      case .hint(_, let number, let count): "hint \(number)/\(count)"
      case .solution: "solution"
      case .taskDone: "task done"
      case .stepDone(let index, let isSkipped): isSkipped ? "skipped \(index + 1)" : "done \(index + 1)"
      case .lessonDone(let summary): "lesson \(summary.done)+\(summary.skipped)/\(summary.steps)"
      case .refused(let diagnostic): diagnostic.id
      }
    }
  }

  @Test func fromBeginningToEnd() {
    var player = player()
    #expect(words(player.next()) == ["introduction", "step 1/4", "prose", "run 0", "question"])
    #expect(words(player.answer(typed: "4")) == ["right", "prose", "run 0", "note", "done 1"])
    #expect(words(player.next()) == ["step 2/4", "task"])
    #expect(words(player.execute(SourceText("let five = 5"))) == ["executed 0", "task done", "prose", "done 2"])
    #expect(words(player.next()) == ["step 3/4", "question"])
    #expect(words(player.answer(typed: "2")) == ["right", "run 0", "done 3"])
    #expect(words(player.next()) == ["step 4/4", "run 0", "done 4", "lesson 4+0/4"])
    #expect(words(player.next()) == ["lesson-done"])
  }

  @Test func aWrongTryLeavesWhatWasDone() {
    var player = player(at: 1)
    #expect(words(player.execute(SourceText("let five = 6"))) == ["executed 0", "checks 0/1"])
    #expect(player.interpreter.names["five"] == 6)
    let events = player.execute(SourceText("let other = five\nnobody"))
    #expect(words(events) == ["executed 1", "checks 0/1"])
    guard case .checks(let checks) = events[1] else { return }
    #expect(checks[0].feedback.first == "Add one to four.")
    #expect(words(player.check()) == ["checks 0/1"])
    #expect(
      words(player.execute(SourceText("let five = 5; let five = 7"))) == ["executed 0", "task done", "prose", "done 2"])
  }

  @Test func theNextStepStartsFromTheSolution() {
    var player = player(at: 1)
    _ = player.execute(SourceText("let junk = 1; let four = 0; let five = 5"))
    _ = player.next()
    #expect(player.interpreter.names["five"] == 5)
    #expect(player.interpreter.names["four"] == 4)
    #expect(player.interpreter.names["junk"] == nil)
  }

  @Test func aFreshStepStartsFromTheWorld() {
    let player = player(at: 3)
    #expect(player.interpreter.names == ["one": 1, "two": 2])
  }

  @Test func restartForgetsTheTry() {
    var player = player(at: 1)
    _ = player.execute(SourceText("let four = 0"))
    #expect(words(player.restart()) == ["step 2/4", "task"])
    #expect(player.interpreter.names["four"] == 4)
  }

  @Test func hintsComeInOrder() {
    var player = player(at: 1)
    #expect(words(player.hint()) == ["hint 1/2"])
    #expect(words(player.hint()) == ["hint 2/2"])
    #expect(words(player.hint()) == ["no-more-hints"])
    #expect(words(player.solution()) == ["solution"])
    #expect(player.hintsGiven == 2)
  }

  @Test(
    "A hint says what runs next, unless the question has just said it or it is the answer, and rules out all wrong answers but one",
    arguments: [
      ("What does `let x = 1 + 1` make of `x`?\n- [x] 2\n- [ ] 3: No.", "let x = 1 + 1", 0),
      ("What is made of `x`?\n- [x] 2\n- [ ] 3: No.", "let x = 1 + 1", 1),
      ("What is made of `x`?\n- [x] 2\n- [ ] 3\n- [ ] 4", "let x = 1 + 1", 2),
      ("What is written?\n- [x] `x = 1`\n- [ ] `x = 2`", "let x = 1", 0),
      ("What is written?\n- [x] `let` it\n- [ ] `let` go", "let x = 1", 1),
      ("What is `x`?\n= x", "let x = 7", 0), ("What is `x`?\n= x", "let x = 3 + 4", 1),
      ("What is `x`?\n= x", "let x = 17 - 10", 1), ("What is `x`?\n= x", "let x = \"a b\"", 0),
      ("What is `x`?\n= x", "expect 1 == 1", 0),
    ])
  func hintsAtQuestions(_ question: String, _ source: String, _ count: Int) throws {
    let body = "## A step\n```predict\n\(question)\n```\n```graph\n\(source)\n```\n"
    var player = LessonPlayer(lesson: try #require(Fixtures.lesson(body).lesson), makeInterpreter: Fixtures.make)
    _ = player.next()
    let hints = [player.hint(), player.hint(), player.hint()].map { words($0)[0] }
    #expect(
      hints == Array(repeating: "question hint", count: count) + Array(repeating: "no-more-hints", count: 3 - count))
  }

  @Test("A choice is given once, and only one where one is right", arguments: [[], [0, 0], [3], [-1], [1, 1, 2]])
  func badChoices(_ choices: [Int]) throws {
    for second in ["[x]", "[ ]"] {
      let body = "## A step\n```predict\nWhich?\n- [x] 2\n- \(second) 3\n- [ ] 4\n```\n```graph\nlet x = 1\n```\n"
      var player = LessonPlayer(lesson: try #require(Fixtures.lesson(body).lesson), makeInterpreter: Fixtures.make)
      _ = player.next()
      #expect(words(player.answer(.choices(choices))) == ["not-a-choice"])
    }
  }

  @Test("A step that ends with its task is left at once, and the next one begins with nothing skipped")
  func skippingATaskAtTheEnd() throws {
    let body = "## A step\n```task\nDo it.\n```\n```check\nexpect one == 1\n```\n```solution\nlet one = 1\n```\n"
    let lesson = try #require(Fixtures.lesson(body + "\n" + body.replacing("A step", with: "Another")).lesson)
    var player = LessonPlayer(lesson: lesson, makeInterpreter: Fixtures.make)
    _ = player.next()
    #expect(words(player.skip()) == ["skipped 1", "step 2/2", "task"])
    #expect(words(player.execute(SourceText("let one = 1"))) == ["executed 0", "task done", "done 2", "lesson 1+1/2"])
  }

  @Test func skippingAndGoingBack() {
    var player = player()
    #expect(words(player.back()) == ["first-step"])
    _ = player.next()
    #expect(words(player.next()) == ["wrong", "prose", "run 0", "note", "done 1"])
    _ = player.next()
    #expect(words(player.next()) == ["task-open"])
    // What the step says after its task is for those who skip it, too.
    #expect(words(player.skip()) == ["prose", "skipped 2"])
    #expect(words(player.next()) == ["step 3/4", "question"])
    #expect(words(player.hint()) == ["question hint"])
    #expect(words(player.check()) == ["nothing-to-check"])
    #expect(words(player.back()) == ["step 2/4", "task"])
    #expect(player.skippedSteps == [1])
  }

  @Test func whatIsTypedBeforeAnAnswerDoesNotReachTheLesson() {
    var player = player(at: 0)
    #expect(words(player.execute(SourceText("let three = 99"))) == ["executed 0"])
    _ = player.answer(typed: "4")
    #expect(player.interpreter.names["four"] == 4)
  }

  @Test(arguments: [
    ("", "not-a-choice"), ("0", "not-a-choice"), ("4", "not-a-choice"), ("1, 2", "not-a-choice"),
    ("x y", "not-a-choice"), ("99999999999999999999", "not-a-choice"), ("-9223372036854775808", "not-a-choice"),
  ])
  func whatIsNoChoiceIsRefused(text: String, id: String) {
    var player = player(at: 2)
    #expect(words(player.answer(typed: text)) == [id])
    #expect(words(player.answer(.choices([7]))) == [id])
    #expect(words(player.answer(typed: "b")) == ["right", "run 0", "done 3"])
  }

  @Test func aWrongChoiceIsTold() {
    var player = player(at: 2)
    let events = player.answer(.choices([0]))
    guard case .predictionResult(let result)? = events.first else {
      Issue.record("no result: \(words(events))")
      return
    }
    #expect(!result.isRight)
    #expect(result.remark == "that was four")
    #expect(result.rightChoices == [1])
    #expect(result.held == [false, true, nil])
  }

  @Test func aWrongValueIsTold() {
    var player = player(at: 0)
    let events = player.answer(.value("three"))
    guard case .predictionResult(let result)? = events.first else {
      Issue.record("no result: \(words(events))")
      return
    }
    #expect(!result.isRight)
    #expect(result.predicted == 3)
    #expect(result.actual == 4)
    #expect(words(player.answer(.value("4"))) == ["no-question"])
  }

  @Test func aQuestionWithoutABlockIsAnsweredAtOnce() throws {
    let texts = try #require(Fixtures.library.lesson("2").lesson)
    var player = LessonPlayer(lesson: texts, makeInterpreter: Fixtures.make)
    _ = player.begin(step: 1)
    #expect(words(player.answer(typed: "2")) == ["right", "done 2", "lesson 1+0/2"])
  }

  @Test(arguments: [-5, 99, Int.max, Int.min])
  func anyStepCanBeAskedFor(index: Int) {
    var player = player()
    #expect(words(player.begin(step: index)).contains { $0.hasPrefix("step") })
  }

  @Test func progressIsTakenDown() {
    var player = player()
    var progress = Progress()
    for events in [player.next(), player.skip(), player.next(), player.hint(), player.skip(), player.next()] {
      progress.note(events, in: player)
    }
    #expect(progress.place == .init(lesson: "sums", step: 2))
    #expect(progress.lessons["sums"]?.done == [0])
    #expect(progress.lessons["sums"]?.skipped == [1])
    #expect(progress.lessons["sums"]?.hints == 1)
    #expect(progress.lessons["sums"]?.isDone == false)
  }

  @Test("A graph block behind the task sees the solution, and not the attempt")
  func afterTheTask() throws {
    let lesson = try #require(
      Fixtures.lesson(
        """
        ## A
        ```task
        Make five.
        ```
        ```check
        expect five > 4
        ```
        ```solution
        let five = 5
        ```
        ```graph
        five
        ```
        """
      ).lesson)
    var player = LessonPlayer(lesson: lesson, makeInterpreter: Fixtures.make)
    _ = player.begin(step: 0)
    let events = player.execute(SourceText("let five = 50"))
    #expect(words(events) == ["executed 0", "task done", "run 0", "done 1", "lesson 1+0/1"])
    guard case .run(_, let outcomes) = events[2], case .value(let value)? = outcomes.first?.result else {
      Issue.record("nothing was shown")
      return
    }
    #expect(value == .literal("5"))
    #expect(player.interpreter.names["five"] == 50)
  }
}
