import Courses
import Diagnostics

extension Verdict {
  /// The verdict on an answer before it is run: an error, no points, and checks that have not run.
  init(on exercise: Exercise, _ script: CheckScript) {
    self.init(
      exercise: exercise.id, title: exercise.title, status: .error, score: 0, maxScore: Double(exercise.points),
      checks: script.checks.map(CheckResult.init(notRun:)))
    words = exercise.words
  }

  /// The verdict for an exercise to which no answer could be read.
  package init(on exercise: Exercise, refusedFor problems: [Diagnostic]) {
    self.init(on: exercise, CheckScript(exercise.check))
    diagnostics = problems
  }

  /// The verdict for an exercise that does not exist or cannot be read.
  package init(onUnknown word: String, refusedFor problems: [Diagnostic]) {
    self.init(exercise: word, title: "", status: .error, score: 0, maxScore: 0, diagnostics: problems)
  }
}
