import Courses
import Diagnostics

/// Following a course: a way through the book.
extension Session {
  /// `graphbook learn --course evening`: follows the course, and goes on with it.
  package mutating func learn(course: String) -> Document {
    var lines = openingLine(in: world.library?.courseWords() ?? .english) + loadProgress()
    switch follow(course) {
    case .failure(let diagnostic): lines += format(diagnostic)
    case .success(let plan):
      let way = startNext(in: plan)
      lines += way ?? show(plan) + wrapped(StyledText(Self.courseIsDone(plan)))
    }
    return lines
  }

  /// `courses` lists them, `courses evening` shows one and follows it, `courses none` follows none.
  mutating func courses(_ word: String?) -> Document {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let problems = loadProgress()
    guard let word else { return problems + listCourses(of: library) }
    if word == "none" {
      let problem = note { $0.course = "" }
      return problems + problem + wrapped(StyledText("you follow no course now; next goes on lesson by lesson"))
    }
    switch follow(word) {
    case .failure(let diagnostic): return problems + format(diagnostic)
    case .success(let plan): return problems + show(plan) + wayOn(in: plan)
    }
  }

  /// The course that the learner follows.
  var followedCourse: CoursePlan? {
    guard let slug = progress?.course, !slug.isEmpty else { return nil }
    return world.library.flatMap { try? $0.plan(slug).get() }
  }

  /// The next item of the course that is followed; nil where none is followed, or it is done.
  var nextInCourse: NextThing? {
    guard let plan = followedCourse, let library = world.library else { return nil }
    return (progress ?? Progress()).next(in: plan, of: library).map { .item($0, of: plan) }
  }

  /// Names the next item of the course, after a part of a lesson that is done, or says that the course is done.
  /// - Returns: nil where no course is followed.
  func offerInCourse() -> Document? { followedCourse == nil ? nil : offer(nextInCourse) }

  /// Begins the next thing of the course that is followed; nil where none is followed, or it is done.
  mutating func startNextInCourse() -> Document? { nextInCourse.map { start($0) } }

  /// Whether a step is done with which the course that is followed leaves the lesson.
  func endsPartOfCourse(_ player: LessonPlayer) -> Bool {
    guard player.phase == .stepDone, let library = world.library, let progress, let plan = followedCourse else {
      return false
    }
    let part = plan.items.firstIndex { item in
      guard case .lesson(let word, let steps?) = item.kind, steps.upperBound == player.stepIndex + 1,
        library.lessonEntry(word)?.slug == player.lesson.slug
      else { return false }
      return progress.isDone(item, in: library)
    }
    // `next` stays in the lesson if the course has an earlier item that is not done.
    guard let part, let next = progress.next(in: plan, of: library) else { return part != nil }
    return plan.items[(part + 1)...].contains(next)
  }

  // MARK: Parts

  private mutating func follow(_ word: String) -> Result<CoursePlan, Diagnostic> {
    guard let library = world.library else { return .failure(.noLibrary(nil)) }
    let found = library.plan(word)
    if case .success(let plan) = found, progress?.course != plan.slug { _ = note { $0.course = plan.slug } }
    return found
  }

  private mutating func startNext(in plan: CoursePlan) -> Document? {
    guard let library = world.library else { return nil }
    return (progress ?? Progress()).next(in: plan, of: library).map { start($0) }
  }

  /// Begins an item of a course: a lesson at its first step that is not closed.
  mutating func start(_ item: CoursePlan.Item) -> Document {
    guard let library = world.library else { return [] }
    switch item.kind {
    case .exercise(let slug): return startExercise(slug)
    case .lesson(let word, let steps):
      guard let first = steps?.lowerBound, let slug = library.lessonEntry(word)?.slug else {
        return startLesson(word)
      }
      let closed = Set((progress?.lessons[slug]).map { $0.done + $0.skipped } ?? [])
      let step = steps?.first { !closed.contains($0 - 1) } ?? first
      return startLesson(word, step: step)
    }
  }

