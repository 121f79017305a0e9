import Courses
import Diagnostics
import Drills
import WorkbookLanguage

/// Practice: what a learner got wrong is asked again, after one day, three, seven and twenty-one.
extension Session {
  /// Starts a round of what is due.
  package mutating func startPractice() -> Document {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let problems = loadProgress()
    courseWords = library.courseWords()
    let words = courseWords
    let due = dueTasks(in: library)
    guard !due.isEmpty else { return problems + wrapped(StyledText(nothingDue)) }
    let kept = keepDraft()
    if case .lesson(let player) = activity { keep(player) }
    let round = PracticeRound(from: due)
    let time = words.count(round.minutes, .minuteLong, .minutesLong)
    let title =
      StyledText(words(.wayPractice), .strong)
      + StyledText(" · " + words(.minutesDue, "\(due.count)", time), .faint)
    // A page has buttons for it.
    let keys = mode == .browser ? [] : wrapped(StyledText(words(.practiceKeys), .faint))
    return problems + kept + [""] + wrapped(title) + keys + ask(round)
  }

  /// The tasks that are due today, or that were missed of an idea that is shaky, as far as the courses still have them.
  func dueTasks(in library: Library) -> [PracticeRound.Task] {
    let record = progress ?? Progress()
    var lessons: [String: Lesson] = [:]
    var exercises: [ExerciseEntry]?
    return record.practice(on: world.today(), in: library.ideaIndex().index).compactMap { item in
      switch item {
      case .question(let slug, let step, let number):
        if lessons[slug] == nil { lessons[slug] = library.lesson(slug).lesson }
        guard let lesson = lessons[slug], lesson.hasQuestion(number, inStep: step) else { return nil }
        return .question(lesson, step: step, number: number)
      case .exercise(let id):
        exercises = exercises ?? library.exercises().entries
        return exercises?.first { $0.id == id }.map { .exercise($0) }
      case .drill(let kind): return DrillKind(rawValue: kind).map { .drill($0) }
      }
    }
  }

  /// Why there is nothing to ask.
  private var nothingDue: String {
    guard let next = progress?.nextPractice else {
      return courseWords(.nothingToPractise)
    }
    // Exercises that were due and have left the courses are not announced.
    let days = next - world.today()
    return days > 0 ? courseWords(.nextIsDue, courseWords.day(in: days)) : courseWords(.nothingIsDue)
  }

  // MARK: Questions

  /// Asks the next question of a round; after the last one, the round is over.
  mutating func ask(_ asked: PracticeRound) -> Document {
    var round = asked
    guard !round.rest.isEmpty else { return end(round) }
    let task = round.rest.removeFirst()
    let number = courseWords(.stepOfSteps, "\(round.place)", "\(round.count)")
    switch task {
    case .exercise(let entry):
      let heading = number + " · " + courseWords(.anExercise, DisplayText.visible(entry.slug))
      return [""] + wrapped(StyledText(heading, .strong)) + startForPractice(entry)
    case .drill(let kind):
      let heading = number + " · " + courseWords(.aDrill)
      return [""] + wrapped(StyledText(heading, .strong)) + ask(drill: kind, of: [kind], in: round)
    case .question(let lesson, let step, let question):
      var player = LessonPlayer(lesson: lesson, makeInterpreter: world.makeInterpreter)
      player.inputBudget = inputBudget
      guard let events = player.begin(step: step, question: question) else { return ask(round) }
      round.open = .init(item: task.item, player: player)
      round.isRevealed = false
      activity = .practice(round)
      let place = courseWords(.lessonStep, "\(lesson.number)", "\(step + 1)")
      let title = DisplayText.visible(lesson.steps[step].title)
      let heading = wrapped(StyledText("\(number) · \(place): \(title)", .strong))
      return [""] + heading + renderPractice(events, in: player)
    }
  }

  private mutating func end(_ round: PracticeRound) -> Document {
    activity = .playground
    let more = world.library.map { dueTasks(in: $0).count } ?? 0
    let words = courseWords
    let rest =
      more == 0
      ? StyledText(words(.nothingElseDue))
      : words.styled(
        more == 1 ? .oneMoreDue : .moreDue, .body, StyledText("practice", .code), StyledText("\(more)"))
    let score =
      round.answered == 0
      ? words(.practiceOver) : words(.practiceDone, "\(round.right)", "\(round.answered)")
    return [""] + wrapped(StyledText(score + " ", .strong) + rest) + wrapped(StyledText(words(.graphIsYours)))
  }

