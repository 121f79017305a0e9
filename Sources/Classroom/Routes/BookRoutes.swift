import Courses
import Diagnostics
import JSON
import Pages
import Shell
import WorkbookLanguage

/// The paths of the book.
///
/// | Request | does |
/// |---|---|
/// | `GET /` | the contents |
/// | `GET /course/evening`, `POST` | a way through the book; follows it |
/// | `GET /lesson/delete-rules` | goes to the step to go on with |
/// | `GET /lesson/delete-rules/4`, `POST` | a step: begins it, or shows one that is done; answers, statements and buttons |
/// | `GET /exercise/09-delete-rules/whose`, `POST`; `…/answer.graph` | an exercise; its answer as a file |
/// | `GET /playground`, `POST`; `/playground/playground.graph` | the playground; what is there as a file |
/// | `GET /drill`, `/drill/keys`, `/practice`, `POST` | questions |
/// | `GET /progress`, `/glossary`, `/help?word=delete` | to read |
///
/// A form that the script sends asks for JSON, and gets the parts of the page that have changed; without a script the
/// browser gets the page again.
enum BookRoutes {
  static func answer(_ request: WebRequest, _ host: BookHost) async -> WebResponse {
    guard Routes.isKnownHost(request.headers["host"] ?? "", names: host.names) else {
      return .text(403, "this server does not go by that name")
    }
    do throws(WebProblem) {
      switch request.method {
      case "GET", "HEAD": return try await get(request, host)
      case "POST":
        guard request.isFromOwnPage else { throw WebProblem(403, "this came from another page") }
        return try await post(request, host)
      default: return .text(405, "not possible")
      }
    } catch {
      if request.asksForJSON { return error.response }
      return .page(BookPage.missing(error.words, host.links), status: error.status)
    }
  }

  // MARK: Reading

  private static func get(_ request: WebRequest, _ host: BookHost) async throws(WebProblem) -> WebResponse {
    if request.path == "/favicon.ico" { return WebResponse(204) }
    if let asset = PageAsset(path: request.path) { return WebResponse(200, type: asset.type, asset.bytes) }
    if let file = try await file(request, host) { return file }
    guard let place = BookPlace(path: request.path) else { throw WebProblem(404, "There is no such page.") }
    let links = host.links
    switch place {
    case .contents: return await contents(host)
    case .course(let slug):
      let outline = await host.outline()
      guard let plan = outline.plans.first(where: { $0.slug == slug }) else {
        throw WebProblem(404, "There is no course '\(slug)'.")
      }
      let progress = await host.progress().progress
      return .page(
        CoursePage(plan: plan, outline: outline, progress: progress, library: host.library, links: links).html)
    case .lesson(let slug, let step): return try await lesson(slug, step, request.columns, host)
    case .exercise(let id): return try await exercise(id, host)
    case .playground: return try await playground(host)
    case .drills: return .page(DrillListPage(progress: await host.progress().progress, links: links).html)
    case .drill, .practice: return try await question(place, request.columns, host)
    case .progress:
      return .page(
        ProgressPage(outline: await host.outline(), progress: await host.progress().progress, links: links).html)
    case .glossary: return .page(GlossaryPage(glossary: await host.outline().glossary, links: links).html)
    case .help:
      let word = request.query["word"].flatMap { $0.trimmed.isEmpty ? nil : String($0.trimmed.prefix(80)) }
      return .page(HelpPage(word: word, glossary: await host.outline().glossary, links: links).html)
    }
  }

  /// A file to download; nil for a path that is none.
  private static func file(_ request: WebRequest, _ host: BookHost) async throws(WebProblem) -> WebResponse? {
    let ending = "/answer.graph"
    if request.path.hasSuffix(ending),
      case .exercise(let id)? = BookPlace(path: String(request.path.dropLast(ending.count)))
    {
      let text = try await host.use(.exercise(id)) { $0.answerFile }
      guard let text else { throw WebProblem(404, "There is no exercise '\(id)'.") }
      let name = id.split(separator: "/").last.map(String.init) ?? "answer"
      return .download(text, named: "\(name).graph")
    }
    let start = "/playground/playground."
    guard request.path.hasPrefix(start),
      let form = PlaygroundPage.forms.first(where: { request.path == start + $0.ending })
    else { return nil }
    switch try await host.use(.playground, { $0.export(ending: form.ending) }) {
    case .success(let text)?: return .download(text, named: "playground.\(form.ending)")
    case .failure(let problem)?: throw WebProblem(409, problem.message)
    case nil: return nil
    }
  }

