import Courses
import Diagnostics

/// The way on from a lesson or an exercise that is done. The line that announces it and `next` ask the same function.
extension Session {
  /// Something that `next` begins.
  enum NextThing: Hashable {
    /// The next item of the course that is followed.
    case item(CoursePlan.Item, of: CoursePlan)
    case exercise(ExerciseEntry)
    case lesson(LessonEntry)
  }

  /// Returns the way on from a lesson that is done: what the course has next, or else the exercises of the chapter that are not passed,
  /// the next lesson that is not finished, and at last the exercises of other chapters. Nil when everything is done.
  /// - Complexity: O(the heads of the exercises and of the lessons).
  func nextThing(after lesson: Lesson) -> NextThing? {
    if let thing = nextInCourse { return thing }
    let open = openExercises
    if let exercise = open.first(where: { $0.chapterNumber == lesson.chapterNumber }) { return .exercise(exercise) }
    return nextLesson(after: lesson.number).map(NextThing.lesson) ?? open.first.map(NextThing.exercise)
  }

  /// Returns the way on from an exercise that is passed: what the course has next, or else the exercises of the chapter, those after
  /// it first. Whoever came from a lesson of the chapter then goes on with the next lesson, and everyone else with the
  /// exercises that follow in the list. Nil when everything is done.
  /// - Complexity: O(the heads of the exercises and of the lessons).
  func nextThing(after exercise: Exercise) -> NextThing? {
    if let thing = nextInCourse { return thing }
    let entries = world.library?.exercises().entries ?? []
    let place = entries.firstIndex { $0.id == exercise.id } ?? 0
    let open = (entries[place...] + entries[..<place]).filter { $0.id != exercise.id && isOpen($0) }
    if let next = open.first(where: { $0.folder == exercise.folder }) { return .exercise(next) }
    let own = world.library?.lessons().entries.last { entry in
      entry.chapterNumber == exercise.chapterNumber && progress?.lessons[entry.slug] != nil
    }
    return own.flatMap { nextLesson(after: $0.number) }.map(NextThing.lesson) ?? open.first.map(NextThing.exercise)
  }

  /// Begins what comes next.
  mutating func start(_ thing: NextThing) -> Document {
    switch thing {
    case .item(let item, _): start(item)
    case .exercise(let entry): startExercise(entry.id)
    case .lesson(let entry): startLesson(entry.slug)
    }
  }

  /// The line that names what comes next after a lesson.
  func offer(after lesson: Lesson) -> Document {
    offer(nextThing(after: lesson), besides: nextLesson(after: lesson.number)) ?? []
  }

  /// The line that names what comes next after an exercise.
  func offer(after exercise: Exercise) -> Document {
    offer(nextThing(after: exercise)) ?? [""] + wrapped(StyledText(words(.allPassed)))
  }

  // MARK: Parts

  /// The exercises that are not passed, in their order.
  private var openExercises: [ExerciseEntry] { (world.library?.exercises().entries ?? []).filter(isOpen) }

  private func isOpen(_ entry: ExerciseEntry) -> Bool { progress?.exercises[entry.id]?.isDone != true }

  /// The next lesson of the book that is not finished.
  private func nextLesson(after number: Int) -> LessonEntry? {
    world.library?.lessons().entries.first { $0.number > number && progress?.lessons[$0.slug]?.isFinished != true }
  }

  /// - Parameter lesson: a lesson that is named as well where exercises come first.
  func offer(_ thing: NextThing?, besides lesson: LessonEntry? = nil) -> Document? {
    let done = followedCourse.flatMap { plan in
      nextInCourse == nil ? [""] + wrapped(StyledText(Self.courseIsDone(plan))) : nil
    }
    guard let thing else { return done }
    let next = StyledText("next", .code)
    let text: StyledText
    switch thing {
    case .item(let item, let plan):
      guard let library = world.library else { return done }
      text = words.styled(
        .courseGoesOn, .body, next, StyledText(DisplayText.visible(plan.title)),
        StyledText(name(of: item, in: library)))
    case .exercise(let entry):
      let time = entry.minutes.map { ", " + words.about(minutes: $0) } ?? ""
      let start = next + StyledText(" " + words(.nextStarts, entry.slug, DisplayText.visible(entry.title)) + time)
      text =
        lesson.map {
          start + StyledText("; ") + StyledText("lesson \($0.number)", .code)
            + StyledText(" " + words(.leavesExercisesOut))
        }
        ?? start
    case .lesson(let entry):
      text = next + StyledText(" " + words(.nextLesson, "\(entry.number)", DisplayText.visible(entry.title)))
    }
    return (done ?? []) + [""] + wrapped(text)
  }
}
