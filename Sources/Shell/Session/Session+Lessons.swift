import Courses
import Diagnostics
import Predicates
import WorkbookLanguage

extension Session {
  var lessonRenderer: LessonRenderer { LessonRenderer(words: words) }

  /// The fixed words, in the language of what is going on.
  package var words: FixedWords {
    switch activity {
    case .lesson(let player): player.lesson.words
    case .exercise(let attempt): attempt.exercise.words
    case .practice(let round): round.open?.player.lesson.words ?? courseWords
    case .drill: courseWords
    case .playground: .english
    }
  }

  /// `graphbook learn`: goes on where the learner was, or starts the first lesson; `graphbook learn 4` starts that one.
  /// - Parameter step: the step to begin with, from 1; nil for the one where the learner left the lesson.
  package mutating func learn(_ lesson: String? = nil, step: Int? = nil) -> Document {
    let problems = loadProgress()
    guard let slug = lesson ?? lessonToGoOnWith?.slug else {
      return openingLine(in: .english) + problems + format(.noLibrary(world.library))
    }
    let lines = startLesson(slug, step: step)
    return openingLine(in: words) + problems + lines
  }

  func openingLine(in words: FixedWords) -> Document {
    let kept = words(world.progressStore == nil ? .openedWithout : .openedWithProgress, "help", "quit")
    return wrapped(StyledText("Graphbook", .strong) + StyledText(": " + kept))
  }

  /// The lesson that the learner was in, or the first one that is not done.
  var lessonToGoOnWith: LessonEntry? {
    let entries = world.library?.lessons().entries ?? []
    let isUnfinished = { [progress] (entry: LessonEntry) in progress?.lessons[entry.slug]?.isDone != true }
    let place = progress?.place?.lesson
    return entries.first { $0.slug == place && isUnfinished($0) } ?? entries.first(where: isUnfinished) ?? entries.first
  }

  /// `lesson` alone: goes on with the lesson that the learner was in.
  mutating func resumeLesson() -> Document {
    let problems = loadProgress()
    if case .lesson(let player) = activity { return problems + startLesson(player.lesson.slug) }
    guard let entry = lessonToGoOnWith else { return problems + format(.noLibrary(world.library)) }
    return problems + startLesson(entry.slug)
  }

  /// Starts a lesson at a step, counted from 1; without one where the learner left it, else at the first step that is not
  /// done. A lesson that is finished opens with the list of its steps.
  mutating func startLesson(_ word: String, step wanted: Int? = nil) -> Document {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let (lesson, diagnostics) = library.lesson(word)
    guard let lesson else { return diagnostics.flatMap(format) }
    if let wanted, !(1...max(1, lesson.steps.count)).contains(wanted) {
      let count = counted(lesson.steps.count, "step")
      return format(
        Diagnostic(
          "unknown-step", "lesson \(lesson.number) has \(count)",
          hint: "lesson \(lesson.number) step \(wanted < 1 ? 1 : lesson.steps.count)"))
    }
    var lines = loadProgress() + pageForBeginners() + keepDraft()
    let record = progress?.lessons[lesson.slug]
    if case .lesson(let player) = activity { keep(player) }
    let leftStep = leftLessons[lesson.slug]?.last?.stepIndex ?? record?.drafts?.last?.step
    if let wanted, let leftStep, leftStep != wanted - 1 {
      lines += kept(step: leftStep, of: lesson)
    }
    lines += lessonRenderer.title(lesson)
    lessonOutput.feedback = []
    let resumed = wanted.map { $0 - 1 } ?? leftStep
    if let left = leftLessons[lesson.slug]?.last(where: { $0.stepIndex == resumed }), let events = left.resume() {
      leftLessons[lesson.slug]?.removeAll { $0.stepIndex == resumed }
      activity = .lesson(left)
      return lines + play { _ in events }
    }
    var player = player(of: lesson)
    if wanted == nil, leftStep == nil, let record, record.isFinished {
      player.open(before: record.firstSkipped ?? 0)
      activity = .lesson(player)
      return lines + listSteps(of: lesson, record)
    }
    activity = .lesson(player)
    let step = min(max(0, wanted.map { $0 - 1 } ?? record?.nextStep ?? 0), max(0, lesson.steps.count - 1))
    let shown = play { player in
      if let draft = record?.draft(of: step) { return player.goOn(step: step, from: draft.statements) }
      return player.begin(step: step)
    }
    return lines + whatIsThere(atStep: step, of: lesson, record) + shown
  }