  private static func contents(_ host: BookHost) async -> WebResponse {
    let (progress, problems) = await host.progress()
    return .page(
      ContentsPage(
        outline: await host.outline(), progress: progress, library: host.library, links: host.links,
        due: progress.duePractice(on: host.today()).count, problems: problems
      ).html)
  }

  // MARK: Lessons

  private static func lesson(
    _ slug: String, _ step: Int?, _ columns: Int, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    let outline = await host.outline()
    guard let line = outline.lesson(slug), !line.steps.isEmpty else {
      throw WebProblem(404, "There is no lesson '\(slug)'.")
    }
    let progress = await host.progress().progress
    guard let step else {
      return .redirect(to: host.links.path(.lesson(slug, step: BookOutline.step(of: line, progress))))
    }
    guard line.steps.indices.contains(step) else {
      throw WebProblem(404, "Lesson \(line.entry.number) has \(line.steps.count) steps.")
    }
    let isDone = progress.lessons[slug]?.done.contains(step) == true
    let form = LessonPage.form(host.links.to(.lesson(slug, step: step)))
    let opened = try await host.use(.lesson(slug), columns: columns) { sitting -> (Sitting.LessonView, [String])? in
      // A step that is done is read again, unless it was begun again.
      if isDone, sitting.session.player?.stepIndex != step || sitting.session.player?.phase == .ready { return nil }
      guard let lesson = sitting.lesson else { return nil }
      let said = sitting.open(lesson, step: step)
      return sitting.lessonView(form: form).map { ($0, said) }
    }
    if case (let view, let said)?? = opened {
      let page = LessonPage(
        lesson: line, view: view, progress: progress, links: host.links,
        onwards: onwards(from: line, view, outline, progress, host), said: said)
      return .page(page.html)
    }
    guard let script = await host.script(of: slug), script.indices.contains(step) else {
      throw WebProblem(404, "Lesson \(line.entry.number) cannot be read.")
    }
    return .page(
      ReadStepPage(
        lesson: line, step: step, played: script[step], progress: progress, links: host.links, columns: columns
      ).html)
  }

  /// The ways on from a step that is done: in a course that is followed, or after the lesson.
  private static func onwards(
    from line: BookOutline.LessonLine, _ view: Sitting.LessonView, _ outline: BookOutline, _ progress: Progress,
    _ host: BookHost
  ) -> [(words: String, place: BookPlace)] {
    guard view.phase == .lessonDone || view.phase == .stepDone else { return [] }
    var ways: [(words: String, place: BookPlace)] = []
    if let (plan, item) = outline.next(in: progress, host.library), let place = outline.place(of: item, progress) {
      let isHere = if case .lesson(line.entry.slug, _) = place { true } else { false }
      if !isHere { ways.append(("\(plan.title): \(outline.name(of: item))", place)) }
    }
    guard view.phase == .lessonDone else { return ways }
    let open = outline.exercises(ofChapter: line.entry.chapterNumber).first {
      progress.exercises[$0.id]?.isDone != true
    }
    if let open { ways.append(("Exercise: \(open.title)", .exercise(open.id))) }
    let next = outline.lessons.first {
      $0.entry.number > line.entry.number && progress.lessons[$0.entry.slug]?.isFinished != true
    }
    if let next {
      ways.append(("Lesson \(next.entry.number), \(next.entry.title)", .lesson(next.entry.slug, step: nil)))
    }
    return ways
  }

  private static func post(
    toLesson slug: String, _ step: Int, _ action: Action, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    let outline = await host.outline()
    guard let line = outline.lesson(slug), line.steps.indices.contains(step) else {
      throw WebProblem(404, "There is no such step.")
    }
    struct Done: Sendable {
      var view: Sitting.LessonView
      var said: [String] = []
      var entry: HTML?
      var isUnfinished = false
    }
    let done = try await host.use(.lesson(slug), columns: action.columns) { sitting -> Done? in
      guard let lesson = sitting.lesson else { return nil }
      var said =
        sitting.session.player?.stepIndex == step || action.kind == .restart ? [] : sitting.open(lesson, step: step)
      var entry: HTML?
      var isUnfinished = false
      switch action.kind {
      case .run(let text, let width):
        entry = sitting.run(text, width: width)
        isUnfinished = entry == nil
        said += sitting.session.keepDraft()
      case .answer(let text): said += sitting.answer(text)
      case .restart: said += sitting.restart(lesson, step: step)
      case .hint, .solution, .skip, .check: said += sitting.command(action.word)
      default: break
      }
      let now = sitting.session.player?.stepIndex ?? step
      let form = LessonPage.form(host.links.to(.lesson(slug, step: now)))
      return sitting.lessonView(form: form).map {
        Done(view: $0, said: said, entry: entry, isUnfinished: isUnfinished)
      }
    }
    guard let done = done ?? nil else { throw WebProblem(404, "There is no such lesson.") }
    let progress = await host.progress().progress
    let page = LessonPage(
      lesson: line, view: done.view, progress: progress, links: host.links,
      onwards: onwards(from: line, done.view, outline, progress, host), said: done.said)
    var answer = PageAnswer(path: host.links.path(page.place))
    answer.isUnfinished = done.isUnfinished
    answer.entry = done.entry
    answer.goes = done.view.step != step || action.kind == .restart
    answer.regions = [("step", page.step), ("turn", page.turn)]
    answer.graph = done.view.graph
    return answer.response(asJSON: action.asksForJSON, page: { page.html })
  }

