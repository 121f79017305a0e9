import Courses
import Grading
import Pages

/// The answers to one exercise, for the staff: points, and the mistakes that the exercise knows.
struct StaffAnswersPage {
  var exercise: ExerciseEntry
  /// The answers that were handed in; nil instead of a verdict on one that cannot be graded.
  var answers: [(student: Accounts.Student, verdict: Verdict?)]
  /// The number of students.
  var count: Int
  var links: BookLinks

  var html: HTML {
    let verdicts = answers.compactMap(\.verdict)
    let passed = verdicts.count { $0.status == .passed }
    let ungraded = answers.count - verdicts.count { !$0.isUngraded }
    return BookPage(
      exercise.title, "plain", links,
      """
      <p class="where"><a href="\(text: links.base)/staff">The class</a></p>
      <h1>\(text: exercise.title)</h1>
      <p>\(answers.count) of \(HTML.count(count, "student")) have handed in an answer: \(passed) passed, \
      \(answers.count - passed - ungraded) not yet, \(ungraded) could not be graded. What lateness costs is not in the points.</p>
      \(mistakes(verdicts))<h2>Answers</h2>
      <table class="listed"><thead><tr><th scope="col">Student</th><th scope="col" class="number">Points</th>\
      <th scope="col">Look at this first</th></tr></thead>
      <tbody>
      \(rows)</tbody></table>
      <p class="small"><code>graphbook grade --all answers</code>, in the book's folder, makes the whole report, with a page for each
      student.</p>
      """
    ).withoutWays.html
  }

  /// The wrong answers of the exercise that answers end like, the most frequent first.
  private func mistakes(_ verdicts: [Verdict]) -> HTML {
    var counts: [String: Int] = [:]
    for verdict in verdicts { if let name = verdict.misconception { counts[name, default: 0] += 1 } }
    guard !counts.isEmpty else { return "" }
    let items = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.html { name, count in
      "<li>\(text: Verdict.words(forMisconception: name)): \(HTML.count(count, "student"))</li>\n"
    }
    return "<h2>Misconceptions</h2>\n<ul>\n\(items)</ul>\n"
  }

  private var rows: HTML {
    answers.html { student, verdict -> HTML in
      let points =
        verdict.map { $0.isUngraded ? "–" : TextFormat.points($0.score, of: $0.maxScore) } ?? "–"
      let words = verdict.map { $0.cause?.sentence ?? $0.diagnostics.first?.message ?? "" } ?? "it cannot be read"
      return """
        <tr><th scope="row"><a href="\(text: links.base)/staff/student?id=\(HTML(lines: [BookPlace.encoded(student.id)]))">\(text: student.name)</a></th>\
        <td class="number" data-label="Points">\(text: points)</td><td data-label="First">\(text: words)</td></tr>

        """
    }
  }
}
