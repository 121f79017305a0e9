import Courses
import Diagnostics

/// Moodle's grading worksheet (*Assignment, View all submissions, Upload grading worksheet*): a row for each student, with the
/// grade and the feedback of one assignment of Moodle's. Several exercises of one assignment give the sum of their points.
///
/// Moodle finds a student by `Identifier`, of which it reads what comes after the word for *Participant*, and refuses a file
/// without `Grade` or `Last modified (grade)`. Students whose identifier is not known are left out. Source: Moodle's
/// `assignfeedback_offline_grade_importer`.
package struct WorksheetFormat: GradebookFormat {
  package init() {}

  package func head(for assignments: [Assignment]) -> String {
    CSV.row(
      [
        "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed",
        "Last modified (submission)", "Last modified (grade)", "Feedback comments",
      ].map(CSV.Cell.plain))
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let who = student.student
    guard !who.participant.isEmpty else { return "" }
    let verdicts = assignments.compactMap(student.verdict).filter { !$0.isExcused && !$0.isAboutBrokenExercise }
    let isMissing = verdicts.allSatisfy(\.isMissing)
    let maximum = student.maxScore(of: assignments)
    let comments = verdicts.map { verdict in
      let words = MoodleFormat.html(verdict.comment)
      let title = MoodleFormat.html(verdict.title.isEmpty ? verdict.exercise : verdict.title)
      return assignments.count > 1
        ? "\(title): \(TextFormat.points(verdict.score, of: verdict.maxScore)). \(words)" : words
    }
    return CSV.row([
      .text(who.participant), .text(who.name), .text(who.email),
      .plain(isMissing ? "No submission" : "Submitted for grading"),
      verdicts.isEmpty ? .plain("") : CSV.points(verdicts.score), CSV.points(maximum), .plain("Yes"), .plain("-"),
      .plain("-"), .text(comments.joined(separator: " | ")),
    ])
  }
}
