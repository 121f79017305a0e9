import Courses
import Diagnostics

/// Grades as Moodle imports them (*Grades, Import, CSV file*): a row for each student, two columns for each exercise.
///
/// Moodle asks which column is which: map *ID number* or *Email address* to the student, and both columns of an exercise,
/// because feedback without a grade deletes the grade. `-` is no grade, for an answer that could not be graded or is missing.
/// A student of whom neither the number nor the address is known is left out. Feedback is HTML there, so `<` and `&` are escaped.
/// Source: Moodle's documentation *Grade import*, and the reader of its plug-in gradeimport_csv.
package struct MoodleFormat: GradebookFormat {
  package var isForStudents: Bool { true }

  package init() {}

  package func head(for assignments: [Assignment]) -> String {
    let columns = assignments.flatMap { assignment -> [CSV.Cell] in
      let title = assignment.title.isEmpty ? assignment.exercise : assignment.title
      return [.text("\(title) (Real)"), .text("\(title) (Feedback)")]
    }
    return CSV.row(["ID number", "Email address", "Full name"].map(CSV.Cell.plain) + columns)
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    guard student.student.isKnownToMoodle else { return "" }
    let who = [student.student.institutionNumber, student.student.email, student.student.name].map(CSV.Cell.text)
    return CSV.row(
      who
        + assignments.flatMap { assignment -> [CSV.Cell] in
          guard let verdict = student.verdict(on: assignment), let points = student.points(of: [assignment]) else {
            return [.plain("-"), .plain("")]
          }
          return [CSV.points(points), .text(verdict.feedbackPage)]
        })
  }

  static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension Verdict {
  /// The feedback as Moodle shows it, a list of the checks with their points: HTML on one line. A teacher's correction comes first,
  /// then mistakes.
  var feedbackPage: String {
    let lines =
      (likeness.map { [$0] } ?? [])
      + (absence.map { [$0] } ?? diagnostics.filter { $0.severity == .error }.map(\.comment))
    let points = zip(checks, shares())
    let correction = points.first { $0.0.isCorrection }.map { check, share in
      let reason = ([words.share(share)] + feedback(of: check)).filter { !$0.isEmpty }.joined(separator: ": ")
      return "<p>\(MoodleFormat.html("\(sentence(of: check)): \(reason)".oneLine()))</p>"
    }
    let mistakes = (correction ?? "") + lines.map { "<p>\(MoodleFormat.html($0.oneLine()))</p>" }.joined()
    guard checks.contains(where: { $0.status != .notRun }) else { return mistakes }
    let items = points.filter { !$0.0.isCorrection }.map { check, share -> String in
      let sign = check.status == .passed ? "✓" : check.status == .failed ? "✗" : "–"
      let points = words.share(share)
      let head = "\(sign) \(sentence(of: check))" + (points.isEmpty ? "" : ": \(points)")
      let said = check.shownFeedback.filter { $0 != Diagnostic.doesNotHold }
      let lines = ([head] + said).map { MoodleFormat.html($0.oneLine()) }
      return "<li>\(lines.joined(separator: "<br>"))</li>"
    }
    return mistakes + "<ul>\(items.joined())</ul>"
  }
}
