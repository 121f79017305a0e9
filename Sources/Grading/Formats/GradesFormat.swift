import Courses

/// `grades.csv` of a report: a row for each student, a column for each exercise, and the total.
package struct GradesFormat: GradebookFormat {
  package init() {}

  package func head(for assignments: [Assignment]) -> String {
    CSV.row(
      ["student", "name", "email"].map(CSV.Cell.plain) + assignments.map { .text($0.exercise) }
        + ["total", "max_total"].map(CSV.Cell.plain))
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let who = [student.student.id, student.student.name, student.student.email].map(CSV.Cell.text)
    let points = assignments.map { student.verdict(on: $0).map { CSV.points($0.score) } ?? .plain("") }
    let maximum = assignments.reduce(0) { $0 + $1.maxScore }
    return CSV.row(who + points + [CSV.points(student.verdicts.score), CSV.points(maximum)])
  }
}
