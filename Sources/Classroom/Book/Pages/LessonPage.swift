import Courses
import Pages

/// A step of a lesson that the learner is in.
struct LessonPage {
  var lesson: BookOutline.LessonLine
  var view: Sitting.LessonView
  var progress: Progress
  var links: BookLinks
  /// The ways on from the lesson, or from this part of it in a course.
  var onwards: [(words: String, place: BookPlace)]
  /// Lines about the latest input, such as a refusal.
  var said: [String] = []

  var place: BookPlace { .lesson(lesson.entry.slug, step: view.step) }

  var html: HTML {
    let entry = lesson.entry
    let title = lesson.steps.indices.contains(view.step) ? lesson.steps[view.step] : entry.title
    return BookPage(
      "\(view.step + 1). \(title)", "lesson two", links, place: place,
      """
      <div class="column">
      <div class="text">
      <p class="where">\(links.link(.contents, "Lesson \(entry.number)")) · \(text: entry.title) · step \(view.step + 1) of \(lesson.steps.count)</p>
      <h1 id="title" tabindex="-1">\(text: title)</h1>
      <h2 class="hidden">The step</h2>
      <div id="step">\(step)</div>
      <div id="turn" class="turn">\(turn)</div>
      </div>
      </div>
      <div class="column side">
      \(PromptSection.prompt(view.phase == .task ? "Your turn" : "Try it", path: links.to(place), words: "A statement on your own copy of the graph", log: view.log))
      \(PromptSection.graph("Your graph", view.graph))
      </div>
      \(StepList(lesson: lesson, progress: progress, links: links, current: view.step).html)
      """
    ).html
  }

  /// The parts of the step so far.
  var step: HTML { view.parts }

  /// The form around an open question.
  static func form(_ path: HTML) -> @Sendable (HTML) -> HTML {
    { fields in
      """
      <form method="post" action="\(path)" class="answer" data-live>\(fields)
      <p class="buttons">\(HTML.button("answer", "Answer", isMain: true)) \(HTML.button("skip", "Skip the question"))</p></form>

      """
    }
  }

  /// The buttons and links for the present place in the step.
  var turn: HTML {
    let path = links.to(place)
    var status: HTML = ""
    var buttons: HTML = ""
    switch view.phase {
    case .asking:
      buttons = "\(HTML.button("hint", "Hint")) \(HTML.button("solution", "Show the answer"))"
    case .task:
      status = "The task is open: it is checked after each statement."
      let hints = view.hints
      if hints.shown < hints.count { buttons += "\(HTML.button("hint", "Hint \(hints.shown + 1) of \(hints.count)")) " }
      if view.hasSolution { buttons += "\(HTML.button("solution", "Solution")) " }
      if view.hasWork { buttons += "\(HTML.button("restart", "Start again")) " }
      buttons += HTML.button("skip", "Skip the task")
    case .stepDone, .lessonDone:
      buttons = HTML.button("restart", "Do this step again")
    }
    var ways: HTML = ""
    if view.phase == .stepDone, view.step + 1 < lesson.steps.count {
      ways +=
        "<a class=\"button main\" id=\"next\" href=\"\(links.to(.lesson(lesson.entry.slug, step: view.step + 1)))\">Next step</a> "
    }
    if view.phase == .lessonDone || view.phase == .stepDone {
      for (number, way) in onwards.enumerated() {
        let isMain = view.phase == .lessonDone && number == 0
        ways += "<a class=\"button\(isMain ? " main" : "")\" href=\"\(links.to(way.place))\">\(text: way.words)</a> "
      }
    }
    var back: HTML = ""
    if view.step > 0 {
      back =
        " <a class=\"button quiet\" rel=\"prev\" href=\"\(links.to(.lesson(lesson.entry.slug, step: view.step - 1)))\">Back</a>"
    }
    return """
      \(HTML.said(said))<p class="small" role="status">\(status)</p>
      <form method="post" action="\(path)" class="buttons" data-live>\(ways)\(buttons)\(back)</form>
      """
  }
}

/// The steps of a lesson as links, folded.
struct StepList {
  var lesson: BookOutline.LessonLine
  var progress: Progress
  var links: BookLinks
  var current: Int

  var html: HTML {
    let record = progress.lessons[lesson.entry.slug]
    let items = lesson.steps.enumerated().html { number, title -> HTML in
      let mark: HTML =
        record?.done.contains(number) == true
        ? " <span class=\"passed-mark\">✓<span class=\"hidden\"> done</span></span>" : ""
      let here: HTML = number == current ? " aria-current=\"step\"" : ""
      return "<li\(here)>\(links.link(.lesson(lesson.entry.slug, step: number), "\(text: title)"))\(mark)</li>\n"
    }
    return "<details class=\"steps\"><summary>All steps</summary>\n<ol>\n\(items)</ol></details>\n"
  }
}

/// A step that is done, to be read again: with the answers, and a solution.
struct ReadStepPage {
  var lesson: BookOutline.LessonLine
  var step: Int
  var played: PlayedStep
  var progress: Progress
  var links: BookLinks
  /// The characters of a line of results.
  var columns: Int

  var html: HTML {
    var maker = LessonHTML(output: Sitting.output(columns: columns))
    (maker.answers, maker.solutions) = (.shown, .shown)
    let parts = played.parts.html { maker.html($0) }
    let entry = lesson.entry
    let isLast = step + 1 >= lesson.steps.count
    let goesOn = BookOutline.step(of: lesson, progress)
    let next: HTML =
      isLast ? "" : "<a class=\"button main\" href=\"\(links.to(.lesson(entry.slug, step: step + 1)))\">Next step</a> "
    let back: HTML =
      step == 0
      ? ""
      : " <a class=\"button quiet\" rel=\"prev\" href=\"\(links.to(.lesson(entry.slug, step: step - 1)))\">Back</a>"
    let now: HTML =
      goesOn == step || goesOn == step + 1
      ? ""
      : "<a class=\"button\" href=\"\(links.to(.lesson(entry.slug, step: goesOn)))\">Go on at step \(goesOn + 1)</a> "
    return BookPage(
      "\(step + 1). \(played.title)", "lesson read", links, place: .lesson(entry.slug, step: step),
      """
      <div class="text">
      <p class="where">\(links.link(.contents, "Lesson \(entry.number)")) · \(text: entry.title) · step \(step + 1) of \(lesson.steps.count)</p>
      <h1 id="title" tabindex="-1">\(text: played.title)</h1>
      <p class="soft">You have done this step. Here it is with the answers.</p>
      <h2 class="hidden">The step</h2>
      <div id="step">\(parts)</div>
      <div class="turn"><form method="post" action="\(links.to(.lesson(entry.slug, step: step)))" class="buttons">\(next)\(now)\(HTML.button("restart", "Do this step again"))\(back)</form></div>
      </div>
      \(StepList(lesson: lesson, progress: progress, links: links, current: step).html)
      """
    ).html
  }
}
