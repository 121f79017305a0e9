import Diagnostics
import Pages

extension ReportPages {
  /// Returns the page about the class.
  func indexPage() -> String {
    let facts =
      [
        counted(added, "student"), counted(exercises.count, "exercise"),
        counted(tallies.reduce(0) { $0 + $1.answers }, "answer"), "graded \(Handover.words(time, offset: offset))",
      ] + times.facts
    let sections: [(id: String, title: String, body: HTML)] = [
      ("exercises", "Exercises", overview()), ("files", "Files to look at", fileTable()),
      ("checks", "Checks failed most often", failedChecks()),
      ("ideas", "Ideas", ideas()), ("alike", "Alike", alike()),
      ("students", "Students", hasTablePages ? tableList() : table(rows)),
    ].filter { !$0.body.text.isEmpty }
    let navigation = sections.html { "<li><a href=\"#\(HTML($0.id))\">\(text: $0.title)</a></li>" }
    func section(_ part: (id: String, title: String, body: HTML)) -> HTML {
      "<section id=\"\(text: part.id)\"><h2>\(text: part.title)</h2>\n\(part.body)</section>\n"
    }
    let parts = sections.html { part in
      part.id == "students" ? tallies.indices.html(exerciseSection) + section(part) : section(part)
    }
    let name = title.isEmpty ? "Report on a class" : title
    return ReportStyle.page(
      name,
      """
      <header><h1>\(HTML(name, upTo: 200))</h1><p class="soft">\(text: facts.joined(separator: " · "))</p>
      <nav aria-label="Contents"><ul>\(navigation)</ul></nav></header>
      <main id="main">
      \(parts)</main>
      <footer><p>grades.csv has the points for a spreadsheet, files.csv what became of each file, and \
      verdicts.jsonl all verdicts in full.</p></footer>
      """)
  }

  private func overview() -> HTML {
    let rows = tallies.enumerated().html { place, tally in
      let mean = (tally.sumOfScores / Double(tally.graded) * 100).rounded() / 100
      let maximum = pointsText(tally.exercise.assignment.maxScore)
      return """
        <tr><th scope="row"><a href="#exercise-\(place + 1)">\(HTML(tally.exercise.name, upTo: 200))</a></th>\
        <td class="number">\(tally.passed)</td><td class="number">\(tally.counts[.failed] ?? 0)</td>\
        <td class="number">\((tally.counts[.error] ?? 0) - tally.missing)</td><td class="number">\(tally.missing)</td>\
        <td class="number">\(text: tally.graded > 0 ? "\(pointsText(mean)) of \(maximum)" : "")</td>\
        <td class="number">\(text: ReportStyle.percent(tally.passed, of: tally.answers))</td>\
        <td>\(ReportStyle.bar(tally.passed, of: tally.answers))</td></tr>

        """
    }
    let contents: HTML = """
      <thead><tr><th scope="col">Exercise</th><th scope="col" class="number">Passed</th>\
      <th scope="col" class="number">Not yet</th><th scope="col" class="number">Not graded</th>\
      <th scope="col" class="number">Not handed in</th><th scope="col" class="number">Mean points</th>\
      <th scope="col" class="number" colspan="2">Passed, of those handed in</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      """
    return ReportStyle.table("Exercises", contents)
  }

  private func failedChecks() -> HTML {
    let checks = tallies.enumerated().flatMap { place, tally in
      tally.checks.filter { $0.failed > 0 }.map { (place: place, name: $0.name, failed: $0.failed, count: $0.count) }
    }
    // Shares are compared exactly, as two products.
    let most = checks.enumerated().sorted {
      let (left, right) = ($0.element, $1.element)
      let (first, second) = (left.failed * right.count, right.failed * left.count)
      return (second, $0.offset) < (first, $1.offset)
    }.prefix(10).map(\.element)
    let rows = most.html { check in
      let exercise = HTML(tallies[check.place].exercise.name, upTo: 200)
      return """
        <tr><th scope="row">\(text: check.name)<br><a href="#exercise-\(check.place + 1)">\(exercise)</a></th>\
        <td class="number">\(check.failed) of \(check.count)</td>\
        <td class="number">\(text: ReportStyle.percent(check.failed, of: check.count))</td>\
        <td>\(ReportStyle.bar(check.failed, of: check.count))</td></tr>

        """
    }
    guard !most.isEmpty else { return "" }
    let contents: HTML = """
      <thead><tr><th scope="col">Check</th><th scope="col" class="number">Failed</th>\
      <th scope="col" class="number" colspan="2">Of those checked</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      """
    return ReportStyle.table("Checks failed most often", contents)
  }

  /// Returns the ideas that the exercises practise, those that the fewest have mastered first.
  private func ideas() -> HTML {
    var found: [(idea: ReportedExercise.PractisedIdea, passed: Int, count: Int)] = []
    for tally in tallies {
      for idea in tally.exercise.ideas {
        let place = found.firstIndex { $0.idea.id == idea.id } ?? found.count
        if place == found.count { found.append((idea, 0, 0)) }
        found[place].passed += tally.passed
        found[place].count += tally.answers
      }
    }
    let sorted = found.enumerated().sorted {
      let (left, right) = ($0.element, $1.element)
      return (left.passed * right.count, $0.offset) < (right.passed * left.count, $1.offset)
    }.map(\.element)
    guard !sorted.isEmpty else { return "" }
    let rows = sorted.html { idea in
      """
      <tr><th scope="row">\(text: idea.idea.sentence)<br>\
      <span class="soft">\(text: idea.idea.place ?? "no lesson explains it yet")</span></th>\
      <td class="number">\(idea.passed) of \(idea.count)</td>\
      <td class="number">\(text: ReportStyle.percent(idea.passed, of: idea.count))</td>\
      <td>\(ReportStyle.bar(idea.passed, of: idea.count))</td></tr>

      """
    }
    let contents: HTML = """
      <thead><tr><th scope="col">Idea</th><th scope="col" class="number">Passed</th>\
      <th scope="col" class="number" colspan="2">Of those handed in</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      """
    let intro: HTML = """
      <p>How many answers passed, of those to exercises that practise the idea. The weakest idea comes first.</p>

      """
    return intro + ReportStyle.table("Ideas", contents)
  }

  private func tableList() -> HTML {
    let items = tables.enumerated().html { place, range in
      "<li><a href=\"tables/\(place + 1).html\">Students \(range.lowerBound) to \(range.upperBound)</a></li>\n"
    }
    return "<ul>\n\(items)</ul>\n"
  }
}
