import Courses
import Diagnostics
import Grading
import Pages

/// The contents: where to go on, the ways through the book, and the chapters with their lessons and exercises.
struct ContentsPage {
  var outline: BookOutline
  var progress: Progress
  var links: BookLinks
  /// How many things are due for practice.
  var due: Int
  var problems: [Diagnostic]
  /// Whether only this browser leads to the reader's work.
  var isOnlyHere = false
  /// The times until which exercises are to be handed in, in words, by slug.
  var dueTimes: [String: String] = [:]
  /// The exercises whose answer has changed since it was handed in, by id.
  var changed: Set<String> = []
  private var words: FixedWords { links.words }

  var html: HTML {
    let warnings = problems.html { "<p class=\"problem\" role=\"alert\">\(text: $0.message)</p>\n" }
    return BookPage(
      words(.wayContents), "front", links, current: .contents,
      """
      <h1>Graphbook</h1>
      <p class="soft">\(text: words(.subtitle))</p>
      \(warnings)\(WayOn(outline: outline, progress: progress, links: links, due: due).html)\(isOnlyHere ? GuestNote.html(links) : "")\(ownCourse)\(courses)<h2>\(text: words(.lessonsAndExercises))</h2>
      <ol class="chapters">
      \(outline.lessons.html(chapter))</ol>
      \(others)
      """
    ).html
  }

  // MARK: Courses

  /// The course that is followed, which comes before everything else.
  private var ownCourse: HTML {
    guard let plan = outline.plans.first(where: { $0.slug == progress.course }) else { return "" }
    let items = CourseItems(plan: plan, outline: outline, progress: progress, links: links, dueTimes: dueTimes)
    return "<h2>\(links.link(.course(plan.slug), "\(text: plan.title)"))</h2>\n\(items.html(level: 3))"
  }

  private var courses: HTML {
    guard !outline.plans.isEmpty else { return "" }
    let items = outline.plans.html { plan -> HTML in
      let done = plan.items.count { outline.isDone($0, progress) }
      let reader: HTML =
        plan.reader.isEmpty ? "" : " <span class=\"soft\">\(text: words(.forReader, plan.reader))</span>"
      let count: HTML =
        done == 0
        ? "" : " <span class=\"soft\">· \(text: words(.doneOf, "\(done)", "\(plan.items.count)"))</span>"
      let mark: HTML =
        plan.slug == progress.course ? " <strong>· \(text: words(.followsCourse))</strong>" : ""
      return "<li>\(links.link(.course(plan.slug), "\(text: plan.title)"))\(reader)\(count)\(mark)</li>\n"
    }
    return "<h2>\(text: words(.waysThroughBook))</h2>\n<ul>\n\(items)</ul>\n"
  }

  // MARK: Chapters

  private func chapter(_ lesson: BookOutline.LessonLine) -> HTML {
    let entry = lesson.entry
    let record = progress.lessons[entry.slug]
    let exercises = outline.exercises(ofChapter: entry.chapterNumber)
    let passed = exercises.count { progress.exercises[$0.id]?.isDone == true }
    let isBegun = record.map { !$0.done.isEmpty || !$0.skipped.isEmpty || $0.place != nil } ?? false
    let minutes =
      words(.lessonTime, lesson.minutes)
      + (lesson.exerciseMinutes == 0 ? "" : " · \(words(.exerciseTime, "\(lesson.exerciseMinutes)"))")
    let state: HTML =
      record?.isDone == true
      ? "<span class=\"passed-mark\">✓ \(text: words(.stepDoneMark))</span>"
      : isBegun
        ? "\(text: words(.stepsOf, "\(record?.done.count ?? 0)", "\(lesson.steps.count)"))"
        : "\(text: words.count(lesson.steps.count, .step, .steps))"
    let now = BookOutline.step(of: lesson, progress)
    let steps = lesson.steps.enumerated().html { number, title -> HTML in
      let mark: HTML =
        record?.done.contains(number) == true
        ? " <span class=\"passed-mark\">✓<span class=\"hidden\"> \(text: words(.stepDoneMark))</span></span>"
        : record?.skipped.contains(number) == true
          ? " <span class=\"soft\">\(text: words(.stepSkippedMark))</span>" : ""
      return "<li>\(links.link(.lesson(entry.slug, step: number), "\(text: title)"))\(mark)</li>\n"
    }
    // A changed answer is not hidden.
    let isOpen: HTML = exercises.contains { changed.contains($0.id) } ? " open" : ""
    let tasks: HTML =
      exercises.isEmpty
      ? ""
      : """
      <details\(isOpen)><summary>\(text: words.count(exercises.count, .oneExercise, .exerciseCount)) <span class="soft">· \(text: words(.passedCount, "\(passed)"))</span></summary>
      \(list(exercises))</details>

      """
    return """
      <li class="chapter"><h3><span class="soft">\(entry.number)</span> \
      \(links.link(.lesson(entry.slug, step: now), "\(text: entry.title)"))</h3>
      <p class="soft">\(text: minutes) · \(state)</p>
      <details><summary>\(text: words(.theSteps))</summary>
      <ol>
      \(steps)</ol></details>
      \(tasks)</li>

      """
  }

