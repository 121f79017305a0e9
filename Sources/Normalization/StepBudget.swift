/// How much work an algorithm may do before it gives up with ``NormalizationError/budgetExceeded(task:steps:)``.
///
/// Keys, minimal dependencies and decompositions can be exponentially many, so nearly everything here takes a budget. It
/// is counted in steps and not in time: whether an answer comes is the same on every machine. A step is a look at a
/// dependency, a set or a row; some ten to a hundred million are a second's work in a release build.
public struct StepBudget: Hashable, Sendable {
  /// The number of steps.
  public let steps: Int
  /// Asked from time to time; when the answer is yes the task ends with ``NormalizationError/cancelled``. No part of what
  /// makes two budgets equal.
  let isCancelled: (@Sendable () -> Bool)?

  /// At most this many steps.
  public init(steps: Int) {
    self.steps = steps
    isCancelled = nil
  }

  private init(steps: Int, _ isCancelled: @escaping @Sendable () -> Bool) {
    self.steps = steps
    self.isCancelled = isCancelled
  }

  /// Returns the same number of steps, with a question that is asked every few thousand of them: whether the caller
  /// wants to stop. O(1).
  public func asking(_ isCancelled: @escaping @Sendable () -> Bool) -> StepBudget {
    StepBudget(steps: steps, isCancelled)
  }

  /// Fifty million steps: ample for what people design, seconds at most.
  public static let standard = StepBudget(steps: 50_000_000)

  /// No limit.
  public static let unlimited = StepBudget(steps: .max)

  /// Whether both allow as many steps. O(1).
  public static func == (left: StepBudget, right: StepBudget) -> Bool { left.steps == right.steps }

  /// Hashes the number of steps. O(1).
  public func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}

/// Counts the steps of one task.
struct StepMeter {
  let task: NormalizationTask
  let budget: StepBudget
  private(set) var used = 0
  /// The count at which the budget's question is next asked.
  private var nextQuestion: Int

  init(_ task: NormalizationTask, _ budget: StepBudget) {
    self.task = task
    self.budget = budget
    nextQuestion = budget.isCancelled == nil ? .max : 0
  }

  mutating func spend(_ steps: Int = 1) throws(NormalizationError) {
    let (sum, overflow) = used.addingReportingOverflow(steps)
    used = overflow ? .max : sum
    // A task of .max steps cannot be done under any budget.
    if used > budget.steps || used == .max { throw .budgetExceeded(task: task, steps: budget.steps) }
    if used >= nextQuestion {
      nextQuestion = used &+ 1 << 14
      if budget.isCancelled?() == true { throw .cancelled }
    }
  }
}
