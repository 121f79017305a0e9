import Courses
import Diagnostics
import JSON
import ModelInterchange
import Pages
import Shell
import WorkbookLanguage

/// A session on one thing, and what its page shows: the parts of the step, and what was typed.
struct Sitting {
  /// The surroundings of a sitting.
  struct Setting: Sendable {
    var course: CourseCache
    var store: ProgressStore?
    var makeInterpreter: InterpreterMaker
    var today: @Sendable () -> Int
    /// Whether many share the server, so that each gets as much of it as a student in a class.
    var isShared = false
  }

  /// A sitting without its graph: a page that was not used for a while is made from it again.
  struct Kept: Hashable, Sendable {
    /// The step of a lesson, from 0, and the statements with which it began.
    var step: Int?
    var draft: [String] = []
    /// Inputs and answers since then.
    var inputs: [Input] = []
    /// The bytes of it.
    var size = 0
    /// The number of an exercise's hints that were shown, and whether its solution was.
    var hints = 0
    var showsSolution = false

    /// The inputs at the prompt.
    var texts: [String] { inputs.compactMap { if case .typed(let text) = $0 { text } else { nil } } }
  }

  enum Input: Hashable, Sendable {
    /// A line at the prompt.
    case typed(String)
    /// The answer to a question, from its form.
    case answered(String)
  }

  let work: BookDesk.Work
  let setting: Setting
  var session: Session
  var parts: [PlayedPart] = []
  var maker = LessonHTML(output: Sitting.output)
  /// The cells of a line of results on the page, whose examples are made anew for it.
  var columns = Sitting.usualWidth {
    didSet {
      guard columns != oldValue else { return }
      (maker.columns, maker.diagramWidth) = (columns, diagramWidth)
    }
  }
  var kept = Kept()
  /// The inputs at the prompt, with their results.
  private(set) var log: [HTML] = []
  private var logBytes = 0
  /// The events of the latest input in a lesson.
  private var events: [LessonEvent] = []
  /// An estimate from above of the bytes that the inputs have left in memory.
  var spent = 0
  /// The lesson or the exercise that this is about.
  var lesson: Lesson?
  var exercise: ExerciseState?
  /// Lines above a question of practice, or the answer to a drill.
  var heading: [StyledText] = []
  var said: [StyledText] = []
  /// Why something that came of the latest request could not be written, besides the record.
  var failure: String?

  /// The words in the language of the lesson or the exercise, or else of the course.
  var words: FixedWords { lesson?.words ?? exercise?.exercise.words ?? setting.course.words }

  /// The most bytes of results that are kept for a page that is loaded again, and of inputs for a sitting that is made again.
  static let logLimit = 96_000
  static let inputLimit = 64 << 10
  /// The cells of a line of results where the page does not say.
  static let usualWidth = 72

  init(_ work: BookDesk.Work, _ setting: Setting, _ control: DeskControl) {
    self.work = work
    self.setting = setting
    let make = setting.makeInterpreter
    let (budget, inputBudget) = setting.isShared ? work.budgets : (nil, nil)
    @Sendable func limited(_ interpreter: Interpreter) -> Interpreter {
      var interpreter = interpreter
      interpreter.environment.isCancelled = control.isStopped
      // Only now, since the meter that a budget begins asks it.
      interpreter.budget = budget ?? interpreter.budget
      return interpreter
    }
    var world = Session.World(
      makeInterpreter: { limited(make($0)) }, library: setting.course.library, progressStore: setting.store,
      today: setting.today)
    let starts = setting.course.starts
    world.lessonStart = { lesson, step in limited(starts.state(of: lesson, before: step)) }
    session = Session(.browser, style: TextStyle(dress: .ansi, width: Self.usualWidth), world: world)
    session.inputBudget = inputBudget
  }

  /// The result of an outcome in an example.
  static func output(_ outcome: Outcome) -> Document { OutcomeRenderer(showsPlaces: false).document(for: outcome) }

  /// The lines of what a session says.
  func shown(_ document: Document) -> [StyledText] { document.lines(width: columns) }

  /// Makes a sitting as it was; nil where there is no such lesson or exercise any more.
  static func make(_ work: BookDesk.Work, from kept: Kept, _ setting: Setting, _ control: DeskControl) -> Sitting? {
    var sitting = Sitting(work, setting, control)
    switch work {
    case .lesson(let slug):
      guard let lesson = setting.course.lesson(slug), !lesson.steps.isEmpty else { return nil }
      (sitting.lesson, sitting.maker.words) = (lesson, lesson.words)
      if let step = kept.step { sitting.replay(lesson, step, kept) }
    case .exercise(let id):
      guard let exercise = setting.course.exercise(id) else { return nil }
      sitting.openExercise(exercise, kept)
    case .playground: sitting.replayPlayground(kept)
    case .drill(let kind): sitting.heading = sitting.shown(sitting.session.startDrill(kind))
    case .practice: sitting.heading = sitting.shown(sitting.session.startPractice())
    }
    sitting.collect()
    return sitting
  }

