import Courses
import Diagnostics

/// The lists and numbers of a book that several pages show, read once.
struct BookOutline: Sendable {
  struct LessonLine: Sendable {
    var entry: LessonEntry
    /// The minutes of its parts: `28 + 19`; and of the exercises of its chapter together, 0 for none.
    var minutes: String
    var exerciseMinutes = 0
    var steps: [String]
    /// The fixed words, in the language of the lesson.
    var words: FixedWords
  }

  var lessons: [LessonLine] = []
  /// The exercises of each chapter, in order; those of no chapter under the folder's name.
  var exercises: [ExerciseEntry] = []
  var plans: [CoursePlan] = []

  /// - Complexity: O(the lessons and the heads of the exercises), each file of which is read once; statements are parsed and not run.
  init(_ course: CourseCache) async {
    let library = course.library
    // The first page waits for this: every processor reads a part of it.
    async let exerciseEntries = library.exercises().entries
    let entries = library.lessons().entries
    let lessonMinutes = await withTaskGroup(of: (slug: String, text: String)?.self) { group in
      for entry in entries {
        group.addTask { course.lesson(entry.slug).map { (entry.slug, LessonMeasures(of: $0).minutesText) } }
      }
      return await group.reduce(into: [String: String]()) { if let read = $1 { $0[read.slug] = read.text } }
    }
    exercises = await exerciseEntries
    var minutes: [Int: Int] = [:]
    for exercise in exercises {
      guard let chapter = exercise.chapterNumber else { continue }
      minutes[chapter, default: 0] += exercise.minutes ?? 0
    }
    for entry in entries {
      guard let lesson = course.lesson(entry.slug) else { continue }
      lessons.append(
        LessonLine(
          entry: entry, minutes: lessonMinutes[entry.slug] ?? "",
          exerciseMinutes: minutes[entry.chapterNumber] ?? 0, steps: lesson.steps.map(\.title),
          words: lesson.words))
    }
    plans = library.plans().plans
  }

  func lesson(_ slug: String) -> LessonLine? { lessons.first { $0.entry.slug == slug } }

  /// The lesson that a word of a course plan names: a number, or a slug.
  func lesson(named word: String) -> LessonLine? {
    lessons.first { "\($0.entry.number)" == word || $0.entry.slug == word }
  }

  func exercises(ofChapter number: Int) -> [ExerciseEntry] { exercises.filter { $0.chapterNumber == number } }

  /// The exercise that a word of a course plan names: a slug, or an id.
  func exercise(named word: String) -> ExerciseEntry? { exercises.first { $0.slug == word || $0.id == word } }

  /// Returns the place that an item of a plan leads to; of some steps of a lesson, the first that is open.
  func place(of item: CoursePlan.Item, _ progress: Progress) -> BookPlace? {
    switch item.kind {
    case .exercise(let word): return exercise(named: word).map { .exercise($0.id) }
    case .lesson(let word, let steps):
      guard let slug = lesson(named: word)?.entry.slug else { return nil }
      guard let steps else { return .lesson(slug, step: nil) }
      let closed = Set((progress.lessons[slug]).map { $0.done + $0.skipped } ?? [])
      return .lesson(slug, step: (steps.first { !closed.contains($0 - 1) } ?? steps.lowerBound) - 1)
    }
  }

  /// `Lesson 4, Normal forms: steps 1 to 8`, or an exercise's title.
  func name(of item: CoursePlan.Item, _ words: FixedWords) -> String {
    switch item.kind {
    case .exercise(let word): return words(.exerciseNamed, exercise(named: word)?.title ?? word)
    case .lesson(let word, let steps):
      let title =
        lesson(named: word).map { words(.lesson, "\($0.entry.number)") + ", \($0.entry.title)" }
        ?? words(.lesson, word)
      guard let steps else { return title }
      let (first, last) = ("\(steps.lowerBound)", "\(steps.upperBound)")
      return title + ", " + (steps.count == 1 ? words(.aStep, first) : words(.someSteps, first, last))
    }
  }

  /// Whether an item of a plan is done: of a lesson's steps, those that were skipped count.
  func isDone(_ item: CoursePlan.Item, _ progress: Progress) -> Bool {
    progress.isDone(
      item, lesson: { lesson(named: $0)?.entry.slug }, exercise: { exercise(named: $0)?.id })
  }

