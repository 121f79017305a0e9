import Diagnostics
import Grading

/// The students of a class, from a CSV file whose first row names the columns.
///
/// ```
/// student,name,email,login,section
/// ada,Ada Lovelace,ada@example.com,,
/// ```
///
/// `student` (or `id`) is required: the student's id in the submissions. Other columns are ignored.
package enum Roster {
  /// - Throws: a diagnostic for a file without that column, an empty or repeated id, or a row that is not CSV.
  package static func students(in source: SourceText) throws(Diagnostic) -> [Student] {
    let file = "'\(DisplayText.visible(source.name ?? "roster"))'"
    var reader = CSVReader(source.text)
    guard let head = try reader.next() else {
      throw Diagnostic("roster", "\(file) is empty", hint: "its first row is: student,name,email,login,section")
    }
    let names = head.map { ($0 ?? "").lowercased() }
    guard let place = names.firstIndex(of: "student") ?? names.firstIndex(of: "id") else {
      throw Diagnostic(
        "roster", "\(file) has no column 'student'", hint: "its first row is: student,name,email,login,section")
    }
    var students: [Student] = []
    var known: Set<String> = []
    while true {
      let line = reader.line
      guard let row = try reader.next() else { return students }
      func cell(_ name: String) -> String {
        names.firstIndex(of: name).flatMap { $0 < row.count ? row[$0] : nil } ?? ""
      }
      guard place < row.count, let id = row[place], !id.isEmpty else {
        throw Diagnostic("roster", "\(file), line \(line): the student has no id")
      }
      guard known.insert(id).inserted else {
        throw Diagnostic("roster", "\(file), line \(line): '\(DisplayText.visible(id))' is listed twice")
      }
      let name = cell("name")
      students.append(
        Student(
          id: id, name: name.isEmpty ? nil : name, email: cell("email"), login: cell("login"),
          section: cell("section")))
    }
  }
}
