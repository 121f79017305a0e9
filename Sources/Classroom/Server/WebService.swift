/// The content of a ``WebServer``: answers to requests, and the events of the pages that listen.
protocol WebService: Sendable {
  /// Decides from its head whether a request may go on to send its body.
  /// - Parameter length: the bytes of the body.
  /// - Throws: ``WebRequest/Problem`` with the status to answer.
  func admit(_ request: WebRequest, bodyOf length: Int) async throws(WebRequest.Problem)

  func answer(_ request: WebRequest) async -> WebResponse

  /// Called every five seconds.
  func beat() async

  /// Wakes a stream of events whenever there may be something to send.
  func wakes(of listener: Int) async -> AsyncStream<Void>
  /// The next event for a listener: its version and its data; nil if there is none.
  func message(for listener: Listener, since last: Int) async -> (version: Int, data: String)?
  func eventID(_ version: Int) -> String
  /// Forgets a listener that is gone.
  func disconnect(_ listener: Listener) async
}

extension WebService {
  func admit(_ request: WebRequest, bodyOf length: Int) async throws(WebRequest.Problem) {
    guard length <= WebRequest.bodyLimit else { throw WebRequest.Problem(status: 413) }
  }
}

/// A service without streams of events.
protocol PlainWebService: WebService {}

extension PlainWebService {
  func wakes(of listener: Int) async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  func message(for listener: Listener, since last: Int) async -> (version: Int, data: String)? { nil }
  func eventID(_ version: Int) -> String { "\(version)" }
  func disconnect(_ listener: Listener) async {}
}

extension ClassHost: WebService {
  nonisolated func answer(_ request: WebRequest) async -> WebResponse { await Routes.answer(request, self) }
}
