/// Moodle's grading worksheet as the teacher downloaded it. ``WorksheetFormat`` writes it back with grades and feedback, and every
/// other cell byte for byte as it was.
package struct GradingSheet: Hashable, Sendable {
  /// The cells of the first row as they are in the file, with their quotes.
  package let head: [String]
  package let separator: String
  package let lineEnd: String
  /// Whether the file begins with a byte order mark.
  package let hasMark: Bool
  /// The place of the grade, and that of the feedback if Moodle has one.
  package let grade: Int
  package let feedback: Int?

  /// The names of the columns in lower case, in English and German.
  private static let grades: Set<String> = ["grade", "bewertung"]
  private static let comments: Set<String> = ["feedback comments", "feedback als kommentar"]

  /// - Parameters:
  ///   - head: the cells of the first row as they are in the file.
  ///   - grade: the place of the grade, and `feedback` that of the feedback, in a language whose titles are not known.
  /// - Returns: nil for a table without a column for the grade.
  package init?(
    head: [String], separator: String, lineEnd: String, hasMark: Bool, grade: Int? = nil, feedback: Int? = nil
  ) {
    let names = head.map { $0.trimmingQuotes.lowercased() }
    guard let grade = names.firstIndex(where: Self.grades.contains) ?? grade, head.indices.contains(grade) else {
      return nil
    }
    (self.head, self.separator, self.lineEnd, self.hasMark) = (head, separator, lineEnd, hasMark)
    self.grade = grade
    self.feedback = names.firstIndex(where: Self.comments.contains) ?? feedback
  }

  /// The first row.
  var headRow: String { (hasMark ? "\u{FEFF}" : "") + row(head) }

  /// Returns a student's row. A cell stays as it was if there is nothing to write.
  /// - Parameter cells: those of the student in the file; empty for a student who is not in it.
  func row(_ cells: [String], participant: String, grade points: CSV.Cell, feedback text: String) -> String {
    var cells = cells
    if cells.isEmpty { cells = [CSV.field(.text(participant))] }
    cells += Array(repeating: "", count: max(0, head.count - cells.count))
    // The file's own decimal mark: a spreadsheet takes a number with another one for a text or a date.
    let hasComma = cells.contains { $0.contains(/^"?[0-9]+,[0-9]+"?$/) }
    var points = CSV.field(points)
    if hasComma { points = CSV.field(.plain(points.replacing(".", with: ","))) }
    if !points.isEmpty { cells[grade] = points }
    if let feedback, !text.isEmpty { cells[feedback] = CSV.field(.text(text)) }
    return row(cells)
  }

  private func row(_ cells: [String]) -> String { cells.joined(separator: separator) + lineEnd }
}

extension String {
  /// The text of a cell without spaces and quotes around it.
  fileprivate var trimmingQuotes: String {
    String(drop { $0 == "\"" || $0.isWhitespace }.reversed().drop { $0 == "\"" || $0.isWhitespace }.reversed())
  }
}
