import Courses
import Diagnostics
import JSON

/// Scores for LTI's Assignment and Grade Services 2.0, a JSON object on a line for each verdict.
///
/// | Key | Value |
/// |---|---|
/// | `resourceId` | the exercise's lasting id, by which a tool finds the line item to post to |
/// | `score` | the body to post, of the type `application/vnd.ims.lis.v1.score+json` |
///
/// Only `FullyGraded` scores count. A score is `NotReady` while nothing has been handed in or the student is excused, and
/// `Failed` if the answer could not be graded; neither has points. Source: the specification's *Score publish service*.
package struct LTIFormat: GradebookFormat {
  /// The time of the scores, with fractions of a second: `2026-01-15T09:00:00.000Z`. A platform ignores an older score.
  package var time: String

  package var isForStudents: Bool { true }

  package init(time: String) { self.time = time }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    student.verdicts.map { verdict in
      let isMissing = verdict.isMissing || verdict.isExcused
      var score: [(String, JSONValue)] = [("userId", .string(student.student.id.harmless))]
      // A maximum must be more than 0.
      let hasPoints = !isMissing && verdict.hasPoints && verdict.maxScore > 0
      if hasPoints {
        score += [("scoreGiven", pointsValue(max(0, verdict.score))), ("scoreMaximum", pointsValue(verdict.maxScore))]
      }
      let comment = verdict.comment
      if !comment.isEmpty { score.append(("comment", .string(comment.limited()))) }
      score += [
        ("timestamp", .string(time)),
        ("activityProgress", .string(isMissing ? "Initialized" : "Completed")),
        ("gradingProgress", .string(hasPoints ? "FullyGraded" : isMissing ? "NotReady" : "Failed")),
      ]
      let resource = RenumberedChapters.lastingID(verdict.exercise)
      return JSONValue([("resourceId", .string(resource)), ("score", JSONValue(score))]).line + "\n"
    }.joined()
  }
}

extension Verdict {
  /// Whether nothing was handed in.
  package var isMissing: Bool { !wasRun && diagnostics.contains { $0.id == Diagnostic.ID.noSuchFile } }

  /// Whether something was handed in that could not be graded.
  package var isUngraded: Bool { status == .error && !isMissing && !isExcused }

  /// Whether there is an answer that was graded. One that was not handed in, or could not be graded, has no points, which is not the
  /// same as 0 points.
  package var hasPoints: Bool { !isMissing && !isUngraded }
}
