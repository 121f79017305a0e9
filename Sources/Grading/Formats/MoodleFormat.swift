import Courses
import Diagnostics

/// Grades as Moodle imports them (*Grades, Import, CSV file*): a row for each student, two columns for the exercise.
///
/// Moodle asks which column is which: map *ID number* or *Email address* to the student, and both columns of the exercise.
/// An import clears the grade of a student whose cell is empty or `-`, also one that a teacher gave by hand. Only a student without
/// a row keeps the grade, so there is a file for each exercise, without the students who have no points for it. A student of whom
/// neither the number nor the address is known is left out, too. Feedback is HTML there, so `<` and `&` are escaped.
/// Source: Moodle's documentation *Grade import*, `gradeimport_csv_load_data` and `grade_import_commit`.
package struct MoodleFormat: GradebookFormat {
  package var isForStudents: Bool { true }

  package init() {}

  package func files(of assignments: [Assignment]) -> [[Assignment]] { assignments.map { [$0] } }

  package func head(for assignments: [Assignment]) -> String {
    let columns = assignments.flatMap { assignment -> [CSV.Cell] in
      let title = assignment.title.isEmpty ? assignment.exercise : assignment.title
      return [.text("\(title) (Real)"), .text("\(title) (Feedback)")]
    }
    return CSV.row(["ID number", "Email address", "Full name"].map(CSV.Cell.plain) + columns)
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let graded = assignments.compactMap { assignment in
      student.points(of: [assignment]).map { (student.verdict(on: assignment)?.feedbackPage ?? "", $0) }
    }
    guard student.student.isKnownToMoodle, graded.count == assignments.count else { return "" }
    let who = [student.student.institutionNumber, student.student.email, student.student.name].map(CSV.Cell.text)
    return CSV.row(who + graded.flatMap { feedback, points in [CSV.points(points), .text(feedback)] })
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
      let said = check.shownFeedback.filter { $0 != .doesNotHold }.map(words.text)
      let lines = ([head] + said).map { MoodleFormat.html($0.oneLine()) }
      return "<li>\(lines.joined(separator: "<br>"))</li>"
    }
    return mistakes + "<ul>\(items.joined())</ul>"
  }
}
