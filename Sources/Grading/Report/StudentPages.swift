import Courses
import Diagnostics
import Pages

import struct Foundation.Date

/// The pages of single students. A page names no other student and links to nothing, so the folder of them can be
/// published; it shows what the policy lets students see, and explains every point.
///
/// A page depends on no other student's, so several can be made at the same time.
package struct StudentPages: Sendable {
  let exercises: [ReportedExercise]
  /// The time at which grading began, in readable form.
  let time: String

  /// - Parameters:
  ///   - time: the time at which grading began, `2026-01-15T09:00:00.000Z`.
  ///   - offset: the seconds from UTC in which the page shows it.
  package init(_ exercises: [ReportedExercise], time: String, offset: Int = 0) {
    self.exercises = exercises
    self.time = Handover.words(time, offset: offset)
  }

  /// Returns the page of one student.
  /// - Parameters:
  ///   - handovers: how the answers were handed in, by the id of the exercise.
  ///   - name: the plain name of the student's file, without an extension.
  package func page(
    of verdicts: StudentVerdicts, _ handovers: [String: Handover] = [:], named name: String
  ) -> ReportPages.File {
    ReportPages.File(path: "\(Self.folder)/\(name).html", text: text(of: verdicts, handovers))
  }

  /// The folder of the pages in a report.
  package static let folder = "students"

  /// Returns the text of a student's page.
  package func text(of verdicts: StudentVerdicts, _ handovers: [String: Handover]) -> String {
    let student = verdicts.student
    // A number of the platform's is nothing that a student knows.
    let number = student.number.isEmpty ? student.id : student.number
    let who = [number == student.name ? "" : number, student.email, student.section].filter { !$0.isEmpty }
    let words = FixedWords.shared(by: exercises.map(\.words))
    let sum = verdicts.sum(of: exercises.map(\.assignment), words)
    let points = sum.isEmpty ? "" : sum + " · "
    let parts = exercises.enumerated().html { place, exercise in
      let id = exercise.assignment.exercise
      return verdicts.verdict(on: exercise.assignment).map { section(place, exercise, $0, handovers[id] ?? Handover()) }
        ?? ""
    }
    return ReportStyle.page(
      student.name, words: words,
      """
      <main id="main"><h1><bdi>\(HTML(student.name, upTo: 200))</bdi></h1>
      <p class="soft">\(who.isEmpty ? "" : HTML(who.joined(separator: " · ") + " · ", upTo: 600))\
      \(text: points)\(text: words(.graded, time))</p>
      \(parts)</main>
      """)
  }

  private func section(
    _ place: Int, _ exercise: ReportedExercise, _ whole: Verdict, _ handover: Handover
  ) -> HTML {
    let shown = whole.handedIn?.shown ?? exercise.shown
    let verdict = whole.shown(shown)
    let words = exercise.words
    let points = whole.isExcused || !whole.hasPoints ? [] : [words.points(whole.score, of: whole.maxScore)]
    // An excused student needs no time for it.
    let facts = (points + (whole.isExcused ? [] : exercise.time)).joined(separator: " · ")
    let mistakes =
      whole.isMissing || whole.isExcused ? "" : verdict.shownDiagnostics.html { diagnostic($0, exercise, handover) }
    let list: HTML = mistakes.text.isEmpty ? "" : "<ul class=\"mistakes\">\n\(mistakes)</ul>\n"
    let first: HTML = "<strong>\(text: words(.lookFirst))</strong>"
    let likeness = whole.likeness.map { "<p>\(first) \(text: $0)</p>\n" as HTML } ?? ""
    let advice: HTML =
      switch verdict.cause {
      case _ where whole.looksLike != nil: likeness
      case nil: list
      case let cause? where verdict.hasDropped: "<p>\(first)</p>\n\(list)<p>\(text: cause.sentence)</p>\n"
      case let cause?: "<p>\(first) \(text: cause.sentence)</p>\n\(list)"
      }
    let lost = whole.isAboutBrokenExercise ? nil : whole.checks.first { $0.isAboutTime }?.cost ?? 0
    let sentences = whole.isExcused ? [] : handover.sentences(of: whole.maxScore, lost: lost, words)
    let times: HTML =
      sentences.isEmpty ? "" : "<p class=\"times\">\(HTML(sentences.joined(separator: " "), upTo: 1000))</p>\n"
    let found: HTML = advice + checks(of: verdict, whole, words)
    return """
      <section id="exercise-\(place + 1)"><h2>\(HTML(exercise.name, upTo: 200))</h2>
      <p><span class="badge \(whole.kind)">\(text: whole.word(in: words))</span>\(text: facts.isEmpty ? "" : " " + facts)</p>
      \(times)\(corrected(verdict, whole, found, words))\(answer(handover, words))\
      \(whole.status == .failed && shown == .feedback && !whole.lacksOnlyLastStatement ? ideas(exercise) : "")</section>

      """
  }

  /// Returns what the page says of an answer: for a corrected one the teacher's reason, and what it overrules folded below it.
  private func corrected(_ shown: Verdict, _ whole: Verdict, _ found: HTML, _ words: FixedWords) -> HTML {
    guard let correction = shown.correction else { return found }
    let share = zip(whole.checks, whole.shares()).first { $0.0.isCorrection }.map { words.share($0.1) } ?? ""
    let reason = correction.feedback.map(words.text).joined(separator: " ") + (share.isEmpty ? "" : " (\(share))")
    let folded: HTML =
      found.text.isEmpty ? "" : "<details><summary>\(text: words(.beforeCorrection))</summary>\n\(found)</details>\n"
    return "<p><strong>\(text: words(.corrected)):</strong> \(HTML(reason, upTo: 1000))</p>\n\(folded)"
  }

  private func diagnostic(_ problem: Diagnostic, _ exercise: ReportedExercise, _ handover: Handover) -> HTML {
    let words = exercise.words
    let slug = exercise.assignment.slug
    if let sentence = problem.words(words, file: handover.file, askedFor: "\(slug).graph") {
      return "<li>\(text: sentence)</li>\n"
    }
    let position = problem.range.flatMap { problem.source?.position(at: $0.lowerBound) }
    let place: HTML = position.map { "<strong>\(text: words(.place, "\($0.line)", "\($0.column)"))</strong> " } ?? ""
    let notes = (problem.notes + (problem.hint.map { [$0] } ?? [])).html { "<p>\(HTML($0, upTo: 1000))</p>" }
    return
      "<li>\(place)\(text: problem.message)\(notes.text.isEmpty ? "" : "<div class=\"said\">\(notes)</div>")</li>\n"
  }

  // MARK: Checks

  /// Returns the checks with their points, which add up to those of the exercise.
  private func checks(of shown: Verdict, _ whole: Verdict, _ words: FixedWords) -> HTML {
    guard shown.checks.contains(where: { $0.status != .notRun }), shown.checks.count == whole.checks.count else {
      return ""
    }
    let shares = whole.shares()
    let items = zip(shown.checks, shares).html { check($0, $1, words) }
    return """
      <ul class="checks">
      \(items)<li class="sum"><span></span><span>\(text: words(.together))</span>\
      <span class="points">\(text: words.points(whole.score, of: whole.maxScore))</span></li>
      </ul>

      """
  }

  private func check(_ check: CheckResult, _ share: Verdict.Share, _ words: FixedWords) -> HTML {
    let sign: HTML
    var lines: [String] = []
    switch check.status {
    case .passed:
      sign = "<span class=\"sign passed\" role=\"img\" aria-label=\"\(text: words(.holds))\">✓</span>"
      lines = check.isCorrection ? [] : check.feedback.map(words.text)
    case .failed:
      sign = "<span class=\"sign failed\" role=\"img\" aria-label=\"\(text: words(.doesNotHold))\">✗</span>"
      // The sentences about the time are above the checks.
      lines =
        check.isAboutTime
        ? [] : check.shownFeedback.filter { $0 != .doesNotHold }.map(words.text)
      if lines.isEmpty, !check.isAboutTime, let failure = check.failures.first {
        lines = [failure.claim.map { "\(words(.expected)): \($0)" } ?? words(.thisDoesNotHold)]
      }
    case .notRun:
      sign = "<span class=\"sign missing\" role=\"img\" aria-label=\"\(text: words(.notJudged))\">–</span>"
      lines =
        check.feedback.isEmpty
        ? [words(.cannotBeJudged)] : check.feedback.map(words.text)
    }
    let said = lines.html { "<p>\(HTML($0, upTo: 1000))</p>" }
    return """
      <li>\(sign)<div>\(text: words.name(of: check))\(said.text.isEmpty ? "" : "<div class=\"said\">\(said)</div>")</div>\
      <span class="points">\(text: words.share(share))</span></li>

      """
  }

  // MARK: The answer

  /// The most bytes of an answer that a page shows.
  private static let answerLimit = 64 << 10

  /// Returns the answer as it was handed in, with the numbers of its lines.
  private func answer(_ handover: Handover, _ words: FixedWords) -> HTML {
    guard let text = handover.text else { return "" }
    let lines = text.limited(toBytes: Self.answerLimit).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let kept = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
    let name: HTML = handover.file.isEmpty ? "" : ": <code>\(HTML(handover.file, upTo: 200))</code>"
    return """
      <details open><summary>\(text: words(.handedInAnswer))\(name)</summary>
      <pre class="answer">\(kept.html { "<span class=\"line\">\(text: String($0))</span>" })</pre></details>

      """
  }

  private func ideas(_ exercise: ReportedExercise) -> HTML {
    guard !exercise.ideas.isEmpty else { return "" }
    let items = exercise.ideas.html { "<li>\(text: $0.words)</li>" }
    return "<h3>\(text: exercise.words(.practises))</h3>\n<ul>\(items)</ul>\n"
  }
}

extension FixedWords {
  /// `2 of 3`, `−1`, `+1`; empty for a check that neither gives nor takes any.
  func share(_ share: Verdict.Share) -> String {
    if share.points < 0 { return "−\(number(-share.points))" }
    if share.maximum == 0, share.points > 0 { return "+\(number(share.points))" }
    return share.maximum == 0 ? "" : self(.stepOfSteps, number(share.points), number(share.maximum))
  }

  /// `3 of 4 points`.
  package func points(_ points: Double, of maximum: Double) -> String {
    language == "en" ? TextFormat.points(points, of: maximum) : self(.pointsOf, number(points), number(maximum))
  }
}
