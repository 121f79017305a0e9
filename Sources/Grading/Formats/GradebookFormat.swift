import Courses
import Diagnostics

/// A way to write the verdicts on a class down, student after student, so that no more than one has to be in memory.
package protocol GradebookFormat: Sendable {
  /// Returns the text before the first student.
  func head(for assignments: [Assignment]) -> String
  /// The rows or lines of one student.
  func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String
}

extension GradebookFormat {
  package func head(for assignments: [Assignment]) -> String { "" }

  /// The whole text for a few students.
  package func text(for students: [StudentVerdicts], _ assignments: [Assignment]) -> String {
    head(for: assignments) + students.map { rows(for: $0, assignments) }.joined()
  }
}

/// Comma-separated values (RFC 4180), with line feeds.
enum CSV {
  /// The most characters that a cell has: Excel takes no longer ones.
  static let cellLimit = 32_767

  /// Cells of text and of numbers, in one row.
  enum Cell {
    /// Written by people: never a formula, never more than a line.
    case text(String)
    /// Written by the program.
    case plain(String)
  }

  static func row(_ cells: [Cell]) -> String { cells.map(field).joined(separator: ",") + "\n" }

  private static func field(_ cell: Cell) -> String {
    let text =
      switch cell {
      case .plain(let text): text
      case .text(let text): guarded(text)
      }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ";") })
    else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// The text on one line; one that a spreadsheet would take as a formula begins with an apostrophe.
  private static func guarded(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " | ")
    let visible = line.harmless.limited(toBytes: cellLimit).replacing("\n", with: " ")
    let first = visible.drop { $0 == " " || $0 == "\u{FEFF}" || $0 == "\u{A0}" }.unicodeScalars.first
    // The full-width forms count as well: some spreadsheets read them as the plain ones.
    let isFormula = first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
    return isFormula ? "'" + visible : visible
  }

  /// A score with two decimal places.
  static func points(_ points: Double) -> Cell {
    guard points.isFinite, points.magnitude < 1e13 else { return .plain("") }
    let hundredths = Int((points * 100).rounded())
    let rest = hundredths.magnitude % 100
    return .plain("\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)")
  }
}

extension StudentVerdicts {
  /// The verdict on an exercise; nil where there is none.
  func verdict(on assignment: Assignment) -> Verdict? { verdicts.first { $0.exercise == assignment.exercise } }
}

extension Verdict {
  /// The comment on the verdict in a gradebook: the mistakes, then the checks that failed.
  var comment: String {
    var lines = diagnostics.filter { $0.severity == .error }.map(\.comment)
    for check in checks where check.status == .failed {
      lines.append("\(check.sentence): \(check.feedback.map(\.harmless).joined(separator: " · "))")
    }
    return lines.joined(separator: "\n")
  }
}

extension Diagnostic {
  /// `there is nothing called 'tow' (did you mean two?)`.
  fileprivate var comment: String {
    message.harmless + (hint.map { " (\($0.harmless))" } ?? "")
  }
}
