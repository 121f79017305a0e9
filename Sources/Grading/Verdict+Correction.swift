import Courses

/// The points that a teacher gives an answer by hand.
package struct Correction: Hashable, Sendable {
  package var points: Double
  /// The sentence that the student reads.
  package var reason: String
  /// The file for which it was made, as the report names it; empty for whatever is graded.
  package var file = ""

  package init(points: Double, reason: String, file: String = "") {
    self.points = points
    self.reason = reason
    self.file = file
  }
}

extension Verdict {
  /// Gives the points of a correction, and adds a check that says so. An answer that could not be graded is then graded.
  package mutating func correct(_ correction: Correction, of exercise: Exercise) {
    var check = CheckResult(.corrected, of: exercise, [])
    check.feedback = [.text(correction.reason)]
    apply([.replace(with: correction.points, for: check)])
    status = score >= maxScore ? .passed : .failed
  }

  /// Whether the teacher corrected the points.
  package var isCorrected: Bool { correction != nil }

  /// The check that has the teacher's correction.
  var correction: CheckResult? { checks.first(where: \.isCorrection) }

  /// The points that a correction takes from what the checks, and the policy, gave; nil where it takes none.
  package var pointsTakenByHand: Double? { checks.first { $0.isCorrection && $0.cost > 0 }?.cost }
}
