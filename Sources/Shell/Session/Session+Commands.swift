import Courses
import Diagnostics
import Grading
import WorkbookLanguage

extension Session {
  /// Carries out a command of the prompt.
  mutating func perform(_ command: ShellCommand) -> Document {
    if mode == .student, let refusal = command.refusalInClass(of: player) { return format(refusal) }
    if case .practice(let round) = activity, let lines = perform(command, in: round) { return lines }
    switch command {
    case .lessons: return listLessons()
    case .lesson(let name?, let step): return startLesson(name, step: step)
    case .lesson(nil, _): return resumeLesson()
    case .courses(let name): return courses(name)
    case .leave: return leave()
    case .next:
      if case .drill(let attempt) = activity { return nextDrill(after: attempt) }
      if case .exercise(let attempt) = activity, progress?.exercises[attempt.exercise.id]?.isDone == true {
        guard let thing = nextThing(after: attempt.exercise) else { return wrapped(StyledText(words(.allPassed))) }
        return start(thing)
      }
      if case .lesson(let player) = activity {
        if player.phase == .lessonDone, let thing = nextThing(after: player.lesson) { return start(thing) }
        if endsPartOfCourse(player), let lines = startNextInCourse() { return lines }
      }
      if case .playground = activity {
        let problems = loadProgress()
        if let lines = startNextInCourse() { return problems + lines }
      }
      return move("next", to: \.stepAfter) { $0.next() }
    case .back: return move("back", to: \.stepBefore) { $0.back() }
    case .restart:
      if case .exercise(let attempt) = activity { return start(attempt.exercise, from: []) }
      return discarding("restart") { $0.restart() }
    case .hint:
      if case .exercise = activity { return exerciseHint() }
      return stepCommand("hint") { $0.hint() }
    case .skip:
      if case .exercise = activity { return leave() }
      if case .drill(let attempt) = activity { return nextDrill(after: attempt) }
      return discarding("skip") { $0.skip() }
    case .solution:
      if case .drill = activity { return reveal() }
      if case .exercise(let attempt) = activity {
        return exerciseSolution(of: attempt.exercise)
      }
      return stepCommand("solution") { $0.solution() }
    case .exercises(let chapter): return listExercises(ofChapter: chapter)
    case .exercise(let word): return startExercise(word)
    case .drill(let word): return startDrill(word)
    case .check(let all):
      if case .exercise = activity { return gradeAttempt(showsAll: all) }
      lessonOutput.feedback = []
      return stepCommand("check") { $0.check() }
    case .handIn(let path): return handIn(path)
    case .practice: return startPractice()
    case .progress(let ideas): return ideas ? listIdeas() : listProgress()
    case .help(let word): return help(word)
    case .timing(let isOn):
      typing.showsTiming = isOn
      return []
    case .again:
      guard let lastInput = typing.lastInput else {
        return format(Diagnostic("nothing-again", "there is no statement to bring back"))
      }
      if typing.readerCanEdit {
        typing.textToEdit = lastInput.text
        return []
      }
      return evaluate(WorkbookParser.parse(lastInput))
    case .quit:
      isOver = true
      return []
    }
  }

  private func help(_ word: String?) -> Document {
    guard let word else {
      var help = Help()
      help.isInClass = mode == .student
      return help.overview()
    }
    let help = helpOfCourse
    return help.page(about: word) ?? format(help.unknown(word))
  }

  /// Help with the terms of the course.
  var helpOfCourse: Help {
    var help = Help(glossary: world.library?.glossary().glossary ?? Glossary([], lessons: []))
    help.isInBrowser = mode == .browser
    help.isInClass = mode == .student
    return help
  }

