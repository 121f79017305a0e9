import Courses
import Diagnostics

/// A row for each verdict, for spreadsheets and scripts.
package struct CSVFormat: GradebookFormat {
  package init() {}

  package func head(for assignments: [Assignment]) -> String {
    CSV.row(
      [
        "student", "name", "email", "exercise", "title", "status", "score", "max_score", "checks_passed", "checks",
        "comment",
      ]
      .map(CSV.Cell.plain))
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let who = [student.student.id, student.student.name, student.student.email].map(CSV.Cell.text)
    return student.verdicts.map { verdict in
      let counts = [verdict.checks.count { $0.status == .passed }, verdict.checks.count].map {
        CSV.Cell.plain(String($0))
      }
      let points = [CSV.points(verdict.hasPoints ? verdict.score : nil), CSV.points(verdict.maxScore)]
      let what: [CSV.Cell] = [.text(verdict.exercise), .text(verdict.title), .plain(verdict.status.rawValue)]
      return CSV.row(who + what + points + counts + [.text(verdict.comment)])
    }.joined()
  }
}