  // MARK: Exercises

  private static func exercise(_ id: String, _ host: BookHost) async throws(WebProblem) -> WebResponse {
    guard let view = try await host.use(.exercise(id), { $0.exerciseView() }) ?? nil else {
      throw WebProblem(404, "There is no exercise '\(id)'.")
    }
    // One path for each exercise.
    if view.exercise.id != id { return .redirect(to: host.links.path(.exercise(view.exercise.id))) }
    return .page(await page(of: view, host).html)
  }

  private static func page(of view: Sitting.ExerciseView, _ host: BookHost) async -> ExercisePage {
    let outline = await host.outline()
    let progress = await host.progress().progress
    let place = outline.exercises.firstIndex { $0.id == view.exercise.id } ?? 0
    let open = (outline.exercises[place...] + outline.exercises[..<place]).filter {
      $0.id != view.exercise.id && progress.exercises[$0.id]?.isDone != true
    }
    return ExercisePage(
      view: view, progress: progress, links: host.links,
      lesson: outline.lessons.first { $0.entry.chapterNumber == view.exercise.chapterNumber },
      next: open.first { $0.folder == view.exercise.folder } ?? open.first)
  }

  private static func post(
    toExercise id: String, _ action: Action, _ answer: String?, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    struct Done: Sendable {
      var view: Sitting.ExerciseView
      var said: [String] = []
      var entry: HTML?
      var addition: String?
      var isUnfinished = false
    }
    // No more is kept in the record.
    if let answer, answer.utf8.count > Sitting.inputLimit { throw WebProblem(413, "An answer has at most 64 KB.") }
    let links = host.links
    let done = try await host.use(.exercise(id)) { sitting -> Done? in
      var said: [String] = []
      var entry: HTML?
      var addition: String?
      var isUnfinished = false
      if let answer, action.kind != .check { said += sitting.keepAnswer(answer) }
      switch action.kind {
      case .run(let text, let width):
        let done = sitting.tryOut(text, width: width)
        (entry, addition, isUnfinished) = (done?.entry, done?.addition, done == nil)
      case .check: said += sitting.check(answer ?? sitting.exercise?.answer ?? "", links)
      case .hint: if !sitting.showHint() { said.append("There are no more hints.") }
      case .solution: said += sitting.showSolution()
      case .restart: sitting.beginAgain()
      default: break
      }
      return sitting.exerciseView().map {
        Done(view: $0, said: said, entry: entry, addition: addition, isUnfinished: isUnfinished)
      }
    }
    guard let done = done ?? nil else { throw WebProblem(404, "There is no exercise '\(id)'.") }
    var page = await page(of: done.view, host)
    page.said = done.said
    var reply = PageAnswer(path: links.path(page.place))
    reply.isUnfinished = done.isUnfinished
    reply.entry = done.entry
    reply.addition = done.addition
    reply.clearsLog = action.kind == .restart
    if action.kind != .save { reply.regions = [("turn", page.turn), ("verdict", page.verdict), ("help", page.help)] }
    reply.focus = action.kind == .check ? "verdict" : nil
    reply.graph = done.view.graph
    return reply.response(asJSON: action.asksForJSON, page: { page.html })
  }

  // MARK: The playground

  private static func playground(_ host: BookHost) async throws(WebProblem) -> WebResponse {
    let view = try await host.use(.playground) { ($0.log.joined(), $0.graph) }
    guard let view else { throw WebProblem(404, "There is no playground.") }
    return .page(PlaygroundPage(log: view.0, graph: view.1, links: host.links).html)
  }