  /// Starts an exercise from its beginning, unless an answer that has not passed yet was left.
  private mutating func startForPractice(_ entry: ExerciseEntry) -> Document {
    let (exercise, diagnostics) = world.library?.exercise(entry.id) ?? (nil, [])
    guard let exercise else { return diagnostics.flatMap(format) }
    let record = progress?.exercises[exercise.id]
    return start(exercise, from: record?.isDone == true ? [] : record?.draft ?? [])
  }

  /// Takes a line as the answer to the open question.
  mutating func answer(_ line: String, in asked: PracticeRound) -> Document {
    var round = asked
    guard var open = round.open else { return [] }
    let (events, result) = open.player.judge(typed: line)
    round.open = open
    guard let result else {
      activity = .practice(round)
      return renderPractice(events, in: open.player)
    }
    let isRight = result.isRight && !round.isRevealed
    round.count(isRight: isRight)
    let problems = record(open.item, isRight: isRight)
    let end = (events.lastIndex { if case .predictionResult = $0 { true } else { false } } ?? events.count - 1) + 1
    let lines =
      renderPractice(Array(events[..<end]), in: open.player) + comesBack(open.item) + problems
      + renderPractice(Array(events[end...]), in: open.player)
    guard mode == .browser else { return lines + ask(round) }
    // A page shows the answer until its reader goes on.
    round.open = nil
    activity = .practice(round)
    return lines
  }

  /// Runs a command of the prompt that has a meaning of its own at a question of practice; nil for the others.
  mutating func perform(_ command: ShellCommand, in asked: PracticeRound) -> Document? {
    var round = asked
    guard var open = round.open else { return nil }
    let events: [LessonEvent]
    var problems = Document()
    switch command {
    case .next, .skip: return ask(round)
    case .hint: events = open.player.hint()
    case .solution:
      events = open.player.solution()
      round.isRevealed = true
      problems = record(open.item, isRight: false)
    case .back: return refused("back")
    case .restart: return refused("restart")
    case .check: return refused("check")
    case .handIn: return refused("hand in")
    case .lessons, .lesson, .leave, .exercises, .exercise, .courses, .drill, .practice, .progress, .help, .timing,
      .again, .quit:
      return nil
    }
    round.open = open
    activity = .practice(round)
    return renderPractice(events, in: open.player) + problems
  }

  private func refused(_ word: String) -> Document {
    format(
      Diagnostic(
        "no-lesson", "'\(word)' does nothing in practice", hint: "answer, or type hint, solution, skip or leave"))
  }

  /// Runs statements typed at an open question, on a copy of the lesson's graph.
  mutating func execute(_ tree: SyntaxTree, in asked: PracticeRound) -> Document {
    var round = asked
    guard var open = round.open else { return [] }
    let events = open.player.execute(tree)
    round.open = open
    activity = .practice(round)
    return renderPractice(events, in: open.player)
  }

  private mutating func renderPractice(_ events: [LessonEvent], in player: LessonPlayer) -> Document {
    var lines = Document()
    for event in keptForPrompt(events) {
      switch event {
      case .introduction, .stepBegins: continue
      case .executed(_, let outcomes): lines += render(outcomes)
      case .prose, .note, .run, .question, .questionHint, .revealed, .predictionResult, .taskBegins, .checks, .hint,
        .solution, .taskDone, .stepDone, .lessonDone, .refused:
        let rendered = lessonRenderer.document(for: event, in: player)
        lines += rendered
        if case .question = event { lessonOutput.closingLineCount = lineCount(rendered) }
      }
    }
    return lines
  }

  // MARK: The record

  /// Records an answer to something that may be asked again.
  mutating func record(_ item: PracticeItem, isRight: Bool) -> Document {
    let day = world.today()
    return note { $0.practise(item, isRight: isRight, on: day) }
  }

  /// The sentence that says when an item is asked again; none for an item that needs no practice.
  func comesBack(_ item: PracticeItem) -> Document {
    guard let card = progress?.card(of: item) else { return [] }
    let when =
      card.isLearned ? words(.learned) : words(.comesBack, words.day(in: card.due - world.today()))
    return wrapped(StyledText(when, .faint))
  }
}

extension FixedWords {
  fileprivate func day(in days: Int) -> String { days == 1 ? self(.tomorrow) : self(.inDays, "\(days)") }
}

extension Lesson {
  fileprivate func hasQuestion(_ number: Int, inStep step: Int) -> Bool {
    steps.indices.contains(step) && steps[step].predictions.indices.contains(number)
  }
}
