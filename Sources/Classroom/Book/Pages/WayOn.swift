import Courses
import Pages

/// The ways on for a learner: the lesson or the course, an answer that was left, and what is due.
struct WayOn {
  var outline: BookOutline
  var progress: Progress
  var links: BookLinks
  /// How many things are due for practice.
  var due: Int
  private var words: FixedWords { links.words }

  var html: HTML {
    var ways: HTML = ""
    if let (plan, item) = outline.next(progress), let place = outline.place(of: item, progress) {
      ways += """
        <p><a class="button main" href="\(links.to(place))">\(text: words(.nextInCourse, plan.title))</a>
        <span>\(text: outline.name(of: item, words))</span></p>

        """
      if let last = progress.place.flatMap({ outline.lesson($0.lesson) }), !leads(place, to: last) {
        let link = links.link(.lesson(last.entry.slug, step: nil), "\(text: last.entry.title)")
        ways += "<p>\(words.html(.wasLastIn, link))</p>\n"
      }
    } else if let (lesson, step) = outline.stepToGoOnWith(progress) {
      let isBegun = progress.lessons[lesson.entry.slug].map { !$0.done.isEmpty || $0.place != nil } ?? false
      let place: HTML = isBegun ? " · \(text: words(.stepOf, "\(step + 1)", "\(lesson.steps.count)"))" : ""
      ways += """
        <p><a class="button main" href="\(links.to(.lesson(lesson.entry.slug, step: step)))">\
        \(text: words(isBegun ? .goOnWithLesson : .startLesson, "\(lesson.entry.number)"))</a>
        <span>\(text: lesson.entry.title)\(place)</span></p>

        """
    } else {
      ways += "<p>\(text: words(.allLessonsDone))</p>\n"
    }
    let left = progress.exercises.filter { $0.value.draft?.isEmpty == false && !$0.value.isDone }.keys.min()
    if let left, let exercise = outline.exercises.first(where: { $0.id == left }) {
      let link = links.link(.exercise(left), "\(text: exercise.title)")
      ways += "<p>\(words.html(.unfinishedAnswer, link))</p>\n"
    }
    if due > 0 {
      let link = links.link(.practice, "\(text: words(.wayPractice))")
      ways += "<p>\(words.html(due == 1 ? .oneIsDue : .areDue, link, "\(due)"))</p>\n"
    }
    return "<section class=\"card go-on\" aria-label=\"\(text: words(.whereToGoOn))\">\n\(ways)</section>\n"
  }

  private func leads(_ place: BookPlace, to lesson: BookOutline.LessonLine) -> Bool {
    if case .lesson(lesson.entry.slug, _) = place { true } else { false }
  }
}
