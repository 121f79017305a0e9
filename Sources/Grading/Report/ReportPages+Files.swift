import Diagnostics
import Pages

extension ReportPages {
  /// The most files in the table of the page; `files.csv` has all of them.
  private static let fileLimit = 200

  /// Returns the tables of the files that are not simply graded: those with a problem, and below them, folded, those whose
  /// exercise was guessed.
  func fileTable() -> HTML {
    func isProblem(_ file: FileAccount) -> Bool { file.result != .graded || file.looksLike != nil }
    let (problems, guesses) = (files.filter(isProblem), files.filter { !isProblem($0) })
    guard !guesses.isEmpty else { return problems.isEmpty ? "" : table(of: problems, "Files") }
    return (problems.isEmpty ? "" : table(of: problems, "Files")) + """
      <details><summary>\(text: counted(guesses.count, "answer")) recognised by a name that is not quite right</summary>
      \(table(of: guesses, "Guessed answers"))</details>

      """
  }

  private func table(of files: [FileAccount], _ label: HTML) -> HTML {
    let rows = files.prefix(Self.fileLimit).html { file in
      """
      <tr><th scope="row">\(HTML(file.path, upTo: 200))</th><td>\(HTML(file.student, upTo: 100))</td>\
      <td>\(text: file.result.words)</td><td>\(HTML(file.fullReason, upTo: 300))</td></tr>

      """
    }
    let contents: HTML = """
      <thead><tr><th scope="col">File</th><th scope="col">Student</th><th scope="col">What became of it</th>\
      <th scope="col">Why</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      """
    let more = files.count - Self.fileLimit
    let rest: HTML = more > 0 ? "<p class=\"soft\">And \(text: counted(more, "file")) more, in files.csv.</p>\n" : ""
    return ReportStyle.table(label, contents, .wrapped) + rest
  }
}
