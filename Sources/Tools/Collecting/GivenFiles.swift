import Diagnostics
import Grading

/// The exercises that the teacher gives for single files, from a CSV file with the columns `path` and `answer_to`: the report's
/// `files.csv`, in which `answer_to` was filled in. A file may be the answer to several exercises, `whose, free-agents`.
package struct GivenFiles: Hashable, Sendable {
  /// The exercises' names by the paths in the submissions.
  private(set) var exercises: [String: [String]] = [:]

  package init() {}

  /// - Parameter known: the names of the exercises that everyone was given.
  /// - Throws: a diagnostic for a file without the columns, or a row with another exercise.
  package init(in source: SourceText, _ known: [String]) throws(Diagnostic) {
    let file = "'\(DisplayText.visible(source.name ?? "files"))'"
    var reader = CSVReader(source.text, separator: CSVReader.separator(of: source.text), file: file)
    let names = try reader.next()?.map { ($0 ?? "").lowercased() } ?? []
    guard let path = names.firstIndex(of: "path"), let answer = names.firstIndex(of: "answer_to") else {
      var problem = Diagnostic.columns(
        "files", "\(file) has no column 'path' or no column 'answer_to'", "path,answer_to", names)
      problem.hint = "fill in 'answer_to' in a report's files.csv"
      throw problem
    }
    while true {
      let line = reader.line
      guard let row = try reader.next() else { return }
      func cell(_ place: Int) -> String { place < row.count ? row[place] ?? "" : "" }
      for word in cell(answer).split(whereSeparator: { ",; ".contains($0) }) {
        let exercise = word.split(separator: "/").last.map(String.init) ?? ""
        guard known.contains(exercise) else {
          throw Diagnostic(
            "files",
            "\(file), line \(line): '\(DisplayText.visible(String(word)))' is not an exercise that is graded here",
            hint: "the exercises are \(Listing.all(known))")
        }
        exercises[CSV.unguarded(cell(path)), default: []].append(exercise)
      }
    }
  }
}
