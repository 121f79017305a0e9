import Courses
import Diagnostics
import JSON
import ModelInterchange
import Pages
import Predicates
import Shell
import Support
import WorkbookLanguage

/// A student's own copy of the graph, and the prompt on it: the same `Session` as in a terminal.
///
/// It is Sendable, although a session is not, because its session shares nothing that changes with any other: the player
/// is a copy made by ``LessonPlayer/student(_:)``, whose graph is a value. The lock keeps threads apart, of which only one
/// at a time has any work for it anyway.
final class StudentSession: @unchecked Sendable {
  /// The result of an input.
  struct Answer: Sendable {
    /// The statement goes on: nothing has run.
    var isUnfinished = false
    /// Nothing has run, because the student's share of the memory is used up.
    var isRefused = false
    /// The lines to show.
    var output: HTML = ""
    /// Whether the task is done now, and was not before.
    var isSolved = false
    /// How far the open task is; nil where none is open.
    var progress: TaskProgress?
    /// Whether the input was a command, such as `hint`, which belongs to no attempt.
    var isCommand = false
    /// How many hints of the task have been shown, and whether the input asks for the solution.
    var hints = 0
    var wantsSolution = false
    /// Whether the input changed neither the model, nor objects or names, and did not fail.
    var onlyLooked = false
    /// Why the input failed; nil if it did not.
    var problem: String?
    /// The same for two students whose inputs ended alike: the same model, objects, checks and problem.
    var ending = 0
    /// The objects as they are now.
    var graph: JSONValue = .null
    /// The model's diagram, if it has changed.
    var diagram: String?

    fileprivate mutating func note(ending model: Diagram?) {
      var hasher = Hasher()
      hasher.combine(model)
      // Under which names a student has the objects makes no difference.
      hasher.combine(graph["objects"]?.line)
      hasher.combine(graph["links"]?.line)
      hasher.combine(progress)
      hasher.combine(problem)
      ending = hasher.finalize()
    }
  }

  static let budget = Budget.classroom
  /// The input that begins the screen again.
  static let restart = "restart"

  let place: ClassPlace
  private let control: DeskControl
  private let share: Int
  private let lock = Locked(())
  private var session: Session
  /// The student's place at the beginning, for `restart`.
  private let start: LessonPlayer
  /// The diagram that the page shows; nil while the model has too many entities.
  private var diagram: Diagram?
  /// How many drawings results have had.
  private var pictureCount = 0
  /// Whether a part of what was typed has not been run again, and no one has been told.
  private var isPartial = false

  /// The bytes that a student's inputs may leave in memory on one screen: values, names, steps of undo, versions.
  static let share = 24 << 20
  /// An estimate of these bytes from above: everything that was made is counted, although some of it is gone.
  private(set) var spent = 0

  /// The most entities that are drawn after an input.
  static let diagramLimit = 40

  /// The most seconds for which statements are run again; the last of them may take longer.
  static let replaySeconds = 3.0
  /// The characters of a line of what was run again: a phone's page makes a list of a table that is wider.
  static let replayWidth = 76

  /// - Parameters:
  ///   - player: A copy that no one else has.
  ///   - control: Ends what runs here.
  ///   - share: The bytes that the inputs may leave in memory.
  init(
    _ player: sending LessonPlayer, at place: ClassPlace, _ control: DeskControl = DeskControl(),
    share: Int = share, makeInterpreter: @escaping InterpreterMaker
  ) {
    self.place = place
    self.control = control
    self.share = share
    start = player
    session = Session(
      .student, style: TextStyle(dress: .ansi), world: Session.World(makeInterpreter: makeInterpreter))
    session.activity = .lesson(player.student(Self.budget, isCancelled: control.isStopped))
    diagram = Diagram(player.interpreter.context.model)
  }

  /// Ends what runs here, and everything after it: the student is no longer in the class.
  func stop() { control.stop() }

  /// Runs again what was typed before. If that takes too long, the rest is left out, and the next answer says so.
  /// - Parameter now: the clock that says how long it takes.
  /// - Returns: the answers to the texts that were run.
  @discardableResult
  func replay(
    _ texts: [String], in turn: StatementWorkers.Turn? = nil, seconds: Double = replaySeconds,
    now: () -> Double = WebServer.now
  ) -> [Answer] {
    let end = now() + seconds
    var answers: [Answer] = []
    for text in texts {
      guard now() < end else {
        lock.withLock { _ in isPartial = true }
        break
      }
      answers.append(run(text, width: Self.replayWidth, in: turn))
    }
    return answers
  }

  /// An attempt as all see it.
  struct Attempt {
    var html: HTML = ""
    /// How the last input ended, as in ``Answer/ending``.
    var ending = 0
  }

  /// Runs an attempt from the beginning, and shows it without the statements that only look, unless there are no others. An attempt
  /// at a task is shown without hints and advice: they may say what to write to those who are still at work. If it takes too
  /// long, the rest is left out.
  func attempt(
    _ texts: [String], width: Int, in turn: StatementWorkers.Turn? = nil, seconds: Double = replaySeconds
  ) -> Attempt {
    let end = WebServer.now() + seconds
    session.lessonOutput.advises = false
    var attempt = Attempt()
    var looks: HTML = ""
    var isPartial = false
    for text in texts {
      isPartial = WebServer.now() >= end
      if isPartial { break }
      let answer = run(text, width: width, in: turn)
      let entry = HTML.entry(text, answer.output)
      looks += entry
      if !answer.onlyLooked { attempt.html += entry }
      attempt.ending = answer.ending
    }
    if attempt.html.text.isEmpty { attempt.html = looks }
    if isPartial { attempt.html += "<p class=\"small\">The rest is left out: it takes too long to run.</p>" }
    return attempt
  }

