import Courses
import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates
import WorkbookLanguage

/// The parts of a lesson as HTML.
///
/// ```swift
/// var maker = LessonHTML(output: { renderer.document(for: $0) })
/// maker.html(script.steps[0])
/// ```
///
/// Everything that people wrote is escaped; there are no scripts and no style attributes. Ids are unique within what one
/// value makes: the questions' are `q-1`, `q-2` and so on, counted through the lesson, those of steps `step-1`.
package struct LessonHTML {
  /// How the answers to the questions are shown.
  package enum Answers: Hashable, Sendable {
    /// Not at all: choices to select, as in a browser.
    case hidden
    /// Boxes to tick and lines to write on.
    case boxes
    /// Behind a button that opens them.
    case folded
    /// The answers with the remark on every choice.
    case shown
  }

  /// The result of an outcome.
  package var output: (Outcome) -> Document
  /// How many characters wide a line of a result is.
  package var columns = 88
  /// The fixed words, in the language of the lesson.
  package var words = FixedWords.english
  package var answers = Answers.folded
  /// How solutions are shown; folded ones can be opened in a browser, and are not printed.
  package var solutions = Answers.folded
  /// Whether the hints of tasks are there, folded.
  package var hasHints = true
  package var hasNotes = false
  /// How many characters wide the diagrams of models are.
  package var diagramWidth = 88
  /// Begins every id, for pages with several lessons.
  package var prefix = ""

  private var pictures = 0
  private var markdown: MarkdownHTML { MarkdownHTML(words) }

  package init(output: @escaping (Outcome) -> Document) { self.output = output }

  /// A step with its heading.
  package mutating func html(_ step: PlayedStep, number: Int) -> HTML {
    var body: HTML = ""
    for part in step.parts { body += html(part) }
    if hasNotes { body += step.notes.html(note) }
    return """
      <section class="step" id="\(text: prefix)step-\(number)" aria-labelledby="\(text: prefix)step-\(number)-title">
      <h2 id="\(text: prefix)step-\(number)-title">\(number). \(text: step.title)</h2>
      \(body)</section>

      """
  }

  package mutating func html(_ part: LessonPart) -> HTML {
    switch part {
    case .prose(let block): return markdown.html(block)
    case .example(let outcomes): return html(ShownExample(outcomes, output: output))
    case .question(let question): return html(question)
    case .task(let task): return self.task(task)
    case .hint(let hint, let number, let count): return hasHints ? self.hint(hint, number: number, count: count) : ""
    case .solution(let outcomes): return solution(ShownExample(outcomes, output: output))
    }
  }

  // MARK: Examples

  /// An example as a figure: short ones are kept on a page as a whole.
  package mutating func html(_ example: ShownExample) -> HTML {
    var entries: HTML = ""
    for entry in example.entries { entries += html(entry) }
    let height = example.entries.reduce(0) { $0 + $1.typed.count + $1.output.lines(width: columns).count }
    return
      "<div class=\"example\(height <= 36 ? " whole" : "")\" role=\"group\" aria-label=\"\(text: words(.example))\">\n\(entries)</div>\n"
  }

  private mutating func html(_ entry: ShownExample.Entry) -> HTML {
    var body: HTML = ""
    if !entry.typed.isEmpty {
      body += """
        <pre class="typed"\(MarkdownHTML.focus(entry.typed))><code>\(HTML(code: entry.typed))</code></pre>

        """
    }
    if let picture = entry.picture {
      body += "<div class=\"picture\">\(html(picture))</div>\n"
    } else {
      body += html(entry.output)
    }
    return "<div class=\"entry\">\(body)</div>\n"
  }

  /// A result.
  /// - Parameter width: the characters of a line, where that is not ``columns``.
  package mutating func html(_ document: Document, width: Int? = nil) -> HTML {
    var count = pictures
    let html = HTML(document, columns: width ?? columns, pictureWidth: diagramWidth) {
      count += 1
      return "\(prefix.harmless)picture-\(count)"
    }
    pictures = count
    return html
  }

  /// A model or some objects as a picture.
  package mutating func html(_ diagram: Diagram) -> HTML {
    pictures += 1
    return HTML(
      stringLiteral: DiagramLayout(diagram, width: diagramWidth).svg(
        embeddedAs: "\(prefix.harmless)picture-\(pictures)", in: words.diagramPhrases))
  }

  /// The model with which a lesson starts, as a picture; nothing where it starts without one.
  package mutating func model(_ script: LessonScript) -> HTML {
    guard script.lesson.world != nil, let start = script.states.first?.first else { return "" }
    let diagram = Diagram(start.trial().context.model)
    guard !diagram.boxes.isEmpty else { return "" }
    return """
      <figure class="picture">\(html(diagram))<figcaption class="soft">\(text: script.lesson.words(.modelAtStart))</figcaption></figure>

      """
  }

  // MARK: Questions

  /// A question as a group of controls, each choice with its own; the names are `q-1` and so on, the values count from 0.
  package func html(_ question: LessonQuestion, as answers: Answers? = nil) -> HTML {
    let answers = answers ?? self.answers
    let id: HTML = "\(text: prefix)q-\(question.number + 1)"
    let asked = markdown.html(question.prediction.question)
    switch answers {
    case .shown:
      return """
        <fieldset class="question" id="\(id)"><legend>\(text: words(.question))</legend>
        \(asked)\(remarks(question))</fieldset>

        """
    case .hidden, .boxes, .folded:
      let folded: HTML =
        answers == .folded
        ? "<details><summary>\(text: words(.theAnswer))</summary>\n\(remarks(question))</details>\n" : ""
      return """
        <fieldset class="question" id="\(id)"><legend>\(text: words(.question))</legend>
        \(asked)\(controls(question.prediction, id, isPaper: answers == .boxes))\(folded)</fieldset>

        """
    }
  }

  func controls(_ prediction: Prediction, _ id: HTML, isPaper: Bool) -> HTML {
    guard case .choices(let choices) = prediction.answer else {
      return isPaper
        ? "<p>\(text: words(.yourAnswer)): <span class=\"blank\"></span></p>\n"
        : "<p><label>\(text: words(.yourAnswer)): <input name=\"\(id)\" autocomplete=\"off\" maxlength=\"200\"></label></p>\n"
    }
    let kind: HTML = prediction.allowsSeveral ? "checkbox" : "radio"
    let items = choices.enumerated().html { place, choice -> HTML in
      if isPaper { return "<li><span class=\"box\"></span><span>\(Self.text(of: choice))</span></li>\n" }
      return """
        <li><label><input type="\(kind)" name="\(id)" value="\(place)"><span>\(Self.text(of: choice))</span></label></li>

        """
    }
    let several: HTML =
      prediction.allowsSeveral ? "<p class=\"soft\">\(text: words(.severalAreRight))</p>\n" : ""
    return "\(several)<ul class=\"choices\">\n\(items)</ul>\n"
  }

  /// Every choice with what the author says about it, or the value.
  package func remarks(_ question: LessonQuestion) -> HTML { remarks(question.answer) }

  func remarks(_ answer: PredictionResult) -> HTML {
    switch answer.prediction.answer {
    case .choices(let choices):
      let items = choices.enumerated().html { place, choice -> HTML in
        let isRight = answer.rightChoices.contains(place)
        let isGiven = if case .choices(let given) = answer.answer { given.contains(place) } else { false }
        let mark: HTML = isGiven ? " <span class=\"given\">\(text: words(.givenAnswer))</span>" : ""
        return """
          <li class="\(isRight ? "right" : "wrong")"><span class="mark">\(isRight ? "✓" : "✗")</span>\
          <strong>\(text: words(isRight ? .right : .wrong)):</strong> \(Self.text(of: choice))\
          \(mark)\(choice.remark.map { " — \(MarkdownHTML.inlineCode($0))" } ?? "")</li>

          """
      }
      return "<ul class=\"remarks\">\n\(items)</ul>\n"
    case .expression(let expression):
      let value = answer.actual?.textOfAnswer ?? words(.unknown)
      let asked: HTML =
        value == expression.text ? "" : "<code>\(HTML(lines: [expression.text]))</code> \(text: words(.valueIs)) "
      let right: HTML =
        "<p class=\"right\"><strong>\(text: words(.answer)):</strong> \(asked)<code>\(HTML(lines: [value]))</code></p>\n"
      let items = answer.prediction.wrongValues.html { wrong -> HTML in
        let isGiven = if case .value = answer.answer { wrong.remark == answer.remark } else { false }
        let mark: HTML = isGiven ? " <span class=\"given\">\(text: words(.givenAnswer))</span>" : ""
        return """
          <li class="wrong"><span class="mark">✗</span><strong>\(text: words(.wrong)):</strong> \
          <code>\(HTML(lines: [wrong.text]))</code>\(mark)\(wrong.remark.map { " — \(MarkdownHTML.inlineCode($0))" } ?? "")</li>

          """
      }
      return right + (items.text.isEmpty ? "" : "<ul class=\"remarks\">\n\(items)</ul>\n")
    }
  }

  package static func text(of choice: Prediction.Choice) -> HTML {
    choice.condition == nil
      ? MarkdownHTML.inlineCode(choice.text) : "<code>\(HTML(lines: [choice.text]))</code>"
  }

  // MARK: Tasks

  package func task(_ task: MarkdownDocument) -> HTML {
    "<div class=\"task\"><h3>\(text: words(.yourTurn))</h3>\n\(MarkdownHTML(topLevel: 4, words).html(task))</div>\n"
  }

  package func hint(_ hint: MarkdownDocument, number: Int, count: Int) -> HTML {
    """
    <details class="hint"><summary>\(text: words(.hint, "\(number)", "\(count)"))</summary>
    \(MarkdownHTML(topLevel: 4, words).html(hint))</details>

    """
  }

  package mutating func solution(_ example: ShownExample) -> HTML {
    switch solutions {
    case .hidden, .boxes: return ""
    case .folded:
      return "<details class=\"solution\"><summary>\(text: words(.solution))</summary>\n\(html(example))</details>\n"
    case .shown: return "<div class=\"solution\"><h3>\(text: words(.solution))</h3>\n\(html(example))</div>\n"
    }
  }

  package func note(_ note: MarkdownDocument) -> HTML {
    "<aside class=\"note\"><h3>\(text: words(.forTheTeacher))</h3>\n\(MarkdownHTML(topLevel: 4, words).html(note))</aside>\n"
  }
}
