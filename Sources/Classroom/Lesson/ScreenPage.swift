import Courses
import Diagnostics
import Pages
import Shell
import WorkbookLanguage

extension ClassScreen {
  /// The screen as the pages show it. The answers of a question are not in it: each page has its own form for them.
  var html: HTML { "\(HTML.blocks(introduction))\(pieces.html(Self.html))" }

  private static func html(_ piece: LessonPiece) -> HTML {
    switch piece.content {
    case .prose(let block): .blocks([block])
    case .run(let source, let outcomes): run(source, outcomes)
    case .question(let prediction): .blocks(prediction.question.blocks)
    case .answer(let result): answer(result)
    case .task(let document): .blocks(document.blocks)
    case .solution(let sources):
      "<div class=\"solution\"><h3>One way to do it</h3>\(sources.html { "<pre class=\"code\">\(lines: $0.text)</pre>" })</div>"
    }
  }

  /// A statement and its result, as at the prompt.
  static func run(_ source: SourceText, _ outcomes: [Outcome]) -> HTML {
    let renderer = OutcomeRenderer(style: TextStyle(dress: .ansi, width: 72), showsPlaces: false)
    let output = renderer.lines(for: outcomes)
    let typed = "<pre class=\"code typed\">\(lines: source.text)</pre>" as HTML
    guard !output.isEmpty else { return "<div class=\"run\">\(typed)</div>" }
    return
      "<div class=\"run\">\(typed)<pre class=\"output\" tabindex=\"0\">\(HTML.terminal(output))</pre></div>"
  }

  /// The answers to a question with the author's remarks on all of them.
  static func answer(_ result: PredictionResult) -> HTML {
    switch result.prediction.answer {
    case .choices(let choices):
      let rows = choices.enumerated().html { index, choice in
        let isRight = result.rightChoices.contains(index)
        let remark = choice.remark.map { ": \(HTML.line($0))" as HTML } ?? ""
        return
          "<li class=\"\(isRight ? "right" : "wrong" as HTML)\"><span class=\"mark\">\(isRight ? "✓ right" : "✗ wrong" as HTML)</span> <span><b>\(HTML.choice(choice))</b>\(remark)</span></li>"
      }
      return "<ul class=\"answers\">\(rows)</ul>"
    case .expression(let expression):
      guard let actual = result.actual else { return "" }
      return
        "<p class=\"answers\"><span class=\"mark\">✓</span> <code>\(text: expression.text)</code> is <code>\(text: actual.textOfAnswer)</code></p>"
    }
  }
}

extension HTML.Interpolation {
  /// Text of several lines.
  mutating func appendInterpolation(lines text: String) {
    var text = text[...]
    while text.last?.isNewline == true { text.removeLast() }
    appendInterpolation(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { HTML(String($0)) }.joined(by: "\n"))
  }
}
