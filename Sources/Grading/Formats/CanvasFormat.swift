import Courses
import Diagnostics

/// A gradebook as Canvas imports it: a column for each assignment of Canvas's, a row for each student. Exercises with the same
/// number are one assignment, whose points are their sum.
///
/// Canvas finds a student by ID or SIS login ID, and an assignment by the number in its title, `Whose players? (1234)`,
/// or by the title. An empty cell changes nothing, and `EX` excuses. Titles that only seem to have a number get square
/// brackets.
/// Source: Canvas's gradebook importer and exporter.
package struct CanvasFormat: GradebookFormat {
  package init() {}

  package func head(for assignments: [Assignment]) -> String {
    let columns = Self.columns(of: assignments)
    let names = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"].map(CSV.Cell.plain)
    let points: [CSV.Cell] = [.plain("    Points Possible")] + Array(repeating: .plain(""), count: 4)
    return CSV.row(names + columns.map { .text(Self.title(of: $0)) })
      + CSV.row(points + columns.map { CSV.points($0.reduce(0) { $0 + $1.maxScore }) })
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let who = student.student
    let cells = [who.name, who.id, who.number.isEmpty ? who.id : who.number, who.login, who.section].map {
      CSV.Cell.text(Self.withoutSemicolons($0))
    }
    return CSV.row(
      cells
        + Self.columns(of: assignments).map { column in
          let verdicts = column.compactMap(student.verdict)
          return !verdicts.isEmpty && verdicts.allSatisfy(\.isExcused)
            ? CSV.excused : CSV.points(student.points(of: column))
        })
  }

  /// The exercises of each column.
  private static func columns(of assignments: [Assignment]) -> [[Assignment]] {
    assignments.reduce(into: []) { columns, assignment in
      let place = columns.firstIndex { assignment.number != nil && $0[0].number == assignment.number }
      if let place { columns[place].append(assignment) } else { columns.append([assignment]) }
    }
  }

  private static func title(of column: [Assignment]) -> String {
    let titles = column.map { $0.title.isEmpty ? $0.exercise : $0.title }
    let title = withoutSemicolons(titles.joined(separator: " + "))
    if let number = column[0].number { return "\(title) (\(number))" }
    guard let match = title.wholeMatch(of: /(?s)(.*)\s\(([0-9]+)\)/) else { return title }
    return "\(match.1) [\(match.2)]"
  }

  /// Canvas guesses the separator from the first lines.
  private static func withoutSemicolons(_ text: String) -> String { text.replacing(";", with: ",") }
}
