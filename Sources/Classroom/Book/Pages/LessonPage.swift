import Courses
import Diagnostics
import Pages

/// A step of a lesson that the learner is in.
struct LessonPage {
  var lesson: BookOutline.LessonLine
  var view: Sitting.LessonView
  var progress: Progress
  var links: BookLinks
  /// The ways on from the step, when it is done; the first leads.
  var onwards: [BookOutline.Way]
  /// Lines about the latest input, such as a refusal.
  var said: [StyledText] = []
  /// The examples of the step before, where a task is about them.
  var before: (title: String, examples: HTML)?
  private var words: FixedWords { lesson.words }

  var place: BookPlace { .lesson(lesson.entry.slug, step: view.step) }

  var html: HTML {
    let entry = lesson.entry
    let title = lesson.steps.indices.contains(view.step) ? lesson.steps[view.step] : entry.title
    return BookPage(
      "\(view.step + 1). \(title)", "lesson two", links, place: place, words: words,
      """
      <div class="column">
      <div class="text">
      <p class="where">\(lesson.place(step: view.step, links))</p>
      <h1 id="title" tabindex="-1">\(text: title)</h1>
      <h2 class="hidden">\(text: words(.theStep))</h2>
      <div id="step">\(step)</div>
      \(examplesBefore)<div id="turn" class="turn">\(turn)</div>
      </div>
      </div>
      <div class="column side">
      \(PromptSection.prompt("\(text: words(view.phase == .task ? .yourTurn : .tryIt))", path: links.to(place), words: "\(text: words(.ownCopy))", in: words, log: view.log, after: "<div id=\"finished\">\(finished)</div>\n"))
      \(PromptSection.graph("\(text: words(.yourGraph))", view.graph, in: words))
      </div>
      \(StepList(lesson: lesson, progress: progress, links: links, current: view.step).html)
      """
    ).html
  }

  /// The parts of the step so far.
  var step: HTML { view.parts }

  private var examplesBefore: HTML {
    before.map { title, examples in
      "<details><summary>\(text: words(.stepBefore, title))</summary>\n\(examples)</details>\n"
    } ?? ""
  }

  /// The end of a step that is done, after the results of the prompt: it is shown in the place of the step's own where the step was
  /// finished there.
  var finished: HTML {
    guard view.phase == .stepDone || view.phase == .lessonDone else { return "" }
    return "\(view.isTaskDone ? LessonHTML.doneMark(words) : "")<p class=\"buttons\">\(ways)</p>\n"
  }

