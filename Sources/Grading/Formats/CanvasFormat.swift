import Courses
import Diagnostics

/// A gradebook as Canvas imports it: a column for each exercise, a row for each student.
///
/// Canvas finds a student by ID or SIS login ID, and an assignment by the number in its title, `Whose players? (1234)`,
/// or by the title. An empty cell changes nothing, and `EX` excuses. Titles that only seem to have a number get square
/// brackets.
/// Source: Canvas's gradebook importer and exporter.
package struct CanvasFormat: GradebookFormat {
  package init() {}

  package func head(for assignments: [Assignment]) -> String {
    let names = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"].map(CSV.Cell.plain)
    let points: [CSV.Cell] = [.plain("    Points Possible")] + Array(repeating: .plain(""), count: 4)
    return CSV.row(names + assignments.map { .text(Self.title(of: $0)) })
      + CSV.row(points + assignments.map { CSV.points($0.maxScore) })
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let who = student.student
    let cells = [who.name, who.id, who.number.isEmpty ? who.id : who.number, who.login, who.section].map {
      CSV.Cell.text(Self.withoutSemicolons($0))
    }
    return CSV.row(
      cells
        + assignments.map { assignment in
          guard let verdict = student.verdict(on: assignment) else { return .plain("") }
          if verdict.isExcused { return CSV.excused }
          return CSV.points(student.points(of: [assignment]))
        })
  }

  private static func title(of assignment: Assignment) -> String {
    let title = withoutSemicolons(assignment.title.isEmpty ? assignment.exercise : assignment.title)
    if let number = assignment.number { return "\(title) (\(number))" }
    guard let match = title.wholeMatch(of: /(?s)(.*)\s\(([0-9]+)\)/) else { return title }
    return "\(match.1) [\(match.2)]"
  }

  /// Canvas guesses the separator from the first lines.
  private static func withoutSemicolons(_ text: String) -> String { text.replacing(";", with: ",") }
}
