import Courses
import Diagnostics
import Grading
import WorkbookLanguage

// A learner in a browser: a page shows what a lesson says, and the lines of the prompt are what else there is to say.
extension Session {
  /// Goes to a step of a lesson, counted from 0: on from the step before where that is done, else from its beginning and what
  /// was left in it.
  ///
  /// - Returns: what is wrong with the record. The step's parts are in ``takeEvents()``.
  package mutating func open(_ lesson: Lesson, step: Int) -> Document {
    let problems = refreshProgress()
    if case .lesson(let player) = activity, player.lesson.slug == lesson.slug, player.stepAfter == step,
      draft(of: lesson, step: step).isEmpty
    {
      return problems + play { $0.next() }
    }
    return problems + begin(lesson, step: step, from: draft(of: lesson, step: step))
  }

  /// Reads the record again, as other programs may have changed it.
  /// - Returns: what is wrong with it.
  package mutating func refreshProgress() -> Document {
    keptRecord.reload().flatMap(format)
  }

  /// The statements that the learner left in a step, as the record has them.
  package func draft(of lesson: Lesson, step: Int) -> [String] {
    progress?.lessons[lesson.slug]?.draft(of: step)?.statements ?? []
  }

  /// Begins a step with statements that were typed in it before.
  package mutating func begin(_ lesson: Lesson, step: Int, from draft: [String]) -> Document {
    let problems = loadProgress()
    lessonOutput.feedback = []
    var player = player(of: lesson)
    if let start = world.lessonStart, lesson.steps.indices.contains(step) {
      player.start(step: step, from: start(lesson, step))
    }
    activity = .lesson(player)
    return problems
      + play { draft.isEmpty ? $0.begin(step: step) : $0.goOn(step: step, from: draft) }
  }

  /// Takes the answer to the open question from a form: `2`, `1, 3`, or a value.
  /// - Returns: why it is none, if it is none.
  package mutating func answerQuestion(with text: String) -> Document {
    lessonOutput.feedback = []
    if case .practice(let round) = activity { return answer(text.trimmed, in: round) }
    return play { $0.answer(typed: text.trimmed) }
  }

  /// Goes on with the practice: asks the next question, or ends the round.
  package mutating func goOnWithPractice() -> Document {
    switch activity {
    case .practice(let round): ask(round)
    case .drill(let attempt): nextDrill(after: attempt)
    case .playground, .lesson, .exercise: startPractice()
    }
  }

  /// The parts of a lesson that came since the last call, for a page to show.
  package mutating func takeEvents() -> [LessonEvent] {
    defer { lessonOutput.pageEvents = [] }
    return lessonOutput.pageEvents
  }

  /// Puts the events aside that a page shows itself.
  /// - Returns: the others, which become lines; all of them where there is no page.
  mutating func keptForPrompt(_ events: [LessonEvent]) -> [LessonEvent] {
    guard mode == .browser else { return events }
    lessonOutput.pageEvents += events.filter(\.isForPage)
    return events.filter { !$0.isForPage }
  }

  /// Writes an answer to an exercise down, so that the prompt goes on with it.
  /// - Parameter statements: the answer in parts, each with the comments before it.
  package mutating func keep(_ statements: [String], of exercise: Exercise) -> Document {
    note { $0.keep(draft: statements, ofExercise: exercise.id) }
  }

  /// The answer to an exercise that was left, as the record has it.
  package mutating func draft(of exercise: Exercise) -> [String] {
    _ = loadProgress()
    return progress?.exercises[exercise.id]?.draft ?? []
  }

  /// Starts an exercise after an answer, for statements that try something out. Hints that were shown stay shown.
  package mutating func tryOut(_ exercise: Exercise, after answer: String) {
    var attempt = ExerciseAttempt(exercise, makeInterpreter: world.makeInterpreter)
    if case .exercise(let earlier) = activity, earlier.exercise.id == exercise.id { attempt.takeHints(of: earlier) }
    _ = attempt.execute(SourceText(answer, name: "your answer"))
    activity = .exercise(attempt)
  }

  /// Shows the next hint to the exercise that is going on.
  /// - Returns: whether there was one.
  package mutating func takeExerciseHint() -> Bool {
    guard case .exercise(var attempt) = activity, attempt.nextHint() != nil else { return false }
    activity = .exercise(attempt)
    let id = attempt.exercise.id
    _ = note { $0.noteHint(exercise: id) }
    return true
  }

  /// Grades a text as an answer to an exercise, as a file is graded, and records the verdict.
  ///
  /// - Returns: the verdict, and when the exercise comes back.
  package mutating func grade(_ answer: String, to exercise: Exercise) -> (verdict: Verdict, lines: Document) {
    let source = SourceText(answer, name: "your answer")
    var verdict = Grader(makeInterpreter: world.makeInterpreter).grade(exercise, answer: source)
    if let library = world.library { verdict.recallIdeas(of: exercise, in: library) }
    if case .exercise(var attempt) = activity, attempt.exercise.id == exercise.id {
      attempt.failedCheck = verdict.cause?.check
      activity = .exercise(attempt)
    }
    let isEmpty = WorkbookParser.parse(source).statements.isEmpty
    return (verdict, record(verdict, on: exercise, isEmpty: isEmpty))
  }

  /// The command of the prompt that a text is; nil for anything else.
  package static func command(in text: String) -> ShellCommand? {
    let synonym = text.contains(where: \.isNewline) ? nil : CommandTable.meaning(of: text)
    let tree = WorkbookParser.parse(SourceText(synonym ?? text))
    guard tree.statements.count == 1, !tree.diagnostics.containsError,
      case .shell(let command) = tree.statements[0].kind
    else { return nil }
    return command
  }

  /// Returns a message as lines.
  package func lines(of diagnostic: Diagnostic) -> Document { format(diagnostic) }

  /// The lines of a verdict, everything that the checks found included.
  /// - Parameter width: the cells of a line, so that no line wraps and a mark below it is at its place.
  package func lines(of verdict: Verdict, width: Int) -> Document {
    var format = TextFormat(width: width, detail: .all)
    format.words = words
    return Document(format.lines(for: verdict))
  }
}

extension LessonEvent {
  /// Whether a page shows it as a part of the step; the prompt shows what came of an input.
  fileprivate var isForPage: Bool {
    switch self {
    case .executed, .checks, .refused: false
    case .introduction, .stepBegins, .prose, .note, .run, .question, .questionHint, .revealed, .predictionResult,
      .taskBegins, .hint, .solution, .taskDone, .stepDone, .lessonDone:
      true
    }
  }
}
