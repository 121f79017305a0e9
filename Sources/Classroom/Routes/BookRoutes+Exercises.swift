import Courses
import Diagnostics
import Pages

// The pages of exercises.
extension BookRoutes {
  static func exercise(_ id: String, _ columns: Int, _ visit: BookVisit) async throws(WebProblem) -> WebResponse {
    guard let view = try await visit.use(.exercise(id), columns: columns, { $0.exerciseView() }) ?? nil else {
      throw WebProblem(404, "There is no exercise '\(id)'.")
    }
    // One path for each exercise.
    if view.exercise.id != id { return .redirect(to: visit.links.path(.exercise(view.exercise.id))) }
    return .page(await page(of: view, visit).html)
  }

  static func page(of view: Sitting.ExerciseView, _ visit: BookVisit) async -> ExercisePage {
    let outline = await visit.outline()
    let progress = visit.progress().progress
    return ExercisePage(
      view: view, progress: progress, links: visit.links,
      lesson: outline.lessons.first { $0.entry.chapterNumber == view.exercise.chapterNumber },
      next: outline.way(after: view.exercise.id, view.exercise.words, progress), handsIn: visit.reader.answers != nil,
      handover: visit.reader.answers.map {
        visit.host.handover(
          of: view.exercise.slug, by: visit.reader.id, at: SemesterFolder.timeOfAnswer(view.exercise.slug, in: $0))
      },
      isHandedIn: visit.reader.answers.map {
        SemesterFolder.isAnswer(view.answerFile, as: view.exercise.slug, in: $0)
      } ?? false)
  }

  static func post(
    toExercise id: String, _ action: Action, _ answer: String?, _ visit: BookVisit
  ) async throws(WebProblem) -> WebResponse {
    struct Done: Sendable {
      var view: Sitting.ExerciseView
      var said: [StyledText] = []
      var entry: HTML?
      var addition: String?
      var isUnfinished = false
      var hasFailed = false
      /// The answer that was sent, as it is kept.
      var sent: String?
    }
    // No more is kept in the record.
    if let answer, answer.utf8.count > Sitting.inputLimit { throw WebProblem(413, "An answer has at most 64 KB.") }
    let links = visit.links
    let done = try await visit.use(.exercise(id), columns: action.columns) { sitting -> Done? in
      var said: [StyledText] = []
      var entry: HTML?
      var addition: String?
      var isUnfinished = false
      let sent = answer.map { sitting.session.asTyped($0) }
      if let answer, action.kind != .check, action.kind != .handIn { said += sitting.keepAnswer(answer) }
      switch action.kind {
      case .run(let text, let width):
        let done = sitting.tryOut(text, width: width)
        (entry, addition, isUnfinished) = (done?.entry, done?.addition, done == nil)
      case .check: said += sitting.check(answer ?? sitting.exercise?.answer ?? "", width: action.width, links)
      case .handIn:
        guard let folder = visit.reader.answers else { break }
        said += sitting.handIn(answer ?? sitting.exercise?.answer ?? "", to: folder, width: action.width, links)
      case .hint: if !sitting.showHint() { said.append(StyledText(sitting.words(.noMoreHints))) }
      case .solution: said += sitting.showSolution()
      case .restart: sitting.beginAgain()
      default: break
      }
      return sitting.exerciseView().map {
        Done(
          view: $0, said: said, entry: entry, addition: addition, isUnfinished: isUnfinished,
          hasFailed: sitting.session.lastInputFailed, sent: sent)
      }
    }
    guard let done = done ?? nil else { throw WebProblem(404, "There is no exercise '\(id)'.") }
    var page = await page(of: done.view, visit)
    page.said = done.said
    var reply = PageAnswer(path: links.path(page.place))
    reply.isUnfinished = done.isUnfinished
    reply.entry = done.entry
    reply.hasFailed = done.entry != nil && done.hasFailed
    reply.addition = done.addition
    if answer != done.view.answer, done.sent == done.view.answer { reply.answer = done.view.answer }
    reply.clearsLog = action.kind == .restart
    reply.regions =
      action.kind == .save
      ? [("handover", page.handoverWords)] : [("turn", page.turn), ("verdict", page.verdict), ("help", page.help)]
    reply.focus = action.kind == .check || action.kind == .handIn ? "verdict" : nil
    reply.graph = done.view.graph
    return reply.response(asJSON: action.asksForJSON, page: { page.html })
  }
}