  /// Takes the parts of the lesson that came since the last time.
  /// - Returns: whether a step began, so that what was typed before is no part of it.
  @discardableResult
  mutating func collect() -> Bool {
    var begins = false
    events = session.takeEvents()
    for event in events {
      if case .stepBegins(let index, _, _, _) = event {
        forgetLog()
        kept = Kept(step: index)
        begins = true
      }
      maker.add(event, to: &parts)
    }
    for (question, answer) in session.player?.unjudged ?? [] { LessonHTML.note(answer, to: question, in: &parts) }
    return begins
  }

  /// Runs an input at the prompt.
  /// - Returns: nil for a statement that goes on, of which nothing has run.
  mutating func run(_ typed: String, width: Int) -> HTML? {
    let text = session.asTyped(typed)
    if let refusal = refusal(of: text) { return refusal }
    defer { spent += StudentSession.cost(of: text, in: session.interpreter) }
    guard let lines = session.take(text, width: width) else { return nil }
    let begins = collect()
    let entry = entry(text, lines, width: width)
    guard !begins else { return entry }
    keep(.typed(text))
    add(entry)
    return entry
  }

  /// The input and what came of it. Where a lesson goes on after a verdict, a link leads there.
  mutating func entry(_ text: String, _ result: Document, width: Int) -> HTML {
    var reply = events.html { maker.reply($0) }
    if events.contains(where: { if case .predictionResult = $0 { true } else { false } }),
      parts.contains(where: \.isOpenQuestion) || session.player?.phase == .task
    {
      let judged = parts.count { if case .question(_, _, _?) = $0 { true } else { false } }
      reply += "<p><a href=\"#after-q-\(judged)\">\(text: words(.readOn))</a></p>\n"
    }
    return .entry(text, maker.html(result, width: width), reply)
  }

  /// Why nothing more runs on a server that many share; nil where it does.
  func refusal(of text: String) -> HTML? {
    guard setting.isShared, spent > StudentSession.share, text.trimmed != "restart" else { return nil }
    return .entry(
      text,
      .output(
        Document(
          StyledText(
            "Your graph is full: what you typed here takes more than your share of the memory, \(StudentSession.share >> 20) MB. Begin again.",
            .warning)
        ).lines(width: columns)))
  }

  mutating func keep(_ input: Input) {
    let size =
      switch input {
      case .typed(let text), .answered(let text): text.utf8.count + 16
      }
    guard kept.size + size <= Self.inputLimit else { return compact() }
    kept.inputs.append(input)
    kept.size += size
  }

  /// Keeps the playground as what is there, when what was typed has become too long. In a lesson, what comes after so much is
  /// not run again.
  private mutating func compact() {
    guard work == .playground, case .success(let text) = export(ending: "graph"), text.utf8.count <= Self.fileLimit
    else { return }
    (kept.inputs, kept.size) = ([.typed(text)], 0)
  }

  mutating func add(_ entry: HTML) {
    log.append(entry)
    logBytes += entry.text.utf8.count
    while logBytes > Self.logLimit, log.count > 1 { logBytes -= log.removeFirst().text.utf8.count }
  }

  mutating func forgetLog() { (log, logBytes, spent) = ([], 0, 0) }

  /// The words that are possible at the cursor.
  func completions(of text: String, at cursor: Int) -> Completions {
    (0...text.utf8.count).contains(cursor) ? session.completions(of: text, at: cursor) : .none
  }

  /// The characters of a diagram: on a phone they are narrower than those of results.
  var diagramWidth: Int { columns < Self.usualWidth ? columns * 8 / 7 : 88 }

  /// The objects and the model as they are now.
  var graph: GraphView {
    let interpreter = session.interpreter
    let model = interpreter.context.model
    let isDrawn = model.entityNames.count <= StudentSession.diagramLimit
    return GraphView(
      objects: interpreter.picture,
      diagram: isDrawn
        ? HTML.diagram(Diagram(model), width: diagramWidth, words)
        : "<p class=\"small\">\(text: words(.tooManyEntities))</p>")
  }

  /// The objects as the pages draw them, and the diagram of the model.
  struct GraphView: Sendable {
    var objects: JSONValue
    var diagram: HTML
  }
}
