import Courses
import Diagnostics
import WorkbookLanguage

/// A part of a step that is being played, as a page shows it.
package enum PlayedPart: Sendable {
  case html(HTML)
  /// A question; the answer that was given, and the result once it is known.
  case question(Prediction, given: PredictionAnswer?, result: PredictionResult?)
  /// The end of a task that holds.
  case taskDone

  /// Whether it is a question that waits for its answer.
  package var isOpenQuestion: Bool {
    if case .question(_, nil, nil) = self { true } else { false }
  }
}

extension LessonHTML {
  /// Adds what happened in a lesson to the parts that a page shows. A step that begins takes the place of the one before.
  ///
  /// Statements that were typed, and what the checks say, are not parts of the step: a prompt shows them.
  package mutating func add(_ event: LessonEvent, to parts: inout [PlayedPart]) {
    switch event {
    case .stepBegins(_, _, _, let origin):
      // The introduction comes before the first step.
      let introduction = parts.last.flatMap { part -> HTML? in
        if case .html(let html) = part, html.text.hasPrefix(Self.introductionStart.text) { html } else { nil }
      }
      parts = introduction.map { [.html($0)] } ?? []
      let sentences = origin.sentences(in: words)
      if !sentences.isEmpty {
        let work = origin.work.isEmpty ? "" : MarkdownHTML.code(origin.work.joined(separator: "\n"))
        parts.append(.html("\(sentences.html { "<p class=\"origin\">\(text: $0)</p>\n" })\(work)"))
      }
    case .introduction(let blocks):
      parts.append(.html("\(Self.introductionStart)\(MarkdownHTML(words).html(blocks))</div>\n"))
    case .prose(let blocks): parts.append(.html(MarkdownHTML(words).html(blocks)))
    case .run(_, let outcomes): parts.append(.html(html(ShownExample(outcomes, output: output))))
    case .question(let prediction): parts.append(.question(prediction, given: nil, result: nil))
    case .predictionResult(let result):
      let place = parts.firstIndex { part in
        if case .question(let asked, _, nil) = part { asked == result.prediction } else { false }
      }
      if let place { parts[place] = .question(result.prediction, given: result.answer, result: result) }
    case .taskBegins(let task): parts.append(.html(self.task(task)))
    case .hint, .questionHint, .revealed, .solution: parts.append(.html(reply(event)))
    case .taskDone: parts.append(.taskDone)
    case .stepDone, .note, .executed, .checks, .refused: break
    case .lessonDone(let summary): parts.append(.html(html(summary)))
    }
  }

  /// The reply to a request for help or to an answer, which a page shows where it was typed. Empty for all other events.
  package func reply(_ event: LessonEvent) -> HTML {
    switch event {
    case .predictionResult(let result): verdict(result) + remarks(result)
    case .hint(let hint, let number, let count):
      """
      <div class="hint"><h3>\(text: words(.hint, "\(number)", "\(count)"))</h3>
      \(MarkdownHTML(topLevel: 4, words).html(hint))</div>

      """
    case .questionHint(let hint): html(hint)
    case .revealed(let result):
      "<div class=\"solution\"><h3>\(text: words(.theAnswer))</h3>\n\(remarks(result))</div>\n"
    case .solution(let sources):
      "<div class=\"solution\"><h3>\(text: words(.solution))</h3>\n\(sources.html { MarkdownHTML.code($0.text) })</div>\n"
    case .introduction, .stepBegins, .prose, .note, .run, .question, .taskBegins, .executed, .checks, .refused,
      .taskDone, .stepDone, .lessonDone:
      ""
    }
  }

  /// The sign at the end of a task.
  package static func doneMark(_ words: FixedWords) -> HTML {
    "<p class=\"done task-done\">✓ \(text: words(.doneMark))</p>\n"
  }

  private static let introductionStart: HTML = "<div class=\"introduction\">\n"

  /// Shows the answer to a question whose result is not known yet.
  package static func note(_ answer: PredictionAnswer, to question: Prediction, in parts: inout [PlayedPart]) {
    let place = parts.firstIndex { part in
      if case .question(question, nil, nil) = part { true } else { false }
    }
    if let place { parts[place] = .question(question, given: answer, result: nil) }
  }

