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

  var html: HTML {
    let warnings = problems.html { "<p class=\"problem\" role=\"alert\">\(text: $0.message)</p>\n" }
    return BookPage(
      "Contents", "front", links, current: .contents,
      """
      <h1>Graphbook</h1>
      <p class="soft">A workbook for object graphs, in the words of Core Data.</p>
      \(warnings)\(goingOn)\(courses)<h2>Lessons and exercises</h2>
      <ol class="chapters">
      \(outline.lessons.html(chapter))</ol>
      \(others)
      """
    ).html
  }

  // MARK: Where to go on

  private var goingOn: HTML {
    var ways: HTML = ""
    if let (lesson, step) = outline.stepToGoOnWith(progress) {
      let isBegun = progress.lessons[lesson.entry.slug].map { !$0.done.isEmpty || $0.place != nil } ?? false
      let place: HTML = isBegun ? " · step \(step + 1) of \(lesson.steps.count)" : ""
      ways += """
        <p><a class="button main" href="\(links.to(.lesson(lesson.entry.slug, step: step)))">\
        \(isBegun ? "Go on with" : "Start") lesson \(lesson.entry.number)</a>
        <span>\(text: lesson.entry.title)\(place)</span></p>

        """
    } else {
      ways += "<p>You have done all the lessons.</p>\n"
    }
    if let (plan, item) = outline.next(progress), let place = outline.place(of: item, progress) {
      ways +=
        "<p>Next in \(links.link(.course(plan.slug), "\(text: plan.title)")): \(links.link(place, "\(text: outline.name(of: item))"))</p>\n"
    }
    let left = progress.exercises.filter { $0.value.draft?.isEmpty == false && !$0.value.isDone }.keys.min()
    if let left, let exercise = outline.exercises.first(where: { $0.id == left }) {
      ways += "<p>An answer is unfinished: \(links.link(.exercise(left), "\(text: exercise.title)"))</p>\n"
    }
    if due > 0 {
      ways +=
        "<p>\(links.link(.practice, "Practice")): \(due) \(due == 1 ? "thing is" : "things are") due that you got wrong before.</p>\n"
    }
    return "<section class=\"card go-on\" aria-label=\"Where to go on\">\n\(ways)</section>\n"
  }

  // MARK: Courses

  private var courses: HTML {
    guard !outline.plans.isEmpty else { return "" }
    let items = outline.plans.html { plan -> HTML in
      let done = plan.items.count { outline.isDone($0, progress) }
      let reader: HTML = plan.reader.isEmpty ? "" : " <span class=\"soft\">if \(text: plan.reader)</span>"
      let count: HTML = done == 0 ? "" : " <span class=\"soft\">· \(done) of \(plan.items.count) done</span>"
      let mark: HTML = plan.slug == progress.course ? " <strong>· you follow it</strong>" : ""
      return "<li>\(links.link(.course(plan.slug), "\(text: plan.title)"))\(reader)\(count)\(mark)</li>\n"
    }
    return "<h2>Ways through the book</h2>\n<ul>\n\(items)</ul>\n"
  }

  // MARK: Chapters

  private func chapter(_ lesson: BookOutline.LessonLine) -> HTML {
    let entry = lesson.entry
    let record = progress.lessons[entry.slug]
    let exercises = outline.exercises(ofChapter: entry.chapterNumber)
    let passed = exercises.count { progress.exercises[$0.id]?.isDone == true }
    let isBegun = record.map { !$0.done.isEmpty || !$0.skipped.isEmpty || $0.place != nil } ?? false
    let minutes: HTML =
      lesson.exerciseMinutes == 0
      ? "lesson \(text: lesson.minutes) min"
      : "lesson \(text: lesson.minutes) min · exercises \(lesson.exerciseMinutes) min"
    let state: HTML =
      record?.isDone == true
      ? "<span class=\"passed-mark\">✓ done</span>"
      : isBegun
        ? "\(record?.done.count ?? 0) of \(lesson.steps.count) steps" : "\(HTML.count(lesson.steps.count, "step"))"
    let now = BookOutline.step(of: lesson, progress)
    let steps = lesson.steps.enumerated().html { number, title -> HTML in
      let mark: HTML =
        record?.done.contains(number) == true
        ? " <span class=\"passed-mark\">✓<span class=\"hidden\"> done</span></span>"
        : record?.skipped.contains(number) == true ? " <span class=\"soft\">skipped</span>" : ""
      return "<li>\(links.link(.lesson(entry.slug, step: number), "\(text: title)"))\(mark)</li>\n"
    }
    let tasks: HTML =
      exercises.isEmpty
      ? ""
      : """
      <details><summary>\(HTML.count(exercises.count, "exercise")) <span class="soft">· \(passed) passed</span></summary>
      \(list(exercises))</details>

      """
    return """
      <li class="chapter"><h3><span class="soft">\(entry.number)</span> \
      \(links.link(.lesson(entry.slug, step: now), "\(text: entry.title)"))</h3>
      <p class="soft">\(minutes) · \(state)</p>
      <details><summary>Steps</summary>
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
        ? "<span class=\"passed-mark\">✓ passed</span>"
        : (record?.attempts ?? 0) > 0
          ? "<span class=\"soft\">\(text: pointsText(record?.bestScore ?? 0)) of \(HTML.count(entry.points, "point"))</span>"
          : "<span class=\"soft\">\(HTML.count(entry.points, "point"))</span>"
      return "<li>\(links.link(.exercise(entry.id), "\(text: entry.title)")) \(state)</li>\n"
    }
    return "<ul>\n\(items)</ul>\n"
  }

  /// The exercises of chapters without a lesson.
  private var others: HTML {
    let chapters = Set(outline.lessons.map(\.entry.chapterNumber))
    let rest = outline.exercises.filter { $0.chapterNumber.map { !chapters.contains($0) } ?? true }
    return rest.isEmpty ? "" : "<h2>More exercises</h2>\n\(list(rest))"
  }
}

/// A way through the book, with what is done of it.
struct CoursePage {
  var plan: CoursePlan
  var outline: BookOutline
  var progress: Progress
  var links: BookLinks

  var html: HTML {
    let isFollowed = progress.course == plan.slug
    let next = outline.next(in: plan, progress)
    let way: HTML
    if let next, let place = outline.place(of: next, progress) {
      way = "<p><a class=\"button main\" href=\"\(links.to(place))\">\(text: outline.name(of: next))</a></p>\n"
    } else {
      way = "<p>That was everything in this course.</p>\n"
    }
    let sections = plan.sections.html { section -> HTML in
      let title: HTML = section.title.map { "<h2>\(text: $0)</h2>\n" } ?? ""
      let items = section.items.html { item -> HTML in
        let mark: HTML =
          outline.isDone(item, progress)
          ? "<span class=\"passed-mark\">✓<span class=\"hidden\"> done</span></span> " : ""
        let name: HTML = "\(text: outline.name(of: item))"
        let link = outline.place(of: item, progress).map { links.link($0, name) } ?? name
        let remark: HTML = item.remark.isEmpty ? "" : " <span class=\"soft\">\(text: item.remark)</span>"
        return "<li>\(mark)\(link)\(remark)</li>\n"
      }
      return "\(title)<ul>\n\(items)</ul>\n"
    }
    return BookPage(
      plan.title, "plain", links,
      """
      <h1>\(text: plan.title)</h1>
      \(MarkdownHTML(topLevel: 2).html(plan.introduction))\(way)
      <form method="post" action="\(links.to(.course(plan.slug)))">\
      \(isFollowed ? HTML.button("leave", "Follow no course") : HTML.button("follow", "Follow this course"))</form>
      \(sections)
      """
    ).html
  }
}