  /// Goes to another step of a lesson: what is half done here is kept, and what was left half done there goes on.
  private mutating func move(
    _ word: String, to target: (LessonPlayer) -> Int?, _ body: (inout LessonPlayer) -> [LessonEvent]
  ) -> Document {
    guard case .lesson(let player) = activity, let step = target(player) else { return stepCommand(word, body) }
    let lesson = player.lesson
    let problems = keepDraft()
    keep(player)
    let isLeft = leftLessons[lesson.slug]?.contains { $0.stepIndex == step } == true
    guard isLeft || progress?.lessons[lesson.slug]?.draft(of: step) != nil else {
      return problems + kept(player) + stepCommand(word, body)
    }
    let lines = play { player in
      let events = body(&player)
      return Array(events.prefix { if case .stepBegins = $0 { false } else { true } })
    }
    // The step has begun afresh: that is not what is to be kept of it.
    activity = .playground
    return problems + lines + startLesson(lesson.slug, step: step + 1)
  }

  /// Says that the half-done work of a step is kept.
  private func kept(_ player: LessonPlayer) -> Document {
    guard player.hasOwnWork else { return [] }
    return kept(step: player.stepIndex, of: player.lesson)
  }

  /// - Parameter step: counted from 0.
  func kept(step: Int, of lesson: Lesson) -> Document {
    let way = StyledText("lesson \(lesson.number) step \(step + 1)", .code)
    return wrapped(
      StyledText(lesson.words(.workIsKept, "\(step + 1)") + " ") + lesson.words.styled(.goesOnThere, .body, way))
  }

  /// Runs a command that gives up what is half done in a step, and says so.
  private mutating func discarding(_ word: String, _ body: (inout LessonPlayer) -> [LessonEvent]) -> Document {
    guard case .lesson(let player) = activity, player.phase == .task, player.hasOwnWork else {
      return stepCommand(word, body)
    }
    let what = wrapped(StyledText(words(.workIsDiscarded, "\(player.stepIndex + 1)")))
    return what + stepCommand(word, body)
  }

  /// A command that needs a lesson.
  private mutating func stepCommand(_ word: String, _ body: (inout LessonPlayer) -> [LessonEvent]) -> Document {
    switch activity {
    case .lesson: return play(body)
    case .playground, .practice:
      return format(
        Diagnostic(
          "no-lesson", "'\(word)' belongs to a lesson, and none is going on",
          hint: "lesson goes on where you were; lessons lists them"))
    case .exercise:
      return format(
        Diagnostic(
          "no-lesson", "'\(word)' belongs to a lesson, and this is an exercise",
          hint: "check, hint, solution, restart and leave work here"))
    case .drill:
      return format(
        Diagnostic(
          "no-lesson", "'\(word)' does nothing in a drill",
          hint: "answer, or type solution to see the answer and why; next and leave work, too"))
    }
  }

  // MARK: The first screen

  /// Returns the lines that a learner sees first, at most twelve.
  package mutating func greeting() -> Document {
    guard mode == .prompt else { return [] }
    var lines = title + [""]
    let place = whereYouWere()
    let rows = beginnings
    let width = (rows.map { DisplayText.width($0.word) }.max() ?? 0) + 4
    for (word, what) in rows {
      lines += Document(
        StyledText(what), first: "  \(word.padding(to: width - 2), .code)",
        rest: StyledText(String(repeating: " ", count: width)))
    }
    lines.append("")
    lines += wrapped(
      StyledText("Or begin with a model of your own: ") + StyledText("entity Team { name: String }", .code))
    return lines + place + whatIsDue()
  }

  /// The line above everything else.
  var title: Document {
    wrapped(StyledText("Graphbook", .strong) + ": a workbook for object graphs, in the words of Core Data")
  }

  /// The words to begin with: for someone who has done nothing yet, those of the courses that say whom they are for.
  private var beginnings: [(word: String, what: String)] {
    let readers = (isNew ? world.library?.plans().plans : nil)?.filter { !$0.reader.isEmpty } ?? []
    guard !readers.isEmpty else {
      return [
        ("lessons", "lists the lessons; lesson and its number starts one"),
        ("exercises", "lists what you can practise"),
        ("help", "lists all the words; help delete explains one"),
      ]
    }
    return [("lesson 1", "if you are new to this")]
      + readers.map { ("courses \($0.slug)", "if \(DisplayText.visible($0.reader))") }
      + [
        ("help prompt", "how to type here, on one page"),
        ("help", "lists the words; lessons and exercises list the rest"),
      ]
  }