  /// Runs an input.
  /// - Parameter turn: lets others run meanwhile, where several share the processors.
  func run(_ text: String, width: Int, in turn: StatementWorkers.Turn? = nil) -> Answer {
    lock.withLock { _ in control.during(turn) { answer(to: text, width: width) } }
  }

  private func html(_ document: Document, _ width: Int) -> HTML {
    HTML(document, columns: width, pictureWidth: width) {
      pictureCount += 1
      return "result-\(pictureCount)"
    }
  }

  private func answer(to text: String, width: Int) -> Answer {
    var answer = Answer()
    let wasOpen = session.player?.phase == .task
    let (canUndo, canRedo) = (session.interpreter.context.canUndo, session.interpreter.context.canRedo)
    session.lessonOutput.problem = nil
    var result = Document()
    let begins = text.trimmed == Self.restart
    if begins {
      spent = 0
      session.activity = .lesson(start.student(Self.budget, isCancelled: control.isStopped))
      result = [StyledText("from the beginning of this screen", .faint)]
    } else if spent > share {
      answer.isRefused = true
      let words = """
        Your copy is full: what you typed on this screen takes more than your share of the memory, \(share >> 20) MB. Type restart \
        to begin the screen again.
        """
      answer.output = html(Document(StyledText(words, .warning)), width)
      return answer
    } else if let output = session.take(text, width: width) {
      spent += Self.cost(of: text, in: session.interpreter)
      result = output
      let statements = WorkbookParser.parse(SourceText(session.meaning(of: text))).statements
      answer.isCommand = statements.contains(where: \.isCommand)
      answer.wantsSolution = statements.contains { $0.kind == .shell(.solution) }
      answer.onlyLooked =
        session.lessonOutput.problem == nil
        && statements.allSatisfy { $0.onlyLooks || $0.kind == .undo && !canUndo || $0.kind == .redo && !canRedo }
    } else {
      answer.isUnfinished = true
      return answer
    }
    if isPartial {
      isPartial = false
      let words = "What you typed before took too long to be run again as a whole: see what is there, or type restart."
      result = Document(StyledText(words, .warning)) + result
    }
    answer.output = html(wasOpen && !session.lessonOutput.advises ? result.withoutHints : result, width)
    answer.isSolved = wasOpen && session.player?.phase != .task
    // Nothing is checked before the first statement.
    if wasOpen, !answer.isSolved, !begins { answer.progress = session.lessonOutput.taskProgress }
    answer.problem = session.lessonOutput.problem
    answer.hints = session.player?.taskHints.shown ?? 0
    answer.graph = session.interpreter.picture
    let model = session.interpreter.context.model
    if model.entityNames.count > Self.diagramLimit {
      diagram = nil
      answer.diagram = "<p class=\"small\">The model has too many entities to draw here.</p>"
    } else if case let now = Diagram(model), now != diagram {
      diagram = now
      answer.diagram = HTML.diagram(now, session.words).text
    }
    answer.note(ending: diagram)
    return answer
  }

  /// The bytes that an input may leave in memory, by what it used up. Measured with inputs that leave as much as they can: it
  /// is never less than what stays.
  static func cost(of text: String, in interpreter: Interpreter) -> Int {
    // A step of undo may hold a list of the entities.
    let step = 60 + 16 * interpreter.context.model.entityNames.count
    let costs: [(Meter.Resource, Int)] = [(.bytes, 2), (.objects, 100), (.statements, step), (.properties, 800)]
    return 1_000 + 4 * text.utf8.count + costs.reduce(0) { $0 + interpreter.used($1.0) * $1.1 }
  }

  func completions(of text: String, at cursor: Int) -> Completions {
    lock.withLock { _ in session.completions(of: text, at: cursor) }
  }

  /// The objects as they are now.
  func graph() -> JSONValue { lock.withLock { _ in session.interpreter.picture } }

  /// The objects as they are now; null where they cannot show a relationship that statements name, and the diagram can.
  func graph(about statements: [String]) -> JSONValue {
    lock.withLock { _ in
      let picture = session.interpreter.picture
      return diagram == nil || session.interpreter.context.model.canBeSeen(in: picture, where: statements)
        ? picture : .null
    }
  }

  /// The model's diagram as it is now; empty while the model has too many entities.
  func model() -> HTML { lock.withLock { _ in diagram.map { HTML.diagram($0, session.words) } ?? "" } }
}

extension Document {
  /// The document without the hints of its messages, which may say what to write; those that ask about a misspelled name stay.
  fileprivate var withoutHints: Document {
    Document(
      blocks.map { block in
        switch block {
        case .message(var diagnostic, let source, let showsPlaces):
          if diagnostic.nearest.isEmpty { diagnostic.hint = nil }
          return .message(diagnostic, source, showsPlaces: showsPlaces)
        case .nested(let document, let first, let rest):
          return .nested(document.withoutHints, first: first, rest: rest)
        case .line, .prose, .cut, .source, .table, .picture: return block
        }
      })
  }
}
