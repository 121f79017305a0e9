/// The state that changes from candidate to candidate while the compiled closures stay the same.
final class EvaluationFrame {
  /// SELF.
  var candidate: Value
  /// The variables that SUBQUERY and `:=` bind, each in its slot.
  var locals: [Value]

  init(_ candidate: Value, slots: Int) {
    self.candidate = candidate
    locals = Array(repeating: .null, count: slots)
  }
}

typealias Condition = (EvaluationFrame) throws -> Bool
typealias Evaluator = (EvaluationFrame) throws -> Value

/// A compiled expression; `constant` is its value when it depends on nothing.
struct Operand {
  let constant: Value?
  let evaluate: Evaluator

  init(_ constant: Value) {
    self.constant = constant
    evaluate = { _ in constant }
  }

  init(_ evaluate: @escaping Evaluator) {
    constant = nil
    self.evaluate = evaluate
  }
}

/// One frame for all candidates, as long as evaluation does not come back into itself through the source.
final class FramePool {
  private let slots: Int
  private var free: EvaluationFrame?

  init(slots: Int) { self.slots = slots }

  func with<Result>(_ candidate: Value, _ body: (EvaluationFrame) throws -> Result) rethrows -> Result {
    let frame = free ?? EvaluationFrame(candidate, slots: slots)
    free = nil
    frame.candidate = candidate
    defer { free = frame }
    return try body(frame)
  }
}
