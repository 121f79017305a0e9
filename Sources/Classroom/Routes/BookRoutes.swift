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
/// | `GET /progress/graphbook-work.zip` | all that the reader has done, as a file |
/// | `GET /join/<token>`, `POST`; `GET /join`, `POST`; `POST /signout` | with a roster: signs a browser in, and out |
/// | `GET /link`, `POST` | where no one sets a password: makes a guest's link |
/// | `GET /signin`, `POST`; `GET /password`, `POST` | with a roster: signs in with a password; sets one |
/// | `GET /staff`, `/staff/student?id=ada`, `/staff/progress.csv`; `POST /staff/invite` | with a roster: the teacher's pages |
///
/// A form that the script sends asks for JSON, and gets the parts of the page that have changed; without a script the
/// browser gets the page again.
enum BookRoutes {
  /// The answer as it is, also to a form.
  static func answerAtOnce(_ request: WebRequest, _ host: BookHost) async -> WebResponse {
    // Whoever watches the server asks by any name.
    if request.withoutBase(host.front.basePath).path == "/healthz", request.method != "POST" { return .text(200, "ok") }
    guard host.front.isSocket || Routes.isKnownHost(request.headers["host"] ?? "", names: host.front.names) else {
      let name = HostName.name(in: request.headers["host"] ?? "")
      host.noteRefusal(.host(name: name), from: host.peer(of: request))
      return .text(
        403, "this server does not go by the name \(DisplayText.visible(name)): --allow-host or --url accepts it")
    }
    let base = host.front.basePath
    let request = request.withoutBase(base)
    if !base.isEmpty, request.path.isEmpty { return .redirect(to: base + "/") }
    do throws(WebProblem) {
      let isPost = request.method == "POST"
      guard isPost || request.method == "GET" || request.method == "HEAD" else { return .text(405, "not possible") }
      if isPost, !request.isFromOwnPage(host.front.url?.origin) { throw WebProblem(403, "this came from another page") }
      if !isPost, request.path == "/favicon.ico" { return WebResponse(204) }
      if !isPost, let asset = PageAsset(path: request.path) { return asset.response(to: request) }
      if !isPost, let page = await posted(request, host) { return page }
      if host.semester != nil, let response = try await people(request, host) { return response }
      guard let visit = try await host.visit(of: request) else {
        let page = SignedOutPage(links: host.links, isByProxy: host.front.userHeader != nil)
        if isPost || request.asksForJSON { throw WebProblem(403, page.refusal) }
        return .page(page.html, status: 403)
      }
      guard isPost else { return try await get(request, visit) }
      guard await host.allowsForm(of: visit.reader) else {
        throw WebProblem(429, "That was too fast: wait a moment, and try again.")
      }
      return try await post(request, visit)
    } catch {
      if request.asksForJSON { return error.response }
      return .page(BookPage.missing(error.words, host.links), status: error.status)
    }
  }

  // MARK: Reading

  private static func get(_ request: WebRequest, _ visit: BookVisit) async throws(WebProblem) -> WebResponse {
    if let file = try await file(request, visit) { return file }
    guard let place = BookPlace(path: request.path) else { throw WebProblem(404, "There is no such page.") }
    let links = visit.links
    switch place {
    case .contents: return await contents(visit)
    case .course(let slug):
      let outline = await visit.outline()
      guard let plan = outline.plans.first(where: { $0.slug == slug }) else {
        throw WebProblem(404, "There is no course '\(slug)'.")
      }
      let progress = visit.progress().progress
      return .page(
        CoursePage(
          plan: plan, outline: outline, progress: progress, links: links, dueTimes: visit.dueTimes(in: outline)
        ).html)
    case .lesson(let slug, let step): return try await lesson(slug, step, request.columns, visit)
    case .exercise(let id): return try await exercise(id, request.columns, visit)
    case .playground: return try await playground(visit)
    case .drills: return .page(DrillListPage(progress: visit.progress().progress, links: links).html)
    case .drill, .practice: return try await question(place, request.columns, visit)
    case .progress:
      let (progress, outline) = (visit.progress().progress, await visit.outline())
      var links = links
      links.signInName = await visit.host.signInName(of: visit.reader)
      let ideas = await visit.ideas()
      return .page(
        ProgressPage(
          outline: outline, ideas: ideas, progress: progress, links: links,
          due: progress.practice(on: visit.today(), in: ideas).count, dueTimes: visit.dueTimes(in: outline)
        ).html)
    case .glossary: return .page(GlossaryPage(glossary: await visit.glossary(), links: links).html)
    case .help:
      let word = request.query["word"].flatMap { $0.trimmed.isEmpty ? nil : String($0.trimmed.prefix(80)) }
      return .page(HelpPage(word: word, glossary: await visit.glossary(), links: links, columns: request.columns).html)
    }
  }

