import Courses
import Diagnostics

extension Verdict {
  /// Subtracts the cost of lateness, and adds a check that says so. An answer without points has none to lose, and
  /// lateness that costs nothing is not mentioned.
  package mutating func charge(_ lateness: GradingPolicy.Lateness, of exercise: Exercise) {
    guard score > 0, lateness.percent > 0 else { return }
    let cost = (maxScore * Double(lateness.percent)).rounded() / 100
    let days = words.count(lateness.days, .day, .days)
    let points = words(cost == 1 ? .point : .points, words.number(cost))
    apply([.take(cost, for: CheckResult(.handedInOnTime, of: exercise, [words(.lateBy, days, points)]))])
  }

  /// Returns the verdict for a student who is excused: 0 of 0 points.
  package static func excused(from exercise: Exercise) -> Verdict {
    var verdict = Verdict(
      onUnknown: exercise.id,
      refusedFor: [Diagnostic(Diagnostic.ID.excused, "excused from this exercise", severity: .note)])
    (verdict.title, verdict.words, verdict.isExcused) = (exercise.title, exercise.words, true)
    return verdict
  }

  /// Returns the verdict with only the parts that the student sees.
  /// - Parameter others: the parts that students see who have no longer than the others.
  package func shown(toOthers others: GradingPolicy.Shown) -> Verdict { shown(handedIn?.shown ?? others) }

  /// Returns the verdict with only the parts that students see. These always include the status and the points.
  package func shown(_ shown: GradingPolicy.Shown) -> Verdict {
    // An excuse reveals nothing about an answer.
    if isExcused { return self }
    var verdict = self
    switch shown {
    case .feedback: return verdict
    case .checks:
      for place in verdict.checks.indices where !verdict.checks[place].isCorrection {
        // Why a check was not judged says nothing about the values.
        switch verdict.checks[place].status {
        case .passed: verdict.checks[place].feedback = []
        case .failed: verdict.checks[place].feedback = [.doesNotHold]
        case .notRun: break
        }
        verdict.checks[place].failures = []
      }
    case .points:
      verdict.checks.removeAll { !$0.isCorrection }
      // Why an answer could not be graded says nothing about the exercise.
      if wasRun { verdict.diagnostics = [] }
    }
    (verdict.cause, verdict.ideas) = (nil, [])
    return verdict
  }
}
