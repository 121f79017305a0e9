import Pages

// The page of the playground.
extension BookRoutes {
  static func playground(_ visit: BookVisit) async throws(WebProblem) -> WebResponse {
    let view = try await visit.use(.playground) { ($0.log.joined(), $0.graph) }
    guard let view else { throw WebProblem(404, "There is no playground.") }
    return .page(PlaygroundPage(log: view.0, graph: view.1, links: visit.links).html)
  }

  static func post(
    toPlayground action: Action, _ visit: BookVisit
  ) async throws(WebProblem) -> WebResponse {
    struct Done: Sendable {
      var log: HTML
      var graph: Sitting.GraphView
      var entry: HTML?
      var isUnfinished = false
      var hasFailed = false
    }
    if case .open(let text, _) = action.kind, text.utf8.count > Sitting.fileLimit {
      throw WebProblem(413, "The playground opens files of at most 256 KB.")
    }
    let done = try await visit.use(.playground) { sitting -> Done in
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
      return Done(
        log: sitting.log.joined(), graph: sitting.graph, entry: entry, isUnfinished: isUnfinished,
        hasFailed: sitting.session.lastInputFailed)
    }
    guard let done else { throw WebProblem(404, "There is no playground.") }
    let page = PlaygroundPage(log: done.log, graph: done.graph, links: visit.links)
    var reply = PageAnswer(path: visit.links.path(.playground))
    reply.isUnfinished = done.isUnfinished
    reply.entry = done.entry
    reply.hasFailed = done.entry != nil && done.hasFailed
    if case .open = action.kind { reply.clearsLog = true }
    if action.kind == .clear { reply.clearsLog = true }
    reply.graph = done.graph
    return reply.response(asJSON: action.asksForJSON, page: { page.html })
  }
}
