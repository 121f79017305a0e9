/// How much work an algorithm may do before it gives up with ``NormalizationError/budgetExceeded(task:steps:)``.
///
/// Keys, minimal dependencies and decompositions can be exponentially many, so nearly everything here takes a budget. It
/// is counted in steps and not in time: whether an answer comes is the same on every machine. A step is a look at a
/// dependency, a set or a row; some ten to a hundred million are a second's work in a release build.
public struct StepBudget: Hashable, Sendable {
  /// The number of steps.
  public let steps: Int

  /// At most this many steps.
  public init(steps: Int) { self.steps = steps }

  /// Fifty million steps: ample for what people design, seconds at most.
  public static let standard = StepBudget(steps: 50_000_000)

  /// No limit.
  public static let unlimited = StepBudget(steps: .max)
}

/// Counts the steps of one task.
struct StepMeter {
  let task: NormalizationTask
  let budget: StepBudget
  private(set) var used = 0

  init(_ task: NormalizationTask, _ budget: StepBudget) {
    self.task = task
    self.budget = budget
  }

  mutating func spend(_ steps: Int = 1) throws(NormalizationError) {
    let (sum, overflow) = used.addingReportingOverflow(steps)
    used = overflow ? .max : sum
    // A task of .max steps cannot be done under any budget.
    if used > budget.steps || used == .max { throw .budgetExceeded(task: task, steps: budget.steps) }
  }
}
