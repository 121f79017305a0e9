import Courses
import Diagnostics
import JSON

/// Gradescope's `/autograder/results/results.json`.
///
/// Each check is a test, numbered `exercise.check`. The top-level `score` counts: Gradescope uses it instead of the sum
/// of the tests.
/// Source: Gradescope's autograder specifications, *Output format*.
package struct GradescopeFormat: VerdictFormat {
  package init() {}

  package func text(for verdicts: [Verdict]) -> String {
    let summary = verdicts.map { verdict in
      verdict.headline + (verdict.reason.isEmpty ? "" : "\n\n" + verdict.reason)
    }
    let output = verdicts.isEmpty ? "nothing was graded" : summary.joined(separator: "\n\n")
    let record = JSONValue([
      ("score", pointsValue(verdicts.score)),
      ("output", .string(output.limited())),
      ("output_format", .string("text")),
      ("test_output_format", .string("text")),
      ("test_name_format", .string("text")),
      ("visibility", .string("visible")),
      ("stdout_visibility", .string("hidden")),
      ("tests", .array(verdicts.enumerated().flatMap { tests($1, number: $0 + 1) })),
    ])
    return record.line + "\n"
  }

  /// `−1 point` and a line feed, for a check that takes points.
  private func taken(_ points: Double, _ words: FixedWords) -> String {
    points < 0 ? "−" + words(points == -1 ? .point : .points, words.number(-points)) + "\n" : ""
  }

  private func tests(_ verdict: Verdict, number: Int) -> [JSONValue] {
    zip(verdict.checks, verdict.shares()).enumerated().map { place, check in
      let (check, share) = check
      return JSONValue([
        ("score", pointsValue(max(0, share.points))),
        ("max_score", pointsValue(share.maximum)),
        ("status", .string(check.isEarned ? "passed" : "failed")),
        ("name", .string(verdict.sentence(of: check))),
        ("number", .string("\(number).\(place + 1)")),
        // A test has no points below zero.
        ("output", .string((taken(share.points, verdict.words) + verdict.message(of: check)).limited())),
        ("extra_data", JSONValue([("exercise", .string(verdict.exercise))])),
      ])
    }
  }
}
