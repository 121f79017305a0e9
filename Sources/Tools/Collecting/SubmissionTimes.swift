import Diagnostics
import Grading
import Support

import struct Foundation.Date

/// The times at which answers were handed in, from a CSV file whose first row names the columns.
///
/// ```
/// student,exercise,time
/// ada,whose,2026-11-20T22:14:05Z
/// ```
///
/// A row without an exercise applies to all of a student's answers. GitHub Classroom's list of grades and Gradescope's are read
/// as they are; a row without a time says nothing. Moodle's worksheet has no time zone, so its times cannot be used.
package struct SubmissionTimes: Hashable, Sendable {
  private var times: [String: [String: Date]] = [:]
  /// SHA-256 of the file, 64 hexadecimal digits: an interrupted report is continued only with the same times.
  let digest: String

  /// - Throws: a diagnostic for a file without the columns `student` and `time`, or a row without a student or a time.
  package init(in source: SourceText) throws(Diagnostic) {
    digest = SHA256.digest(of: source.text.utf8).hexadecimal
    let file = "'\(DisplayText.visible(source.name ?? "times"))'"
    var reader = CSVReader(source.text, separator: CSVReader.separator(of: source.text), file: file)
    let names = try reader.next()?.map { ($0 ?? "").lowercased() } ?? []
    func place(_ columns: [String]) -> Int? { columns.lazy.compactMap { names.firstIndex(of: $0) }.first }
    guard let student = place(["student", "github_username", "sid"]),
      let time = place(["time", "submission_timestamp", "submission time"])
    else {
      throw Diagnostic.columns(
        "times", "\(file) has no column 'student' or no column 'time'", "student,exercise,time", names)
    }
    let isPlatforms = names[time] != "time"
    let exercise = names.firstIndex(of: "exercise")
    while true {
      let line = reader.line
      guard let row = try reader.next() else { return }
      func cell(_ place: Int?) -> String { place.flatMap { $0 < row.count ? row[$0] : nil } ?? "" }
      guard !cell(student).isEmpty else { throw Diagnostic("times", "\(file), line \(line): the student has no id") }
      if isPlatforms, cell(time).isEmpty { continue }
      guard let date = GradingTime.date(cell(time)) ?? GradingTime.spacedDate(cell(time)) else {
        throw Diagnostic(
          "times", "\(file), line \(line): '\(DisplayText.visible(cell(time)))' is not a time",
          hint: "a time is written like 2026-11-20T22:14:05Z")
      }
      times[cell(student), default: [:]][cell(exercise)] = date
    }
  }

  /// Gives students their ids who are named otherwise; one who is named both ways keeps what the id has.
  mutating func rename(students ids: [String: String]) {
    for (name, id) in ids {
      guard let own = times.removeValue(forKey: name) else { continue }
      times[id, default: [:]].merge(own) { first, _ in first }
    }
  }

  /// The students of whom a row gives a time.
  var students: Set<String> { Set(times.keys) }

  /// Returns the time at which a student handed in an answer; nil if no row gives it.
  func time(of student: String, _ exercise: String) -> Date? {
    times[student].flatMap { $0[exercise] ?? $0[""] }
  }
}
