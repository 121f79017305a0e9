import Courses
import Diagnostics
import Grading
import ModelInterchange
import Pages
import Shell
import Support
import WorkbookLanguage

// An exercise: an answer in an editor, and a prompt to try things.
extension Sitting {
  struct ExerciseState {
    let exercise: Exercise
    var answer: String
    /// The answer after which the prompt's graph continues; nil before it is made.
    var triedAfter: String?
    /// The statements of the answer in it: what is typed comes after them.
    var answerCount = 0
    var verdict: HTML = ""
    /// Lines about the latest verdict.
    var notes: [StyledText] = []
  }

  mutating func openExercise(_ exercise: Exercise, _ earlier: Kept) {
    let draft = session.draft(of: exercise)
    self.exercise = ExerciseState(exercise: exercise, answer: draft.joined(separator: "\n"))
    session.keptRecord.takesChanges = false
    session.tryOut(exercise, after: "")
    for _ in 0..<min(earlier.hints, exercise.hints.count) { _ = session.takeExerciseHint() }
    session.keptRecord.takesChanges = true
    (kept.hints, kept.showsSolution) = (earlier.hints, earlier.showsSolution)
  }

  /// Keeps the answer in the editor, as the prompt would read it.
  /// - Returns: what is wrong with the record.
  mutating func keepAnswer(_ typed: String) -> [StyledText] {
    let text = session.asTyped(typed)
    guard var state = exercise, text != state.answer else { return [] }
    state.answer = text
    exercise = state
    return shown(session.keep(AnswerParts.parts(of: text), of: state.exercise))
  }

  /// Takes the answer that is in the record, where the prompt of a terminal has changed it.
  private mutating func adoptAnswer() {
    guard let state = exercise else { return }
    _ = session.refreshProgress()
    exercise?.answer = session.draft(of: state.exercise).joined(separator: "\n")
  }

  /// Makes the graph of the prompt again where the answer has changed.
  /// - Returns: whether it was made again.
  mutating func tryOutAnswer() -> Bool {
    guard var state = exercise, state.triedAfter != state.answer else { return false }
    let isFirst = state.triedAfter == nil
    session.tryOut(state.exercise, after: state.answer)
    state.triedAfter = state.answer
    if case .exercise(let attempt) = session.activity { state.answerCount = attempt.accepted.count }
    exercise = state
    return !isFirst
  }

  /// Runs a statement after the answer, without adding it.
  mutating func tryOut(_ typed: String, width: Int) -> (entry: HTML, addition: String?)? {
    let text = session.asTyped(typed)
    let isNew = tryOutAnswer()
    if let refusal = refusal(of: text) { return (refusal, nil) }
    defer { spent += StudentSession.cost(of: text, in: session.interpreter) }
    let count = acceptedCount
    guard let lines = session.take(text, width: width) else { return nil }
    let isWork = acceptedCount > count
    var entry = HTML.entry(text, maker.html(lines, width: width))
    if isNew {
      entry = "<p class=\"small\">\(text: words(.answerChanged))</p>\n\(entry)"
      forgetLog()
    }
    add(entry)
    return (entry, isWork ? text : nil)
  }

  /// Begins the prompt's graph again, after the answer.
  mutating func beginAgain() {
    exercise?.triedAfter = nil
    forgetLog()
  }

  private var acceptedCount: Int {
    if case .exercise(let attempt) = session.activity { attempt.accepted.count } else { 0 }
  }

  /// Grades the answer, as a file is graded.
  /// - Parameter width: the cells of a line in the box of the verdict.
  mutating func check(_ typed: String, width: Int, _ links: BookLinks) -> [StyledText] {
    let width = min(max(30, width), Self.usualWidth)
    let problems = keepAnswer(typed)
    guard var state = exercise else { return problems }
    let (verdict, lines) = session.grade(state.answer, to: state.exercise)
    var html = VerdictHTML(links: links, words: state.exercise.words, width: width).html(
      verdict, all: session.lines(of: verdict, width: width))
    if state.exercise.isHandout {
      html +=
        "<p class=\"small\">\(text: words(.teachersCopy))</p>\n"
    }
    state.verdict = html
    exercise = state
    return problems + shown(lines)
  }

