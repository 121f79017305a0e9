import Diagnostics
import Pages

extension ReportPages {
  /// Returns the section about pairs of answers that are more alike than chance explains.
  func alike() -> HTML {
    let parts = tallies.indices.html { place -> HTML in
      let pairs = tallies[place].alike.pairs()
      guard !pairs.isEmpty else { return "" }
      let rows = pairs.html(row)
      let name = HTML(tallies[place].exercise.name, upTo: 200)
      let contents: HTML = """
        <thead><tr><th scope="col">Student</th><th scope="col">Lines</th><th scope="col">Student</th>\
        <th scope="col">Lines</th><th scope="col" class="number">Weight</th></tr></thead>
        <tbody>
        \(rows)</tbody>
        """
      return "<h3>\(name)</h3>\n" + ReportStyle.table("Pairs of answers to \(name)", contents)
    }
    return """
      <p>Pairs of answers that share more than chance explains, the least likely first. This is a list to read, not \
      a verdict: students who learn together write alike. Names, comments and the order of statements do not count, \
      and neither does what the exercise itself contains or what many wrote. Answers that are identical but for these \
      are listed whatever their weight; short ones agree by chance.</p>
      \(parts.text.isEmpty ? "<p>There are no such pairs.</p>\n" : parts)\(leftOut)
      """
  }

  private func row(_ pair: AlikeAnswers.Pair) -> HTML {
    """
    <tr><td>\(students[pair.first].link(from: "students/"))</td><td>\(text: Self.lines(pair.firstLines))</td>\
    <td>\(students[pair.second].link(from: "students/"))</td><td>\(text: Self.lines(pair.secondLines))</td>\
    <td class="number">\(Int(pair.weight.rounded()))\(pair.isIdentical ? ", identical" : "")</td></tr>

    """
  }

  /// The exercises of which not all answers are compared.
  private var leftOut: HTML {
    let short = exercises.filter { !$0.isComparable }.map(\.name)
    let crowded = tallies.filter { !$0.alike.isComplete }.map(\.exercise.name)
    var text: HTML = ""
    if !short.isEmpty {
      text += """
        <p class="soft">The solution has fewer than \(AlikeAnswers.lineMinimum) lines, so answers with fewer than \
        \(AlikeAnswers.lineMinimum) statements of their own are listed only if they are identical: \
        \(HTML(short.joined(separator: " · ")))</p>

        """
    }
    if !crowded.isEmpty {
      text += """
        <p class="soft">Not compared, because there are more than \(text: DisplayText.grouped(AlikeAnswers.studentLimit)) answers: \
        \(HTML(crowded.joined(separator: " · ")))</p>

        """
    }
    return text
  }

  /// `2, 3, 5 and 4 more`.
  private static func lines(_ lines: [Int]) -> String {
    Listing.text(lines.map(String.init), upTo: 12)
  }

  /// Returns the same as CSV: a row for each pair, and one for each exercise with too many answers.
  func alikeRows() -> String {
    let head = ["exercise", "student", "lines", "other_student", "other_lines", "weight", "note"].map(CSV.Cell.plain)
    let rows = tallies.flatMap { tally -> [String] in
      let id = CSV.Cell.text(tally.exercise.assignment.exercise)
      func note(_ text: String) -> String { CSV.row([id] + Array(repeating: .plain(""), count: 5) + [.plain(text)]) }
      guard tally.alike.isComplete else {
        return [note("not compared: there are more than \(AlikeAnswers.studentLimit) answers")]
      }
      return tally.alike.pairs().map { pair in
        func lines(_ lines: [Int]) -> CSV.Cell { .plain(lines.map(String.init).joined(separator: " ")) }
        return CSV.row([
          id, .text(students[pair.first].id), lines(pair.firstLines), .text(students[pair.second].id),
          lines(pair.secondLines), CSV.points(pair.weight), .plain(pair.isIdentical ? "identical" : ""),
        ])
      }
    }
    return CSV.row(head) + rows.joined()
  }
}
