import Diagnostics

// The words for what a lesson does not do at the moment.
extension Diagnostic {
  static let taskIsOpen = Diagnostic("task-open", "the task is not done yet", hint: "type hint, solution or skip")
  static let lessonIsDone = Diagnostic("lesson-done", "the lesson is done", hint: "lessons lists the others")
  static let isFirstStep = Diagnostic("first-step", "this is the first step", hint: "type restart to begin it again")
  static let nothingToCheck = Diagnostic("nothing-to-check", "there is nothing to check here", hint: "type next")
  static let nothingToHint = Diagnostic("nothing-to-hint", "there is no task to give a hint for", hint: "type next")
  static let noMoreHints = Diagnostic("no-more-hints", "there are no more hints", hint: "type solution to see one")
  static let noMoreQuestionHints = Diagnostic(
    "no-more-hints", "there are no more hints", hint: "type solution to see the answer")
  static let noSolution = Diagnostic("no-solution", "this step has no task to solve", hint: "type next")
  static let noQuestion = Diagnostic("no-question", "nothing was asked", hint: "type next")
  static let noValue = Diagnostic("no-value", "expected a value", hint: "type what it will be, or skip")

  static func notAChoice(_ text: String, count: Int, allowsSeveral: Bool) -> Diagnostic {
    let list = Listing.alternatives((1...max(1, count)).map(String.init))
    return Diagnostic(
      "not-a-choice", "'\(DisplayText.beginning(of: text, upTo: 40))' is not one of the answers",
      hint: allowsSeveral
        ? "type the numbers of your answers, with commas between them: \(list)"
        : "type the number of your answer: \(list)")
  }
}
