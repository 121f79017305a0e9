import Diagnostics
import Pages

/// The pages of single students, each of which can be given to the student: it names no one else, and shows what the
/// policy lets students see. They depend on no other
/// student's, so several can be made at the same time.
package struct StudentPages: Sendable {
  let exercises: [ReportedExercise]
  /// The time at which grading began, in readable form.
  let time: String

  /// Returns the page of one student.
  /// - Parameter name: the plain name of the student's file, without an extension.
  package func page(of verdicts: StudentVerdicts, named name: String) -> ReportPages.File {
    ReportPages.File(path: "students/\(name).html", text: text(verdicts))
  }

  private func text(_ verdicts: StudentVerdicts) -> String {
    let student = verdicts.student
    let who = [student.id == student.name ? "" : student.id, student.email, student.section].filter { !$0.isEmpty }
    let maximum = verdicts.maxScore(of: exercises.map(\.assignment))
    let parts = exercises.enumerated().html { place, exercise in
      verdicts.verdict(on: exercise.assignment).map { section(place, exercise, $0) } ?? ""
    }
    return ReportStyle.page(
      student.name,
      """
      <nav aria-label="Report"><ul><li><a href="../index.html">The class</a></li></ul></nav>
      <main id="main"><h1><bdi>\(HTML(student.name, upTo: 200))</bdi></h1>
      <p class="soft">\(who.isEmpty ? "" : HTML(who.joined(separator: " · ") + " · ", upTo: 600))\
      \(text: TextFormat.points(verdicts.verdicts.score, of: maximum)) · graded \(text: time)</p>
      \(parts)</main>
      """)
  }

  private func section(_ place: Int, _ exercise: ReportedExercise, _ whole: Verdict) -> HTML {
    let verdict = whole.shown(exercise.shown)
    let points = whole.isExcused ? [] : [TextFormat.points(whole.score, of: whole.maxScore)]
    let facts = (points + exercise.time).joined(separator: " · ")
    let advice =
      verdict.cause.map { "<p><strong>Look at this first:</strong> \(text: $0.sentence)</p>\n" as HTML } ?? ""
    let mistakes = whole.isMissing || whole.isExcused ? "" : verdict.diagnostics.html(diagnostic)
    let checks = verdict.checks.contains { $0.status != .notRun } ? verdict.checks.html(check) : ""
    return """
      <section id="exercise-\(place + 1)"><h2>\(HTML(exercise.name, upTo: 200))</h2>
      <p><span class="badge \(whole.kind)">\(text: whole.word)</span>\(text: facts.isEmpty ? "" : " " + facts)</p>
      \(advice)\(mistakes.text.isEmpty ? "" : "<ul class=\"mistakes\">\n\(mistakes)</ul>\n")\
      \(checks.text.isEmpty ? "" : "<ul class=\"checks\">\n\(checks)</ul>\n")\
      \(whole.status == .failed && exercise.shown == .feedback ? ideas(exercise) : "")</section>

      """
  }

  private func diagnostic(_ problem: Diagnostic) -> HTML {
    let position = problem.range.flatMap { problem.source?.position(at: $0.lowerBound) }
    let place: HTML = position.map { "<strong>Line \($0.line), column \($0.column):</strong> " } ?? ""
    let notes = (problem.notes + (problem.hint.map { [$0] } ?? [])).html { "<p>\(HTML($0, upTo: 1000))</p>" }
    return
      "<li>\(place)\(text: problem.message)\(notes.text.isEmpty ? "" : "<div class=\"said\">\(notes)</div>")</li>\n"
  }

  private func check(_ check: CheckResult) -> HTML {
    let sign: HTML
    switch check.status {
    case .passed: sign = "<span class=\"sign passed\" role=\"img\" aria-label=\"holds\">✓</span>"
    case .failed: sign = "<span class=\"sign failed\" role=\"img\" aria-label=\"does not hold\">✗</span>"
    case .notRun: sign = "<span class=\"sign missing\" role=\"img\" aria-label=\"not checked\">–</span>"
    }
    let lines = check.status == .failed ? check.feedback.html { "<p>\(HTML($0, upTo: 1000))</p>" } : ""
    return "<li>\(sign)\(text: check.name)\(lines.text.isEmpty ? "" : "<div class=\"said\">\(lines)</div>")</li>\n"
  }

  private func ideas(_ exercise: ReportedExercise) -> HTML {
    guard !exercise.ideas.isEmpty else { return "" }
    let items = exercise.ideas.html { "<li>\(text: $0.words)</li>" }
    return "<h3>What it practises</h3>\n<ul>\(items)</ul>\n"
  }
}
