import Courses

/// `grades.csv` of a report: a row for each student, a column for each exercise, the days by which the latest of the answers was
/// late, the points that lateness cost, the total, and how many answers it lacks.
package struct GradesFormat: GradebookFormat {
  package init() {}

  package func head(for assignments: [Assignment]) -> String {
    CSV.row(
      ["student", "name", "email"].map(CSV.Cell.plain) + assignments.map { .text($0.exercise) }
        + ["late_days", "late_cost", "total", "max_total", "not_graded", "not_handed_in"].map(CSV.Cell.plain))
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let who = [student.student.id, student.student.name, student.student.email].map(CSV.Cell.text)
    let points = assignments.map { assignment -> CSV.Cell in
      guard let verdict = student.verdict(on: assignment) else { return .plain("") }
      return verdict.isExcused ? CSV.excused : CSV.points(student.points(of: [assignment]))
    }
    let (days, cost) = student.late
    let verdicts = assignments.compactMap(student.verdict)
    let lacking = [verdicts.count(where: \.isUngraded), verdicts.count(where: \.isMissing)]
    return CSV.row(
      who + points + [.plain("\(days)"), CSV.points(cost), CSV.points(student.total(of: assignments))]
        + [CSV.points(student.maxScore(of: assignments))] + lacking.map { .plain("\($0)") })
  }
}
