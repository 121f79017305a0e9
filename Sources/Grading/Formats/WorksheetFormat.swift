import Courses
import Diagnostics

/// Moodle's grading worksheet (*Assignment, View all submissions, Upload grading worksheet*): a row for each student, with the
/// grade and the feedback of one assignment of Moodle's. Several exercises of one assignment give the sum of their points.
///
/// The points are scaled to the worksheet's maximum grade if it gives one, and the feedback says so. A student has no grade if
/// nothing was handed in, or one of the answers could not be graded: then the teacher decides.
///
/// Moodle finds a student by `Identifier`, of which it reads what comes after the word for *Participant*, and refuses a file
/// without `Grade` or `Last modified (grade)`, whose time is that of the roster: Moodle passes over a row whose grade has been
/// changed since. An empty grade leaves the one in Moodle as it is. The worksheet that is given as the roster is written back as it is
/// but for grades and feedback (``GradingSheet``); without one the columns are Moodle's in English. Students whose identifier is not
/// known are left out. Source: Moodle's
/// `assignfeedback_offline_grade_importer`.
package struct WorksheetFormat: GradebookFormat {
  package var isForStudents: Bool { true }

  private let sheet: GradingSheet?

  /// - Parameter sheet: the worksheet to write back; nil for one with Moodle's columns in English.
  package init(_ sheet: GradingSheet? = nil) { self.sheet = sheet }

  package func head(for assignments: [Assignment]) -> String {
    if let sheet { return sheet.headRow }
    return CSV.row(
      [
        "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed",
        "Last modified (submission)", "Last modified (grade)", "Feedback comments",
      ].map(CSV.Cell.plain))
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let who = student.student
    guard !who.participant.isEmpty else { return "" }
    let verdicts = assignments.compactMap(student.verdict).filter { !$0.isExcused && !$0.isAboutBrokenExercise }
    let status =
      assignments.compactMap(student.verdict).allSatisfy(\.isExcused)
      ? "Excused" : verdicts.allSatisfy(\.isMissing) ? "No submission" : "Submitted for grading"
    let maximum = student.maxScore(of: assignments)
    let points = student.points(of: assignments)
    let scaled = points.flatMap { points in who.maximum.flatMap { Self.scaled(points, of: maximum, to: $0) } }
    var comments = verdicts.map { verdict in
      let title = MoodleFormat.html(verdict.title.isEmpty ? verdict.exercise : verdict.title)
      let points =
        verdict.hasPoints ? verdict.words.points(verdict.score, of: verdict.maxScore) : verdict.word(in: verdict.words)
      let head = assignments.count > 1 ? "<p><strong>\(title): \(points)</strong></p>" : ""
      return head + verdict.feedbackPage
    }
    let words = FixedWords.shared(by: verdicts.map(\.words))
    let sum = student.sum(of: assignments, words)
    if let scaled, let grade = who.maximum, grade != maximum {
      comments.insert("<p>\(words(.scaledTo, sum, words.number(scaled), words.number(grade)))</p>", at: 0)
    } else if assignments.count > 1, !verdicts.isEmpty {
      comments.insert("<p>\(sum)</p>", at: 0)
    }
    if let sheet {
      return sheet.row(
        who.sheetCells, participant: who.participant, grade: CSV.points(scaled ?? points), feedback: comments.joined())
    }
    return CSV.row([
      .text(who.participant), .text(who.name), .text(who.email),
      .plain(status), CSV.points(scaled ?? points), CSV.points(who.maximum ?? maximum), .plain("Yes"),
      .plain("-"),
      who.gradeTime.isEmpty ? .plain("-") : .text(who.gradeTime), .text(comments.joined()),
    ])
  }

  /// Returns points scaled to another maximum, rounded once, to the hundredth; nil where nothing can be scaled.
  static func scaled(_ points: Double, of maximum: Double, to other: Double) -> Double? {
    // Whole hundredths: 1 of 3 points of 0.03 is exactly 0.01.
    let parts = [points, maximum, other].map { Int(exactly: ($0 * 100).rounded()) }
    guard let points = parts[0], let maximum = parts[1], let other = parts[2], maximum > 0, other >= 0 else {
      return nil
    }
    let (product, isTooLarge) = (2 * points).multipliedReportingOverflow(by: other)
    guard !isTooLarge else { return nil }
    return Double((product + maximum) / (2 * maximum)) / 100
  }
}