  private func list(_ exercises: [ExerciseEntry]) -> HTML {
    let items = exercises.html { entry -> HTML in
      let record = progress.exercises[entry.id]
      let state: HTML =
        record?.isDone == true
        ? "<span class=\"passed-mark\">✓ \(text: words(.passed))</span>"
        : (record?.attempts ?? 0) > 0
          ? "<span class=\"soft\">\(text: words.points(record?.bestScore ?? 0, of: Double(entry.points)))</span>"
          : "<span class=\"soft\">\(text: words.count(entry.points, .point, .points))</span>"
      let mark: HTML =
        changed.contains(entry.id) ? " <strong>· \(text: words(.hasChanged))</strong>" : ""
      return "<li>\(links.link(.exercise(entry.id), "\(text: entry.title)")) \(state)\(mark)</li>\n"
    }
    return "<ul>\n\(items)</ul>\n"
  }

  /// The exercises of chapters without a lesson.
  private var others: HTML {
    let chapters = Set(outline.lessons.map(\.entry.chapterNumber))
    let rest = outline.exercises.filter { $0.chapterNumber.map { !chapters.contains($0) } ?? true }
    return rest.isEmpty ? "" : "<h2>\(text: words(.moreExercises))</h2>\n\(list(rest))"
  }
}

/// A way through the book, with what is done of it.
struct CoursePage {
  var plan: CoursePlan
  var outline: BookOutline
  var progress: Progress
  var links: BookLinks
  /// The times until which exercises are to be handed in, in words, by slug.
  var dueTimes: [String: String] = [:]
  private var words: FixedWords { links.words }

  var html: HTML {
    let isFollowed = progress.course == plan.slug
    let next = outline.next(in: plan, progress)
    let way: HTML
    if let next, let place = outline.place(of: next, progress) {
      way = "<p><a class=\"button main\" href=\"\(links.to(place))\">\(text: outline.name(of: next, words))</a></p>\n"
    } else {
      way = "<p>\(text: words(.courseOver))</p>\n"
    }
    let items = CourseItems(plan: plan, outline: outline, progress: progress, links: links, dueTimes: dueTimes)
    return BookPage(
      plan.title, "plain", links,
      """
      <h1>\(text: plan.title)</h1>
      \(MarkdownHTML(topLevel: 2, words).html(plan.introduction))\(way)
      <form method="post" action="\(links.to(.course(plan.slug)))">\
      \(isFollowed ? HTML.button("leave", "\(text: words(.followNone))") : HTML.button("follow", "\(text: words(.followThis))"))</form>
      \(items.html(level: 2))
      """
    ).html
  }
}

/// The parts of a course, with what is done of them and what is due.
struct CourseItems {
  var plan: CoursePlan
  var outline: BookOutline
  var progress: Progress
  var links: BookLinks
  var dueTimes: [String: String]
  private var words: FixedWords { links.words }

  /// - Parameter level: the level of the sections' headings.
  func html(level: Int) -> HTML {
    plan.sections.html { section in
      let title: HTML = section.title.map { "<h\(level)>\(text: $0)</h\(level)>\n" } ?? ""
      return "\(title)<ul>\n\(section.items.html(item))</ul>\n"
    }
  }

  private func item(_ item: CoursePlan.Item) -> HTML {
    let isDone = outline.isDone(item, progress)
    let mark: HTML =
      isDone ? "<span class=\"passed-mark\">✓<span class=\"hidden\"> \(text: words(.stepDoneMark))</span></span> " : ""
    let name: HTML = "\(text: outline.name(of: item, words))"
    let link = outline.place(of: item, progress).map { links.link($0, name) } ?? name
    let remark: HTML = item.remark.isEmpty ? "" : " <span class=\"soft\">\(text: item.remark)</span>"
    let due = isDone ? nil : dueTime(of: item)
    return "<li>\(mark)\(link)\(remark)\(due.map { " <strong>· \(text: words(.isDueOn, $0))</strong>" } ?? "")</li>\n"
  }

  private func dueTime(of item: CoursePlan.Item) -> String? {
    guard case .exercise(let word) = item.kind else { return nil }
    return outline.exercise(named: word).flatMap { dueTimes[$0.slug] }
  }
}
