import Courses

/// The last things that a lesson has shown.
package struct LessonOutput {
  /// The feedback that was shown last, so that it is not repeated.
  var feedback: [String] = []
  /// Whether the feedback on a task has the advice of its author; otherwise it only says how many checks hold.
  package var advises = true
  /// How far the task is, as its checks were last shown; nil before.
  package internal(set) var taskProgress: TaskProgress?
  /// Why the last statements failed; nil if they did not.
  package var problem: String?
  /// How many lines at the end of what is shown next are a question or a task.
  var closingLineCount = 0
  /// The parts of the lesson for a page to show, which ``Session/takeEvents()`` hands over.
  var pageEvents: [LessonEvent] = []
}

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
