import Courses

/// How far a task is: which of its checks hold, and the feedback on the first that does not.
package struct TaskProgress: Hashable, Sendable {
  /// For each check of the task, whether it holds.
  package var held: [Bool]
  /// The author's advice on the first check that does not hold; nil if the author gave none for it.
  package var advice: String?

  package init(_ outcomes: [CheckOutcome]) {
    held = outcomes.map(\.holds)
    advice = outcomes.first { !$0.holds }?.failures.first?.expectation?.elseText
  }
}
