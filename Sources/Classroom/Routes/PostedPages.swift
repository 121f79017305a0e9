import Support

/// The pages that answer forms, each with an address of its own for a while. The browser is sent there, so that going back and loading
/// the page again never send a form twice.
final class PostedPages: Sendable {
  /// Who may see a page.
  enum Owner: Hashable, Sendable {
    case anyone, staff
    case reader(String)
  }

  private struct Page: Sendable {
    var path: String
    var bytes: [UInt8]
    var owner: Owner
    /// Seconds since 1970.
    var end: Int
  }

  private struct State: Sendable {
    var pages: [String: Page] = [:]
    /// The names of the pages, the oldest first.
    var names: [String] = []
  }

  private let state = Locked(State())

  /// The most pages, and the seconds for which one is there.
  static let limit = 256
  static let time = 900
  /// The name of the field in an address.
  static let field = "shown"

  /// Keeps a page.
  /// - Returns: its name in the address.
  func keep(_ bytes: [UInt8], of path: String, for owner: Owner, at now: Int) -> String {
    let name = Secret.make()
    state.withLock { state in
      state.pages[name] = Page(path: path, bytes: bytes, owner: owner, end: now + Self.time)
      state.names.append(name)
      if state.names.count > Self.limit { state.pages[state.names.removeFirst()] = nil }
    }
    return name
  }

  /// The page of a name; nil where it is gone, or someone else's.
  func page(_ name: String, of path: String, at now: Int, isFor: (Owner) -> Bool) -> [UInt8]? {
    let page = state.withLock { $0.pages[name] }
    guard let page, page.path == path, now < page.end, isFor(page.owner) else { return nil }
    return page.bytes
  }
}

extension BookRoutes {
  /// Sends a browser from the answer to a form to a page that shows it. Programs get the answer itself.
  static func answer(_ request: WebRequest, _ host: BookHost) async -> WebResponse {
    let path = request.withoutBase(host.front.basePath).path
    let isOwn = request.method == "POST" && ["/link", "/password"].contains(path)
    // A new password ends the cookie that the request came with.
    let reader = isOwn ? (try? await host.visit(of: request))?.reader.id : nil
    let response = await answerAtOnce(request, host)
    let isPage = response.headers.contains { $0.name == "Content-Type" && $0.value.hasPrefix("text/html") }
    guard request.method == "POST", isPage, request.headers["accept"]?.contains("text/html") == true,
      request.isFromOwnPage(host.front.url?.origin)
    else { return response }
    let owner: PostedPages.Owner = path.hasPrefix("/staff") ? .staff : reader.map { .reader($0) } ?? .anyone
    let name = host.posted.keep(response.body, of: path, for: owner, at: host.clock())
    var redirect = WebResponse.redirect(to: "\(host.front.basePath)\(path)?\(PostedPages.field)=\(name)")
    redirect.headers += response.headers.filter { $0.name == "Set-Cookie" }
    return redirect
  }

  /// The answer to a form that a browser was sent to; nil for every other request.
  static func posted(_ request: WebRequest, _ host: BookHost) async -> WebResponse? {
    guard let name = request.query[PostedPages.field] else { return nil }
    let reader = (try? await host.visit(of: request))?.reader.id
    let page = host.posted.page(name, of: request.path, at: host.clock()) { owner in
      switch owner {
      case .anyone: true
      case .staff: host.isStaff(request)
      case .reader(let id): id == reader
      }
    }
    if let page { return WebResponse(200, type: "text/html; charset=utf-8", page) }
    // A form's own page is there without it, and of others the contents.
    let isPage =
      ["/join", "/signin", "/password", "/link", "/staff"].contains(request.path)
      || BookPlace(path: request.path) != nil
    return .redirect(to: host.front.basePath + (isPage ? request.path : "/"))
  }
}
