import Courses
import Diagnostics

/// A gradebook as Canvas imports it: a column for an assignment of Canvas's, a row for each student who has points, but none for one whom
/// the roster does not have. Exercises with the same number are one assignment, whose points are their sum.
///
/// Canvas finds a student by ID, SIS User ID or SIS Login ID, and an assignment by the number in its title, `Whose players? (1234)`,
/// or by the title. An empty cell clears a grade, also one that was given by hand, and only a student without a row keeps it: so
/// there is a file for each assignment. `EX` excuses. Titles that only seem to have a number get square
/// brackets.
/// Source: Canvas's gradebook importer, the page of its upload (`process_gradebook_upload.js`) and its exporter.
package struct CanvasFormat: GradebookFormat {
  package init() {}

  package func files(of assignments: [Assignment]) -> [[Assignment]] {
    assignments.reduce(into: []) { files, assignment in
      let place = files.firstIndex { assignment.number != nil && $0[0].number == assignment.number }
      if let place { files[place].append(assignment) } else { files.append([assignment]) }
    }
  }

  package func head(for assignments: [Assignment]) -> String {
    let names = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"].map(CSV.Cell.plain)
    let points: [CSV.Cell] = [.plain("    Points Possible")] + Array(repeating: .plain(""), count: 4)
    return CSV.row(names + [.text(Self.title(of: assignments))])
      + CSV.row(points + [CSV.points(assignments.reduce(0) { $0 + $1.maxScore })])
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    let verdicts = assignments.compactMap(student.verdict)
    let isExcused = !verdicts.isEmpty && verdicts.allSatisfy(\.isExcused)
    let points = student.points(of: assignments)
    guard isExcused || points != nil, !student.student.isStranger else { return "" }
    let who = student.student
    // An id of Canvas's is no number of the institution's, by which Canvas would find another student.
    let cells = [who.name, who.id, who.number, who.login, who.section].map {
      CSV.Cell.text(Self.withoutSemicolons($0))
    }
    return CSV.row(cells + [isExcused ? CSV.excused : CSV.points(points)])
  }

  private static func title(of column: [Assignment]) -> String {
    let titles = column.map { $0.title.isEmpty ? $0.exercise : $0.title }
    let title = withoutSemicolons(titles.joined(separator: " + "))
    if let number = column.first?.number { return "\(title) (\(number))" }
    guard let match = title.wholeMatch(of: /(?s)(.*)\s\(([0-9]+)\)/) else { return title }
    return "\(match.1) [\(match.2)]"
  }

  /// Canvas guesses the separator from the first lines.
  private static func withoutSemicolons(_ text: String) -> String { text.replacing(";", with: ",") }
}
