import Courses
import Diagnostics
import Pages
import WorkbookLanguage

/// The screens of a lesson in a class, made when the first is shown.
///
/// The remarks on a question have no screen: a class sees them when the teacher shows the answer.
struct ClassScreens {
  enum Kind: String {
    case text, question, task
  }

  let lesson: Lesson
  private let makeInterpreter: InterpreterMaker
  private lazy var script = LessonScript(lesson, makeInterpreter: makeInterpreter)
  private lazy var screens = Dictionary(
    grouping: script.screens(BoardMeasure()).filter { $0.answered == nil }, by: \.step)
  private var players: [ClassPlace: LessonPlayer] = [:]

  init(lesson: Lesson, makeInterpreter: @escaping InterpreterMaker) {
    self.lesson = lesson.forClass
    self.makeInterpreter = makeInterpreter
  }

  /// The number of screens of a step, at least 1.
  mutating func count(ofStep step: Int) -> Int { screens[step]?.count ?? 1 }

  /// The screen at a place, or the nearest one of its step.
  mutating func screen(at place: ClassPlace) -> LessonScreen {
    let all = screens[place.step] ?? []
    return all.isEmpty
      ? LessonScreen(step: place.step, parts: [], shown: 0) : all[min(max(place.screen, 0), all.count - 1)]
  }

  /// The place after or before another one; nil at the end or the beginning of the lesson.
  mutating func place(_ distance: Int, from place: ClassPlace) -> ClassPlace? {
    let screen = place.screen + distance
    if (0..<count(ofStep: place.step)).contains(screen) { return ClassPlace(step: place.step, screen: screen) }
    let step = place.step + (distance < 0 ? -1 : 1)
    guard lesson.steps.indices.contains(step) else { return nil }
    return ClassPlace(step: step, screen: distance < 0 ? count(ofStep: step) - 1 : 0)
  }

  /// Returns the question that a screen asks, with its place in the step; nil if it asks none.
  mutating func question(at place: ClassPlace) -> (place: QuestionPlace, question: LessonQuestion)? {
    guard let question = screen(at: place).question else { return nil }
    let earlier = lesson.steps[..<place.step].reduce(0) { $0 + $1.predictions.count }
    return (QuestionPlace(step: place.step, number: question.number - earlier), question)
  }

  /// Returns the last listing of objects or of arrows before a question in its step, which the question is about. Empty where the
  /// question's own screen has an example, and where a picture shows the objects.
  mutating func recalled(at place: ClassPlace) -> HTML {
    let screen = screen(at: place)
    let isComplete = screen.parts.contains { if case .example = $0.content { true } else { false } }
    guard screen.question != nil, !isComplete,
      player(at: place)?.interpreter.picture["objects"]?.elements?.isEmpty ?? true
    else { return "" }
    for case .example(let outcomes) in script.steps[place.step].parts.prefix(screen.shown).reversed() {
      let entries = outcomes.compactMap { ShownExample.Entry(recalling: $0, BoardMeasure().output(of: $0)) }
      guard entries.contains(where: \.isWorthRecalling) else { continue }
      // Of several listings, the last.
      let last = entries.lastIndex { !$0.output.isEmpty }
      let kept = entries.indices.filter { entries[$0].output.isEmpty || $0 == last }.map { entries[$0] }
      var maker = LessonHTML(output: BoardMeasure().output)
      maker.words = lesson.words
      maker.prefix = "recalled-"
      return "<p class=\"small\">\(text: lesson.words(.fromEarlier))</p>\n\(maker.html(ShownExample(entries: kept)))"
    }
    return ""
  }

  /// The judge of the typed answers to a screen's question, for one thread.
  mutating func judge(at place: ClassPlace) -> QuestionJudge? {
    screen(at: place).question.flatMap { script.judge(ofQuestion: $0.number, .typedAnswer) }
  }

  /// The place of a student at a screen, whose copies are the students'; nil in a lesson without steps.
  mutating func player(at place: ClassPlace) -> LessonPlayer? {
    guard lesson.steps.indices.contains(place.step) else { return nil }
    if let known = players[place] { return known }
    let player = script.player(step: place.step, shown: screen(at: place).shown)
    players[place] = player
    return player
  }
}

extension LessonScreen {
  var kind: ClassScreens.Kind { question != nil ? .question : task != nil ? .task : .text }

  /// The screen as the pages show it, without the answers to its question: each page has its own form for them.
  /// - Parameter prefix: Begins the ids, for a page with two screens.
  func html(prefix: String = "", words: FixedWords = .english) -> HTML {
    var maker = LessonHTML(output: BoardMeasure().output)
    maker.words = words
    maker.prefix = prefix
    return maker.html(self)
  }
}

extension Outcome {
  /// Whether the result is a diagram or a picture of objects.
  fileprivate var isPicture: Bool { ShownExample([self], output: { _ in [] }).entries.contains { $0.picture != nil } }
}

extension ShownExample.Entry {
  /// A statement that a question may be about, without the results that only repeat it: a declaration, or a listing. Nil for any
  /// other.
  fileprivate init?(recalling outcome: Outcome, _ output: [String]) {
    let statement = WorkbookParser.parse(SourceText(String(outcome.text))).statements.first
    if case .model? = statement?.kind {
      self.init(typed: String(outcome.text).lines, output: [])
    } else if case .derive? = statement?.kind {
      self.init(typed: String(outcome.text).lines, output: [])
    } else if output.count >= Self.leastListing, !outcome.isPicture {
      self.init(typed: String(outcome.text).lines, output: output)
    } else {
      return nil
    }
  }

  /// The lines of the shortest listing: two rows of a table, its head, and their number.
  private static let leastListing = 4

  fileprivate var isWorthRecalling: Bool {
    output.count >= Self.leastListing || typed.first?.hasPrefix("dependency ") == true
  }
}
