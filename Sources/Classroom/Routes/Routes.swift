import Diagnostics
import JSON
import Pages

/// The answers of the server: a fixed list of paths.
///
/// | path | who | |
/// |---|---|---|
/// | `GET /`, `POST /join` | anyone | the student's page, or the form to join |
/// | `POST /vote`, `/run`, `/complete`, `GET /events`, `/earlier` | a student's cookie | |
/// | `GET /board`, `/board/events` | anyone; with its key also the join code | |
/// | `GET /teach`, `/teach/events`, `/teach/report.json`, `/teach/report.csv`, `POST /teach/do` | the teacher's cookie | |
/// | `GET /class.css`, `/*.js` | anyone | |
enum Routes {
  /// The cookies of a class. Browsers keep them by computer and not by port, so that the name has the class's code: two classes
  /// on one computer would otherwise take each other's. A class that is resumed has the same code, on whatever port.
  enum Cookie: String {
    case student, teacher, board

    func name(_ facts: ClassFacts) -> String { "graphbook-\(rawValue)-\(facts.code)" }
  }

  /// The seconds for which a student's browser keeps its cookie: a class may go on weeks later.
  private static let studentsCookieAge = 120 * 86_400

  private static func cookie(_ cookie: Cookie, of request: WebRequest, _ host: ClassHost) -> String? {
    request.cookie(cookie.name(host.facts))
  }

  /// The header that gives a browser a cookie.
  ///
  /// The student's is also sent when a link elsewhere is followed, such as one in a chat. Nothing is changed by following
  /// one: that takes a POST, which only our own pages can send.
  private static func give(_ cookie: Cookie, _ value: String, _ host: ClassHost) -> String {
    WebResponse.cookie(
      cookie.name(host.facts), value, isForLinks: cookie == .student,
      isSecure: host.facts.publicAddress?.isSecure ?? false, path: host.facts.basePath + "/",
      age: cookie == .student ? studentsCookieAge : nil)
  }

  static func answer(_ request: WebRequest, _ host: ClassHost) async -> WebResponse {
    guard isKnownHost(request.headers["host"] ?? "", names: host.facts.names) else {
      let name = HostName.name(in: request.headers["host"] ?? "")
      return .text(
        403, "this class does not go by the name \(DisplayText.visible(name)): --allow-host or --url accepts it")
    }
    let base = host.facts.basePath
    // The paths of the pages are relative, so that they are right with and without a proxy that takes the base path away.
    var request = request.withoutBase(base)
    if !base.isEmpty, request.path.isEmpty { return .redirect(to: base + "/") }
    if let peer = request.peer(behind: host.facts.proxies) { request.peer = peer }
    switch request.method {
    case "GET", "HEAD": return await get(request, host)
    case "POST":
      guard request.isFromOwnPage(host.facts.publicAddress?.origin) else {
        return .refusal(403, "this came from another page")
      }
      return await post(request, host)
    default: return .text(405, "not possible")
    }
  }

