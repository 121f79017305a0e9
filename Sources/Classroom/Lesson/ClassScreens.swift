import Courses
import Diagnostics
import JSON
import ObjectGraph
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

  /// Returns the last listing of objects or of arrows before a question in its step, if the question names their entity or
  /// one of its properties; a listing is of the objects as they are now. Empty where the question's own screen has an example, and where a picture shows the objects.
  mutating func recalled(at place: ClassPlace) -> HTML {
    let screen = screen(at: place)
    let isComplete = screen.parts.contains { if case .example = $0.content { true } else { false } }
    guard let prediction = screen.question?.prediction, !isComplete, let interpreter = player(at: place)?.interpreter,
      interpreter.picture["objects"]?.elements?.isEmpty ?? true
    else { return "" }
    let model = interpreter.context.model
    let asked = (prediction.question.plainText + " " + prediction.textOfAnswer).lowercased()
    func isAbout(_ entity: String) -> Bool {
      let names = [entity] + (model[entity: entity]?.properties.map(\.name) ?? [])
      return names.contains { asked.contains($0.lowercased()) }
    }
    for case .example(let outcomes) in script.steps[place.step].parts.prefix(screen.shown).reversed() {
      let recalled = outcomes.compactMap { Recalled($0, isAbout: isAbout) }
      guard recalled.contains(where: \.isWorthRecalling) else { continue }
      // Only the last of several listings is recalled.
      let last = recalled.lastIndex { $0.isListing }
      let kept = recalled.indices.filter { !recalled[$0].isListing || $0 == last }.map { recalled[$0] }
      var maker = LessonHTML(output: BoardMeasure().output)
      maker.columns = BoardMeasure.exampleWidth
      maker.words = lesson.words
      maker.prefix = "recalled-"
      let entries = kept.map { $0.entry(on: interpreter) }
      return "<p class=\"small\">\(text: lesson.words(.fromEarlier))</p>\n\(maker.html(ShownExample(entries: entries)))"
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
  /// Whether a picture can show what the screen is about: if its statements or the code in its text name relationships, it has to
  /// have a link of one. Statements may come after whose effect is undone, or that change only the model. A question or a task has
  /// what it needs.
  func isAbout(_ picture: JSONValue, of model: ManagedObjectModel) -> Bool {
    guard kind == .text else { return true }
    let code = parts.flatMap { part -> [String] in
      switch part.content {
      case .example(let example), .solution(let example): example.entries.flatMap(\.typed)
      case .prose(let block): MarkdownDocument(blocks: [block]).code
      case .question, .remarks, .task: []
      }
    }
    return model.canBeSeen(in: picture, where: code)
  }

  var kind: ClassScreens.Kind { question != nil ? .question : task != nil ? .task : .text }

  /// The screen as the pages show it, without the answers to its question: each page has its own form for them.
  /// - Parameter prefix: Begins the ids, for a page with two screens.
  func html(prefix: String = "", words: FixedWords = .english) -> HTML {
    var maker = LessonHTML(output: BoardMeasure().output)
    maker.columns = BoardMeasure.exampleWidth
    maker.words = words
    maker.prefix = prefix
    return maker.html(self)
  }
}

extension ManagedObjectModel {
  /// Whether a picture of objects has a link of a relationship that lines of code name, or they name none.
  func canBeSeen(in picture: JSONValue, where code: [String]) -> Bool {
    let relationships = Set(entities.flatMap { $0.properties.compactMap(\.relationship?.name) })
    let words = code.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }
    let named = relationships.intersection(words)
    let shown =
      picture["links"]?.elements?.flatMap { [$0["name"]?.text, $0["inverse"]?.text].compactMap(\.self) } ?? []
    return named.isEmpty || !named.isDisjoint(with: shown)
  }
}

extension Prediction {
  /// The choices joined by spaces, or the expression that gives the value.
  fileprivate var textOfAnswer: String {
    switch answer {
    case .choices(let choices): choices.map(\.text).joined(separator: " ")
    case .expression(let expression): expression.text
    }
  }
}

/// A statement that a question is about: a declaration, or a listing of objects.
private struct Recalled {
  let text: String
  let isListing: Bool
  let isWorthRecalling: Bool

  /// Nil for a statement of another kind, or about an entity that the question is not about.
  init?(_ outcome: Outcome, isAbout: (String) -> Bool) {
    text = String(outcome.text)
    let statement = WorkbookParser.parse(SourceText(text)).statements.first
    switch statement?.kind {
    case .model(let declaration): (isListing, isWorthRecalling) = (false, declaration.dependent.map(isAbout) == true)
    case .derive: (isListing, isWorthRecalling) = (false, false)
    case .value(.fetch(let query)) where isAbout(query.entity.text):
      (isListing, isWorthRecalling) = (true, true)
    default: return nil
    }
  }

  /// The statement, and for a listing the objects as they are now.
  func entry(on interpreter: Interpreter) -> ShownExample.Entry {
    var now = interpreter.trial()
    let output = isListing ? now.run(SourceText(text)).flatMap(BoardMeasure().output) : []
    return ShownExample.Entry(typed: text.lines, output: output)
  }
}

extension ModelStatement {
  /// The entity of a dependency; nil for another declaration.
  fileprivate var dependent: String? {
    if case .dependency(let entity, _) = self { entity.text } else { nil }
  }
}