  /// A line about the graph that the steps before have made, for someone who begins in the middle of a lesson.
  private func whatIsThere(atStep step: Int, of lesson: Lesson, _ record: LessonProgress?) -> Document {
    guard step > 0, lesson.steps.indices.contains(step), !lesson.steps[step].startsFresh,
      record?.done.contains(step - 1) != true, record?.skipped.contains(step - 1) != true, let player,
      !player.interpreter.context.model.entities.isEmpty
    else { return [] }
    let names = player.interpreter.names.keys.sorted()
    let words = lesson.words
    let ways = words.styled(.graphIsMade, .faint, StyledText("show diagram", .code), StyledText("show graph", .code))
    return [""]
      + wrapped(names.isEmpty ? ways : ways + StyledText(" " + words(.hasNames, Listing.text(names)), .faint))
  }

  /// A player that knows what the record says about its lesson.
  func player(of lesson: Lesson) -> LessonPlayer {
    let record = progress?.lessons[lesson.slug]
    var player = LessonPlayer(lesson: lesson, makeInterpreter: world.makeInterpreter)
    player.earlierSteps = Set(record?.done ?? [])
    player.hintsGiven = record?.hints ?? 0
    player.inputBudget = inputBudget
    return player
  }

  private func listSteps(of lesson: Lesson, _ record: LessonProgress) -> Document {
    let rows = lesson.steps.enumerated().map { index, step in
      ["\(index + 1)", step.title, lesson.words(record.done.contains(index) ? .stepDoneMark : .stepSkippedMark)]
    }
    let table = TextTable(columns: [.trailing(""), "", ""], rows: rows, firstColumnRole: .code)
    let skipped = record.firstSkipped
    let words = lesson.words
    var ways = [skipped.map { words(.nextBeginsSkipped, "\($0 + 1)") } ?? words(.nextBeginsAgain)]
    if let skipped, skipped > 0 {
      ways.append(words(.beginsFirst, "\(lesson.number)"))
    } else if lesson.steps.count > 1 {
      ways.append(words(.beginsLast, "\(lesson.number)", "\(lesson.steps.count)"))
    }
    return [""] + table.document(indent: 2)
      + wrapped(StyledText((ways + [words(.leaveCloses)]).joined(separator: "; "), .faint))
  }

  /// Ends what is going on and keeps its place.
  mutating func leave() -> Document {
    switch activity {
    case .playground:
      return format(
        Diagnostic(
          "nothing-to-leave", "no lesson, exercise or drill is going on", hint: "type quit to end the program"))
    case .lesson(let player):
      let problems = keepDraft()
      keep(player)
      activity = .playground
      lessonOutput.feedback = []
      let (words, number, step) = (player.lesson.words, "\(player.lesson.number)", "\(player.stepIndex + 1)")
      let back = StyledText("lesson \(number)", .code)
      let record = progress?.lessons[player.lesson.slug]
      if player.hasOwnWork {
        return problems + left(words(.leftLessonAt, number, step), words.styled(.goesOnThere, .body, back), words)
      }
      if record?.isFinished == true {
        return problems + left(words(.leftFinished, number), words.styled(.listsSteps, .body, back), words)
      }
      let what = player.phase == .ready ? words(.leftLesson, number) : words(.leftLessonAt, number, step)
      let next = leftLessons[player.lesson.slug]?.last?.stepIndex ?? record?.nextStep ?? player.stepIndex
      let way =
        next == player.stepIndex
        ? words.styled(.goesOnThere, .body, back)
        : words.styled(.goesOnAtStep, .body, back, StyledText("\(next + 1)"))
      return problems + left(what, way, words)
    case .exercise(let attempt):
      let problems = keepDraft()
      activity = .playground
      let (words, slug) = (attempt.exercise.words, DisplayText.visible(attempt.exercise.slug))
      return problems
        + left(
          words(.leftExercise, slug), words.styled(.goesOnThere, .body, StyledText("exercise \(slug)", .code)), words)
    case .drill(let attempt):
      activity = .playground
      guard attempt.round == nil else { return leftPractice() }
      let back = StyledText("drill \(attempt.drill.kind.rawValue)", .code)
      return left(courseWords(.leftDrill), courseWords.styled(.asksAnotherDrill, .body, back), courseWords)
    case .practice:
      activity = .playground
      return leftPractice()
    }
  }