  /// The first item of a plan that is not done; nil when all are.
  func next(in plan: CoursePlan, _ progress: Progress) -> CoursePlan.Item? {
    plan.items.first { !isDone($0, progress) }
  }

  /// The course that a learner follows, and what comes next in it.
  func next(_ progress: Progress) -> (plan: CoursePlan, item: CoursePlan.Item)? {
    guard let plan = plans.first(where: { $0.slug == progress.course }), let item = next(in: plan, progress) else {
      return nil
    }
    return (plan, item)
  }

  /// The ways on from a step that is done, the first of which leads: in the course that is followed, if the step belongs to it, and
  /// else in the lesson. After a lesson come the exercises of its chapter, and the next lesson.
  func ways(after step: Int, of line: LessonLine, _ progress: Progress) -> [Way] {
    let slug = line.entry.slug
    var ways: [Way] = []
    if step + 1 < line.steps.count {
      ways.append(Way(words: line.words(.nextStep), place: .lesson(slug, step: step + 1)))
    } else {
      let exercise = exercises(ofChapter: line.entry.chapterNumber).first {
        progress.exercises[$0.id]?.isDone != true
      }
      if let exercise {
        ways.append(Way(words: line.words(.exerciseNamed, exercise.title), place: .exercise(exercise.id)))
      }
      let lesson = lessons.first {
        $0.entry.number > line.entry.number && progress.lessons[$0.entry.slug]?.isFinished != true
      }
      if let lesson {
        let words = line.words(.lesson, "\(lesson.entry.number)") + ", \(lesson.entry.title)"
        ways.append(Way(words: words, place: .lesson(lesson.entry.slug, step: nil)))
      }
    }
    guard let course = wayOn(in: line.words, progress) else { return ways }
    let parts = course.plan.items.filter { contains($0, step, of: slug) }
    // The middle of what the course has of the lesson.
    if step + 1 < line.steps.count, parts.contains(where: { contains($0, step + 1, of: slug) }) { return ways }
    return parts.isEmpty ? ways + [course.way] : [course.way] + ways
  }

  /// A way on, with the words of its link.
  struct Way: Hashable, Sendable {
    var words: String
    var place: BookPlace
  }

  /// The course that a learner follows, and the way to what comes next in it.
  func wayOn(in words: FixedWords, _ progress: Progress) -> (plan: CoursePlan, way: Way)? {
    guard let (plan, item) = next(progress), let place = place(of: item, progress) else { return nil }
    return (plan, Way(words: "\(plan.title): \(name(of: item, words))", place: place))
  }

  /// The way on from an exercise that is passed: what the course has next, or else an exercise that is not passed, those of its chapter
  /// and those after it first.
  func way(after id: String, _ words: FixedWords, _ progress: Progress) -> Way? {
    if let course = wayOn(in: words, progress) { return course.way }
    let place = exercises.firstIndex { $0.id == id } ?? 0
    let open = (exercises[place...] + exercises[..<place]).filter {
      $0.id != id && progress.exercises[$0.id]?.isDone != true
    }
    let folder = exercises.indices.contains(place) ? exercises[place].folder : nil
    let next = open.first { $0.folder == folder } ?? open.first
    return next.map { Way(words: words(.nextExercise, $0.title), place: .exercise($0.id)) }
  }

  /// Whether an item of a plan has a step of a lesson, from 0.
  private func contains(_ item: CoursePlan.Item, _ step: Int, of slug: String) -> Bool {
    guard case .lesson(let word, let steps) = item.kind, lesson(named: word)?.entry.slug == slug else { return false }
    return steps?.contains(step + 1) ?? true
  }

  /// The step that a learner goes on with: the one where they were, or the first of the first lesson that is not done.
  func stepToGoOnWith(_ progress: Progress) -> (lesson: LessonLine, step: Int)? {
    let open = lessons.filter { progress.lessons[$0.entry.slug]?.isDone != true }
    let last = open.first { $0.entry.slug == progress.place?.lesson }
    guard let lesson = last ?? open.first else { return nil }
    return (lesson, Self.step(of: lesson, progress))
  }

  /// The step with which a lesson goes on.
  static func step(of lesson: LessonLine, _ progress: Progress) -> Int {
    let step = progress.lessons[lesson.entry.slug].map { $0.isFinished ? $0.firstSkipped ?? 0 : $0.nextStep } ?? 0
    return min(max(0, step), max(0, lesson.steps.count - 1))
  }
}
