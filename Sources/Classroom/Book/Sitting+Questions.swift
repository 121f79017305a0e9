import Courses
import Diagnostics
import Drills
import Pages
import Shell
import WorkbookLanguage

// Drills and practice: one question at a time.
extension Sitting {
  /// The contents of the page of a drill or of practice.
  struct QuestionView: Sendable {
    enum Phase: Sendable {
      case asking, answered
      /// Nothing is asked.
      case over
    }

    var phase: Phase
    /// The name of the question, which its forms send back.
    var name = ""
    /// Lines before the question.
    var heading: [StyledText]
    var question: HTML
    /// Lines about the answer.
    var said: [StyledText]
    var hasHints: Bool
    var hasPrompt: Bool
    var log: HTML
    var graph: GraphView
    /// The exercise that practice has come to.
    var exercise: String?
  }

  /// The name of the open question, or of the one that was answered last.
  var questionName: String {
    switch session.activity {
    case .drill(let attempt): "\(attempt.drill.kind.rawValue)-\(attempt.drill.seed)"
    case .practice(let round): "\(round.place)-\(round.count)"
    case .playground, .lesson, .exercise: ""
    }
  }

  /// Whether a form is about a question that another window has replaced. The page says so.
  mutating func isReplaced(_ name: String?) -> Bool {
    guard let name, name != questionName else { return false }
    said = [StyledText(words(.questionReplaced))]
    return true
  }

  /// Takes an answer to a drill, or to a question of practice.
  mutating func answerQuestion(_ typed: String) {
    let text = TypographicCharacters(in: typed).plain
    switch session.activity {
    case .drill(let attempt):
      // An answer that another window has given already keeps its verdict.
      if !attempt.isAnswered { said = shown(session.take(text, width: columns) ?? []) }
    case .practice:
      said = nothing(in: text).map { [StyledText($0)] } ?? shown(session.answerQuestion(with: text))
      collect()
    case .playground, .lesson, .exercise: break
    }
  }

  /// Shows a hint, or the answer.
  mutating func help(_ word: String) {
    said = shown(session.take(word, width: columns) ?? [])
    collect()
  }

  /// Asks the next question.
  mutating func goOn() {
    (parts, said) = ([], [])
    forgetLog()
    heading = shown(session.goOnWithPractice())
    collect()
  }

  /// Whether an input at the prompt asks for the next question, as the button does.
  func asksForNext(_ text: String) -> Bool {
    switch (session.activity, Session.command(in: text)) {
    case (.drill, .next), (.practice, .next), (.practice, .skip): true
    case (.drill, _), (.practice, _), (.playground, _), (.lesson, _), (.exercise, _): false
    }
  }

  /// Runs an input at a question. Once a question of practice is answered, nothing more runs before the next one.
  mutating func runAtQuestion(_ text: String, width: Int) -> HTML? {
    guard case .practice = session.activity else { return run(text, width: width) }
    let way: HTML = "<p>\(text: words(.goesOnWithPractice, "next", "leave"))</p>\n"
    if !isAsking { return .entry(text, "", way) }
    return run(text, width: width).map { isAsking ? $0 : "\($0)\(way)" }
  }

  private var isAsking: Bool {
    if case .practice(let round) = session.activity { round.open != nil } else { false }
  }

  func questionView(form: @escaping (HTML) -> HTML) -> QuestionView {
    let name = questionName
    let named: (HTML) -> HTML = { form("\(QuestionPage.field(name))\($0)") }
    var view = QuestionView(
      phase: .over, name: name, heading: heading, question: partsHTML(foldsText: true, form: named), said: said,
      hasHints: false,
      hasPrompt: false, log: log.joined(), graph: graph)
    switch session.activity {
    case .drill(let attempt):
      view.phase = attempt.isAnswered ? .answered : .asking
      // The lines of the prompt repeat the question.
      view.heading = []
      view.question = Self.html(attempt, words, form: named)
      // The answer could be read from the graph.
      view.hasPrompt = attempt.isAnswered
    case .practice(let round):
      view.phase = round.open == nil ? .answered : .asking
      view.hasHints = true
      view.hasPrompt = round.open != nil
    case .exercise(let attempt): view.exercise = attempt.exercise.id
    case .playground, .lesson: break
    }
    return view
  }

  private static func html(_ attempt: DrillAttempt, _ words: FixedWords, form: (HTML) -> HTML) -> HTML {
    let drill = attempt.drill
    let asked: HTML = """
      <p class="soft">\(text: words(.level, "\(drill.level)"))</p>
      <div lang="en">\(MarkdownHTML.code(drill.setup.joined(separator: "\n")))\(MarkdownHTML().html(MarkdownDocument(drill.question)))</div>

      """
    guard !attempt.isAnswered else { return asked }
    return asked
      + form(
        """
        <p><label>\(text: words(.yourAnswer)): <input name="answer" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="500"></label>
        <span class="small">\(words.html(.answerWith, "<span lang=\"en\">\(text: drill.prompt)</span>"))</span></p>

        """)
  }
}
