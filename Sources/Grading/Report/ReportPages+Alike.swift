import Diagnostics
import Pages

extension ReportPages {
  /// Returns the section about pairs of answers that are more alike than chance explains.
  func alike() -> HTML {
    let pairs = sortedPairs()
    let rows = pairs.html { row($0.tally, $0.pair) }
    let contents: HTML = """
      <thead><tr><th scope="col">Exercise</th><th scope="col">Student</th><th scope="col">Lines</th>\
      <th scope="col">Student</th><th scope="col">Lines</th><th scope="col" class="number">Weight</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      """
    let list: HTML =
      pairs.isEmpty ? "<p>There are no such pairs.</p>\n" : ReportStyle.table("Pairs of answers", contents)
    return """
      <p>Pairs of answers that share more than chance explains, the least likely first. This is a list to read, not \
      a verdict: students who learn together write alike. Names, comments and the order of statements do not count, \
      and neither does what the exercise itself contains or what many wrote. Answers that are identical but for these \
      are listed whatever their weight; short ones agree by chance.</p>
      \(list)\(leftOut)
      """
  }

  /// The pairs of all exercises, the least likely first.
  private func sortedPairs() -> [(tally: Int, pair: AlikeAnswers.Pair)] {
    let all = tallies.indices.flatMap { place in tallies[place].alike.pairs().map { (tally: place, pair: $0) } }
    return all.enumerated().sorted { ($1.element.pair.weight, $0.offset) < ($0.element.pair.weight, $1.offset) }
      .map(\.element)
  }

  private func row(_ tally: Int, _ pair: AlikeAnswers.Pair) -> HTML {
    """
    <tr><td>\(HTML(tallies[tally].exercise.name, upTo: 200))</td>\
    <td>\(students[pair.first].link(from: "students/"))</td><td>\(text: Self.lines(pair.firstLines))</td>\
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
    func id(_ place: Int) -> CSV.Cell { .text(tallies[place].exercise.assignment.exercise) }
    let rows = sortedPairs().map { place, pair in
      func lines(_ lines: [Int]) -> CSV.Cell { .plain(lines.map(String.init).joined(separator: " ")) }
      return CSV.row([
        id(place), .text(students[pair.first].id), lines(pair.firstLines), .text(students[pair.second].id),
        lines(pair.secondLines), CSV.points(pair.weight), .plain(pair.isIdentical ? "identical" : ""),
      ])
    }
    let crowded = tallies.indices.filter { !tallies[$0].alike.isComplete }.map { place in
      CSV.row(
        [id(place)] + Array(repeating: .plain(""), count: 5)
          + [.plain("not compared: there are more than \(AlikeAnswers.studentLimit) answers")])
    }
    return CSV.row(head) + (rows + crowded).joined()
  }
}
