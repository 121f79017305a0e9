import Courses
import Diagnostics
import JSON

import struct Foundation.Date

/// Gradescope's `submission_metadata.json`, which its autograder finds next to the submission: when it was handed in, and when
/// the assignment is due. Source: Gradescope's documentation, *Submission Metadata*.
package struct GradescopeMetadata: Hashable, Sendable {
  package var submitted: Date?
  /// When the assignment is due; nil if it never is.
  package var due: Date?

  /// - Throws: a diagnostic for a file that is not JSON, or has no time of submission.
  package init(in source: SourceText) throws(Diagnostic) {
    let file = "'\(DisplayText.visible(source.name ?? "submission_metadata.json"))'"
    let record = Array(source.text.utf8).withUnsafeBufferPointer { try? JSONValue($0) }
    guard let record, let time = record["created_at"]?.text.flatMap(Self.date) else {
      throw Diagnostic(
        "metadata", "\(file) is not Gradescope's submission_metadata.json",
        hint: "it is a JSON object with \"created_at\" and \"assignment\"")
    }
    submitted = time
    due = record["assignment"]?["due_date"]?.text.flatMap(Self.date)
  }

  /// `2018-07-01T14:22:32.365935-07:00`; the fraction is left out.
  private static func date(_ text: String) -> Date? {
    guard let point = text.firstIndex(of: ".") else { return GradingTime.date(text) }
    return GradingTime.date(text[..<point] + String(text[text.index(after: point)...].drop { $0.isNumber }))
  }
}

extension GradingPolicy {
  /// The policy with a due time for the exercises that have none.
  package func due(_ date: Date?) -> GradingPolicy {
    guard let date else { return self }
    var policy = self
    if policy.general.due == nil { policy.general.due = date }
    for name in policy.exercises.keys where policy.exercises[name]?.due == nil { policy.exercises[name]?.due = date }
    return policy
  }
}