  private static func post(
    toPlayground action: Action, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    struct Done: Sendable {
      var log: HTML
      var graph: Sitting.GraphView
      var entry: HTML?
      var isUnfinished = false
    }
    if case .open(let text, _) = action.kind, text.utf8.count > Sitting.fileLimit {
      throw WebProblem(413, "The playground opens files of at most 256 KB.")
    }
    let done = try await host.use(.playground) { sitting -> Done in
      var entry: HTML?
      var isUnfinished = false
      switch action.kind {
      case .run(let text, let width):
        entry = sitting.run(text, width: width)
        isUnfinished = entry == nil
      case .review, .undo: entry = sitting.run(action.word, width: action.width)
      case .open(let text, let name): entry = sitting.open(file: text, named: name)
      case .clear: sitting.clear()
      default: break
      }
      return Done(log: sitting.log.joined(), graph: sitting.graph, entry: entry, isUnfinished: isUnfinished)
    }
    guard let done else { throw WebProblem(404, "There is no playground.") }
    let page = PlaygroundPage(log: done.log, graph: done.graph, links: host.links)
    var reply = PageAnswer(path: host.links.path(.playground))
    reply.isUnfinished = done.isUnfinished
    reply.entry = done.entry
    if case .open = action.kind { reply.clearsLog = true }
    if action.kind == .clear { reply.clearsLog = true }
    reply.graph = done.graph
    return reply.response(asJSON: action.asksForJSON, page: { page.html })
  }

  // MARK: Questions

  private static func work(on place: BookPlace) -> BookDesk.Work {
    if case .drill(let kind) = place { .drill(kind) } else { .practice }
  }

  private static func question(_ place: BookPlace, _ columns: Int, _ host: BookHost) async throws(WebProblem)
    -> WebResponse
  {
    if case .drill(let kind) = place, !DrillKinds.all.contains(kind) {
      throw WebProblem(404, "There is no drill '\(kind)'.")
    }
    let form = questionForm(place, host)
    let shown = try await host.use(work(on: place), columns: columns) { $0.questionView(form: form) }
    guard let view = shown else { throw WebProblem(404, "There is no such drill.") }
    if let exercise = view.exercise {
      await host.end(.practice)
      return .redirect(to: host.links.path(.exercise(exercise)))
    }
    return .page(page(place, view, host).html)
  }

  private static func page(_ place: BookPlace, _ view: Sitting.QuestionView, _ host: BookHost) -> QuestionPage {
    if case .drill(let kind) = place {
      return QuestionPage(title: "Drill: \(kind)", place: place, current: .drills, view: view, links: host.links)
    }
    return QuestionPage(title: "Practice", place: place, current: .practice, view: view, links: host.links)
  }

  private static func questionForm(_ place: BookPlace, _ host: BookHost) -> @Sendable (HTML) -> HTML {
    let path = host.links.to(place)
    return { fields in
      """
      <form method="post" action="\(path)" class="answer" data-live>\(fields)
      <p class="buttons">\(HTML.button("answer", "Answer", isMain: true))</p></form>

      """
    }
  }

  private static func post(
    toQuestion place: BookPlace, _ action: Action, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    if case .drill(let kind) = place, !DrillKinds.all.contains(kind) {
      throw WebProblem(404, "There is no drill '\(kind)'.")
    }
    struct Done: Sendable {
      var view: Sitting.QuestionView
      var entry: HTML?
      var isUnfinished = false
    }
    let form = questionForm(place, host)
    let done = try await host.use(work(on: place), columns: action.columns) { sitting -> Done in
      var entry: HTML?
      var isUnfinished = false
      let hadPrompt = sitting.questionView(form: form).hasPrompt
      switch action.kind {
      case .run(let text, let width):
        entry = sitting.run(text, width: width)
        isUnfinished = entry == nil
      case .answer(let text): sitting.answerQuestion(text)
      case .hint, .solution: sitting.help(action.word)
      case .next: sitting.goOn()
      default: break
      }
      let view = sitting.questionView(form: form)
      // The whole page changes where a prompt comes or goes.
      return Done(view: view, entry: hadPrompt == view.hasPrompt ? entry : nil, isUnfinished: isUnfinished)
    }
    guard let done else { throw WebProblem(404, "There is no such drill.") }
    if let exercise = done.view.exercise {
      await host.end(.practice)
      var reply = PageAnswer(path: host.links.path(.exercise(exercise)))
      reply.goes = true
      return reply.response(asJSON: action.asksForJSON, page: { "" })
    }
    let page = page(place, done.view, host)
    var reply = PageAnswer(path: host.links.path(place))
    reply.isUnfinished = done.isUnfinished
    reply.entry = done.entry
    if case .run = action.kind {
      reply.regions = [("step", page.step), ("turn", page.turn)]
    } else {
      reply.goes = true
    }
    reply.graph = done.view.graph
    return reply.response(asJSON: action.asksForJSON, page: { page.html })
  }

  // MARK: Writing

