import ModelReview
import Normalization
import ObjectGraph
import Predicates
import Synchronization
import Testing
import WorkbookLanguage

/// Tables with so many columns that looking at all of them takes long.
@Suite("Wide tables")
struct WideTableTests {
  private static func table(columns: Int, rows: Int) -> String {
    let properties = (0..<columns).map { "a\($0): Integer64?" }.joined(separator: "; ")
    let values = (0..<columns).map { "a\($0): (i * \($0 * $0 + 7)) % \($0 + 2)" }.joined(separator: ", ")
    return "entity R { \(properties) }\nfor i in 1...\(rows) { R(\(values)) }"
  }

  /// 24 columns make over 6,000 products and sums that a column might be, each of fewer rows than a loop over rows would ask
  /// after.
  @Test func aReviewAsksOftenWhetherToStop() throws {
    final class Question: Sendable {
      let count = Mutex(-1_000_000)
    }
    let question = Question()
    let interpreter = try world(Self.table(columns: 24, rows: 60))
    interpreter.context.cancellation = Cancellation {
      question.count.withLock {
        $0 += 1
        return $0 > 20
      }
    }
    let subject = try ReviewSubject(interpreter.context)
    question.count.withLock { $0 = 0 }
    #expect(throws: OperationCancelled.self) { try ModelReview(of: subject) }
    #expect(question.count.withLock { $0 } < 60)
  }

  @Test func whatTheObjectsShowMayBeTooMuchToJudge() throws {
    let interpreter = try world(
      """
      entity R { x: Integer64?; y: Integer64?; z: Integer64?; w: Integer64? }
      dependency R: x -> y
      for i in 1...60 { R(x: i % 10, y: (i % 10) * 7, z: (i % 10) * 3 % 4, w: i) }
      """)
    let relation = try EntityRelation("R", in: interpreter.context)
    let whole = try EntityNormalization(relation, in: interpreter.context.model)
    #expect(whole.unjudged == nil)
    #expect(try whole.judged().violations.map(\.text) == ["x -> z", "x -> y", "y -> x"])
    // As many steps as judging what is declared takes.
    let declared = try #require(
      (1...1_000).first { steps in
        (try? EntityNormalization(
          relation, in: interpreter.context.model, usesData: false, budget: StepBudget(steps: steps))) != nil
      })
    let part = try EntityNormalization(
      relation, in: interpreter.context.model, budget: StepBudget(steps: declared))
    #expect(part.unjudged == .budgetExceeded(task: .normalForm, steps: declared))
    #expect(part.found.map(\.dependent) == whole.found.map(\.dependent))
    #expect(part.violations.map(\.text) == ["x -> y"])
    #expect(throws: NormalizationError.self) { try part.judged() }
  }
}
