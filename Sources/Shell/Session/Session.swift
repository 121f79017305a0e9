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
/// - ``Manner``, ``Activity``
package struct Session {
  /// Who is at the other end.
  package enum Manner: Hashable, Sendable {
    /// A learner: commands work, an empty line abandons, failures are part of learning.
    case prompt
    /// A file or a pipe: statements alone, and a failure counts.
    case script
    /// A student in a class: as at the prompt, but the teacher moves the lesson on.
    case student

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

  package let manner: Manner
  package private(set) var style: TextStyle
  package let world: World
  package var activity = Activity.playground
  /// The learner's own graph; it waits while a lesson or an exercise is going on.
  package var playground: Interpreter
  /// The file whose lines are read; nil at the prompt.
  package let name: String?
  /// Whether a script's statements print only answers, not what they did; failures are always printed.
  package let isQuiet: Bool
  /// Loaded when it is first needed.
  var progress: Progress?
  /// Why the record could not be written the last time.
  var unsavedProblem: Diagnostic?
  /// The record before the changes that have not been written yet.
  var known = Progress()
  /// The changes of the record that have not been written yet.
  var unsavedChanges: [(inout Progress) -> Void] = []
  var showsTiming = false
  /// The input that `again` brings back.
  var lastInput: SourceText?
  /// Whether the reader lets a line be edited before it is entered again.
  var readerCanEdit = false
  /// Whether the person knows how an unfinished statement ends.
  private var hasExplainedContinuation = false
  /// The text that the next line begins with.
  var textToEdit: String?
  /// The feedback that was shown last, so that it is not repeated.
  var lastFeedback: [String] = []
  /// The author's advice in the last feedback on a task; nil once all checks hold.
  package internal(set) var lastAdvice: String?
  var hasFailed = false
  /// Whether the file that the session was to begin with could not be opened.
  var couldNotOpen = false
  var isOver = false
  /// How many lines at the end of what is shown next are a question or a task.
  var closingLineCount = 0
  /// Lessons that were left in the middle of a step, by slug, one player for each step, the latest last: they go on there.
  var leftLessons: [String: [LessonPlayer]] = [:]
  /// The part of the learner's own graph that is in files.
  var keptWork = KeptWork()

  package init(
    _ manner: Manner, style: TextStyle = .plain, world: World = World(), name: String? = nil, isQuiet: Bool = false
  ) {
    self.manner = manner
    self.style = style
    self.world = world
    self.name = name
    self.isQuiet = isQuiet
    playground = world.makeInterpreter(nil)
    playground.describesChanges = !isQuiet
  }

  // MARK: The loop

  /// Reads and evaluates until the input ends or the learner leaves.
  ///
  /// - Parameters:
  ///   - opening: a command that comes before the first line, as `graphbook learn` gives one.
  ///   - write: takes whole lines, each with its line break.
  ///   - beforeWaiting: called when the next input is not there yet.
  @discardableResult
  package mutating func run(
    _ reader: some LineReader, opening: (inout Session) -> [String] = { $0.greeting() }, write: (String) -> Void,
    beforeWaiting: () -> Void = {}
  ) -> ProgramStatus {
    func show(_ lines: [String]) {
      switch lines.count {
      case 0: break
      case 1: write(lines[0] + "\n")
      default: write(lines.joined(separator: "\n") + "\n")
      }
    }
    let first = opening(&self)
    announceClosing(to: reader)
    show(first)
    if couldNotOpen { return .failure }
    switch manner {
    case .prompt, .student: if !converse(reader, show, beforeWaiting) { return .failure }
    case .script: runScript(reader, show, beforeWaiting)
    }
    return manner == .script && hasFailed ? .failure : .success
  }

  /// The loop of a script, which ends early where a line cannot be read or the text is too long.
  private mutating func runScript(
    _ reader: some LineReader, _ show: ([String]) -> Void, _ beforeWaiting: () -> Void
  ) {
    var input = InputBuffer(name: name)
    var byteCount = 0
    while true {
      if reader.mayWait { beforeWaiting() }
      switch reader.nextLine(prompt: "", completions: { _, _ in .none }) {
      case .interrupted: input.clear()
      case .unreadable(let problem):
        hasFailed = true
        return show(format(problem))
      case .end:
        if let rest = input.finish() { show(evaluate(rest)) }
        return
      case .line(let line):
        byteCount += line.utf8.count + 1
        guard byteCount <= playground.budget.textBytes else {
          hasFailed = true
          return show(format(playground.tooLong))
        }
        if case .complete(let tree) = input.add(line, .script) { show(evaluate(tree)) }
      }
    }
  }

  /// The loop at the prompt.
  /// - Returns: whether the input was read to its end.
  private mutating func converse(
    _ reader: some LineReader, _ show: ([String]) -> Void, _ beforeWaiting: () -> Void
  ) -> Bool {
    var input = InputBuffer(name: name)
    readerCanEdit = reader.canEdit
    while !isOver || !leaves(reader, show) {
      let pending = input.text
      if let text = textToEdit {
        reader.prefill(text)
        textToEdit = nil
      }
      if reader.mayWait { beforeWaiting() }
      let next = reader.nextLine(prompt: input.isEmpty ? prompt : Prompt.continuation) { line, cursor in
        completions(of: line, at: cursor, after: pending)
      }
      switch next {
      case .interrupted: input.clear()
      case .unreadable(let problem):
        input.clear()
        show(format(problem))
        if !reader.isWatched { return false }
      case .end where !input.isEmpty && reader.isWatched:
        input.clear()
        show([style.paint("(abandoned)", .faint)])
      case .end:
        if let rest = input.finish() { show(evaluate(rest)) }
        isOver = true
      case .line(let line):
        if let width = world.width { style.width = max(20, min(width(), 120)) }
        world.interrupts?.begin()
        defer { world.interrupts?.end() }
        if input.isEmpty, let lines = answerDrill(line) ?? answer(line) {
          announceClosing(to: reader)
          show(lines)
          continue
        }
        let synonym = input.isEmpty ? CommandTable.meaning(of: line) : nil
        switch input.add(synonym ?? line, manner) {
        case .nothing: break
        case .more where reader.isWatched && !hasExplainedContinuation:
          hasExplainedContinuation = true
          let way = "(unfinished: continue on the next line; an empty line abandons the statement)"
          show(wrapped(StyledText(way, .faint)))
        case .more: break
        case .abandoned(let tree):
          // The first problem says how the statement was to go on.
          show(tree.diagnostics.prefix(1).flatMap { style.diagnosticFormatter.format($0, in: tree.source).lines })
          let way = reader.canEdit ? "; the up arrow brings its lines back" : ""
          show(wrapped(StyledText("(abandoned: an empty line gives up an unfinished statement\(way))", .faint)))
        case .complete(let tree):
          reader.remember(tree.source.text, lineCount: pending.isEmpty ? 1 : pending.lineCount + 1)
          world.progressBar?.begin()
          let lines = evaluate(tree)
          world.progressBar?.end()
          announceClosing(to: reader)
          show(lines)
        }
      }
    }
    show(keepDraft())
    if reader.isWatched, case .lesson(let player) = activity, player.hasOwnWork,
      world.progressStore == nil || progress?.lessons[player.lesson.slug]?.draft(of: player.stepIndex) == nil
    {
      let step = player.stepIndex + 1
      show(wrapped(StyledText("What you did in step \(step) is not kept; the lesson goes on at that step.")))
    }
    return true
  }

  /// Tells the reader how many lines of what comes now must be seen.
  private mutating func announceClosing(to reader: some LineReader) {
    reader.announce(closing: closingLineCount)
    closingLineCount = 0
  }

  private var prompt: String {
    if case .asking = player?.phase { return "answer> " }
    if case .drill(let attempt) = activity, !attempt.isAnswered { return "answer> " }
    return Prompt.statement
  }

  // MARK: Evaluating

  /// Runs an input: statements go to the current activity, commands of the prompt are performed.
  package mutating func evaluate(_ tree: SyntaxTree) -> [String] {
    let start = world.clock()
    let isCommand = manner.takesCommands && tree.statements.contains { $0.isCommand }
    var lines: [String]
    if isCommand {
      lines = []
      for statement in tree.statements {
        if case .shell(let command) = statement.kind {
          lines += perform(command)
        } else {
          lines += evaluateStatements(WorkbookParser.parse(tree.source.excerpt(statement.range)))
        }
      }
      lines += tree.diagnostics.map { style.diagnosticFormatter.format($0, in: tree.source) }
    } else {
      lastInput = tree.source
      lines = evaluateStatements(tree)
    }
    if showsTiming, !isCommand { lines.append(style.paint(Self.text(of: world.clock() - start), .faint)) }
    return lines
  }

  /// Takes a text that was sent as a whole: one input, whose budget is its own.
  ///
  /// - Parameter width: The cells of a line where it is shown; 20 to 120.
  /// - Returns: the lines to show; nil for a statement that goes on, of which nothing has run.
  package mutating func take(_ text: String, width: Int) -> [String]? {
    style.width = max(20, min(width, 120))
    let synonym = text.contains(where: \.isNewline) ? nil : CommandTable.meaning(of: text)
    let tree = WorkbookParser.parse(SourceText(synonym ?? text))
    if tree.isIncomplete { return nil }
    if tree.statements.count > 1, tree.statements.contains(where: \.isCommand) {
      return format(Diagnostic("one-command", "a command is typed by itself", hint: "type it on a line of its own"))
    }
    return tree.statements.isEmpty && tree.diagnostics.isEmpty ? [] : evaluate(tree)
  }

  private mutating func evaluateStatements(_ tree: SyntaxTree) -> [String] {
    switch activity {
    case .playground:
      // The budget is each input's at the prompt, and the whole text's in a script.
      if manner.takesCommands { playground.budget = playground.budget }
      let outcomes = runInPlayground(tree)
      hasFailed = hasFailed || outcomes.contains(where: \.failed)
      return render(outcomes)
    case .lesson:
      return play { $0.execute(tree.source) }
    case .exercise(var attempt):
      let note = attempt.replacesModel(tree.source) ? wrapped(StyledText(Self.newModel, .faint)) : []
      let outcomes = attempt.execute(tree.source)
      activity = .exercise(attempt)
      return note + render(outcomes)
    case .drill(var attempt):
      attempt.interpreter.budget = .lesson
      let outcomes = attempt.interpreter.run(tree)
      activity = .drill(attempt)
      return render(outcomes)
    case .practice(let round): return execute(tree, in: round)
    }
  }

  private static let newModel =
    "Your model replaces the one that is there, and the objects stay as far as it has a place for them. "
    + "restart brings back what was there."

  mutating func render(_ outcomes: [Outcome]) -> [String] {
    var renderer =
      switch activity {
      case .playground: OutcomeRenderer(style: style)
      case .lesson, .exercise, .drill, .practice: lessonRenderer.outcomeRenderer
      }
    renderer.isQuiet = isQuiet
    renderer.undoEnd = undoEnd
    let interpreter = interpreter
    renderer.cancellation = Cancellation(interpreter.meter, world.interrupts.map { $0.came })
    func lines(of outcome: Outcome) -> [String] {
      outcome.failed ? renderer.lines(for: withCommandHint(outcome)) : renderer.lines(for: outcome)
    }
    if outcomes.count == 1, let lines = interpreter.allowed(lines(of: outcomes[0])) { return lines }
    var all: [String] = []
    for outcome in outcomes {
      guard let lines = interpreter.allowed(lines(of: outcome)) else {
        hasFailed = true
        return all + format(interpreter.words(for: renderer.cancellation.stop))
      }
      all += lines
    }
    return all
  }

  /// Why there is nothing to undo; nil where that needs no words.
  private var undoEnd: String? {
    func end(_ beginning: String, after work: [String]) -> String {
      let isForgotten = work.contains { ["rollback", "reset"].contains($0.trimmed) }
      return isForgotten
        ? "rollback and reset end what undo can reach; restart begins the \(beginning) again"
        : "the \(beginning) begins here"
    }
    return switch activity {
    case .playground: nil
    case .lesson(let player) where player.isAsking: "a question waits for its answer"
    case .lesson(let player): end("step", after: player.work)
    case .practice: end("step", after: player?.work ?? [])
    case .exercise(let attempt): end("exercise", after: attempt.accepted)
    case .drill: "the drill begins here"
    }
  }

  /// Of a failed statement. `lessn` is nobody's name: the nearest command or statement is offered where nothing else is.
  /// A line that begins with a statement's word, or with a name, failed for another reason.
  private func withCommandHint(_ outcome: Outcome) -> Outcome {
    guard manner.takesCommands, outcome.diagnostics.count == 1, outcome.diagnostics[0].id != Diagnostic.ID.habit,
      outcome.diagnostics[0].hint?.hasPrefix("did you mean") != true
    else { return outcome }
    // A syntax error is about a part of its line, and its first word may be the slip.
    let isSyntax = outcome.diagnostics[0].id == Diagnostic.ID.unexpected && outcome.source.text.lines.count == 1
    let text = isSyntax ? outcome.source.text.trimmed[...] : outcome.text
    let words = text.split(whereSeparator: { !$0.isLetter })
    if let habit = habit(in: String(outcome.text)) {
      var result = outcome
      result.diagnostics[0].hint = habit
      return result
    }
    let lead = outcome.source.text.trimmed
    guard let word = words.first, words.count <= 2, text.hasPrefix(word), lead.hasPrefix(word),
      !CommandTable.all.firstWords.contains(String(word)), interpreter.names[String(word)] == nil,
      interpreter.context.model.fetchRequestTemplate(named: String(word)) == nil,
      text.dropFirst(word.count).allSatisfy({ $0 == " " || $0.isLetter || $0.isNumber }),
      let hint = Suggestions.didYouMean(String(word), among: CommandTable.all.firstWords)
    else { return outcome }
    var result = outcome
    result.diagnostics[0].hint = hint
    if isSyntax, let start = outcome.source.text.utf8.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) {
      let place = outcome.source.text.utf8.distance(from: outcome.source.text.startIndex, to: start)
      result.diagnostics[0].message = "no statement begins with '\(DisplayText.visible(word))'"
      result.diagnostics[0].range = SourceRange(place, place + word.utf8.count)
    }
    return result
  }

  /// Returns the right input for a line that is a word from another program and not a name here.
  func habit(in line: String) -> String? {
    let word = line.split(whereSeparator: \.isWhitespace).joined()
    guard interpreter.names[word] == nil, let hint = CommandTable.habits[word.lowercased()] else { return nil }
    // In a class what would be typed instead is refused.
    let isTeachers = ["quit", "next", "back", "solution", "lessons", "hand in"].contains { hint.contains($0) }
    return manner == .student && isTeachers ? "the teacher moves the lesson on; help lists what you can type" : hint
  }

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

  func format(_ diagnostic: Diagnostic) -> [String] {
    var formatter = style.diagnosticFormatter
    formatter.width = style.width
    return formatter.format(diagnostic).lines
  }

  /// Returns the candidates that Tab offers in a line, given the unfinished lines above it.
  package func completions(of line: String, at cursor: Int, after pending: String = "") -> Completions {
    let before = pending.isEmpty ? "" : pending + "\n"
    let text = before + line
    let typed = String(SourceText(text)[SourceRange(0, before.utf8.count + cursor)])
    var names = CompletionWorld(interpreter, library: text.namesCourse ? world.library : nil)
    // A lesson has no files.
    if interpreter.environment.readFile != nil, let quoted = QuotedArgument(typed), quoted.kind.isFile {
      names.files = world.listFolder?(quoted.folder) ?? []
    }
    var found = Completion.candidates(in: typed, at: typed.utf8.count, of: names)
    if found.candidates.count > 1 {
      found.descriptions = Completion.descriptions(of: found.candidates, in: typed, of: names)
    }
    found.start = max(0, found.start - before.utf8.count)
    return found
  }

  /// `1.2 ms`; three digits are enough.
  private static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    if microseconds < 1000 { return "\(microseconds) µs" }
    if microseconds < 1_000_000 { return "\(microseconds / 1000).\(microseconds % 1000 / 100) ms" }
    return "\(microseconds / 1_000_000).\(microseconds % 1_000_000 / 100_000) s"
  }
}