  /// Whether the learner has neither begun a lesson nor an exercise.
  private var isNew: Bool { progress.map { $0.lessons.isEmpty && $0.exercises.isEmpty } ?? true }

  /// The page on the prompt, for a person who begins their first lesson or exercise.
  mutating func pageForBeginners() -> Document {
    guard typing.isWatched, isNew, !typing.hasSeenPromptPage else { return [] }
    typing.hasSeenPromptPage = true
    return [""] + PromptPage.document()
  }

  /// A line for a lesson that was left, and one for an exercise; and what is wrong with the record of them.
  private mutating func whereYouWere() -> Document {
    let problems = loadProgress()
    let left = (progress?.exercises ?? [:]).filter { $0.value.draft?.isEmpty == false && !$0.value.isDone }.keys
      .sorted()
    // The record may know exercises that the courses no longer have.
    let library = world.library
    let exercise = left.lazy.compactMap { library?.exerciseEntry($0) }.first.map { entry in
      wrapped(
        StyledText("An answer is unfinished: ") + StyledText("exercise \(entry.slug)", .code) + StyledText(" goes on."))
    }
    return problems + lessonLeft() + (exercise ?? [])
  }

  private func lessonLeft() -> Document {
    if let plan = followedCourse, let way = wayBack(into: plan) { return way }
    guard let place = progress?.place, let record = progress?.lessons[place.lesson], !record.isDone,
      let entry = lesson(at: place)
    else { return [] }
    return wrapped(
      entry.words.styled(
        .wereInLesson, .body, StyledText("\(entry.number)"), StyledText(DisplayText.visible(entry.title)),
        StyledText("\(record.nextStep &+ 1)"), StyledText("lesson \(entry.number)", .code)))
  }

  /// One line for a learner who has something to practise.
  private func whatIsDue() -> Document {
    guard progress?.duePractice(on: world.today()).isEmpty == false else { return [] }
    let text = StyledText("Practice is due: ") + StyledText("practice", .code) + " asks again what you got wrong."
    return Document(text)
  }

  private func lesson(at place: Progress.Place) -> (number: Int, title: String, words: FixedWords)? {
    if let glance = world.library?.glance(atLesson: place.lesson) { return glance }
    return world.library?.lesson(place.lesson).lesson.map { ($0.number, $0.title, $0.words) }
  }

  // MARK: Progress

  /// Reads the record once, and reports once what is wrong with it.
  mutating func loadProgress() -> Document { keptRecord.load().flatMap(format) }

  /// Changes the record, and reports what is wrong with it; see ``KeptRecord/note(_:)``.
  mutating func note(_ change: @escaping (inout Progress) -> Void) -> Document {
    keptRecord.note(change).flatMap(format)
  }
}

extension ShellCommand {
  /// Why a student in a class cannot use the command; nil if they can.
  fileprivate func refusalInClass(of player: LessonPlayer?) -> Diagnostic? {
    func refusal(_ message: String, _ hint: String) -> Diagnostic { Diagnostic("in-class", message, hint: hint) }
    let hasTask = player?.phase == .task
    let hasHints = hasTask && player.map { $0.taskHints.shown < $0.taskHints.count } == true
    let people = "your neighbour or your teacher can help"
    return switch self {
    case .hint where hasTask && !hasHints: refusal("there are no more hints", people)
    case .check, .hint: hasTask ? nil : refusal("no task is open here", "help lists what you can type meanwhile")
    case .next, .back, .skip: refusal("the teacher moves the lesson on", "help lists what you can type meanwhile")
    case .solution:
      refusal("the teacher shows the solution", hasHints ? "hint helps without giving it away" : people)
    case _ where isInClass: nil
    default: refusal("this is not possible in a class", "graphbook on your own computer has it")
    }
  }
}
