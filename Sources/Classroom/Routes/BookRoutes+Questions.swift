import Pages

// The pages of drills and of practice.
extension BookRoutes {
  static func work(on place: BookPlace) -> BookDesk.Work {
    if case .drill(let kind) = place { .drill(kind) } else { .practice }
  }

  static func question(_ place: BookPlace, _ columns: Int, _ visit: BookVisit) async throws(WebProblem)
    -> WebResponse
  {
    if case .drill(let kind) = place, !DrillKinds.all.contains(kind) {
      throw WebProblem(404, "There is no drill '\(kind)'.")
    }
    let form = questionForm(place, visit)
    let shown = try await visit.use(work(on: place), columns: columns) { $0.questionView(form: form) }
    guard let view = shown else { throw WebProblem(404, "There is no such drill.") }
    if let exercise = view.exercise {
      await visit.end(.practice)
      return .redirect(to: visit.links.path(.exercise(exercise)))
    }
    return .page(page(place, view, visit).html)
  }

  static func page(_ place: BookPlace, _ view: Sitting.QuestionView, _ visit: BookVisit) -> QuestionPage {
    if case .drill(let kind) = place {
      return QuestionPage(
        title: visit.links.words(.drillNamed, kind), place: place, current: .drills, view: view, links: visit.links)
    }
    return QuestionPage(
      title: visit.links.words(.wayPractice), place: place, current: .practice, view: view, links: visit.links)
  }

  static func questionForm(_ place: BookPlace, _ visit: BookVisit) -> @Sendable (HTML) -> HTML {
    let (path, words) = (visit.links.to(place), visit.links.words)
    return { fields in
      """
      <form method="post" action="\(path)" class="answer" data-live>\(fields)
      <p class="buttons">\(HTML.button("answer", "\(text: words(.giveAnswer))", isMain: true))</p></form>

      """
    }
  }

  static func post(
    toQuestion place: BookPlace, _ action: Action, _ visit: BookVisit
  ) async throws(WebProblem) -> WebResponse {
    if case .drill(let kind) = place, !DrillKinds.all.contains(kind) {
      throw WebProblem(404, "There is no drill '\(kind)'.")
    }
    struct Done: Sendable {
      var view: Sitting.QuestionView
      var entry: HTML?
      var isUnfinished = false
      var hasFailed = false
      /// Whether the page is another one than before.
      var goes = true
    }
    let form = questionForm(place, visit)
    let done = try await visit.use(work(on: place), columns: action.columns) { sitting -> Done in
      var entry: HTML?
      var isUnfinished = false
      var goes = true
      let hadPrompt = sitting.questionView(form: form).hasPrompt
      switch action.kind {
      case _ where sitting.isReplaced(action.question): break
      case .run(let text, _) where sitting.asksForNext(text): sitting.goOn()
      case .run(let text, let width):
        entry = sitting.runAtQuestion(text, width: width)
        isUnfinished = entry == nil
        // The prompt of a drill comes with the answer. That of practice stays until the next question, and shows the verdict.
        goes = place != .practice && hadPrompt != sitting.questionView(form: form).hasPrompt
      case .answer(let text): sitting.answerQuestion(text)
      case .hint, .solution: sitting.help(action.word)
      case .next: sitting.goOn()
      default: break
      }
      return Done(
        view: sitting.questionView(form: form), entry: entry, isUnfinished: isUnfinished,
        hasFailed: sitting.session.lastInputFailed, goes: goes)
    }
    guard let done else { throw WebProblem(404, "There is no such drill.") }
    if let exercise = done.view.exercise {
      await visit.end(.practice)
      var reply = PageAnswer(path: visit.links.path(.exercise(exercise)))
      reply.goes = true
      return reply.response(asJSON: action.asksForJSON, page: { "" })
    }
    let page = page(place, done.view, visit)
    var reply = PageAnswer(path: visit.links.path(place))
    reply.isUnfinished = done.isUnfinished
    reply.entry = done.entry
    reply.hasFailed = done.entry != nil && done.hasFailed
    reply.regions = [("step", page.step), ("turn", page.turn)]
    reply.goes = done.goes
    // After the answer, the graph of the question stays.
    if done.view.hasPrompt { reply.graph = done.view.graph }
    return reply.response(asJSON: action.asksForJSON, page: { page.html })
  }
}