  /// Grades the answer, and keeps it as a file that the teacher grades.
  mutating func handIn(_ text: String, to folder: String, width: Int, _ links: BookLinks) -> [StyledText] {
    let lines = check(text, width: width, links)
    guard let state = exercise else { return lines }
    guard !AnswerParts.parts(of: state.answer).isEmpty else { return [StyledText(words(.nothingToHandIn))] }
    do throws(AtomicFile.Failure) {
      try SemesterFolder.handIn(answerFile, as: state.exercise.slug, to: folder)
      return lines
    } catch {
      failure = "An answer cannot be kept: \(error.reason)"
      return lines + [StyledText(words(.cannotHandIn, error.reason))]
    }
  }

  mutating func showHint() -> Bool {
    let isThere = session.takeExerciseHint()
    if isThere { kept.hints += 1 }
    return isThere
  }

  mutating func showSolution() -> [StyledText] {
    guard let state = exercise, !state.exercise.isHandout, !state.exercise.withholdsSolution, !kept.showsSolution else {
      return []
    }
    kept.showsSolution = true
    return shown(session.noteSolution(of: state.exercise))
  }

  /// The file of the answer when it is handed in.
  var answerFile: String { exercise.map { SemesterFolder.file(of: $0.answer, to: $0.exercise.id) } ?? "" }

  /// The contents of an exercise's page.
  struct ExerciseView: Sendable {
    var exercise: Exercise
    var answer: String
    var answerFile: String
    var verdict: HTML
    /// Whether something was tried at the prompt that is no part of the answer.
    var hasTries: Bool
    var hints: [(number: Int, text: MarkdownDocument)]
    var showsSolution: Bool
    var log: HTML
    var graph: GraphView
    var start: GraphView
  }

  mutating func exerciseView() -> ExerciseView? {
    adoptAnswer()
    _ = tryOutAnswer()
    guard let state = exercise, case .exercise(let attempt) = session.activity else { return nil }
    let hints = attempt.hintsShown.sorted().map { (number: $0 + 1, text: state.exercise.hints[$0].text) }
    return ExerciseView(
      exercise: state.exercise, answer: state.answer, answerFile: answerFile, verdict: state.verdict,
      hasTries: acceptedCount > state.answerCount, hints: hints, showsSolution: kept.showsSolution, log: log.joined(),
      graph: graph, start: startView(of: attempt))
  }

  private func startView(of attempt: ExerciseAttempt) -> GraphView {
    GraphView(
      objects: attempt.start.picture,
      diagram: HTML.diagram(Diagram(attempt.start.context.model), id: "start", width: diagramWidth, words))
  }
}

/// The parts of an answer in an editor, as the record keeps them: a statement each, with the comments before it.
enum AnswerParts {
  /// Returns parts whose lines are the text's. A text that is not all statements is one part. O(text).
  static func parts(of text: String) -> [String] {
    let tree = WorkbookParser.parse(SourceText(text))
    let bytes = Array(text.utf8)
    guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }) else { return [] }
    guard !tree.diagnostics.containsError, tree.statements.count > 1 else { return [text] }
    var parts: [String] = []
    var start = 0
    for statement in tree.statements {
      // A part ends with its line: what follows a statement in its line belongs to it.
      guard statement.range.upperBound > start, statement.range.upperBound <= bytes.count,
        let end = bytes[statement.range.upperBound...].firstIndex(of: 0x0A)
      else { continue }
      parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    if start < bytes.count {
      parts.append(String(decoding: bytes[start...], as: UTF8.self))
    } else if let last = parts.indices.last {
      parts[last] += "\n"
    }
    return parts
  }
}
