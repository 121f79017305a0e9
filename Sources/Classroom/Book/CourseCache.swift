import Courses
import Support

/// The lessons and exercises of a course that were opened, each read once: the sittings of all readers share them.
final class CourseCache: Sendable {
  let library: Library
  private let lessons = Locked<[String: Lesson]>([:])
  private let exercises = Locked<[String: Exercise]>([:])

  let starts: LessonStarts

  /// The policy of the class that says which exercises are graded; nil where no one works for marks.
  private let graded: Locked<GradingPolicy?>

  init(_ library: Library, policy: GradingPolicy? = nil, makeInterpreter: @escaping InterpreterMaker) {
    self.library = library
    graded = Locked(policy)
    starts = LessonStarts(makeInterpreter: makeInterpreter)
  }

  private let knownWords = Locked<FixedWords?>(nil)

  /// The words of the pages that are about no single lesson.
  var words: FixedWords {
    if let known = knownWords.withLock({ $0 }) { return known }
    let words = library.courseWords()
    knownWords.withLock { $0 = words }
    return words
  }

  /// The lesson with a slug; nil where there is none.
  func lesson(_ slug: String) -> Lesson? {
    if let known = lessons.withLock({ $0[slug] }) { return known }
    guard let lesson = library.lesson(slug).lesson else { return nil }
    lessons.withLock { $0[lesson.slug] = lesson }
    return lesson
  }

  /// Reads all exercises at once, which is much faster than one by one.
  func openExercises() -> [Exercise] {
    let all = library.openExercises()
    exercises.withLock { for exercise in all { $0[exercise.id] = exercise } }
    return all.map(asShown)
  }

  /// The exercise that a name or an id means; nil where there is none.
  func exercise(_ name: String) -> Exercise? {
    if let known = exercises.withLock({ $0[name] }) { return asShown(known) }
    guard let exercise = library.exercise(name).exercise else { return nil }
    exercises.withLock { $0[exercise.id] = exercise }
    return asShown(exercise)
  }

  /// When answers are due.
  var policy: GradingPolicy { graded.withLock { $0 } ?? GradingPolicy() }

  func follow(_ policy: GradingPolicy) { graded.withLock { $0 = policy } }

  /// The exercise as its readers see it: without its solution where it is graded.
  private func asShown(_ exercise: Exercise) -> Exercise {
    graded.withLock { $0 }.map { $0.offersSolution(of: exercise.slug) } ?? true
      ? exercise : exercise.withholdingSolution
  }
}