  /// A file to download; nil for a path that is none.
  private static func file(_ request: WebRequest, _ visit: BookVisit) async throws(WebProblem) -> WebResponse? {
    if request.path == BookPlace.progress.path + "/" + BookVisit.workName {
      return .download(try await visit.work(), type: "application/zip", named: BookVisit.workName)
    }
    let ending = "/answer.graph"
    if request.path.hasSuffix(ending),
      case .exercise(let id)? = BookPlace(path: String(request.path.dropLast(ending.count)))
    {
      let text = try await visit.use(.exercise(id)) { $0.answerFile }
      guard let text else { throw WebProblem(404, "There is no exercise '\(id)'.") }
      let name = id.split(separator: "/").last.map(String.init) ?? "answer"
      return .download(text, named: "\(name).graph")
    }
    let start = "/playground/playground."
    guard request.path.hasPrefix(start),
      let form = PlaygroundPage.forms.first(where: { request.path == start + $0.ending })
    else { return nil }
    switch try await visit.use(.playground, { $0.export(ending: form.ending) }) {
    case .success(let text)?: return .download(text, named: "playground.\(form.ending)")
    case .failure(let problem)?: throw WebProblem(409, problem.message)
    case nil: return nil
    }
  }

  private static func contents(_ visit: BookVisit) async -> WebResponse {
    let (progress, problems) = visit.progress()
    let outline = await visit.outline()
    return .page(
      ContentsPage(
        outline: outline, progress: progress, links: visit.links,
        due: progress.duePractice(on: visit.today()).count, problems: problems,
        isOnlyHere: await visit.host.isOnlyHere(visit.reader), dueTimes: visit.dueTimes(in: outline),
        changed: visit.changedAnswers(in: outline, progress)
      ).html)
  }

  // MARK: Writing

  private static func post(_ request: WebRequest, _ visit: BookVisit) async throws(WebProblem) -> WebResponse {
    guard let place = BookPlace(path: request.path) else { throw WebProblem(404, "There is no such page.") }
    let pairs = WebRequest.pairs(String(decoding: request.body, as: UTF8.self))
    let fields = Dictionary(pairs.map { ($0.key, $0.value ?? "") }, uniquingKeysWith: { $1 })
    if fields["do"] == "complete" { return try await complete(place, fields, visit) }
    guard let action = Action(fields, choices: pairs.filter { $0.key == "answer" }.compactMap(\.value), request) else {
      throw WebProblem(400, "This is no button of the page.")
    }
    if case .run(let text, _) = action.kind {
      guard text.utf8.count <= Sitting.inputLimit else { throw WebProblem(413, "A statement has at most 64 KB.") }
      // A command that leads to another page.
      if let command = Session.command(in: text),
        let target = target(of: command, from: place, await visit.outline(), visit.progress().progress)
      {
        var reply = PageAnswer(path: visit.links.path(target))
        reply.goes = true
        return reply.response(asJSON: request.asksForJSON, page: { "" })
      }
    }
    switch place {
    case .course(let slug):
      guard await visit.outline().plans.contains(where: { $0.slug == slug }) else {
        throw WebProblem(404, "There is no course '\(slug)'.")
      }
      do throws(Diagnostic) {
        try visit.note { $0.course = action.kind == .follow ? slug : "" }
      } catch { throw visit.host.cannotKeep("This", error.message) }
      return .redirect(to: visit.links.path(place))
    case .lesson(let slug, let step?): return try await post(toLesson: slug, step, action, visit)
    case .exercise(let id): return try await post(toExercise: id, action, fields["answer"], visit)
    case .playground: return try await post(toPlayground: action, visit)
    case .drill, .practice: return try await post(toQuestion: place, action, visit)
    case .contents, .lesson, .drills, .progress, .glossary, .help:
      throw WebProblem(405, "Nothing can be sent to this page.")
    }
  }

  /// The page that a command of the prompt leads to; nil for everything else.
  private static func target(
    of command: ShellCommand, from place: BookPlace, _ outline: BookOutline, _ progress: Progress
  ) -> BookPlace? {
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
      switch place {
      case .lesson(let slug, let step?):
        guard let line = outline.lesson(slug), let record = progress.lessons[slug],
          record.done.contains(step) || record.skipped.contains(step)
        else { return nil }
        return outline.ways(after: step, of: line, progress).first?.place
      case .exercise(let id):
        guard progress.exercises[id]?.isDone == true else { return nil }
        return outline.way(after: id, .english, progress)?.place
      default: return nil
      }
    case .back:
      guard case .lesson(let slug, let step?) = place, step > 0 else { return nil }
      return .lesson(slug, step: step - 1)
    case .help(nil): return .help(nil)
    case .restart, .hint, .skip, .solution, .check, .handIn, .help, .timing, .again: return nil
    }
  }

  private static func complete(
    _ place: BookPlace, _ fields: [String: String], _ visit: BookVisit
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
    let found = try await visit.use(work) { $0.completions(of: text, at: cursor) } ?? .none
    return .json(found.json)
  }
}
