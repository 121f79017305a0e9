import Courses
import Diagnostics

extension ExerciseChecker {
  /// A small change of an exercise's solution, and the points that it leaves.
  package struct Slip: Hashable, Sendable {
    /// The change in a few words, with its line: `line 2: without 'save'`.
    package var change: String
    package var score: Double
    /// The checks that took points, by name.
    package var checks: [String]
    /// The wrong answer of the exercise that the changed solution ends like, by file name; or nil.
    package var misconception: String?
  }

  /// Grades the solution of an exercise with each small change on its own that makes it fail, so that an author sees what a slip costs.
  /// The dearest come first, and then the order of the solution. O(the solution's tokens) verdicts.
  package static func slips(in exercise: Exercise, grader: Grader) -> [Slip] {
    let prepared = grader.prepare(exercise)
    let slips = AnswerMutants.all(of: exercise.solution, start: prepared.start).compactMap { mutant -> Slip? in
      let verdict = grader.grade(prepared, answer: mutant.source)
      guard verdict.status == .failed else { return nil }
      let takers = verdict.checks.filter { $0.status == .failed && ($0.maxPoints > 0 || $0.cost > 0) }
      return Slip(
        change: mutant.change, score: verdict.score, checks: takers.map(\.name), misconception: verdict.misconception)
    }
    return slips.enumerated().sorted { ($0.element.score, $0.offset) < ($1.element.score, $1.offset) }.map(\.element)
  }
}
