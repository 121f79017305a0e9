import Courses
import Diagnostics
import Pages
import WorkbookLanguage

// The pages of lessons.
extension BookRoutes {
  static func lesson(
    _ slug: String, _ step: Int?, _ columns: Int, _ visit: BookVisit
  ) async throws(WebProblem) -> WebResponse {
    let outline = await visit.outline()
    guard let line = outline.lesson(slug), !line.steps.isEmpty else {
      throw WebProblem(404, "There is no lesson '\(slug)'.")
    }
    let progress = visit.progress().progress
    guard let step else {
      return .redirect(to: visit.links.path(.lesson(slug, step: BookOutline.step(of: line, progress))))
    }
    guard line.steps.indices.contains(step) else {
      throw WebProblem(404, "Lesson \(line.entry.number) has \(line.steps.count) steps.")
    }
    let isDone = progress.lessons[slug]?.done.contains(step) == true
    let form = LessonPage.form(visit.links.to(.lesson(slug, step: step)), line.words)
    let opened = try await visit.use(.lesson(slug), columns: columns) {
      sitting -> (Sitting.LessonView, [StyledText])? in
      // A step that is done is read again, unless it was begun again.
      if isDone, sitting.session.player?.stepIndex != step || sitting.session.player?.phase == .ready { return nil }
      guard let lesson = sitting.lesson else { return nil }
      let said = sitting.open(lesson, step: step)
      return sitting.lessonView(form: form).map { ($0, said) }
    }
    if case (let view, let said)?? = opened {
      var page = LessonPage(
        lesson: line, view: view, progress: progress, links: visit.links,
        onwards: outline.ways(after: view.step, of: line, progress), said: said)
      if view.phase == .task, step > 0, let done = progress.lessons[slug]?.done, done.contains(step - 1) {
        page.before = examples(before: step, in: await visit.script(of: slug) ?? [], done, line.words, columns)
      }
      return .page(page.html)
    }
    guard let script = await visit.script(of: slug), script.indices.contains(step) else {
      throw WebProblem(404, "Lesson \(line.entry.number) cannot be read.")
    }
    return .page(
      ReadStepPage(
        lesson: line, step: step, played: script[step], progress: progress, links: visit.links,
        onward: outline.ways(after: step, of: line, progress).first, columns: columns
      ).html)
  }

  /// The examples before a task that has none itself, of the latest step with statements that change something, or else of
  /// the latest that has some.
  private static func examples(
    before step: Int, in script: [PlayedStep], _ done: [Int], _ words: FixedWords, _ columns: Int
  ) -> (title: String, examples: HTML)? {
    func outcomes(_ part: LessonPart) -> [Outcome] { if case .example(let outcomes) = part { outcomes } else { [] } }
    func isWork(_ outcome: Outcome) -> Bool {
      WorkbookParser.parse(SourceText(String(outcome.text))).statements.contains(where: \.isWork)
    }
    guard script.indices.contains(step) else { return nil }
    let ownParts = script[step].parts.prefix { if case .task = $0 { false } else { true } }
    guard ownParts.allSatisfy({ outcomes($0).isEmpty }) else { return nil }
    let examples = (0..<step).filter { done.contains($0) }.map { ($0, script[$0].parts.flatMap(outcomes)) }
    let last = examples.last { $0.1.contains(where: isWork) } ?? examples.last { !$0.1.isEmpty }
    guard let place = last?.0 else { return nil }
    var maker = LessonHTML(output: Sitting.output)
    (maker.words, maker.prefix) = (words, "before-")
    return (script[place].title, script[place].parts.filter { !outcomes($0).isEmpty }.html { maker.html($0) })
  }

  static func post(
    toLesson slug: String, _ step: Int, _ action: Action, _ visit: BookVisit
  ) async throws(WebProblem) -> WebResponse {
    let outline = await visit.outline()
    guard let line = outline.lesson(slug), line.steps.indices.contains(step) else {
      throw WebProblem(404, "There is no such step.")
    }
    struct Done: Sendable {
      var view: Sitting.LessonView
      var said: [StyledText] = []
      var entry: HTML?
      var isUnfinished = false
      var hasFailed = false
    }
    let done = try await visit.use(.lesson(slug), columns: action.columns) { sitting -> Done? in
      guard let lesson = sitting.lesson else { return nil }
      var said =
        sitting.session.player?.stepIndex == step || action.kind == .restart ? [] : sitting.open(lesson, step: step)
      var entry: HTML?
      var isUnfinished = false
      switch action.kind {
      case .run(let text, let width):
        entry = sitting.run(text, width: width)
        isUnfinished = entry == nil
        said += sitting.shown(sitting.session.keepDraft())
      case .answer(let text): said += sitting.answer(text)
      case .restart: said += sitting.restart(lesson, step: step)
      case .hint, .solution, .skip, .check: said += sitting.command(action.word)
      default: break
      }
      let now = sitting.session.player?.stepIndex ?? step
      let form = LessonPage.form(visit.links.to(.lesson(slug, step: now)), line.words)
      return sitting.lessonView(form: form).map {
        Done(
          view: $0, said: said, entry: entry, isUnfinished: isUnfinished, hasFailed: sitting.session.lastInputFailed)
      }
    }
    guard let done = done ?? nil else { throw WebProblem(404, "There is no such lesson.") }
    let progress = visit.progress().progress
    let page = LessonPage(
      lesson: line, view: done.view, progress: progress, links: visit.links,
      onwards: outline.ways(after: done.view.step, of: line, progress), said: done.said)
    var answer = PageAnswer(path: visit.links.path(page.place))
    answer.isUnfinished = done.isUnfinished
    answer.entry = done.entry
    answer.hasFailed = done.entry != nil && done.hasFailed
    answer.goes = done.view.step != step || action.kind == .restart
    answer.regions = [("step", page.step), ("turn", page.turn), ("finished", page.finished)]
    answer.graph = done.view.graph
    return answer.response(asJSON: action.asksForJSON, page: { page.html })
  }
}
