import Courses
import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// A sitting at the prompt, or the run of a script: what was made so far, and where the learner is.
///
/// ```swift
/// var session = Session(.prompt, style: .plain)
/// session.run(ScriptedReader(["entity Team { name: String }", "show Team"])) { print($0) }
/// ```
///
/// A person, a script and a test go through the same loop: read a line, see whether it is an input or the beginning of
/// one, evaluate it, write the result.
///
/// ## Topics
/// - ``run(_:write:)``, ``evaluate(_:)``
/// - ``Mode``, ``Activity``
package struct Session {
  /// Who is at the other end.
  package enum Mode: Hashable, Sendable {
    /// A learner: commands work, an empty line abandons, failures are part of learning.
    case prompt
    /// A file or a pipe: statements alone, and a failure counts.
    case script
    /// A student in a class: as at the prompt, but the teacher moves the lesson on.
    case student
    /// A learner in a browser: as at the prompt, but pages show the lesson's text, and there are no files.
    case browser

    /// Whether commands of the prompt are understood.
    var takesCommands: Bool { self != .script }
  }

  /// The activity that typed statements belong to. Indirect, because it is read for every statement and a player or an
  /// attempt is large.
  package indirect enum Activity {
    case playground
    case lesson(LessonPlayer)
    case exercise(ExerciseAttempt)
    case drill(DrillAttempt)
    case practice(PracticeRound)
  }

  /// The outside world: nothing here reads the clock, the environment or a folder by itself.
  package struct World: Sendable {
    package var makeInterpreter: InterpreterMaker
    /// The state before a step of a lesson, where many play the same lessons; nil where each replays it alone.
    package var lessonStart: (@Sendable (Lesson, Int) -> Interpreter)?
    package var library: Library?
    package var progressStore: ProgressStore?
    /// A clock that only goes forward, for `timing on`.
    package var clock: @Sendable () -> Duration
    /// The day for practice, as ``PracticeCard`` counts days.
    package var today: @Sendable () -> Int
    /// Ctrl-C while a statement runs; nil where it ends the process.
    package var interrupts: Interrupts?
    /// Shown while a statement takes its time; nil if no one is looking.
    package var progressBar: ProgressBar?
    /// The names in a folder, for completion; see ``FolderListing``. Nil where there are no files.
    package var listFolder: (@Sendable (_ folder: String) -> [String])?
    /// The cells of a line as they are now, for a window that changes; nil where they stay.
    package var width: (@Sendable () -> Int)?

    package init(
      makeInterpreter: @escaping InterpreterMaker = { now in
        now.map { date in Interpreter(environment: .init(now: { date })) } ?? Interpreter()
      },
      library: Library? = nil, progressStore: ProgressStore? = nil,
      clock: @escaping @Sendable () -> Duration = { .zero }, today: @escaping @Sendable () -> Int = { 0 },
      interrupts: Interrupts? = nil,
      progressBar: ProgressBar? = nil, listFolder: (@Sendable (String) -> [String])? = nil,
      width: (@Sendable () -> Int)? = nil
    ) {
      self.makeInterpreter = makeInterpreter
      self.library = library
      self.progressStore = progressStore
      self.clock = clock
      self.today = today
      self.interrupts = interrupts
      self.progressBar = progressBar
      self.listFolder = listFolder
      self.width = width
    }
  }

  package let mode: Mode
  package internal(set) var style: TextStyle
  package let world: World
  package var activity = Activity.playground
  /// The learner's own graph; it waits while a lesson or an exercise is going on.
  package var playground: Interpreter
  /// The file whose lines are read; nil at the prompt.
  package let name: String?
  /// Whether a script's statements print only answers, not what they did; failures are always printed.
  package let isQuiet: Bool
  package var keptRecord: KeptRecord
  var typing = Typing()
  package var lessonOutput = LessonOutput()
  /// Whether the text that ``take(_:width:)`` took last failed, or was refused.
  package internal(set) var lastInputFailed = false
  var hasFailed = false
  /// Whether the file that the session was to begin with could not be opened.
  var couldNotOpen = false
  var isOver = false
  /// The budget of what is typed in a lesson; nil for that of the lesson itself.
  package var inputBudget: Budget?
  /// Lessons that were left in the middle of a step, by slug, one player for each step, the latest last: they go on there.
  var leftLessons: [String: [LessonPlayer]] = [:]
  /// The fixed words in the language of the course, for practice and drills; read when one begins.
  var courseWords = FixedWords.english
  /// The part of the learner's own graph that is in files.
  var keptWork = KeptWork()

  package init(
    _ mode: Mode, style: TextStyle = .plain, world: World = World(), name: String? = nil, isQuiet: Bool = false
  ) {
    self.mode = mode
    self.style = style
    self.world = world
    self.name = name
    self.isQuiet = isQuiet
    keptRecord = KeptRecord(store: world.progressStore, steps: world.library.map(LessonSteps.init(of:)))
    playground = world.makeInterpreter(nil)
    playground.detail = isQuiet ? .values : .changes
  }

  /// The learner's record; nil before it is first needed.
  var progress: Progress? { keptRecord.progress }

  /// Whether the learner's own graph has an entity.
  package var hasModel: Bool { !playground.context.model.entities.isEmpty }

  /// The interpreter that the learner sees.
  package var interpreter: Interpreter {
    switch activity {
    case .exercise(let attempt): attempt.interpreter
    case .drill(let attempt): attempt.interpreter
    case .playground, .lesson, .practice: player?.interpreter ?? playground
    }
  }

  /// The player of the lesson that is going on, or of the question that practice asks.
  package var player: LessonPlayer? {
    switch activity {
    case .lesson(let player): player
    case .practice(let round): round.open?.player
    case .playground, .exercise, .drill: nil
    }
  }

  func format(_ diagnostic: Diagnostic) -> Document { Document(diagnostic) }

  /// How many lines a document is on the learner's screen.
  func lineCount(_ document: Document) -> Int { document.lines(width: style.width).count }
}

extension Statement {
  /// Whether it is a command of the prompt.
  package var isCommand: Bool {
    if case .shell = kind { true } else { false }
  }
}

extension SourceText {
  /// A part of the text as a separate text, with the same file and line.
  func excerpt(_ range: SourceRange) -> SourceText {
    SourceText(String(self[range]), name: name, firstLine: position(at: range.lowerBound).line)
  }
}
