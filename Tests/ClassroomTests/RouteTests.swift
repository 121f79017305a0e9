import Foundation
import JSON
import Predicates
import Support
import Testing
import WorkbookLanguage

@testable import Classroom

@Suite("What the pages of a class may do")
struct RouteTests {
  private static let teacher = "graphbook-teacher-abc234=0123456789abcdef0123456789abcdef"

  /// Lets a student in, and returns the cookie.
  private func join(_ host: ClassHost, _ name: String = "Ana") async -> String {
    let response = await Routes.answer(post("/join", "name=\(name)&code=ABC234"), host)
    #expect(response.status == 303)
    return String(response.header("Set-Cookie")?.prefix { $0 != ";" } ?? "")
  }

  private func act(_ host: ClassHost, _ body: String) async -> Int {
    await Routes.answer(post("/teach/do", body, cookie: Self.teacher), host).status
  }

  @Test("Joining needs the code, and gives a cookie that scripts cannot read")
  func joining() async {
    let host = host()
    #expect(await Routes.answer(post("/join", "name=Ana&code=abc235"), host).status == 403)
    #expect(await Routes.answer(post("/join", "name=&code=abc234"), host).status == 400)
    let response = await Routes.answer(post("/join", "name=Ana&code=abc234"), host)
    let cookie = response.header("Set-Cookie") ?? ""
    // A link in a chat leads back into the class, and so does the page, weeks later.
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Max-Age=10368000"))
    // 128 bits.
    #expect(cookie.prefix { $0 != ";" }.utf8.count == "graphbook-student-abc234=".utf8.count + 32)
    #expect(
      await Routes.answer(get("/", cookie: String(cookie.prefix { $0 != ";" })), host).text.contains("student.js"))
    #expect(await Routes.answer(get("/"), host).text.contains("action=\"join\""))
  }

  @Test("A name is text on every page")
  func escaping() async throws {
    let host = host()
    let page = await Routes.answer(post("/join", "name=%3Cscript%3E%22&code=wrong%3C"), host).text
    #expect(page.contains("value=\"&lt;script&gt;&quot;\""))
    #expect(!page.contains("<script>"))
    _ = await join(host, "%3Cimg+src=x%3E")
    let people = await host.json(of: .people)
    #expect(people.elements?.first?["name"]?.text == "<img src=x>")
  }

  @Test(
    "Without the teacher's cookie nothing of the teacher's is there",
    arguments: ["/teach", "/teach/events", "/teach/report.json", "/teach/report.csv"])
  func teachersPages(_ path: String) async {
    let host = host()
    let student = await join(host)
    for cookie in [
      nil, student, "graphbook-teacher-abc234=", "graphbook-teacher-abc234=0123456789abcdef0123456789abcdee",
      student.replacing("student", with: "teacher"),
    ] {
      #expect(await Routes.answer(get(path, cookie: cookie), host).status == 403)
    }
    #expect(await Routes.answer(get(path, cookie: Self.teacher), host).status == 200)
    #expect(await Routes.answer(post("/teach/do", "{\"do\":\"next\"}", cookie: student), host).status == 403)
    #expect(await host.snapshot.place == ClassPlace(step: 0, screen: 0))
  }

  @Test("The secret becomes a cookie, and leaves the address")
  func secret() async {
    let host = host()
    #expect(await Routes.answer(get("/teach", query: ["secret": "guess"]), host).status == 403)
    let response = await Routes.answer(get("/teach", query: ["secret": testFacts.secret]), host)
    #expect(response.status == 303)
    #expect(response.header("Location") == "teach")
    #expect(response.header("Set-Cookie")?.hasSuffix("HttpOnly; SameSite=Strict") == true)
  }

  @Test(
    "Another page's requests are refused", arguments: [nil, "http://evil.example", "null", "http://127.0.0.1:8643"])
  func origins(_ origin: String?) async {
    let host = host()
    let cookie = await join(host)
    var request = post("/run", "{\"text\":\"count Team\"}", cookie: cookie)
    request.headers["origin"] = origin
    #expect(await Routes.answer(request, host).status == 403)
    var teacher = post("/teach/do", "{\"do\":\"next\"}", cookie: Self.teacher)
    teacher.headers["origin"] = origin
    #expect(await Routes.answer(teacher, host).status == 403)
  }

  @Test("A name that someone gave to this address is refused")
  func rebinding() async {
    let host = host()
    var request = get("/")
    request.headers["host"] = "evil.example:8642"
    #expect(await Routes.answer(request, host).status == 403)
    for name in [
      "[evil.example]", "[::1].evil.example", "[::1", "[]:8642", "[::1]:x", "localhost:8642/", "localhost:x",
      "1.2.3.4:8642:1",
    ] {
      request.headers["host"] = name
      #expect(await Routes.answer(request, host).status == 403, "\(name)")
    }
    for name in ["localhost:8642", "127.0.0.1:8642", "[::1]:8642", "[FE80::1]"] {
      request.headers["host"] = name
      #expect(await Routes.answer(request, host).status == 200)
    }
  }

  @Test(
    "Only the paths of the list are there",
    arguments: [
      "/../Package.swift", "/%2e%2e/etc/passwd", "//etc/passwd", "/student.html", "/teacher.html", "/class.css/",
      "/Resources/class.css", "/teach/", "/.git/config", "/class-teams-2026-01-15.journal",
    ])
  func paths(_ path: String) async {
    #expect(await Routes.answer(get(path, cookie: Self.teacher), host()).status == 404)
  }

  @Test("Statements on the pages follow the prompt of the terminal")
  func prompt() {
    let style = String(decoding: PageAsset.style.bytes, as: UTF8.self)
    #expect(style.contains("content: \"\(Prompt.statement)\""))
  }

  @Test("Every symbol that a phone can insert is one of the language, and every arrow between entities is there")
  func symbols() throws {
    let script = String(decoding: PageAsset.student.bytes, as: UTF8.self)
    let start = try #require(script.firstRange(of: "for (const symbol of ")).upperBound
    let end = try #require(script[start...].firstRange(of: ") {")).lowerBound
    let list = Array(script[start..<end].utf8)
    let symbols = list.withUnsafeBufferPointer { try? JSONValue($0) }?.elements?.compactMap(\.text) ?? []
    #expect(symbols.count > 10)
    for symbol in symbols.flatMap({ $0.split(separator: " ") }) where symbol != "\"" {
      #expect(Token.Symbol(rawValue: String(symbol)) != nil || "{}$".contains(symbol), "\(symbol)")
    }
    #expect(Set(symbols).isSuperset(of: [Token.Symbol.oneToOne, .oneToMany, .manyToOne, .manyToMany].map(\.rawValue)))
  }

  @Test("The page takes answers and names of the lengths that the class takes")
  func lengths() {
    let script = String(decoding: PageAsset.student.bytes, as: UTF8.self)
    #expect(script.contains("field.maxLength = \(ClassSession.answerLimit);"))
  }

  @Test("Nothing on a page is inline, so that the policy holds")
  func policy() async {
    for asset in PageAsset.allCases where asset.type.hasPrefix("text/html") {
      let text = String(decoding: asset.bytes, as: UTF8.self)
      for inline in ["style=", "<style", "onclick", "onload", "javascript:", "http://", "https://"] {
        #expect(!text.contains(inline), "\(asset.rawValue): \(inline)")
      }
    }
    let head = String(decoding: WebResponse(200).head(keepsAlive: true), as: UTF8.self)
    #expect(head.contains("Content-Security-Policy: default-src 'self';"))
    #expect(head.contains("Cache-Control: no-store"))
  }

  @Test("The files of pages are compressed for browsers that take that, and sent once")
  func files() async {
    func answer(_ headers: [String: String]) async -> WebResponse {
      var request = get("/layout.js")
      request.headers.merge(headers) { $1 }
      return await Routes.answer(request, host())
    }
    func header(_ name: String, _ response: WebResponse) -> String? {
      response.headers.first { $0.name == name }?.value
    }
    let plain = await answer([:])
    #expect(plain.body == PageAsset.layout.bytes && header("Content-Encoding", plain) == nil)
    for refusal in ["br", "gzip;q=0", "deflate, gzip; q=0.0"] {
      #expect(await answer(["accept-encoding": refusal]).body == plain.body, "\(refusal)")
    }
    let packed = await answer(["accept-encoding": "deflate, gzip;q=0.8, br"])
    #expect(header("Content-Encoding", packed) == "gzip" && packed.body.starts(with: [0x1F, 0x8B]))
    #expect(packed.body.count * 2 < plain.body.count)
    #expect(header("Vary", packed) == "Accept-Encoding")
    let tag = header("ETag", packed) ?? ""
    let again = await answer(["if-none-match": tag])
    #expect(again.status == 304 && again.body.isEmpty)
    let head = String(decoding: again.head(keepsAlive: true), as: UTF8.self)
    #expect(!head.contains("Content-Length") && !head.contains("no-store") && head.contains("Cache-Control: no-cache"))
    #expect(await answer(["if-none-match": "W/\"0\""]).status == 200)
  }

  @Test("A vote in two rounds, from the first page to the results")
  func twoRounds() async {
    let host = host()
    let (ana, bo) = (await join(host, "Ana"), await join(host, "Bo"))
    func vote(_ cookie: String, _ choice: Int, round: Int = 0) async -> Int {
      let body = "{\"step\":0,\"question\":0,\"round\":\(round),\"choices\":[\(choice)]}"
      return await Routes.answer(post("/vote", body, cookie: cookie), host).status
    }
    while await host.json(of: .screen)["kind"]?.text != "question" {
      #expect(await act(host, "{\"do\":\"next\"}") == 200)
    }
    #expect(await vote(ana, 0) == 409)
    #expect(await act(host, "{\"do\":\"open\"}") == 200)
    #expect(await vote(ana, 1) == 200)
    #expect(await vote(bo, 1) == 200)
    // Not before the vote is closed.
    #expect(await host.json(of: .vote)["rounds"] == nil)
    #expect(await host.json(of: .vote)["right"] == nil)
    #expect(await host.json(of: .tally)["rounds"]?.line == "[{\"answers\": 2, \"counts\": [0, 2, 0]}]")
    #expect(await act(host, "{\"do\":\"close\"}") == 200)
    #expect(await vote(ana, 0) == 409)
    // Not before the students have talked about it, unless the teacher wants it.
    #expect(await host.json(of: .vote)["rounds"] == nil)
    #expect(await host.json(of: .vote)["given"]?.whole == 2)
    #expect(await act(host, "{\"do\":\"results\"}") == 200)
    #expect(await host.json(of: .vote)["rounds"]?.line == "[{\"answers\": 2, \"counts\": [0, 2, 0]}]")
    #expect(await host.json(of: .vote)["right"] == nil)
    #expect(await act(host, "{\"do\":\"again\"}") == 200)
    #expect(await vote(bo, 0) == 409)
    #expect(await vote(bo, 0, round: 1) == 200)
    #expect(await act(host, "{\"do\":\"reveal\"}") == 200)
    let shown = await host.json(of: .vote)
    #expect(
      shown["rounds"]?.line
        == "[{\"answers\": 2, \"counts\": [0, 2, 0]}, {\"answers\": 1, \"counts\": [1, 0, 0]}]")
    #expect(shown["right"]?.line == "[true, false, false]")
    #expect(shown["remarks"]?.elements?.last?.text == "the link would lead nowhere")
  }

  @Test("No browser but the teacher's has an answer before it is shown", arguments: [0, 1])
  func answersStay(_ step: Int) async throws {
    let host = host()
    _ = await join(host)
    func sent(_ audience: Listener.Audience) async throws -> String {
      try #require(await host.message(for: Listener(audience: audience, number: 0, lastEvent: 0), since: 0)).data
    }
    let signs = ["the rule is nullify", "that would be cascade", "\"right\":[", "\"answer\":"]
    _ = await act(host, "{\"do\":\"jump\",\"step\":\(step)}")
    while await host.json(of: .screen)["kind"]?.text != "question" { _ = await act(host, "{\"do\":\"next\"}") }
    for action in ["open", "close", "again", "close"] {
      #expect(await act(host, "{\"do\":\"\(action)\"}") == 200)
      for audience in [Listener.Audience.student(1), .board(hasKey: true), .board(hasKey: false)] {
        let data = try await sent(audience)
        for sign in signs { #expect(!data.contains(sign), "\(action): \(sign)") }
      }
      let teachers = try await sent(.teacher)
      #expect(signs.contains { teachers.contains($0) })
    }
    #expect(await act(host, "{\"do\":\"reveal\"}") == 200)
    let data = try await sent(.student(1))
    #expect(signs.contains { data.contains($0) })
  }

  @Test("A value is judged as at the prompt, and what is none is refused with the prompt's message")
  func values() async {
    let host = host()
    let ana = await join(host)
    #expect(await act(host, "{\"do\":\"jump\",\"step\":1}") == 200)
    #expect(await act(host, "{\"do\":\"open\"}") == 200)
    func vote(_ value: String) async -> WebResponse {
      await Routes.answer(
        post("/vote", "{\"step\":1,\"question\":0,\"round\":0,\"value\":\"\(value)\"}", cookie: ana), host)
    }
    #expect(await vote("Wade").json?["problem"]?.text == "'Wade' is not a number: type one such as 12")
    #expect(await vote("2").status == 200)
    #expect(await vote("1").status == 200)
    #expect(await host.snapshot.ballots[secondQuestion]?.rounds[0][1] == Ballot.Answer(value: "1", isRight: true))
    #expect(await act(host, "{\"do\":\"reveal\"}") == 200)
    #expect(await host.json(of: .vote)["answer"]?.text == "1")
  }

  private func run(_ host: ClassHost, _ cookie: String, _ text: String) async -> WebResponse {
    let body = JSONValue([("text", .string(text)), ("width", .integer(60))])
    return await Routes.answer(post("/run", body.line, cookie: cookie), host)
  }

  /// A printed value as the page gets it.
  private func printed(_ text: String) -> String { "<pre class=\"output\"><samp>\(text)</samp></pre>\n" }

  @Test("Each student has a copy of the graph, with the prompt's own messages")
  func copies() async {
    let host = host()
    let (ana, bo) = (await join(host, "Ana"), await join(host, "Bo"))
    for _ in 1...2 { _ = await act(host, "{\"do\":\"next\"}") }
    let deleted = await run(host, ana, "delete heat")
    #expect(deleted.json?["output"]?.text?.contains("for deletion") == true)
    #expect(deleted.json?["output"]?.text?.contains("<span class=\"t-strong\">Team#1</span>") == true, "roles are kept")
    #expect(await run(host, bo, "count Team").json?["output"]?.text == printed("1"))
    #expect(
      await run(host, bo, "fetch Playr").json?["output"]?.text?.contains("there is no entity &#39;Playr&#39;") == true)
    #expect(await run(host, bo, "Team(name: [").json?["unfinished"] == .boolean(true))
    #expect(await run(host, bo, "next").json?["output"]?.text?.contains("the teacher moves the lesson on") == true)
    for word in ["hint", "check", "exit", "continue"] {
      let output = await run(host, bo, word).json?["output"]?.text ?? ""
      #expect(output.contains("help lists"), "\(word): \(output)")
      #expect(!output.contains("type next") && !output.contains("quit"), "\(word): \(output)")
    }
    #expect(await run(host, ana, "restart").status == 200)
    #expect(await run(host, ana, "heat.name").json?["output"]?.text == printed("&quot;Heat&quot;"))
  }

  @Test(
    "Files are out of reach",
    arguments: [
      "run \"/etc/passwd\"", "export \"/tmp/class-test.graph\"", "import \"/etc/passwd\"",
      "store league at \"/tmp/class-test.graphstore\"", "store x at \"/etc/passwd\"", "store x at \"passwd.sqlite\"",
      "store x at \"../x.graphstore\"", "compare model \"/etc/passwd\" with \"b.graph\"",
      "for i in 1...2 { export \"/tmp/class-test.graph\" }", "expect behaves like \"/etc/passwd\"",
    ])
  func files(_ text: String) async {
    let host = host()
    let ana = await join(host)
    let output = await run(host, ana, text).json?["output"]?.text ?? ""
    let beginning = "<pre class=\"output\" tabindex=\"0\"><samp>Files cannot be used in a class: type the statements"
    #expect(output.hasPrefix(beginning), "\(output)")
    for word in ["root:", "passwd", "class-test", "error"] { #expect(!output.contains(word)) }
    // A store has its file in memory alone.
    for _ in 1...2 { _ = await act(host, "{\"do\":\"next\"}") }
    #expect(
      await run(host, ana, "store league at \"class-test.graphstore\"").json?["output"]?.text?.contains("Files")
        == false)
    #expect(!FileManager.default.fileExists(atPath: "class-test.graphstore"))
    for path in ["/tmp/class-test.graph", "/tmp/class-test.graphstore"] {
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("A task is checked at once, and what the checks say is counted")
  func task() async {
    let host = host()
    let ana = await join(host)
    _ = await act(host, "{\"do\":\"jump\",\"step\":2}")
    #expect(await host.json(of: .screen)["kind"]?.text == "task")
    let open = await run(host, ana, "let a = Team(name: \"Nets\")").json
    #expect(open?["solved"] == .boolean(false))
    #expect(open?["output"]?.text?.contains("There is no team called Bulls yet.") == true)
    // While the class is at work, what is missing says little; once it has gone on, that is where Ana stopped.
    #expect(await host.json(of: .ideas) == .array([]))
    _ = await act(host, "{\"do\":\"jump\",\"step\":1}")
    #expect(await host.json(of: .ideas).elements?.first?["text"]?.text == "There is no team called Bulls yet.")
    _ = await act(host, "{\"do\":\"jump\",\"step\":2}")
    let done = await run(host, ana, "let b = Team(name: \"Bulls\")").json
    #expect(done?["solved"] == .boolean(true))
    #expect(done?["output"]?.text?.contains("✓ done") == true)
    #expect(done?["output"]?.text?.contains("next") == false)
    #expect(await host.json(of: .count)["solved"]?.whole == 1)
    // An attempt is shown without the name.
    #expect(await act(host, "{\"do\":\"show\",\"student\":1}") == 200)
    let spot = await host.json(of: .spot)["html"]?.text ?? ""
    #expect(spot.contains("Team(name: &quot;Bulls&quot;)"))
    #expect(!spot.contains("Ana"))
  }

  @Test("More than ten statements at once are refused, and no one else notices")
  func statementLimit() async {
    let host = host()
    let (ana, bo) = (await join(host, "Ana"), await join(host, "Bo"))
    var statuses: [Int] = []
    for _ in 1...12 { statuses.append(await run(host, ana, "count Team").status) }
    #expect(statuses == Array(repeating: 200, count: 10) + [429, 429])
    #expect(await run(host, bo, "count Team").status == 200)
  }

  @Test("Whoever is in the class is not let in twice")
  func joiningTwice() async {
    let host = host()
    let ana = await join(host)
    let again = await Routes.answer(post("/join", "name=Eve&code=abc234", cookie: ana), host)
    #expect(again.header("Set-Cookie")?.hasPrefix(ana) == true)
    #expect(await host.snapshot.students.count == 1)
  }

  @Test("A long text is refused, and what is not kept is not written either")
  func longTexts() async throws {
    try await withFolder { folder in
      let path = folder + "/class.journal"
      let journal = try ClassJournal.create(
        path, .init(lesson: "teams", digest: "1", secret: "s", code: "c", boardKey: "b", day: "2026-01-15"))
      let clock = Locked(0.0)
      let host = host(
        try session("Ana"), journal: journal,
        now: {
          clock.withLock {
            $0 += 1
            return $0
          }
        })
      let ana = "graphbook-student-abc234=token-1"
      #expect(await run(host, ana, "#" + String(repeating: "x", count: 4_096)).status == 413)
      let text = "count Team #" + String(repeating: "x", count: 4_000)
      for _ in 1...12 { #expect(await run(host, ana, text).status == 200) }
      try await journal.flushed(journal.append(.ended))
      #expect(await host.snapshot.students[1]?.inputs == 12)
      #expect(try ClassJournal.read(path).length < 20_000)
    }
  }

  @Test("Only one desk is made of a student, however many requests need it")
  func oneDesk() async throws {
    var session = try session("Ana")
    try session.apply(.moved(to: ClassPlace(step: 2, screen: 0)))
    for number in 1...40 {
      try session.apply(.ran(student: 1, at: session.place, text: "let t\(number) = Team(name: \"T\")"))
    }
    let host = host(session)
    let desks = await withTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 1...8 { group.addTask { await host.desk(of: 1).map { ObjectIdentifier($0) } } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(desks.count == 1)
    #expect(!desks.contains(nil))
    #expect(
      await run(host, "graphbook-student-abc234=token-1", "t40.name").json?["output"]?.text == printed("&quot;T&quot;"))
  }

  @Test("What takes too long to run again is left out, and the student hears of it")
  func longReplay() async throws {
    let host = host(try session("Ana"))
    _ = await act(host, "{\"do\":\"next\"}")
    let desk = try #require(await host.desk(of: 1))
    // Each look at the clock takes a second.
    var seconds = 0.0
    let clock = {
      seconds += 1
      return seconds
    }
    let texts = (1...5).map { "let t\($0) = Team(name: \"T\($0)\")" }
    #expect(desk.replay(texts, seconds: 3, now: clock).count == 2)
    #expect(desk.run("t2.name", width: 80).output.text.contains("took too long to be run again"))
    #expect(!desk.run("count Team", width: 80).output.text.contains("took too long"))
    #expect(desk.run("t3", width: 80).output.text.contains("t3"))
  }

  @Test("A vote that the disk refuses does not count, and is not shown as kept")
  func fullDisk() async throws {
    let other = host()
    while await other.json(of: .screen)["kind"]?.text != "question" {
      #expect(await act(other, "{\"do\":\"next\"}") == 200)
    }
    var session = try session("Ana", "Bo")
    try session.apply(.moved(to: await other.snapshot.place))
    try session.apply(.opened(firstQuestion))
    let file = open("/dev/full", O_WRONLY)
    try #require(file >= 0)
    let full = host(session, journal: ClassJournal(path: "/dev/full", file: file, length: 0))
    await withTaskGroup(of: Int.self) { group in
      for student in 1...2 {
        group.addTask {
          await Routes.answer(
            post(
              "/vote", "{\"step\":0,\"question\":0,\"round\":0,\"choices\":[0]}",
              cookie: "graphbook-student-abc234=token-\(student)"), full
          ).status
        }
      }
      for await status in group { #expect(status == 503) }
    }
    #expect(await full.snapshot.ballots[firstQuestion]?.count(inRound: 0) == 0)
    #expect(await full.json(of: .room(hasCode: false))["problem"]?.text != nil)
    #expect(await full.json(of: .me(1))["answers"]?.line == "[null]")
  }

  @Test("Boards that anyone can open keep neither the teacher nor the board with its key out")
  func watchers() async {
    let host = host()
    for number in 1...61 {
      #expect(await Routes.answer(get("/board/events"), host).status == (number > 60 ? 429 : 200))
    }
    #expect(await Routes.answer(get("/teach/events", cookie: Self.teacher), host).status == 200)
    #expect(
      await Routes.answer(get("/board/events", cookie: "graphbook-board-abc234=0011223344556677"), host).status == 200)
  }

  @Test("The head of a stream alone is not possible", arguments: ["/events", "/board/events", "/teach/events"])
  func headOfStream(_ path: String) async {
    let host = host()
    let ana = await join(host)
    var request = get(path, cookie: "\(ana); \(Self.teacher)")
    request.method = "HEAD"
    #expect(await Routes.answer(request, host).status == 405)
    #expect(await host.listenerCount == 0)
  }

  @Test("Wrong codes are limited by address, and right ones do not count among them")
  func joinLimit() async {
    let clock = Locked(0.0)
    let host = host(now: { clock.withLock { $0 } })
    func attempt(_ code: String, _ peer: String) async -> Int {
      var request = post("/join", "name=Eve&code=\(code)")
      request.peer = peer
      return await Routes.answer(request, host).status
    }
    // A class behind one address, at one moment.
    for _ in 1...300 { #expect(await attempt("abc234", "127.0.0.9") == 303) }
    var refused = 0
    for _ in 1...1_000 where await attempt("aaaaaa", "127.0.0.9") == 429 { refused += 1 }
    #expect(refused == 940)
    // Whoever has guessed too often does not learn that a code is right.
    #expect(await attempt("abc234", "127.0.0.9") == 429)
    #expect(await attempt("abc234", "127.0.0.8") == 303)
    clock.withLock { $0 = 1 }
    #expect(await attempt("abc234", "127.0.0.9") == 303)
    #expect(await attempt("aaaaaa", "127.0.0.9") == 403)
    #expect(await attempt("aaaaaa", "127.0.0.9") == 403)
    #expect(await attempt("aaaaaa", "127.0.0.9") == 429)
  }

  @Test("A class that is full says what can be done, and names that no one uses can be removed together")
  func full() async {
    let host = host()
    let ana = await join(host)
    _ = await run(host, ana, "count Team")
    for _ in 2...ClassSession.studentLimit { _ = await host.join("Eve", code: testFacts.code, peer: "127.0.0.9") }
    let late = await Routes.answer(post("/join", "name=Bo&code=abc234"), host)
    #expect(late.status == 409)
    #expect(late.text.contains("the class is full: 500 students have joined"))
    #expect(await act(host, "{\"do\":\"clear\"}") == 200)
    #expect(await host.snapshot.students.values.map(\.name) == ["Ana"])
    _ = await join(host, "Bo")
  }

  @Test("A student who is removed hears so, and can do nothing with the old cookie")
  func removal() async throws {
    let host = host()
    let (ana, bo) = (await join(host, "Ana"), await join(host, "Bo"))
    let listener = try #require(await Routes.answer(get("/events", cookie: ana), host).stream)
    let wakes = await host.wakes(of: listener.number)
    #expect(await act(host, "{\"do\":\"remove\",\"student\":1}") == 200)
    #expect(await act(host, "{\"do\":\"remove\",\"student\":1}") == 409)
    // The stream ends after the event that says so.
    var heard: [String] = []
    for await _ in wakes { heard.append(await host.message(for: listener, since: 0)?.data ?? "") }
    #expect(heard.last == "{\"me\":{\"removed\":true,\"barred\":true}}")
    for path in ["/run", "/vote", "/complete"] {
      let answer = await Routes.answer(post(path, "{\"text\":\"count Team\"}", cookie: ana), host)
      #expect(answer.status == 403)
      #expect(
        answer.json?["problem"]?.text
          == "the teacher has removed you from the class; if that was a mistake, tell your teacher")
    }
    #expect(await Routes.answer(get("/events", cookie: ana), host).status == 403)
    let page = await Routes.answer(get("/", cookie: ana), host).text
    #expect(page.contains("has removed you from the class") && !page.contains("<form"))
    #expect(await run(host, bo, "count Team").status == 200)
    // Neither under the old name nor under another does the browser come back; another browser may.
    for name in ["Ana", "Eve"] {
      #expect(await Routes.answer(post("/join", "name=\(name)&code=abc234", cookie: ana), host).status == 403)
    }
    _ = await join(host, "Ana")
    #expect(await host.snapshot.students[3]?.name == "Ana")
    // The teacher can take it back.
    #expect(await host.json(of: .barred).elements?.map { $0["name"]?.text } == ["Ana"])
    #expect(await act(host, "{\"do\":\"readmit\",\"student\":1}") == 200)
    #expect(await act(host, "{\"do\":\"readmit\",\"student\":1}") == 409)
    #expect(await host.json(of: .barred) == .array([]))
    #expect(await run(host, ana, "count Team").status == 200)
  }

  @Test("Those who are removed because they did nothing may join again")
  func clearing() async throws {
    let host = host()
    let ana = await join(host, "Ana")
    #expect(await act(host, "{\"do\":\"clear\"}") == 200)
    #expect(await Routes.answer(get("/", cookie: ana), host).text.contains("You can join again"))
    #expect(await Routes.answer(post("/join", "name=Ana&code=abc234", cookie: ana), host).status == 303)
  }

  @Test("Those who are away are removed together, with their votes, and may join again")
  func clearingAway() async throws {
    let host = host()
    let (ana, bo) = (await join(host, "Ana"), await join(host, "Bo"))
    _ = await run(host, ana, "count Team")
    _ = await run(host, bo, "count Team")
    _ = try #require(await Routes.answer(get("/events", cookie: bo), host).stream)
    #expect(await act(host, "{\"do\":\"clear\"}") == 200)
    #expect(await host.snapshot.students.count == 2)
    #expect(await act(host, "{\"do\":\"clear-away\"}") == 200)
    #expect(await host.snapshot.students.values.map(\.name) == ["Bo"])
    #expect(await Routes.answer(post("/join", "name=Ana&code=abc234", cookie: ana), host).status == 303)
  }

  @Test("While the door is closed no one else can join, and those who are in stay")
  func door() async throws {
    let host = host()
    let ana = await join(host, "Ana")
    #expect(await act(host, "{\"do\":\"doors\",\"locked\":true}") == 200)
    #expect(await host.json(of: .room(hasCode: true))["locked"] == .boolean(true))
    let refused = await Routes.answer(post("/join", "name=Bo&code=abc234"), host)
    #expect(refused.status == 409)
    #expect(refused.text.contains("no one else can join now: tell your teacher that you are here"))
    #expect(await run(host, ana, "count Team").status == 200)
    #expect(await act(host, "{\"do\":\"doors\",\"locked\":false}") == 200)
    _ = await join(host, "Bo")
  }

  @Test("The teacher gives a student another name, which no one else has")
  func renaming() async throws {
    let host = host()
    for name in ["Rude", "Ana", "ANA"] { _ = await join(host, name) }
    func names() async -> [String?] { await host.json(of: .people).elements?.map { $0["name"]?.text } ?? [] }
    #expect(await names() == ["Rude", "Ana", "ANA (2)"])
    #expect(await act(host, "{\"do\":\"rename\",\"student\":1,\"name\":\" ana \"}") == 200)
    #expect(await act(host, "{\"do\":\"rename\",\"student\":2,\"name\":\"Ana Bell\"}") == 200)
    #expect(await act(host, "{\"do\":\"rename\",\"student\":3,\"name\":\"  \"}") == 409)
    #expect(await names() == ["ana (3)", "Ana Bell", "ANA (2)"])
    #expect(await host.json(of: .me(1))["name"]?.text == "ana (3)")
  }

  @Test("Attempts that are alike are one, the most frequent first, and those that are left out are counted")
  func attempts() async throws {
    let names = (1...103).map { "s\($0)" }
    var session = try session()
    for (index, name) in names.enumerated() {
      try session.apply(.joined(student: index + 1, name: name, token: name))
      let text = index < 101 ? "count Team + \(index)" : "count Player"
      try session.apply(.ran(student: index + 1, at: session.place, text: text))
    }
    let attempts = await host(session).json(of: .attempts)
    let latest = attempts["latest"]?.elements ?? []
    #expect(attempts["more"]?.whole == 2)
    #expect(latest.prefix(3).compactMap { $0["name"]?.text } == ["s103", "s101", "s100"])
    #expect(latest.prefix(2).compactMap { $0["count"]?.whole } == [2, 1])
    #expect(latest.first?["names"]?.elements?.compactMap(\.text) == ["s103", "s102"])
    #expect(latest.count == 100)
  }

  @Test("A student's input has a smaller budget than an answer, and after a long one the others come first")
  func budget() async throws {
    let host = host()
    // How long a statement takes differs from machine to machine: here, any is long for one of two students.
    let (ana, bo) = (await join(host, "Ana"), await join(host, "Bo"))
    for _ in 1...2 { _ = await act(host, "{\"do\":\"next\"}") }
    _ = await run(host, bo, "count Team")
    #expect(await host.nextTurns.isEmpty)
    await host.yieldLongStatements(after: 0)
    let output =
      await run(host, ana, "for i in 1...100000 { let p = Player(name: \"x\", team: heat) }")
      .json?["output"]?.text ?? ""
    #expect(output.contains("stopped after 10,000"), "\(output.suffix(300))")
    // The clock of the class stands still.
    let pause = try #require(await host.nextTurns[1])
    #expect(await host.nextTurns[2] == nil)
    let start = WebServer.now()
    #expect(await run(host, ana, "count Team").status == 200)
    #expect(WebServer.now() - start >= min(pause, ClassHost.longestPause))
  }

  @Test(
    "An attempt is run for the board where statements run, so that the server goes on answering",
    .timeLimit(.minutes(60)))
  func showing() async throws {
    let host = host()
    let ana = await join(host)
    _ = await act(host, "{\"do\":\"next\"}")
    _ = await run(host, ana, "count Team")
    // Every thread for statements waits.
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let threads = 2
    for _ in 1...threads {
      Task {
        await host.workers.run { _ in
          begun.signal()
          gate.wait()
        }
      }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for _ in 1...threads { begun.wait() }
        continuation.resume()
      }
    }
    async let shown = act(host, "{\"do\":\"show\",\"student\":1}")
    while host.workers.newCount == 0 { await Task.yield() }
    #expect(await host.json(of: .spot) == .null)
    for _ in 1...threads { gate.signal() }
    #expect(await shown == 200)
    #expect(await host.json(of: .spot)["html"]?.text?.contains("count Team") == true)
  }

  @Test("An attempt that takes too long is not shown to its end")
  func longAttempt() async throws {
    let host = host(try session("Ana"))
    let desk = try #require(await host.desk(of: 1))
    #expect(desk.attempt(["1 + 1"], width: 64).html.text.contains("<samp>2</samp>"))
    #expect(
      desk.attempt(["1 + 1"], width: 64, seconds: 0).html.text
        == "<p class=\"small\">The rest is left out: it takes too long to run.</p>")
  }

  @Test("A browser that comes late gets everything, one that was away what it has missed")
  func events() async throws {
    let host = host()
    let ana = await join(host)
    _ = await act(host, "{\"do\":\"next\"}")
    let first = await Routes.answer(get("/events", cookie: ana), host)
    let listener = try #require(first.stream)
    let (version, data) = try #require(await host.message(for: listener, since: 0))
    #expect(data.hasPrefix("{\"room\":"))
    for part in ["screen", "graph", "vote", "me"] { #expect(data.contains("\"\(part)\":")) }
    for part in ["notes", "people", "tally", "attempts", "code"] { #expect(!data.contains("\"\(part)\":")) }
    #expect(await host.message(for: listener, since: version) == nil)
    _ = await act(host, "{\"do\":\"jump\",\"step\":1}")
    var request = get("/events", cookie: ana)
    request.headers["last-event-id"] = host.eventID(version)
    let again = try #require(await Routes.answer(request, host).stream)
    #expect(again.lastEvent == version)
    let missed = try #require(await host.message(for: again, since: again.lastEvent)).data
    #expect(missed.contains("\"screen\":"))
    #expect(!missed.contains("\"room\":"))
    // The id of another start of the server says nothing.
    request.headers["last-event-id"] = "other-\(version)"
    #expect(await Routes.answer(request, host).stream?.lastEvent == 0)
  }

  @Test("Only the board with its key shows the code")
  func board() async throws {
    let host = host()
    func data(_ cookie: String?) async throws -> String {
      let listener = try #require(await Routes.answer(get("/board/events", cookie: cookie), host).stream)
      return try #require(await host.message(for: listener, since: 0)).data
    }
    #expect(try await !data(nil).contains("abc234"))
    #expect(try await data("graphbook-board-abc234=0011223344556677").contains("\"code\":\"abc234\""))
    #expect(try await !data("graphbook-board-abc234=0011223344556677").contains("\"notes\":"))
    #expect(await Routes.answer(get("/board", query: ["key": "x"]), host).status == 403)
  }

  @Test("A student has at most four pages open")
  func pages() async {
    let host = host()
    let ana = await join(host)
    for _ in 1...4 { #expect(await Routes.answer(get("/events", cookie: ana), host).status == 200) }
    #expect(await Routes.answer(get("/events", cookie: ana), host).status == 429)
  }
}