  private func leftPractice() -> Document {
    let way = courseWords.styled(.asksWhatIsDue, .body, StyledText("practice", .code))
    return left(courseWords(.leftPractice), way, courseWords)
  }

  /// Keeps a lesson that is left in the middle of a step with what was typed there, for as long as the session lasts.
  mutating func keep(_ player: LessonPlayer) {
    var left = leftLessons[player.lesson.slug] ?? []
    left.removeAll { $0.stepIndex == player.stepIndex || player.doneSteps.contains($0.stepIndex) }
    leftLessons[player.lesson.slug] = player.hasOwnWork ? left + [player] : left
  }

  /// - Parameters:
  ///   - what: what is left.
  ///   - way: the sentence that says how it goes on.
  private func left(_ what: String, _ way: StyledText, _ words: FixedWords) -> Document {
    wrapped(StyledText(what + "; ") + way + StyledText(" " + words(.graphIsYours)))
  }

  /// Lets the player go on, shows what happened, and writes the progress down.
  mutating func play(_ body: (inout LessonPlayer) -> [LessonEvent]) -> Document {
    guard case .lesson(var player) = activity else { return [] }
    let events = body(&player)
    activity = .lesson(player)
    var lines = Document()
    var onlyLooked = false
    for event in keptForPrompt(events) {
      // A class has its own end of a step.
      if mode == .student, event.endsPart { continue }
      // Who only looks around need not hear that the task is still open.
      if case .checks = event, onlyLooked { continue }
      if case .executed(_, let outcomes) = event { onlyLooked = outcomes.allSatisfy(\.onlyShows) }
      let rendered = render(event, in: player)
      lines += rendered
      switch event {
      case .question, .taskBegins: lessonOutput.closingLineCount = lineCount(rendered)
      default: lessonOutput.closingLineCount = rendered.isEmpty ? lessonOutput.closingLineCount : 0
      }
    }
    let isOver = events.contains { if case .lessonDone = $0 { true } else { false } }
    let isStepOver = events.contains { if case .stepDone = $0 { true } else { false } }
    let day = world.today()
    let problems = note {
      $0.note(events, in: player)
      $0.practise(events, in: player, on: day)
    }
    if lessonOutput.closingLineCount > 0 { lessonOutput.closingLineCount += lineCount(problems) }
    // The pages of a class and of a browser have their own ways on.
    if mode == .student || mode == .browser { return lines + problems }
    if isOver { return lines + problems + offer(after: player.lesson) }
    return lines + problems + (isStepOver && endsPartOfCourse(player) ? offerInCourse() ?? [] : [])
  }

  private mutating func render(_ event: LessonEvent, in player: LessonPlayer) -> Document {
    switch event {
    case .executed(_, let outcomes):
      lessonOutput.problem =
        outcomes.filter(\.failed).flatMap { withCommandHint($0).diagnostics }
        .first { $0.severity == .error }?.message
      return render(outcomes)
    case .checks(let outcomes): return feedback(on: outcomes, in: player)
    case .stepBegins:
      lessonOutput.feedback = []
      return lessonRenderer.document(for: event, in: player)
    case .refused:
      lastInputFailed = true
      return lessonRenderer.document(for: event, in: player)
    case .introduction, .prose, .note, .run, .question, .questionHint, .revealed, .predictionResult, .taskBegins, .hint,
      .solution, .taskDone, .stepDone, .lessonDone:
      return lessonRenderer.document(for: event, in: player)
    }
  }

  /// Returns the feedback on the task. If it was just shown, its first sentence is repeated without the values.
  private mutating func feedback(on outcomes: [CheckOutcome], in player: LessonPlayer) -> Document {
    let lines = lessonOutput.advises ? lessonRenderer.feedback(on: outcomes) : lessonRenderer.progress(on: outcomes)
    lessonOutput.taskProgress = TaskProgress(outcomes)
    let shown = lines.lines(.plain)
    guard shown != lessonOutput.feedback else {
      guard lessonOutput.advises else { return [] }
      let advice = outcomes.first { !$0.holds }.map { $0.failures.first?.expectation?.elseText ?? $0.check.name }
      return advice.map { lines.isEmpty ? [] : lessonRenderer.stillOpen($0, in: player, hasSolution: mode != .student) }
        ?? []
    }
    lessonOutput.feedback = shown
    return lines
  }

