import Diagnostics
import Grading

/// The points that the teacher gives by hand, from a CSV file whose first row names the columns.
///
/// ```
/// student,exercise,points,reason
/// ada,whose,5,The inverse is there under another name.
/// ```
///
/// A column `of` says what the points are out of, if the exercise is worth another number of points now, and a column `file` for which
/// file, as `files.csv` names it, a correction was made: it does not hold for another one.
package struct Corrections: Hashable, Sendable {
  private(set) var corrections: [String: [String: Correction]] = [:]
  /// The exercises with a correction that does not say what its points are out of.
  private(set) var withoutWorth: Set<String> = []

  package init() {}

  /// - Parameter maxima: the points of the exercises that everyone was given, by their names.
  /// - Throws: a diagnostic for a file without the columns, or a row with another exercise, without a reason, with points that the
  ///   exercise does not have, or that corrects an answer twice.
  package init(in source: SourceText, _ maxima: [String: Double]) throws(Diagnostic) {
    let file = "'\(DisplayText.visible(source.name ?? "corrections"))'"
    var reader = CSVReader(source.text, separator: CSVReader.separator(of: source.text), file: file)
    let names = try reader.next()?.map { ($0 ?? "").lowercased() } ?? []
    let places = ["student", "exercise", "points", "reason"].map { names.firstIndex(of: $0) }
    let worth = names.firstIndex(of: "of")
    let files = names.firstIndex(of: "file")
    guard !places.contains(nil) else {
      throw Diagnostic.columns(
        "corrections", "\(file) lacks one of its columns", "student,exercise,points,reason", names)
    }
    while true {
      let line = reader.line
      guard let row = try reader.next() else { return }
      let cells = places.map { place in place.flatMap { $0 < row.count ? row[$0] : nil } ?? "" }
      func problem(_ what: String, _ hint: String? = nil) -> Diagnostic {
        Diagnostic("corrections", "\(file), line \(line): \(what)", hint: hint)
      }
      let exercise = cells[1].split(separator: "/").last.map(String.init) ?? ""
      guard !cells[0].isEmpty else { throw problem("the student has no id") }
      guard let maximum = maxima[exercise] else {
        throw problem("'\(DisplayText.visible(cells[1]))' is not an exercise that is graded here")
      }
      let whole = worth.flatMap { $0 < row.count ? row[$0] : nil } ?? ""
      let given = Double(whole.replacing(",", with: "."))
      guard whole.isEmpty || given.map({ $0 > 0 && $0 < 1e6 }) == true else {
        throw problem("'\(DisplayText.visible(whole))' is no number of points that a correction can be out of")
      }
      let most = given ?? maximum
      guard let points = Double(cells[2].replacing(",", with: ".")), (0...most).contains(points) else {
        throw problem("'\(DisplayText.visible(cells[2]))' is no number of points from 0 to \(pointsText(most))")
      }
      if given == nil { withoutWorth.insert(exercise) }
      guard !cells[3].isEmpty else { throw problem("the correction has no reason", "the student reads it") }
      guard corrections[cells[0]]?[exercise] == nil else {
        throw problem("the answer of '\(DisplayText.visible(cells[0]))' to \(exercise) is corrected twice")
      }
      corrections[cells[0], default: [:]][exercise] = Correction(
        points: (points / most * maximum * 100).rounded() / 100, reason: cells[3],
        file: files.flatMap { $0 < row.count ? row[$0] : nil } ?? "")
    }
  }

  /// Gives students their ids who are named otherwise; one who is named both ways keeps what stands under the id.
  mutating func rename(students ids: [String: String]) {
    for (name, id) in ids {
      guard let own = corrections.removeValue(forKey: name) else { continue }
      corrections[id, default: [:]].merge(own) { first, _ in first }
    }
  }

  /// The students of whom a row corrects an answer.
  var students: Set<String> { Set(corrections.keys) }

  func correction(of student: String, _ exercise: String) -> Correction? { corrections[student]?[exercise] }
}
