import Courses
import Diagnostics

/// A format for the verdicts on a class, written student by student, so that only one student's verdicts are in memory.
package protocol GradebookFormat: Sendable {
  /// Returns the text before the first student.
  func head(for assignments: [Assignment]) -> String
  /// Whether students read what it says about an answer, so that it says only what the policy lets them see.
  var isForStudents: Bool { get }
  /// Returns the exercises of each of its files.
  func files(of assignments: [Assignment]) -> [[Assignment]]
  /// Returns the rows or lines of one student.
  func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String
}

extension GradebookFormat {
  package var isForStudents: Bool { false }

  package func files(of assignments: [Assignment]) -> [[Assignment]] { [assignments] }

  package func head(for assignments: [Assignment]) -> String { "" }

  /// Returns the whole text for a few students.
  package func text(for students: [StudentVerdicts], _ assignments: [Assignment]) -> String {
    head(for: assignments) + students.map { rows(for: $0, assignments) }.joined()
  }
}

/// Comma-separated values (RFC 4180), with line feeds.
package enum CSV {
  /// The most characters in a cell: Excel accepts no more.
  static let cellLimit = 32_767

  /// A cell of a row.
  package enum Cell {
    /// Written by people; never read as a formula, never longer than a line.
    case text(String)
    /// Written by the program.
    case plain(String)
  }

  package static func row(_ cells: [Cell]) -> String { cells.map(field).joined(separator: ",") + "\n" }

  /// Returns a cell as it is in a row, in quotes if it needs them.
  static func field(_ cell: Cell) -> String {
    let text =
      switch cell {
      case .plain(let text): text
      case .text(let text): guarded(text)
      }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ";") })
    else { return text }
    // Searched by scalars: a quotation mark with an accent is one character, and not the same as one without.
    var quoted = "\""
    for scalar in text.unicodeScalars { quoted += scalar == "\"" ? "\"\"" : String(scalar) }
    return quoted + "\""
  }

  /// Returns the text on one line, with an apostrophe before it if a spreadsheet would take it for a formula.
  private static func guarded(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " | ")
    let visible = line.harmless.limited(toBytes: cellLimit).replacing("\n", with: " ")
    let first = visible.unicodeScalars.first { $0 != " " && $0 != "\u{FEFF}" && $0 != "\u{A0}" }
    // The full-width forms count as well: some spreadsheets read them like the plain ones.
    let isFormula = first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
    // A dash alone is none.
    return isFormula && visible.count > 1 ? "'" + visible : visible
  }

  /// Returns the text of a cell without the apostrophe that keeps it from being a formula.
  package static func unguarded(_ cell: String) -> String {
    let text = String(cell.dropFirst())
    return cell.hasPrefix("'") && guarded(text) != text ? text : cell
  }

  /// For a student who is excused, as Canvas writes it.
  static var excused: Cell { .plain("EX") }

  /// Returns a score with two decimal places; empty for none.
  static func points(_ points: Double?) -> Cell {
    guard let points, points.isFinite, points.magnitude < 1e13 else { return .plain("") }
    let hundredths = Int((points * 100).rounded())
    let rest = hundredths.magnitude % 100
    return .plain("\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)")
  }
}

extension StudentVerdicts {
  /// Returns the verdict on an exercise; nil if there is none.
  func verdict(on assignment: Assignment) -> Verdict? { verdicts.first { $0.exercise == assignment.exercise } }

  /// The points for a column of a gradebook, the sum of the exercises; nil, so that the teacher decides, if one of the answers could
  /// not be graded, or none was handed in.
  func points(of assignments: [Assignment]) -> Double? {
    let verdicts = assignments.compactMap(verdict).filter { !$0.isExcused && !$0.isAboutBrokenExercise }
    guard !verdicts.contains(where: \.isUngraded), verdicts.contains(where: { !$0.isMissing }) else { return nil }
    return verdicts.score
  }

  /// The points that the student can reach: those of the verdicts, so that an exercise from which the student is excused
  /// has none.
  func maxScore(of assignments: [Assignment]) -> Double {
    assignments.reduce(0) { sum, assignment in
      let points = verdict(on: assignment)?.maxScore ?? assignment.maxScore
      return sum + (points.isFinite ? points : 0)
    }
  }

  /// The sum of the points; nil if no answer has any.
  package func total(of assignments: [Assignment]) -> Double? {
    let verdicts = assignments.compactMap(verdict)
    return verdicts.contains { $0.hasPoints && !$0.isExcused } ? verdicts.score : nil
  }

  /// `15 of 22 points, one answer could not be graded`: the sum, and the answers that it does not have.
  package func sum(of assignments: [Assignment], _ words: FixedWords) -> String {
    let verdicts = assignments.compactMap(verdict)
    let (ungraded, missing) = (verdicts.count(where: \.isUngraded), verdicts.count(where: \.isMissing))
    let parts = [
      total(of: assignments).map { words.points($0, of: maxScore(of: assignments)) },
      ungraded == 0 ? nil : words.count(ungraded, .oneNotGraded, .someNotGraded),
      missing == 0 ? nil : words.count(missing, .oneNotHandedIn, .someNotHandedIn),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension Verdict {
  /// The comment on the verdict in a gradebook: the teacher's correction, the mistakes, then the checks that failed.
  var comment: String {
    var lines = correction.map { ["\(sentence(of: $0)): \(feedback(of: $0).joined(separator: " · "))"] } ?? []
    lines += likeness.map { [$0] } ?? []
    lines += absence.map { [$0] } ?? diagnostics.filter { $0.severity == .error }.map(\.comment)
    for check in checks where check.status == .failed {
      lines.append("\(sentence(of: check)): \(feedback(of: check).joined(separator: " · "))")
    }
    return lines.joined(separator: "\n")
  }
}

extension Diagnostic {
  /// `there is nothing called 'tow' (did you mean two?)`.
  var comment: String {
    message.harmless + (hint.map { " (\($0.harmless))" } ?? "")
  }
}

/// A format in which verdicts are written. Each format is one small struct; none depends on how a verdict came about.
package protocol VerdictFormat: Sendable {
  /// Returns the whole text, which ends with a line break unless it is empty.
  func text(for verdicts: [Verdict]) -> String
}