  /// Takes a line as the answer to an open question; nil when there is none, or the line is a command or a look around.
  mutating func answer(_ line: String) -> Document? {
    guard case .asking(let prediction) = player?.phase,
      line.contains(where: { !$0.isWhitespace })
    else { return nil }
    if adviceOnForeignWord(in: line) != nil { return nil }
    let tree = WorkbookParser.parse(SourceText(line))
    let isStatement = !tree.statements.isEmpty && !tree.diagnostics.containsError
    if !isStatement, tree.isMeantAsStatement, prediction.choice(saying: line) == nil { return nil }
    // ALTER TABLE Team ADD city TEXT
    if !isStatement, line.split(separator: " ").count > 1,
      tree.diagnostics.contains(where: { $0.offer != nil }) || interpreter.hasTranslation(of: line)
    {
      return nil
    }
    if isStatement, tree.statements.contains(where: \.isCommand) { return nil }
    switch prediction.answer {
    case .expression:
      if isStatement, !tree.statements.allSatisfy(\.isAnswer) || tree.beginsWithQuery { return nil }
    case .choices:
      if prediction.choice(saying: line) == nil, isStatement, !isMeantAsChoice(line, tree) { return nil }
    }
    lessonOutput.feedback = []
    if case .practice(let round) = activity { return answer(line.trimmed, in: round) }
    let hasTried = player?.hasOwnWork == true
    let lines = play { $0.answer(typed: line.trimmed) }
    // A refused answer leaves the question, and what was tried at it.
    if case .asking(prediction) = player?.phase { return lines }
    return (hasTried ? wrapped(StyledText(words(.triesSetAside), .faint)) : []) + lines
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

extension SyntaxTree {
  /// Whether a line with a mistake begins like a statement: `change Task.title optionl`, `Event(timeStamp: 2026-01-15`, `team.name =`.
  /// Its own message says more than that it is no answer.
  fileprivate var isMeantAsStatement: Bool {
    let words = source.text.split(whereSeparator: \.isWhitespace)
    if words.count > 1, StatementWord(rawValue: String(words[0])) != nil { return true }
    let text = source.text.trimmed
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    // `b) maybe` chooses.
    guard name.count > 1, name.first?.isLetter == true else { return false }
    let rest = text[name.endIndex...].drop { $0 == " " }
    if rest.first == "." { return rest.dropFirst().first?.isLetter == true }
    return rest.first.map { "({[=#".contains($0) } ?? false
  }

  /// Whether the line is a query, which is run like every other statement: the answer is a value.
  fileprivate var beginsWithQuery: Bool {
    ["count", "fetch", "group"].contains(source.text.trimmed.prefix { $0.isLetter })
  }
}

extension Statement {
  /// Whether it can be meant as the answer to a question for a value: it is one, and can be computed without a trace.
  fileprivate var isAnswer: Bool {
    guard case .value(let value) = kind else { return false }
    return switch value {
    case .condition, .expression, .list: true
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
      .groups, .deletionExplained, .deletionCompared, .fetchPlanned, .storeFetchPlanned, .membershipExplained,
      .fetchedPropertyExplained,
      .held, .validated, .modelsCompared, .history, .normalized, .derived, .reviewed:
      true
    case .proposalApplied, .stated, .storeOpened, .migrated, .refreshed, .imported, .modelChanged, .named, .changed,
      .marked, .saved, .historyMoved, .checked, .sequence, nil:
      failed
    }
  }
}

extension Diagnostic {
  package static func noLibrary(_ library: Library?) -> Diagnostic {
    Diagnostic(
      "no-courses", "the lessons and exercises are nowhere to be found",
      hint: library.map { "there are none in \(DisplayText.visible($0.roots.joined(separator: " or ")))" }
        ?? "set GRAPHBOOK_COURSES to the folder that holds Lessons and Exercises")
  }
}

extension LessonEvent {
  /// Whether it ends a step or the lesson.
  fileprivate var endsPart: Bool {
    switch self {
    case .stepDone, .lessonDone: true
    case .introduction, .stepBegins, .prose, .note, .questionHint, .revealed, .run, .question, .predictionResult,
      .taskBegins, .executed, .checks, .hint, .solution, .taskDone, .refused:
      false
    }
  }
}