/// How the program ends.
package enum ProgramStatus: Int32, Hashable, Sendable {
  case success = 0
  /// An expectation or a statement failed, a file is missing, a check found something.
  case failure = 1
  /// The command line itself is wrong (sysexits' EX_USAGE).
  case usage = 64
}

extension Interpreter {
  /// Spends for lines to be shown; nil when they may not be.
  fileprivate func allowed(_ lines: [String]) -> [String]? {
    let bytes = lines.count == 1 ? lines[0].utf8.count : lines.reduce(0) { $0 + $1.utf8.count }
    // Where something else has run out, the lines say so.
    return meter.exhaustion != nil || meter.count(.printedBytes, bytes) ? lines : nil
  }
}

extension Statement {
  /// Whether it is a command of the prompt.
  var isCommand: Bool {
    if case .shell = kind { true } else { false }
  }
}

extension SourceText {
  /// A part of the text as a separate text, with the same file and line.
  func excerpt(_ range: SourceRange) -> SourceText {
    SourceText(String(self[range]), name: name, firstLine: position(at: range.lowerBound).line)
  }
}

extension String {
  /// How many lines there are.
  fileprivate var lineCount: Int { reduce(1) { $1.isNewline ? $0 + 1 : $0 } }

  /// Whether lessons and exercises need be looked up to complete the line.
  fileprivate var namesCourse: Bool { contains("lesson") || contains("exercise") }
}