  private func listCourses(of library: Library) -> Document {
    let (plans, diagnostics) = library.plans()
    guard !plans.isEmpty else {
      return wrapped(StyledText("there are no courses; lessons lists the lessons")) + diagnostics.flatMap(format)
    }
    let record = progress ?? Progress()
    let rows = plans.map { plan in
      let done = plan.items.count { record.isDone($0, in: library) }
      return [
        plan.slug, DisplayText.visible(plan.title), done == 0 ? "" : "\(done) of \(plan.items.count) done",
        plan.slug == record.course ? "followed" : "",
      ]
    }
    let table = TextTable(columns: ["", "", "", ""], rows: rows, firstColumnRole: .code)
    return table.document(indent: 2)
      + wrapped(
        StyledText("courses \(plans[0].slug) shows one and follows it: next then goes on with what comes in it", .faint)
      )
      + diagnostics.flatMap(format)
  }

  private func show(_ plan: CoursePlan) -> Document {
    guard let library = world.library else { return [] }
    let record = progress ?? Progress()
    var lines = [""] + wrapped(StyledText(DisplayText.visible(plan.title), .strong))
    if !plan.introduction.isEmpty {
      lines += [""] + lessonRenderer.markdown(MarkdownDocument(blocks: plan.introduction))
    }
    for section in plan.sections {
      if let title = section.title {
        lines += [""] + wrapped(StyledText(DisplayText.visible(title), .strong))
      } else {
        lines.append("")
      }
      for item in section.items {
        let isDone = record.isDone(item, in: library)
        let remark = item.remark.isEmpty ? "" : ": \(DisplayText.visible(item.remark))"
        let text = StyledText(name(of: item, in: library) + remark)
        lines += Document(text, first: "  \(isDone ? "✓" : "·", isDone ? .success : .faint) ", rest: "    ")
      }
    }
    return lines
  }

  /// The course that is followed, and what `next` goes on with; nil where it is done.
  func wayBack(into plan: CoursePlan) -> Document? {
    guard let library = world.library, let item = (progress ?? Progress()).next(in: plan, of: library) else {
      return nil
    }
    return wrapped(
      StyledText("You follow the course \(DisplayText.visible(plan.title)): ") + StyledText("next", .code)
        + StyledText(" goes on with \(name(of: item, in: library))."))
  }

  private func wayOn(in plan: CoursePlan) -> Document {
    guard let library = world.library else { return [] }
    guard let item = (progress ?? Progress()).next(in: plan, of: library) else {
      return [""] + wrapped(StyledText(Self.courseIsDone(plan)))
    }
    return [""]
      + wrapped(
        StyledText("next", .code)
          + StyledText(" begins \(name(of: item, in: library)); courses none ends the course"))
  }

  /// `lesson 4, Normal forms: steps 1 to 8`, `exercise tin-moon, Tin Moon`.
  func name(of item: CoursePlan.Item, in library: Library) -> String {
    switch item.kind {
    case .exercise(let slug):
      guard let entry = library.exerciseEntry(slug) else { return "exercise \(slug)" }
      let time = entry.minutes.map { ", about \(counted($0, "minute"))" } ?? ""
      return "exercise \(slug), \(DisplayText.visible(entry.title))\(time)"
    case .lesson(let word, let steps):
      let title = library.lessonEntry(word)?.title
      var range = ""
      if let steps {
        range =
          steps.count == 1 ? ", step \(steps.lowerBound)" : ", steps \(steps.lowerBound) to \(steps.upperBound)"
      }
      return "lesson \(word)" + (title.map { ", \(DisplayText.visible($0))" } ?? "") + range
    }
  }

  static func courseIsDone(_ plan: CoursePlan) -> String {
    "\(DisplayText.visible(plan.title)) is done: that was everything in this course. courses lists the others."
  }
}