  /// Whether a host is an address or one of the machine's own names. Another name would be one that someone has given to this
  /// address, so that their page counts as ours.
  static func isKnownHost(_ host: String, names: Set<String>) -> Bool {
    func isPort(_ rest: Substring.UTF8View) -> Bool {
      rest.isEmpty || rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
    if host.first == "[" {
      guard let end = host.utf8.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let (inner, rest) = (host.utf8[..<end].dropFirst(), host.utf8[host.utf8.index(after: end)...])
      let isAddress = inner.allSatisfy { UInt8(ascii: ":") == $0 || UInt8(ascii: ".") == $0 || isHexadecimal($0) }
      return isAddress && inner.contains(UInt8(ascii: ":")) && isPort(rest)
    }
    let name = host.prefix { $0 != ":" }.lowercased()
    guard isPort(host.utf8.drop { $0 != UInt8(ascii: ":") }) else { return false }
    if !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) { return true }
    return names.contains(name)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func get(_ request: WebRequest, _ host: ClassHost) async -> WebResponse {
    // A stream has no end, so its head alone cannot be asked for.
    if request.method == "HEAD", request.path.hasSuffix("/events") {
      return .text(405, "not possible")
    }
    switch request.path {
    case "/":
      let token = cookie(.student, of: request, host)
      guard await host.student(withToken: token) != nil else {
        let refusal = await host.refusal(ofToken: token)
        let words = await host.session.lesson.words
        return .page(
          JoinPage.html(
            words, code: request.query["code"] ?? "", refusal: refusal, asksForID: host.facts.roster != nil))
      }
      return .page(PageAsset.studentPage.page(in: await host.session.lesson.words))
    case "/board":
      if let key = request.query["key"] {
        guard Secret.matches(key, host.facts.boardKey) else { return .text(403, "this is not the key of the board") }
        return .redirect(to: "board", cookie: give(.board, key, host))
      }
      return .page(PageAsset.boardPage.page(in: await host.session.lesson.words))
    case "/teach":
      if let secret = request.query["secret"] {
        guard Secret.matches(secret, host.facts.secret) else {
          return .text(403, "this is not the teacher's address: it is where the class was started")
        }
        return .redirect(to: "teach", cookie: give(.teacher, secret, host))
      }
      return isTeacher(request, host)
        ? file(.teacherPage) : .text(403, "this page is the teacher's: open the address that the terminal shows")
    case "/events":
      let token = cookie(.student, of: request, host)
      guard let student = await host.student(withToken: token) else {
        return .refusal(403, await host.refusal(ofToken: token).words)
      }
      return await events(.student(student), request, host)
    case "/earlier":
      let token = cookie(.student, of: request, host)
      guard await host.student(withToken: token) != nil else {
        return .refusal(403, await host.refusal(ofToken: token).words)
      }
      return .json(await host.earlierScreens())
    case "/board/events":
      let hasKey =
        isTeacher(request, host)
        || cookie(.board, of: request, host).map { Secret.matches($0, host.facts.boardKey) } == true
      return await events(.board(hasKey: hasKey), request, host)
    case "/teach/events": return isTeacher(request, host) ? await events(.teacher, request, host) : notTheTeacher
    case "/teach/report.json", "/teach/report.csv":
      guard isTeacher(request, host) else { return notTheTeacher }
      return await report(request, host)
    case "/favicon.ico": return WebResponse(204)
    default:
      guard let asset = PageAsset(path: request.path) else { return .text(404, "there is no such page") }
      return asset.response(to: request)
    }
  }

  private static func post(_ request: WebRequest, _ host: ClassHost) async -> WebResponse {
    if request.path == "/join" { return await join(request, host) }
    if request.path == "/teach/do" {
      guard isTeacher(request, host) else { return notTheTeacher }
      guard let body = json(request) else { return .refusal(400, "this is not JSON") }
      return await host.act(body)
    }
    guard let wish = StudentRequest(rawValue: request.path) else { return .text(404, "there is no such page") }
    let token = cookie(.student, of: request, host)
    guard let student = await host.student(withToken: token) else {
      return .refusal(403, await host.refusal(ofToken: token).words)
    }
    guard let body = json(request) else { return .refusal(400, "this is not JSON") }
    switch wish {
    case .vote: return await host.vote(body, of: student)
    case .run:
      guard let text = body["text"]?.text else { return .refusal(400, "there is no text") }
      return await host.run(text, of: student, width: body["width"]?.whole.flatMap { Int(exactly: $0) } ?? 76)
    case .complete:
      guard let text = body["text"]?.text, let cursor = body["cursor"]?.whole.flatMap({ Int(exactly: $0) }) else {
        return .refusal(400, "there is no text")
      }
      return await host.complete(text, at: cursor, of: student)
    }
  }

  private static func json(_ request: WebRequest) -> JSONValue? {
    request.body.withUnsafeBufferPointer { try? JSONValue($0) }
  }

  private static func isTeacher(_ request: WebRequest, _ host: ClassHost) -> Bool {
    cookie(.teacher, of: request, host).map { Secret.matches($0, host.facts.secret) } == true
  }

  private static var notTheTeacher: WebResponse { .refusal(403, "this page is the teacher's") }

  private static func join(_ request: WebRequest, _ host: ClassHost) async -> WebResponse {
    // Whoever is in the class already is not let in a second time.
    if let token = cookie(.student, of: request, host), await host.student(withToken: token) != nil {
      return .redirect(to: "./", cookie: give(.student, token, host))
    }
    let refusal = await host.refusal(ofToken: cookie(.student, of: request, host))
    guard refusal != .isBarred else {
      return .page(JoinPage.html(await host.session.lesson.words, refusal: refusal), status: 403)
    }
    let fields = WebRequest.form(String(decoding: request.body, as: UTF8.self))
    let (name, code) = (fields["name"] ?? "", fields["code"] ?? "")
    switch await host.join(name, code: code, peer: request.peer) {
    case .success(let token): return .redirect(to: "./", cookie: give(.student, token, host))
    case .failure(let problem):
      return .page(
        JoinPage.html(
          await host.session.lesson.words, name: name, code: code, problem: problem.words,
          asksForID: host.facts.roster != nil),
        status: problem.status)
    }
  }

  private static func events(
    _ audience: Listener.Audience, _ request: WebRequest, _ host: ClassHost
  ) async -> WebResponse {
    guard let listener = await host.connect(audience, lastEventID: request.headers["last-event-id"]) else {
      return .refusal(429, "too many of these pages are open")
    }
    var response = WebResponse(200, type: "text/event-stream")
    response.stream = listener
    return response
  }

  private static func report(_ request: WebRequest, _ host: ClassHost) async -> WebResponse {
    let report = await host.report(isAnonymous: request.query["anonymous"] != nil)
    let isCSV = request.path.hasSuffix(".csv")
    var bytes: [UInt8] = []
    if isCSV { bytes = report.csvFile } else { report.json.write(to: &bytes, .readable) }
    var response = WebResponse(200, type: isCSV ? "text/csv; charset=utf-8" : "application/json", bytes)
    response.headers.append(
      ("Content-Disposition", "attachment; filename=\"\(report.fileName).\(isCSV ? "csv" : "json")\""))
    return response
  }

  private static func file(_ asset: PageAsset) -> WebResponse { WebResponse(200, type: asset.type, asset.bytes) }
}
