import Courses
import Diagnostics
import Testing

@Suite("How well a learner knows an idea")
struct IdeaStateTests {
  static let question = PracticeItem.question(lesson: "t", step: 0, number: 0)
  static let exercise = PracticeItem.exercise("09-e/e")

  /// The state after answers, from a record in which nothing is done.
  static func state(
    after answers: [(PracticeItem, Bool)], done: [Int] = [], _ change: (inout Progress) -> Void = { _ in }
  ) throws -> (state: IdeaState, missed: [String]) {
    let (index, _) = try IdeaTests.index(
      """
      ## A {teaches=deny-at-save}
      ```predict practises=deny-at-save
      Q?
      - [x] a
      - [ ] b
      ```
      ## B
      ```task practises=deny-at-save
      Do it.
      ```
      """, practises: ["deny-at-save"])
    var progress = Progress()
    progress.lessons["t"] = LessonProgress()
    progress.lessons["t"]?.done = done
    for (item, isRight) in answers { progress.practise(item, isRight: isRight, on: 1) }
    change(&progress)
    let idea = try #require(index.idea("deny-at-save"))
    return (progress.state(of: idea, in: index), progress.missed(of: idea, in: index).map(\.words))
  }

  @Test("unmet, then met with the step that teaches it, then practised with the first right answer or task")
  func upwards() throws {
    #expect(try Self.state(after: []).state == .unmet)
    #expect(try Self.state(after: [], done: [0]).state == .met)
    #expect(try Self.state(after: [(Self.question, true)], done: [0]).state == .practised)
    #expect(try Self.state(after: [], done: [1]).state == .practised)
  }

  @Test("shaky while more of the latest answers to its questions and exercises are wrong than right")
  func shaky() throws {
    let missed = try Self.state(after: [(Self.question, true), (Self.question, false)])
    #expect(missed.state == .shaky)
    #expect(missed.missed == ["lesson 9 step 1"])
    let mended = try Self.state(after: [(Self.question, false), (Self.question, true)])
    #expect(mended.state == .practised)
    #expect(mended.missed.isEmpty)
    // One wrong answer of two is a slip, and is asked again all the same.
    let other = try Self.state(after: [(Self.exercise, false), (Self.question, true)])
    #expect(other.state == .practised)
    #expect(other.missed == ["exercise e"])
    #expect(try Self.state(after: [(Self.exercise, false), (Self.question, false)]).state == .shaky)
    // A task that was done in the end says nothing about the answers.
    #expect(try Self.state(after: [(Self.question, false)], done: [1]).state == .shaky)
  }

  @Test("a record from before answers were kept knows whether an exercise passed")
  func earlierRecords() throws {
    let passed = try Self.state(after: []) { $0.note(exercise: "09-e/e", score: 1, maxScore: 1, passed: true) }
    #expect(passed.state == .practised)
    let open = try Self.state(after: []) { $0.note(exercise: "09-e/e", score: 0, maxScore: 1, passed: false) }
    #expect(open.state == .shaky)
  }
}