  /// A part as it is read: a question with its answer and all remarks, or with the answer that was given.
  ///
  /// - Parameters:
  ///   - number: makes the ids of a question's controls, `q-1` and so on.
  ///   - form: the form around the controls of a question that is open; without one, there are no controls.
  package func html(_ part: PlayedPart, number: Int, form: ((HTML) -> HTML)?) -> HTML {
    let prediction: Prediction
    let given: PredictionAnswer?
    let result: PredictionResult?
    switch part {
    case .html(let html): return html
    case .taskDone: return Self.doneMark(words)
    case .question(let asked, let answer, let verdict): (prediction, given, result) = (asked, answer, verdict)
    }
    let id: HTML = "\(text: prefix)q-\(number)"
    let asked = MarkdownHTML(words).html(prediction.question)
    if given == nil, result == nil, let form {
      // Choices are numbers, and could not be told from a typed value.
      let kind: HTML =
        if case .choices = prediction.answer { "<input type=\"hidden\" name=\"choices\" value=\"1\">" } else { "" }
      let fields: HTML = """
        <fieldset class="question" id="\(id)"><legend>\(text: words(.question))</legend>
        \(kind)\(asked)\(controls(prediction, "answer", isPaper: false))</fieldset>

        """
      return form(fields)
    }
    guard let result else {
      let said = given.map { self.said($0, to: prediction) } ?? ""
      return """
        <div class="question" id="\(id)"><h3>\(text: words(.question))</h3>
        \(asked)\(said)</div>

        """
    }
    // A choice that was given is marked among the remarks.
    let said: HTML = if case .value? = given { self.said(result.answer, to: prediction) } else { "" }
    return """
      <div class="question answered" id="\(id)"><h3>\(text: words(.question))</h3>
      \(asked)\(verdict(result))\(said)\(remarks(result))<span id="after-\(id)"></span></div>

      """
  }

  private func verdict(_ result: PredictionResult) -> HTML {
    func line(_ kind: HTML, _ sign: HTML, _ key: FixedWords.Key) -> HTML {
      "<p class=\"verdict \(kind)\"><strong>\(sign)\(text: words(key)).</strong></p>\n"
    }
    if result.answer == .skipped { return line("skipped", "", .skippedMark) }
    if result.isRight { return line("right", "✓ ", .right) }
    return result.isIncomplete ? line("wrong", "", .notAllOfIt) : line("wrong", "✗ ", .notSo)
  }

  private func said(_ answer: PredictionAnswer, to prediction: Prediction) -> HTML {
    switch answer {
    case .skipped: return ""
    case .value(let typed): return "<p>\(text: words(.youSaidThis)): <code>\(HTML(lines: [typed]))</code></p>\n"
    case .choices(let chosen):
      guard case .choices(let choices) = prediction.answer else { return "" }
      let items = chosen.filter(choices.indices.contains).html { "<li>\(Self.text(of: choices[$0]))</li>" }
      return "<p>\(text: words(.youSaidThis)):</p>\n<ul>\(items)</ul>\n"
    }
  }

  private func html(_ hint: QuestionHint) -> HTML {
    switch hint {
    case .runsNext(let source, let asked):
      let question = asked.map {
        "<p>\(text: words(.thenTheAnswer))</p>\n\(MarkdownHTML.code($0.text))" as HTML
      }
      return """
        <div class="hint"><h3>\(text: words(.aHint))</h3>
        <p>\(text: words(.runsNext))</p>
        \(MarkdownHTML.code(source.text))\(question ?? "")</div>

        """
    case .wrongChoice(let index):
      return "<div class=\"hint\"><h3>\(text: words(.aHint))</h3>\n<p>\(text: words(.notThis)) \(index + 1)</p></div>\n"
    }
  }

  private func html(_ summary: LessonSummary) -> HTML {
    let isWhole = summary.done + summary.skipped >= summary.steps
    var sentences = [isWhole ? words(.wholeLesson) : words(.lastStep, "\(summary.done)", "\(summary.steps)")]
    if summary.skipped > 0 { sentences.append(words(.skippedCount, "\(summary.skipped)")) }
    if summary.hints > 0 { sentences.append(words(.hintCount, "\(summary.hints)")) }
    return "<p class=\"done\">\(text: sentences.joined(separator: " "))</p>\n"
  }
}
