import Courses
import Diagnostics
import Grading

extension Session {
  mutating func startExercise(_ word: String) -> Document {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let (exercise, diagnostics) = library.exercise(word)
    guard let exercise else { return diagnostics.flatMap(format) }
    let problems = loadProgress() + pageForBeginners() + keepDraft()
    if case .lesson(let player) = activity { keep(player) }
    return problems + start(exercise, from: progress?.exercises[exercise.id]?.draft ?? [])
  }

  /// Starts an exercise; with an answer that was left, goes on there.
  mutating func start(_ exercise: Exercise, from draft: [String]) -> Document {
    var attempt = ExerciseAttempt(exercise, makeInterpreter: world.makeInterpreter)
    attempt.goOn(from: draft)
    activity = .exercise(attempt)
    let words = exercise.words
    let points = words(exercise.points == 1 ? .point : .points, "\(exercise.points)")
    let title = StyledText(DisplayText.visible(exercise.title), .strong) + StyledText(" · \(points)", .faint)
    let keys = words(.exerciseKeys)
    var lines = [""] + wrapped(title) + [""] + lessonRenderer.markdown(exercise.task)
    if !attempt.accepted.isEmpty {
      let isPassed = progress?.exercises[exercise.id]?.isDone == true
      lines += [""] + wrapped(StyledText(words(isPassed ? .passedBefore : .answerLeft)))
      lines += attempt.accepted.flatMap { lessonRenderer.code(SourceText($0)) }
    }
    return lines + [""] + wrapped(StyledText(keys, .faint))
  }

  /// Writes the open answer or task down, so that it goes on there: called before anything takes its place.
  @discardableResult
  package mutating func keepDraft() -> Document {
    func kept(_ statements: [String]) -> [String] {
      statements.reduce(0) { $0 + $1.utf8.count } <= Self.draftLimit ? statements : []
    }
    switch activity {
    case .playground, .drill, .practice: return []
    case .exercise(let attempt):
      let draft = kept(attempt.accepted)
      let id = attempt.exercise.id
      guard draft != progress?.exercises[id]?.draft ?? [] else { return [] }
      return note { $0.keep(draft: draft, ofExercise: id) }
    case .lesson(let player):
      // Statements typed at a question are kept for this session alone.
      let work = player.phase == .task ? kept(player.work) : []
      let draft = LessonProgress.Draft(step: player.stepIndex, statements: work)
      let slug = player.lesson.slug
      let record = progress?.lessons[slug]
      let isKept = work.isEmpty ? record?.draft(of: draft.step) == nil : record?.drafts?.last == draft
      return isKept ? [] : note { $0.keep(draft: draft, ofLesson: slug) }
    }
  }

  /// The bytes of the longest answer that is kept in the record of progress.
  private static let draftLimit = 64 << 10

  mutating func exerciseHint() -> Document {
    guard case .exercise(var attempt) = activity else { return [] }
    guard let (hint, number) = attempt.nextHint() else {
      let hint = attempt.exercise.withholdsSolution ? nil : "solution shows one"
      return format(Diagnostic("no-more-hints", "there are no more hints", hint: hint))
    }
    activity = .exercise(attempt)
    let lines = lessonRenderer.hint(hint, number: number, count: attempt.exercise.hints.count)
    return lines + note { $0.noteHint(exercise: attempt.exercise.id) }
  }

  /// Shows the solution. To look at it before the exercise is passed, or while it is due for practice, is no answer.
  mutating func exerciseSolution(of exercise: Exercise) -> Document {
    guard !exercise.isHandout else {
      return format(Diagnostic("no-solution-here", "this copy of the exercise has no solution", hint: "hint helps"))
    }
    guard !exercise.withholdsSolution else {
      return format(
        Diagnostic("no-solution-here", "this exercise is graded, so its solution is not shown", hint: "hint helps"))
    }
    var typing = words(.typeIt)
    if case .exercise(let attempt) = activity, !attempt.accepted.isEmpty { typing = words(.typeRestartThen) }
    return lessonRenderer.code(exercise.solution) + wrapped(StyledText(words(.typeThenCheck, typing), .faint))
      + noteSolution(of: exercise)
  }

  /// Records that the solution of an exercise was shown.
  /// - Returns: what is wrong with the record.
  package mutating func noteSolution(of exercise: Exercise) -> Document {
    let problems = loadProgress()
    let item = PracticeItem.exercise(exercise.id)
    let isOpen = progress?.exercises[exercise.id]?.isDone != true
    let isDue = progress?.card(of: item)?.isDue(on: world.today()) == true
    return problems + (isOpen || isDue ? record(item, isRight: false) : [])
  }

  /// Grades the answer, and shows the first thing that is wrong, or everything.
  mutating func gradeAttempt(showsAll: Bool = false) -> Document {
    guard case .exercise(var attempt) = activity else { return [] }
    var verdict = Grader(makeInterpreter: world.makeInterpreter).grade(attempt.exercise, answer: attempt.answer)
    if let library = world.library { verdict.recallIdeas(of: attempt.exercise, in: library) }
    attempt.failedCheck = verdict.cause?.check
    activity = .exercise(attempt)
    let detail = showsAll ? TextFormat.Detail.all : .first(rest: words(.checkAllShows))
    var format = TextFormat(width: style.width, detail: detail)
    format.words = words
    var lines = Document(format.lines(for: verdict))
    if attempt.hasUngradedChanges {
      lines =
        wrapped(
          StyledText(words(.unsavedChanges))) + [""] + lines
    }
    if verdict.checks.contains(where: { $0.isAboutRules && $0.status == .failed }) {
      lines += wrapped(
        StyledText(words(.typedCounts), .faint))
    }
    if attempt.exercise.isHandout, verdict.status != .error {
      lines += wrapped(
        StyledText(words(.teachersCopy), .faint))
    }
    return lines + noteVerdict(verdict, on: attempt)
  }

  /// Records a verdict, and offers the next exercise after a pass.
  mutating func noteVerdict(_ verdict: Verdict, on attempt: ExerciseAttempt) -> Document {
    record(verdict, on: attempt.exercise, isEmpty: attempt.accepted.isEmpty)
      + (verdict.status == .passed ? offer(after: attempt.exercise) : [])
  }

  /// Records a verdict, for the exercise and for practice. For practice, an answer without a statement, and one that could not
  /// be judged, does not count.
  /// - Returns: when the exercise comes back, and what is wrong with the record.
  package mutating func record(_ verdict: Verdict, on exercise: Exercise, isEmpty: Bool) -> Document {
    let problems = note {
      $0.note(
        exercise: exercise.id, score: verdict.score, maxScore: verdict.maxScore, passed: verdict.status == .passed)
    }
    let item = PracticeItem.exercise(exercise.id)
    guard !isEmpty, verdict.status != .error else { return problems }
    let isDue = progress?.card(of: item)?.isDue(on: world.today()) == true
    return problems + record(item, isRight: verdict.status == .passed)
      + (isDue && verdict.status == .passed ? comesBack(item) : [])
  }
}