  /// The form around an open question.
  static func form(_ path: HTML, _ words: FixedWords) -> @Sendable (HTML) -> HTML {
    { fields in
      """
      <form method="post" action="\(path)" class="answer" data-live>\(fields)
      <p class="buttons">\(HTML.button("answer", "\(text: words(.giveAnswer))", isMain: true)) \(HTML.button("skip", "\(text: words(.skipQuestion))"))</p></form>

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
      buttons =
        "\(HTML.button("hint", "\(text: words(.aHint))")) \(HTML.button("solution", "\(text: words(.showAnswer))"))"
    case .task:
      status = "\(text: words(.taskOpen))"
      let hints = view.hints
      if hints.shown < hints.count {
        buttons += "\(HTML.button("hint", "\(text: words(.hint, "\(hints.shown + 1)", "\(hints.count)"))")) "
      }
      if view.hasSolution { buttons += "\(HTML.button("solution", "\(text: words(.solution))")) " }
      if view.hasWork { buttons += "\(HTML.button("restart", "\(text: words(.startAgain))")) " }
      buttons += HTML.button("skip", "\(text: words(.skipTask))")
    case .stepDone, .lessonDone:
      buttons = HTML.button("restart", "\(text: words(.doAgain))")
    }
    var back: HTML = ""
    if view.step > 0 {
      back =
        " <a class=\"button quiet\" rel=\"prev\" href=\"\(links.to(.lesson(lesson.entry.slug, step: view.step - 1)))\">\(text: words(.back))</a>"
    }
    let refusal: HTML = said.isEmpty ? "" : "<div role=\"alert\">\(HTML.said(said))</div>"
    return """
      \(refusal)<p class="small" role="status">\(status)</p>
      <form method="post" action="\(path)" class="buttons" data-live><span class="ways">\(ways)</span>\(buttons)\(back)</form>
      """
  }

  /// The links to the ways on from a step that is done.
  private var ways: HTML {
    guard view.phase == .lessonDone || view.phase == .stepDone else { return "" }
    return onwards.enumerated().html { number, way in
      "<a class=\"button\(number == 0 ? " main" : "")\" href=\"\(links.to(way.place))\">\(text: way.words)</a> "
    }
  }
}

extension BookOutline.LessonLine {
  /// The line above a step: which lesson and which step it is.
  func place(step: Int, _ links: BookLinks) -> HTML {
    let lesson = links.link(.contents, "\(text: words(.lesson, "\(entry.number)"))")
    return "\(lesson) · \(text: entry.title) · \(text: words(.stepOf, "\(step + 1)", "\(steps.count)"))"
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
        ? " <span class=\"passed-mark\">✓<span class=\"hidden\"> \(text: lesson.words(.done))</span></span>" : ""
      let here: HTML = number == current ? " aria-current=\"step\"" : ""
      return "<li\(here)>\(links.link(.lesson(lesson.entry.slug, step: number), "\(text: title)"))\(mark)</li>\n"
    }
    return
      "<details class=\"steps\"><summary>\(text: lesson.words(.allSteps))</summary>\n<ol>\n\(items)</ol></details>\n"
  }
}

/// A step that is done, to be read again: with the answers, and a solution.
struct ReadStepPage {
  var lesson: BookOutline.LessonLine
  var step: Int
  var played: PlayedStep
  var progress: Progress
  var links: BookLinks
  /// The way on.
  var onward: BookOutline.Way?
  /// The characters of a line of results.
  var columns: Int
  private var words: FixedWords { lesson.words }

  var html: HTML {
    var maker = LessonHTML(output: Sitting.output)
    (maker.answers, maker.solutions, maker.words) = (.shown, .shown, words)
    let parts = played.parts.html { maker.html($0) }
    let entry = lesson.entry
    let goesOn = BookOutline.step(of: lesson, progress)
    let next: HTML =
      onward.map { "<a class=\"button main\" href=\"\(links.to($0.place))\">\(text: $0.words)</a> " } ?? ""
    let back: HTML =
      step == 0
      ? ""
      : " <a class=\"button quiet\" rel=\"prev\" href=\"\(links.to(.lesson(entry.slug, step: step - 1)))\">\(text: words(.back))</a>"
    let now: HTML =
      goesOn == step || goesOn == step + 1 || progress.lessons[entry.slug]?.isFinished == true
      ? ""
      : "<a class=\"button\" href=\"\(links.to(.lesson(entry.slug, step: goesOn)))\">\(text: words(.goOnAt, "\(goesOn + 1)"))</a> "
    return BookPage(
      "\(step + 1). \(played.title)", "lesson read", links, place: .lesson(entry.slug, step: step), words: words,
      """
      <div class="text">
      <p class="where">\(lesson.place(step: step, links))</p>
      <h1 id="title" tabindex="-1">\(text: played.title)</h1>
      <p class="soft">\(text: words(.hereWithAnswers))</p>
      <h2 class="hidden">\(text: words(.theStep))</h2>
      <div id="step">\(parts)</div>
      <div class="turn"><form method="post" action="\(links.to(.lesson(entry.slug, step: step)))" class="buttons">\(next)\(now)\(HTML.button("restart", "\(text: words(.doAgain))"))\(back)</form></div>
      </div>
      \(StepList(lesson: lesson, progress: progress, links: links, current: step).html)
      """
    ).html
  }
}
