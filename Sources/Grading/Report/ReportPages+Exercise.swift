import Courses
import Diagnostics
import Pages

extension ReportPages {
  /// Returns the section on one exercise: its points, its checks and its mistakes.
  func exerciseSection(_ place: Int) -> HTML {
    let tally = tallies[place]
    let facts =
      tally.exercise.time + [
        "\(tally.passed) passed", "\(tally.counts[.failed] ?? 0) not yet",
        "\((tally.counts[.error] ?? 0) - tally.missing) could not be graded", "\(tally.missing) not handed in",
      ]
    return """
      <section id="exercise-\(place + 1)"><h2>\(HTML(tally.exercise.name, upTo: 200))</h2>
      <p class="soft">\(text: tally.exercise.assignment.exercise) · \(text: facts.joined(separator: " · "))</p>
      \(tally.graded > 0 ? histogram(tally) : "")\(checks(tally))\(mistakes(tally))</section>

      """
  }

  // MARK: Points

  private func histogram(_ tally: ExerciseTally) -> HTML {
    let width = 44
    let height = 90
    let most = max(1, tally.bars.max() ?? 1)
    let isWhole = tally.points(ofBar: 1) == 1
    func label(_ bar: Int) -> String {
      pointsText(tally.points(ofBar: bar)) + (isWhole || bar == tally.bars.count - 1 ? "" : "+")
    }
    let bars = tally.bars.enumerated().html { bar, count in
      let tall = count == 0 ? 0 : max(2, height * count / most)
      let x = bar * width
      let middle = x + width / 2
      let rect: HTML =
        bar == tally.bars.count - 1
        ? "<rect class=\"full\" x=\"\(x + 4)\" y=\"\(20 + height - tall)\" width=\"\(width - 8)\" height=\"\(tall)\"/>"
        : "<rect x=\"\(x + 4)\" y=\"\(20 + height - tall)\" width=\"\(width - 8)\" height=\"\(tall)\"/>"
      let number: HTML = "<text x=\"\(middle)\" y=\"\(15 + height - tall)\">\(count)</text>"
      let scale: HTML = "<text class=\"scale\" x=\"\(middle)\" y=\"\(36 + height)\">\(text: label(bar))</text>"
      return rect + (count > 0 ? number : "") + scale
    }
    let words = tally.bars.enumerated().filter { $0.element > 0 }
      .map { "\(label($0.offset)) points: \(counted($0.element, "answer"))" }.joined(separator: "; ")
    return """
      <h3>Points</h3>
      <svg class="histogram" viewBox="0 0 \(tally.bars.count * width) \(height + 42)" role="img" aria-label="\(text: words)">\
      \(bars)<line x1="0" x2="\(tally.bars.count * width)" y1="\(height + 20)" y2="\(height + 20)"/></svg>

      """
  }

  // MARK: Checks

  private func checks(_ tally: ExerciseTally) -> HTML {
    guard !tally.checks.isEmpty else { return "" }
    let rows = tally.checks.html { check in
      """
      <tr><th scope="row">\(text: check.name)</th><td class="number">\(check.failed) of \(check.count)</td>\
      <td>\(ReportStyle.bar(check.failed, of: check.count))</td></tr>

      """
    }
    let contents: HTML = """
      <thead><tr><th scope="col">Check</th><th scope="col" class="number" colspan="2">Failed</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      """
    let label: HTML = "Checks of \(HTML(tally.exercise.name, upTo: 200))"
    return "<h3>Checks</h3>\n" + ReportStyle.table(label, contents)
  }

  // MARK: Mistakes

  /// Returns each mistake once: those that the exercise knows, then the others by their cause, then answers that
  /// could not be graded.
  private func mistakes(_ tally: ExerciseTally) -> HTML {
    let known = tally.known.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let unknown = tally.unknown.sorted {
      ($1.value.count, $0.value.students.first?.place ?? 0) < ($0.value.count, $1.value.students.first?.place ?? 0)
    }
    var parts: HTML = ""
    if !known.isEmpty {
      let items = known.html { name, mistake in
        item(HTML(Verdict.words(forMisconception: name)), mistake, feedback(mistake, lines: 2))
      }
      parts +=
        "<h3>Misconceptions</h3>\n<p class=\"soft\">Answers that end like one of the exercise's wrong answers.</p>\n"
        + "<ul class=\"mistakes\">\n\(items)</ul>\n"
    }
    if !unknown.isEmpty {
      // A teacher reads from the top, so the mistakes of single students come last, and not all are shown.
      let shown = unknown.prefix(Self.groupLimit)
      let items = shown.html { _, mistake in
        item(heading(mistake), mistake, feedback(mistake, lines: mistake.count > 1 ? 4 : 2))
      }
      let rest = unknown.dropFirst(Self.groupLimit).reduce(tally.others) { $0 + $1.value.count }
      parts += """
        <h3>Other mistakes</h3>
        <p class="soft">Each mistake is listed once, with the sentence that its students read first, or else the checks that fail.</p>
        <ul class="mistakes">
        \(items)</ul>

        """
      if rest > 0 {
        parts += "<p class=\"soft\">And \(text: counted(rest, "answer")) with other mistakes.</p>\n"
      }
    }
    if !tally.errors.isEmpty {
      let items = tally.errors.html { error in
        "<li>\(error.student.link(from: "students/")): \(HTML(error.reason, upTo: 400))</li>\n"
      }
      let rest = (tally.counts[.error] ?? 0) - tally.missing - tally.errors.count
      parts += "<h3>Not graded</h3>\n<ul>\n\(items)</ul>\n"
      if rest > 0 { parts += "<p class=\"soft\">And \(text: counted(rest, "answer")) more, in verdicts.jsonl.</p>\n" }
    }
    return parts
  }

  /// The most groups of other mistakes that a page shows for an exercise.
  private static let groupLimit = 20

  private func item(_ title: HTML, _ mistake: ExerciseTally.Mistake, _ body: HTML) -> HTML {
    let named = mistake.students.map { $0.link(from: "students/") }.joined(by: ", ")
    let rest = mistake.count - mistake.students.count
    return """
      <li><strong>\(text: counted(mistake.count, "student")):</strong> \(title)\(body)\
      <p class="names">\(named)\(text: Listing.rest(rest))</p></li>

      """
  }

  /// Returns the cause or, without one, the checks that failed, in one line.
  private func heading(_ mistake: ExerciseTally.Mistake) -> HTML {
    if !mistake.cause.isEmpty { return HTML(mistake.cause, upTo: 600) }
    let names = mistake.example.prefix(3).map { "“\(FixedWords.english.name(of: $0).oneLine())”" }
    let rest = mistake.example.count - names.count
    let all = names.joined(separator: ", ") + Listing.rest(rest, "check")
    return mistake.example.isEmpty ? "" : HTML("\(all) \(mistake.example.count == 1 ? "fails" : "fail")", upTo: 600)
  }

  /// Returns the feedback that the first of these students read.
  private func feedback(_ mistake: ExerciseTally.Mistake, lines limit: Int) -> HTML {
    let lines = mistake.example.flatMap(\.feedback).map(\.english).filter { $0 != mistake.cause }
    guard !lines.isEmpty else { return "" }
    let shown = lines.prefix(limit).html { "<p>\(HTML($0, upTo: 300))</p>" }
    let more: HTML = lines.count > limit ? "<p>…</p>" : ""
    return "<div class=\"said\">\(shown)\(more)</div>"
  }
}
