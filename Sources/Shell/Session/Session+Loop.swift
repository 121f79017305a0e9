import CommandIO
import Courses
import Diagnostics
import WorkbookLanguage

/// The prompt's knowledge of the lines that are typed, and of the person who types them.
struct Typing {
  /// Whether a person types the lines.
  var isWatched = false
  /// Whether the time that a statement took is shown.
  var showsTiming = false
  /// The input that `again` brings back.
  var lastInput: SourceText?
  /// The text that the next line begins with.
  var textToEdit: String?
  /// Whether the reader lets a line be edited before it is entered again.
  var readerCanEdit = false
  /// Whether the person knows how an unfinished statement ends.
  var hasExplainedContinuation = false
  /// Whether the person was shown how to type at the prompt.
  var hasSeenPromptPage = false
}

// The loop: reads a line, evaluates what is complete, and shows the result.
extension Session {
  /// Reads and evaluates until the input ends or the learner leaves.
  ///
  /// - Parameters:
  ///   - opening: a command that comes before the first line, as `graphbook learn` gives one.
  ///   - write: takes whole lines, each with its line break.
  ///   - beforeWaiting: called when the next input is not there yet.
  @discardableResult
  package mutating func run(
    _ reader: some LineReader, opening: (inout Session) -> Document = { $0.greeting() }, write: (String) -> Void,
    beforeWaiting: () -> Void = {}
  ) -> ProgramStatus {
    func show(_ lines: [String]) {
      switch lines.count {
      case 0: break
      case 1: write(lines[0] + "\n")
      default: write(lines.joined(separator: "\n") + "\n")
      }
    }
    typing.isWatched = reader.isWatched
    let first = opening(&self)
    announceClosing(to: reader)
    show(first.lines(style))
    if couldNotOpen { return .failure }
    switch mode {
    case .prompt, .student, .browser: if !converse(reader, show, beforeWaiting) { return .failure }
    case .script: runScript(reader, show, beforeWaiting)
    }
    return mode == .script && hasFailed ? .failure : .success
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
        return show(format(problem).lines(style))
      case .end:
        if let rest = input.finish() { show(evaluate(rest).lines(style)) }
        return
      case .line(let line):
        byteCount += line.utf8.count + 1
        guard byteCount <= playground.budget.textBytes else {
          hasFailed = true
          return show(format(playground.tooLong).lines(style))
        }
        if case .complete(let tree) = input.add(line, .script) { show(evaluate(tree).lines(style)) }
      }
    }
  }

  /// The loop at the prompt.
  /// - Returns: whether the input was read to its end.
  private mutating func converse(
    _ reader: some LineReader, _ show: ([String]) -> Void, _ beforeWaiting: () -> Void
  ) -> Bool {
    var input = InputBuffer(name: name)
    typing.readerCanEdit = reader.canEdit
    while !isOver || !leaves(reader, show) {
      let pending = input.text
      if let text = typing.textToEdit {
        reader.prefill(text)
        typing.textToEdit = nil
      }
      if reader.mayWait { beforeWaiting() }
      let next = reader.nextLine(prompt: input.isEmpty ? prompt : Prompt.continuation) { line, cursor in
        completions(of: line, at: cursor, after: pending)
      }
      switch next {
      case .interrupted: input.clear()
      case .unreadable(let problem):
        input.clear()
        show(format(problem).lines(style))
        if !reader.isWatched { return false }
      case .end where !input.isEmpty && reader.isWatched:
        input.clear()
        show([StyledText("(abandoned)", .faint).painted(style)])
      case .end:
        if let rest = input.finish() { show(evaluate(rest).lines(style)) }
        isOver = true
      case .line(let line):
        if let width = world.width { style.width = max(20, min(width(), 120)) }
        world.interrupts?.begin()
        defer { world.interrupts?.end() }
        if input.isEmpty, let lines = answerDrill(line) ?? answer(line) {
          announceClosing(to: reader)
          show(lines.lines(style))
          continue
        }
        if input.isEmpty, reader.isWatched, let message = ConsoleMessage(in: line),
          WorkbookParser.parse(SourceText(line)).diagnostics.containsError
        {
          show(helpOfCourse.document(about: message).lines(style))
          continue
        }
        let synonym =
          input.isEmpty ? CommandTable.meaning(of: line) ?? goingOn(line, reader) ?? withoutCapital(line) : nil
        switch input.add(synonym ?? line, mode) {
        case .nothing: break
        case .more where reader.isWatched && !typing.hasExplainedContinuation:
          typing.hasExplainedContinuation = true
          let way = "(unfinished: continue on the next line; an empty line abandons the statement)"
          show(wrapped(StyledText(way, .faint)).lines(style))
        case .more: break
        case .abandoned(let tree):
          // The first problem says how the statement was to go on.
          show(tree.diagnostics.prefix(1).flatMap { Document($0, in: tree.source) }.lines(style))
          let way = reader.canEdit ? "; the up arrow brings its lines back" : ""
          show(
            wrapped(StyledText("(abandoned: an empty line gives up an unfinished statement\(way))", .faint)).lines(
              style))
        case .complete(let tree):
          reader.remember(tree.source.text, lineCount: pending.isEmpty ? 1 : pending.lineCount + 1)
          world.progressBar?.begin()
          let lines = evaluate(tree)
          world.progressBar?.end()
          announceClosing(to: reader)
          show(lines.lines(style))
        }
      }
    }
    show(keepDraft().lines(style))
    if reader.isWatched, case .lesson(let player) = activity, player.hasOwnWork,
      world.progressStore == nil || progress?.lessons[player.lesson.slug]?.draft(of: player.stepIndex) == nil
    {
      show(wrapped(StyledText(words(.workIsNotKept, "\(player.stepIndex + 1)"))).lines(style))
    }
    return true
  }

  /// `next`, where it is offered and a person types `n` or only Enter.
  private func goingOn(_ line: String, _ reader: some LineReader) -> String? {
    guard reader.isWatched, line.utf8.count <= 4, ["", "n"].contains(line.trimmed) else { return nil }
    let isOffered =
      switch activity {
      case .playground: line.trimmed == "n" && progress?.place != nil
      case .practice: false
      case .lesson(let player): player.phase == .stepDone
      case .exercise(let attempt): progress?.exercises[attempt.exercise.id]?.isDone == true
      case .drill(let attempt): attempt.isAnswered
      }
    return isOffered && interpreter.names["n"] == nil ? "next" : nil
  }

  /// Tells the reader how many lines of what comes now must be seen.
  private mutating func announceClosing(to reader: some LineReader) {
    reader.announce(closing: lessonOutput.closingLineCount)
    lessonOutput.closingLineCount = 0
  }

  private var prompt: String {
    if case .asking = player?.phase { return "answer> " }
    if case .drill(let attempt) = activity, !attempt.isAnswered { return "answer> " }
    return Prompt.statement
  }
}

extension String {
  /// How many lines there are.
  fileprivate var lineCount: Int { reduce(1) { $1.isNewline ? $0 + 1 : $0 } }
}