  private static func post(_ request: WebRequest, _ host: BookHost) async throws(WebProblem) -> WebResponse {
    guard let place = BookPlace(path: request.path) else { throw WebProblem(404, "There is no such page.") }
    let pairs = WebRequest.pairs(String(decoding: request.body, as: UTF8.self))
    let fields = Dictionary(pairs.map { ($0.key, $0.value ?? "") }, uniquingKeysWith: { $1 })
    if fields["do"] == "complete" { return try await complete(place, fields, host) }
    guard let action = Action(fields, choices: pairs.filter { $0.key == "answer" }.compactMap(\.value), request) else {
      throw WebProblem(400, "This is no button of the page.")
    }
    if case .run(let text, _) = action.kind {
      guard text.utf8.count <= Sitting.inputLimit else { throw WebProblem(413, "A statement has at most 64 KB.") }
      // A command that leads to another page.
      if let target = target(of: text, from: place, await host.outline(), await host.progress().progress) {
        var reply = PageAnswer(path: host.links.path(target))
        reply.goes = true
        return reply.response(asJSON: request.asksForJSON, page: { "" })
      }
    }
    switch place {
    case .course(let slug):
      guard await host.outline().plans.contains(where: { $0.slug == slug }) else {
        throw WebProblem(404, "There is no course '\(slug)'.")
      }
      do throws(Diagnostic) {
        try await host.note { $0.course = action.kind == .follow ? slug : "" }
      } catch { throw WebProblem(503, "This cannot be kept: \(error.message)") }
      return .redirect(to: host.links.path(place))
    case .lesson(let slug, let step?): return try await post(toLesson: slug, step, action, host)
    case .exercise(let id): return try await post(toExercise: id, action, fields["answer"], host)
    case .playground: return try await post(toPlayground: action, host)
    case .drill, .practice: return try await post(toQuestion: place, action, host)
    case .contents, .lesson, .drills, .progress, .glossary, .help:
      throw WebProblem(405, "Nothing can be sent to this page.")
    }
  }

  /// The page that a command of the prompt leads to; nil for everything else.
  private static func target(
    of text: String, from place: BookPlace, _ outline: BookOutline, _ progress: Progress
  ) -> BookPlace? {
    guard let command = Session.command(in: text) else { return nil }
    switch command {
    case .lessons, .exercises, .courses(nil), .quit: return .contents
    // The session says what is wrong with a name that is none.
    case .courses(let word?): return outline.plans.contains { $0.slug == word } ? .course(word) : nil
    case .lesson(let word, let step):
      let line =
        word.flatMap { outline.lesson(named: $0) } ?? (word == nil ? outline.stepToGoOnWith(progress)?.lesson : nil)
      guard let line else { return nil }
      if let step, line.steps.indices.contains(step - 1) { return .lesson(line.entry.slug, step: step - 1) }
      return .lesson(line.entry.slug, step: nil)
    case .exercise(let word): return outline.exercise(named: word).map { .exercise($0.id) }
    case .drill(nil): return .drills
    case .drill(let word?):
      if DrillKinds.all.contains(word) { return .drill(word) }
      return Int(word) == nil ? nil : .drills
    case .practice: return place == .practice ? nil : .practice
    case .progress: return .progress
    case .leave: return .contents
    case .next:
      guard case .lesson(let slug, let step?) = place, let line = outline.lesson(slug),
        progress.lessons[slug]?.done.contains(step) == true, line.steps.indices.contains(step + 1)
      else { return nil }
      return .lesson(slug, step: step + 1)
    case .back:
      guard case .lesson(let slug, let step?) = place, step > 0 else { return nil }
      return .lesson(slug, step: step - 1)
    case .help(nil): return .help(nil)
    case .restart, .hint, .skip, .solution, .check, .handIn, .help, .timing, .again: return nil
    }
  }

  private static func complete(
    _ place: BookPlace, _ fields: [String: String], _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    guard let text = fields["text"], text.utf8.count <= Sitting.inputLimit,
      let cursor = fields["cursor"].flatMap({ Int($0) })
    else { throw WebProblem(400, "There is nothing to complete.") }
    let work: BookDesk.Work
    switch place {
    case .lesson(let slug, _?): work = .lesson(slug)
    case .exercise(let id): work = .exercise(id)
    case .playground: work = .playground
    case .drill, .practice: work = self.work(on: place)
    case .contents, .course, .lesson, .drills, .progress, .glossary, .help:
      throw WebProblem(400, "There is nothing to complete.")
    }
    let found = try await host.use(work) { $0.completions(of: text, at: cursor) } ?? .none
    return .json(found.json)
  }
}
