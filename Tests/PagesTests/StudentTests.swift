import Courses
import Diagnostics
import Testing
import WorkbookLanguage

@Suite("A student's place in a lesson")
struct StudentTests {
  @Test("Every task of every lesson can be done there with a class's budget", arguments: ScreenTests.lessons)
  func tasks(slug: String) throws {
    let script = try Scripts.lesson(slug)
    for (index, step) in script.steps.enumerated() {
      guard let place = step.parts.firstIndex(where: { if case .task = $0 { true } else { false } }) else { continue }
      let start = script.player(step: index, shown: place + 1)
      #expect(start.phase == .task)
      var student = start.student(.classroom)
      for solution in script.lesson.steps[index].solutions { _ = student.execute(solution) }
      #expect(student.phase != .task || script.lesson.steps[index].solutions.isEmpty, "step \(index + 1)")
      // The next student begins where this one did.
      #expect(start.student(.classroom).phase == .task)
    }
  }

  @Test("A question is open after its part, and judged by what runs next")
  func questions() throws {
    let script = try Scripts.script(
      """
      ## First

      ```graph
      entity Item { number: Integer32 }
      ```
      ```predict
      How many?
      = count Item
      ```
      ```graph
      Item(number: 1)
      ```
      """)
    #expect(script.player(step: 0, shown: 2).isAsking)
    #expect(!script.player(step: 0, shown: 3).isAsking)
    let judge = try #require(script.judge(ofQuestion: 0, .classroom))
    #expect(try judge.judge("1").get().isRight)
    #expect(try !judge.judge("0").get().isRight)
    #expect(judge.judge("many") == .failure(Diagnostic("no-value", "'many' is not a number")))
    #expect(script.judge(ofQuestion: 1) == nil)
  }
}
