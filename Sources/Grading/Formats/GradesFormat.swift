import Courses

/// `grades.csv` of a report: a row for each student, a column for each exercise, the days by which the latest of the answers was
/// late, the points that lateness cost, and the total.
package struct GradesFormat: GradebookFormat {
  package init() {}

  package func head(for assignments: [Assignment]) -> String {
    CSV.row(
      ["student", "name", "email"].map(CSV.Cell.plain) + assignments.map { .text($0.exercise) }
        + ["late_days", "late_cost", "total", "max_total"].map(CSV.Cell.plain))
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let who = [student.student.id, student.student.name, student.student.email].map(CSV.Cell.text)
    let points = assignments.map { assignment -> CSV.Cell in
      guard let verdict = student.verdict(on: assignment) else { return .plain("") }
      return verdict.isExcused ? CSV.excused : CSV.points(student.points(of: [assignment]))
    }
    let maximum = student.gradedMaximum(of: assignments)
    let (days, cost) = student.late
    // A student of whom nothing could be graded has no total.
    let total = maximum > 0 ? student.verdicts.score : nil
    return CSV.row(
      who + points + [.plain("\(days)"), CSV.points(cost), CSV.points(total), CSV.points(maximum)])
  }
}
