import Courses
import Diagnostics
import Predicates
import WorkbookLanguage

extension Session {
  var lessonRenderer: LessonRenderer { LessonRenderer(style: style) }

  /// `graphbook learn`: goes on where the learner was, or starts the first lesson.
  package mutating func learn() -> [String] {
    let kept = world.progressStore == nil ? "your progress cannot be kept" : "your progress is kept"
    var lines = [style.paint("Graphbook", .strong) + ": help lists the words, quit leaves, " + kept]
    lines += loadProgress()
    let entries = world.library?.lessons().entries ?? []
    let isUnfinished = { [progress] (entry: LessonEntry) in progress?.lessons[entry.slug]?.isDone != true }
    let place = progress?.place?.lesson
    let entry =
      entries.first { $0.slug == place && isUnfinished($0) } ?? entries.first(where: isUnfinished) ?? entries.first
    guard let entry else { return lines + format(.noLibrary(world.library)) }
    return lines + startLesson(entry.slug)
  }

  mutating func startLesson(_ word: String) -> [String] {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let (lesson, diagnostics) = library.lesson(word)
    guard let lesson else { return diagnostics.flatMap(format) }
    var lines = loadProgress()
    let record = progress?.lessons[lesson.slug]
    // Where the learner left it; else the first step that is not done; a lesson that is done begins anew.
    var step = 0
    if let record, !record.isDone {
      let place = progress?.place
      let firstOpen = lesson.steps.indices.first { !record.done.contains($0) } ?? 0
      step = place?.lesson == lesson.slug ? place?.step ?? firstOpen : firstOpen
      step = min(max(0, step), max(0, lesson.steps.count - 1))
    }
    lines += lessonRenderer.title(lesson)
    activity = .lesson(LessonPlayer(lesson: lesson, makeInterpreter: world.makeInterpreter))
    lastFeedback = []
    return lines + play { $0.begin(step: step) }
  }

  /// Lets the player go on, shows what happened, and writes the progress down.
  mutating func play(_ body: (inout LessonPlayer) -> [LessonEvent]) -> [String] {
    guard case .lesson(var player) = activity else { return [] }
    let events = body(&player)
    activity = .lesson(player)
    var lines: [String] = []
    var onlyLooked = false
    for event in events {
      // Who only looks around need not hear that the task is still open.
      if case .checks = event, onlyLooked { continue }
      if case .executed(_, let outcomes) = event { onlyLooked = outcomes.allSatisfy(\.onlyShows) }
      lines += render(event, in: player)
    }
    return lines + note { $0.note(events, in: player) }
  }

  private mutating func render(_ event: LessonEvent, in player: LessonPlayer) -> [String] {
    switch event {
    case .executed(_, let outcomes): return render(outcomes)
    case .checks(let outcomes): return feedback(on: outcomes)
    case .stepBegins:
      lastFeedback = []
      return lessonRenderer.lines(for: event, in: player)
    case .introduction, .prose, .note, .run, .question, .predictionResult, .taskBegins, .hint, .solution, .taskDone,
      .stepDone, .lessonDone, .refused:
      return lessonRenderer.lines(for: event, in: player)
    }
  }

  /// What the task still lacks, unless that was just said.
  private mutating func feedback(on outcomes: [CheckOutcome]) -> [String] {
    let lines = lessonRenderer.feedback(on: outcomes)
    guard lines != lastFeedback else { return [] }
    lastFeedback = lines
    return lines
  }

  /// Takes a line as the answer to an open question; nil when there is none, or the line is a command or a look around.
  mutating func answer(_ line: String) -> [String]? {
    guard case .lesson(let player) = activity, case .asking(let prediction) = player.phase,
      line.contains(where: { !$0.isWhitespace })
    else { return nil }
    if habit(in: line) != nil { return nil }
    let tree = WorkbookParser.parse(SourceText(line))
    let isStatement = !tree.statements.isEmpty && !tree.diagnostics.containsError
    if isStatement, tree.statements.contains(where: \.isCommand) { return nil }
    switch prediction.answer {
    case .expression:
      if isStatement, tree.statements.allSatisfy(\.isLookAround) { return nil }
    case .choices:
      if isStatement, !isMeantAsChoice(line, tree) { return nil }
    }
    lastFeedback = []
    return play { $0.answer(typed: line.trimmed) }
  }

  /// Whether a line at a question with numbered answers is an answer, or an attempt at one: `2`, `1, 3`, `b`, and also
  /// `maybe` or `100`. The name of something there is, and whatever is more than a word, is a statement.
  private func isMeantAsChoice(_ line: String, _ tree: SyntaxTree) -> Bool {
    let words = line.split(whereSeparator: { $0 == "," || $0.isWhitespace })
    if words.allSatisfy({ $0.count <= 2 }) { return true }
    guard words.count == 1, tree.statements.count == 1, case .value = tree.statements[0].kind else { return false }
    let word = String(words[0])
    return word.allSatisfy { $0.isLetter || $0.isNumber } && interpreter.names[word] == nil
      && interpreter.context.model[entity: word] == nil
  }
}

extension Statement {
  /// Whether it only shows something that is no value.
  fileprivate var isLookAround: Bool {
    switch kind {
    case .show, .explain, .compareDelete, .normalize, .derive, .review: true
    default: false
    }
  }
}

extension Outcome {
  /// Whether the statement showed something and changed nothing.
  fileprivate var onlyShows: Bool {
    switch result {
    case .value, .objects, .count, .model, .entity, .attribute, .relationship, .diagram, .graph, .object,
      .changes, .tables, .exported,
      .groups, .deletionExplained, .deletionCompared, .fetchPlanned, .membershipExplained, .fetchedPropertyExplained,
      .held, .validated, .modelsCompared, .history, .normalized, .derived, .reviewed:
      true
    case .proposalApplied, .stated, .storeOpened, .migrated, .refreshed, .imported, .modelChanged, .named, .changed,
      .marked, .saved, .travelled, .checked, .sequence, nil:
      failed
    }
  }
}

extension Diagnostic {
  package static func noLibrary(_ library: Library?) -> Diagnostic {
    Diagnostic(
      "no-courses", "the lessons and exercises are nowhere to be found",
      hint: library.map { "there are none in \(DisplayText.visible($0.root))" }
        ?? "set GRAPHBOOK_COURSES to the folder that holds Lessons and Exercises")
  }
}

extension String {
  /// Without blanks at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
