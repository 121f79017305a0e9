import Courses
import Diagnostics
import TestSupport
import Testing
import WorkbookLanguage

@Suite("Practice brings back what was answered wrong")
struct PracticeTests {
  static let item = PracticeItem.exercise("09-delete-rules/whose")

  /// Answers on some days, and the day on which the item is due then; nil once it is learned.
  static let histories: [(answers: [(day: Int, isRight: Bool)], due: Int?)] = [
    ([(100, false)], 101),
    ([(100, false), (100, true)], 101),
    ([(100, false), (101, true)], 104),
    ([(100, false), (101, true), (103, true)], 104),
    ([(100, false), (101, true), (104, true)], 111),
    ([(100, false), (101, true), (104, true), (111, true)], 132),
    ([(100, false), (101, true), (104, true), (111, true), (132, true)], nil),
    ([(100, false), (101, true), (104, true), (111, true), (132, true), (200, true)], nil),
    ([(100, false), (101, true), (104, true), (111, true), (132, true), (200, false)], 201),
    ([(100, false), (101, true), (104, false)], 105),
    ([(100, false), (101, false)], 102),
    // Late, and with the clock set back.
    ([(100, false), (150, true)], 153),
    ([(100, false), (99, true)], 101),
    ([(-5, false)], 1),
    ([(.max, false)], 1_000_000),
  ]

  @Test("An item is due after 1, 3, 7 and 21 days, and a wrong answer begins again", arguments: histories)
  func boxes(_ history: (answers: [(day: Int, isRight: Bool)], due: Int?)) {
    var progress = Progress()
    for (day, isRight) in history.answers { progress.practise(Self.item, isRight: isRight, on: day) }
    #expect(progress.nextPractice == history.due)
    guard let due = history.due else {
      #expect(progress.card(of: Self.item)?.isLearned == true)
      #expect(progress.duePractice(on: .max).isEmpty)
      return
    }
    #expect(progress.duePractice(on: due) == [Self.item])
    #expect(progress.duePractice(on: due - 1).isEmpty)
  }

  @Test("What was never answered wrong needs no practice")
  func onlyMisses() {
    var progress = Progress()
    progress.practise(Self.item, isRight: true, on: 100)
    #expect(progress.card(of: Self.item) == nil)
    #expect(progress.nextPractice == nil)
  }

  @Test("What has waited longest comes first")
  func order() {
    var progress = Progress()
    let items: [PracticeItem] = [
      .exercise("b"), .question(lesson: "sums", step: 1, number: 0), .question(lesson: "sums", step: 0, number: 0),
    ]
    for (item, day) in zip(items, [102, 100, 101]) { progress.practise(item, isRight: false, on: day) }
    #expect(progress.duePractice(on: 102) == [items[1], items[2]])
    #expect(progress.duePractice(on: 103) == [items[1], items[2], items[0]])
  }

  @Test("Cards are kept in the file, those of newer programs too")
  func record() throws {
    let folder = try TemporaryFolder()
    try folder.keep(
      """
      {"version": 1, "lessons": {}, "exercises": {}, "practice": {"song/1": {"box": 1, "due": 3},
      "question/a": {"box": 1, "due": 3}, "question/a/-1/0": {"box": 1, "due": 3}}}
      """)
    let store = ProgressStore(path: folder.progress)
    #expect(store.load().progress.duePractice(on: 3).isEmpty)
    try store.update { $0.practise(Self.item, isRight: false, on: 100) }
    try store.update { $0.practise(.question(lesson: "a/b", step: 0, number: 2), isRight: false, on: 100) }
    #expect(store.load().progress.duePractice(on: 101) == [Self.item])
    let text = try folder.text(of: "progress.json")
    for key in ["song/1", "question/a", "question/a/-1/0", "exercise/09-delete-rules/whose"] {
      #expect(text.contains("\"\(key)\" : {"), "\(key)")
    }
  }

  @Test(
    "A card that only damage can explain",
    arguments: [
      "0, \"due\": 1", "1, \"due\": -1", "-9223372036854775808, \"due\": 1", "1, \"due\": 9223372036854775807",
    ])
  func damage(card: String) throws {
    let folder = try TemporaryFolder()
    try folder.keep(
      "{\"version\": 1, \"lessons\": {}, \"exercises\": {}, \"practice\": {\"exercise/a\": {\"box\": \(card)}}}")
    #expect(ProgressStore(path: folder.progress).load().diagnostics.map(\.id) == ["progress-set-aside"])
  }

  // MARK: Questions

  static let body = """
    ## One

    ```predict
    How many?
    = two - 1
    ```

    ```predict
    And then?
    - [x] `two == 2`: yes
    - [ ] `two == 3`: no
    ```

    ```graph
    let two = 2
    ```

    ```task
    Make three.
    ```

    ```check
    expect three == 3
    ```

    ```hint
    Count.
    ```

    ```solution
    let three = 3
    ```

    ```predict
    What is three?
    = three
    ```

    ```graph
    three
    ```
    """

  func player() throws -> LessonPlayer {
    var lesson = try #require(Fixtures.lesson(Self.body).lesson)
    lesson.slug = "t"
    return LessonPlayer(lesson: lesson, makeInterpreter: Fixtures.make)
  }

  /// The due questions of the lesson, by number, after a way through its first step.
  func missed(_ play: (inout LessonPlayer) -> [LessonEvent]) throws -> [PracticeItem] {
    var player = try player()
    _ = player.begin(step: 0)
    var progress = Progress()
    progress.practise(play(&player), in: player, on: 0)
    return progress.duePractice(on: 1)
  }

  static func question(_ number: Int) -> PracticeItem { .question(lesson: "t", step: 0, number: number) }

  @Test("A wrong answer, and an answer that was looked up, comes back; a question that was skipped does not")
  func events() throws {
    #expect(try missed { $0.answer(typed: "1") + $0.answer(typed: "1") } == [])
    #expect(try missed { $0.answer(typed: "7") + $0.answer(typed: "1") } == [Self.question(0)])
    #expect(try missed { $0.answer(typed: "1") + $0.answer(typed: "2") } == [Self.question(1)])
    #expect(try missed { $0.skip() + $0.skip() } == [])
    #expect(try missed { $0.skip() + $0.solution() } == [Self.question(1)])
    #expect(try missed { $0.answer(typed: "maybe") } == [])
  }

  @Test("A question is asked again with what leads to it, and the task before it counts as solved")
  func again() throws {
    var player = try player()
    /// What is shown up to a question of the first step.
    func way(to number: Int) -> [String]? {
      player.begin(step: 0, question: number).map(LessonPlayerTests.words)
    }
    #expect(way(to: 0) == ["step 1/1", "question"])
    #expect(way(to: 1) == ["step 1/1", "question"])
    #expect(way(to: 2) == ["step 1/1", "run 0", "question"])
    #expect(player.interpreter.names["three"] == 3)
    #expect(way(to: 3) == nil)
    let beyond = player.begin(step: 1, question: 0)
    #expect(beyond == nil)
  }

  @Test("An answer is judged without the later questions")
  func judging() throws {
    var player = try player()
    _ = player.begin(step: 0, question: 0)
    #expect(player.judge(typed: "soon").result == nil)
    let (events, result) = player.judge(typed: "1")
    #expect(result?.isRight == true)
    #expect(LessonPlayerTests.words(events) == ["right", "run 0"])
    _ = player.begin(step: 0, question: 1)
    let other = player.judge(typed: "2")
    #expect(other.result?.isRight == false)
    #expect(LessonPlayerTests.words(other.events) == ["wrong", "run 0"])
  }
}
