import Courses
import Diagnostics
import Foundation
import Grading
import Shell
import Support
import Testing

@testable import Classroom

@Suite("The students of a served book", .serialized)
struct PeopleTests {
  static let secret = "0123456789abcdef0123456789abcdef"
  static let staff = "graphbook-staff-8642=\(secret)"

  /// A book for two students, and their links' tokens.
  func withBook(
    _ front: Front = Front(), code: String? = nil, takesPasswords: Bool = true, log: BookLog? = nil,
    policy: GradingPolicy? = nil,
    _ body: (BookHost, _ folder: String, _ tokens: [String: String], _ time: Locked<Int>) async throws -> Void
  ) async throws {
    try await withCourse { library, store in
      let folder = library.root + "/semester"
      let time = Locked(1_000_000)
      let (host, tokens) = try Self.open(
        library, folder, time, front: front, code: code, takesPasswords: takesPasswords, log: log, policy: policy)
      try await body(host, folder, tokens, time)
    }
  }

  static func open(
    _ library: Library, _ folder: String, _ time: Locked<Int>,
    _ roster: [Student] = [Student(id: "ada", name: "Ada <b>Lovelace</b>"), Student(id: "bo@uni.example", name: "Bo")],
    front: Front = Front(), code: String? = nil, takesPasswords: Bool = true, log: BookLog? = nil,
    policy: GradingPolicy? = nil, localOffset: @escaping @Sendable (Int) -> Int = { _ in 0 }
  ) throws -> (BookHost, [String: String]) {
    let semester = try SemesterFolder(folder)
    var tokens: [String: String] = [:]
    if let path = try semester.enrol(roster, address: "http://10.0.0.1:8642") {
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst() {
        let cells = line.split(separator: ",")
        tokens[String(cells[0])] = cells.last?.split(separator: "/").last.map(String.init)
      }
    }
    let host = try BookHost(
      library: library, semester: semester, policy: policy, staffSecret: secret, openCode: code,
      takesPasswords: takesPasswords, port: 8642, front: front, log: log, today: { 20_000 },
      clock: { time.withLock { $0 } }, localOffset: localOffset, threads: 2, now: { 0 },
      makeInterpreter: makeTestInterpreter)
    return (host, tokens)
  }

  func open(_ host: BookHost, _ path: String, _ cookie: String?, query: [String: String] = [:]) async
    -> WebResponse
  {
    await BookRoutes.answer(get(path, query: query, cookie: cookie), host)
  }

  func send(_ host: BookHost, _ path: String, _ body: String, _ cookie: String?) async -> WebResponse {
    await BookRoutes.answer(post(path, body, cookie: cookie), host)
  }

  /// Signs a browser in, and returns its cookie.
  func signIn(_ host: BookHost, _ token: String?) async -> String {
    Self.cookie(await send(host, "/join/\(token ?? "")", "", nil))
  }

  /// The cookie that an answer sets.
  static func cookie(_ response: WebResponse) -> String {
    String(response.header("Set-Cookie")?.prefix { $0 != ";" } ?? "")
  }

  @Test("Without a cookie no page is there, but the one that says what to do")
  func signedOut() async throws {
    try await withBook { host, _, _, _ in
      for path in [
        "/", "/lesson/teams/1", "/exercise/01-teams/bulls", "/playground", "/progress", "/exercise/bulls/answer.graph",
      ] {
        for cookie in [nil, "graphbook-reader-8642=", "graphbook-reader-8642=\(Self.secret)", Self.staff] {
          let page = await open(host, path, cookie)
          #expect(page.status == 403, "\(path)")
          #expect(page.text.contains("You are not signed in"), "\(path)")
        }
        #expect(await send(host, path, "do=run&text=1", nil).status == 403)
      }
    }
  }

  @Test("A link shows whose it is, and signs in only when its button is pressed")
  func invitation() async throws {
    try await withBook { host, _, tokens, _ in
      let page = await open(host, "/join/\(tokens["ada"] ?? "")", nil)
      #expect(page.text.contains("Welcome, Ada &lt;b&gt;Lovelace&lt;/b&gt;"))
      #expect(page.header("Set-Cookie") == nil)
      let joined = await send(host, "/join/\(tokens["ada"] ?? "")", "", nil)
      #expect(joined.status == 303)
      let cookie = joined.header("Set-Cookie") ?? ""
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000"))
      let contents = await open(host, "/", String(cookie.prefix { $0 != ";" }))
      #expect(contents.text.contains("You are Ada &lt;b&gt;Lovelace&lt;/b&gt;."))
      #expect(!contents.text.contains("bo@uni.example"))
    }
  }

  @Test(
    "The solution of an exercise that is graded is not offered, at no button and by no word",
    arguments: [
      (nil, true), ("", false), ("exercises:\n  bulls:\n    points: 4", false),
      ("exercises:\n  other:\n    points: 4", true),
      ("solutions: offered", true), ("exercises:\n  bulls:\n    solutions: offered", true),
      ("exercises:\n  other:\n    points: 1\nsolutions: withheld", false),
    ])
  func withheld(policy: String?, isOffered: Bool) async throws {
    let policy = policy.map { text in
      let (policy, problems) = PolicyReader.read(SourceText(text, name: "grading.yml"))
      #expect(problems.isEmpty)
      return policy
    }
    try await withBook(policy: policy) { host, _, tokens, _ in
      let cookie = await signIn(host, tokens["ada"])
      let path = "/exercise/01-teams/bulls"
      #expect(await open(host, path, cookie).text.contains("value=\"solution\"") == isOffered)
      let solution = "Team(name: &quot;Bulls&quot;)"
      for form in ["do=solution", "do=run&text=solution", "do=hint", "do=hint", "do=hint", "do=hint"] {
        let text = await send(host, path, form, cookie).text
        if !isOffered { #expect(!text.contains(solution) && !text.contains("Do not forget"), "\(form)") }
      }
      #expect(await open(host, path, cookie).text.contains("Do not forget") == isOffered)
      // It is still what answers are compared with.
      _ = await send(host, path, "do=check&answer=Team%28name%3A+%22Bulls%22%29%0Asave", cookie)
      #expect(await open(host, path, cookie).text.contains("4 of 4 points"))
    }
  }

  @Test("The staff's times are those of the server's zone; of a server in UTC, of the policy's due times")
  func zones() async throws {
    try await withCourse { library, _ in
      var policy = GradingPolicy()
      policy.exercises["bulls"] = .init()
      policy.exercises["bulls"]?.offset = -3600
      func host(_ policy: GradingPolicy?, _ offset: @escaping @Sendable (Int) -> Int) throws -> BookHost {
        let folder = "\(library.root)/semester-\(UUID().uuidString)"
        return try Self.open(library, folder, Locked(0), policy: policy, localOffset: offset).0
      }
      let plain = try host(nil) { _ in 0 }
      #expect(plain.words(for: 1_800_000_000) == "2027-01-15, 08:00 UTC")
      let due = try host(policy) { _ in 0 }
      #expect(due.words(for: 1_800_000_000) == "2027-01-15, 07:00 (-01:00)")
      // Summer time begins between the two.
      let local = try host(policy) { $0 < 1_806_000_000 ? 3600 : 7200 }
      #expect(local.words(for: 1_800_000_000) == "2027-01-15, 09:00 (+01:00)")
      #expect(local.words(for: 1_810_000_000) == "2027-05-11, 03:46 (+02:00)")
    }
  }

  @Test("The staff see what was handed in last, when, and what it is worth")
  func handedInLast() async throws {
    try await withBook { host, folder, tokens, _ in
      let cookie = await signIn(host, tokens["ada"])
      let path = "/exercise/01-teams/bulls"
      _ = await send(host, path, "do=handin&answer=Team%28name%3A+%22Bull%22%29%0Asave", cookie)
      _ = await send(host, path + "-again", "do=handin&answer=Team%28name%3A+%22Bulls%22%29%0Asave", cookie)
      for (slug, time) in [("bulls", 1_800_000_000.0), ("bulls-again", 1_700_000_000)] {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: time)],
          ofItemAtPath: "\(folder)/answers/ada/\(slug).graph")
      }
      let page = await open(host, "/staff", Self.staff).text
      #expect(page.contains("<td>bulls, 2027-01-15, 08:00 UTC</td>"))
      #expect(await open(host, "/staff/progress.csv", Self.staff).text.contains(",bulls,\"2027-01-15, 08:00 UTC\""))
      let student = await open(host, "/staff/student", Self.staff, query: ["id": "ada"]).text
      #expect(
        student.contains(
          "<li>The Bulls, 2027-01-15, 08:00 UTC: 0 of 4 points</li>\n<li>The Bulls again, 2023-11-14, 22:13 UTC: 4 of 4 points</li>"
        ))
    }
  }

  @Test("No secret is in a file, only its hash")
  func hashes() async throws {
    try await withBook { host, folder, tokens, _ in
      let cookie = await signIn(host, tokens["ada"])
      let text = try String(contentsOfFile: folder + "/accounts.json", encoding: .utf8)
      #expect(!text.contains(tokens["ada"] ?? "?"))
      #expect(!text.contains(cookie.split(separator: "=").last ?? "?"))
      #expect(text.contains(Accounts.hash(of: tokens["ada"] ?? "")))
      let mode = try FileManager.default.attributesOfItem(atPath: folder + "/accounts.json")[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test("Two students who work on the same things see nothing of each other")
  func apart() async throws {
    try await withBook { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      let bo = await signIn(host, tokens["bo@uni.example"])
      for (cookie, word) in [(ada, "adasword"), (bo, "bosword")] {
        _ = await open(host, "/playground", cookie)
        _ = await send(host, "/playground", "do=run&text=entity+\(word.capitalized)+%7B+x%3A+String%3F+%7D", cookie)
        _ = await open(host, "/lesson/teams/3", cookie)
        _ = await send(host, "/lesson/teams/3", "do=run&text=let+\(word)+%3D+Team%28name%3A+%22\(word)%22%29", cookie)
        _ = await open(host, "/exercise/01-teams/bulls", cookie)
        _ = await send(host, "/exercise/01-teams/bulls", "do=save&answer=%2F%2F+\(word)%0Asave", cookie)
        _ = await send(
          host, "/exercise/01-teams/bulls", "do=run&text=let+\(word)+%3D+Team%28name%3A+%22\(word)%22%29", cookie)
      }
      for path in [
        "/", "/playground", "/lesson/teams/3", "/exercise/01-teams/bulls", "/exercise/01-teams/bulls/answer.graph",
        "/playground/playground.graph", "/progress",
      ] {
        let (adas, bos) = (await open(host, path, ada).text, await open(host, path, bo).text)
        #expect(!adas.lowercased().contains("bosword"), "\(path)")
        #expect(!bos.lowercased().contains("adasword"), "\(path)")
        if path != "/" && path != "/progress" {
          #expect(adas.lowercased().contains("adasword"), "\(path)")
          #expect(bos.lowercased().contains("bosword"), "\(path)")
        }
      }
      for (id, other) in [("ada", "bosword"), ("bo@uni.example", "adasword")] {
        let text = try String(contentsOfFile: "\(folder)/students/\(id)/progress.json", encoding: .utf8)
        #expect(!text.contains(other))
      }
    }
  }

  @Test("Requests of two students at the same time go to their own sittings")
  func atTheSameTime() async throws {
    try await withBook { host, _, tokens, _ in
      let cookies = [await signIn(host, tokens["ada"]), await signIn(host, tokens["bo@uni.example"])]
      for cookie in cookies {
        _ = await send(host, "/playground", "do=run&text=entity+Team+%7B+name%3A+String%3F+%7D", cookie)
      }
      await withTaskGroup(of: Void.self) { group in
        for (number, cookie) in cookies.enumerated() {
          for _ in 0..<(5 + number) {
            group.addTask { _ = await self.send(host, "/playground", "do=run&text=Team%28%29", cookie) }
          }
        }
      }
      for (number, cookie) in cookies.enumerated() {
        _ = await send(host, "/playground", "do=run&text=count+Team", cookie)
        #expect(await open(host, "/playground", cookie).text.contains("<samp>\(5 + number)</samp>"))
      }
    }
  }

  @Test("A cookie ends by signing out, after 30 days, and with a new link")
  func ends() async throws {
    try await withBook { host, _, tokens, time in
      let first = await signIn(host, tokens["ada"])
      let second = await signIn(host, tokens["ada"])
      #expect(await open(host, "/", first).status == 200)
      let out = await send(host, "/signout", "sure=1", first)
      #expect(out.header("Set-Cookie")?.contains("Max-Age=0") == true)
      #expect(await open(host, "/", first).status == 403)
      #expect(await open(host, "/", second).status == 200)
      time.withLock { $0 += 30 * 86_400 }
      #expect(await open(host, "/", second).status == 403)
      let third = await signIn(host, tokens["ada"])
      let page = await send(host, "/staff/invite", "id=ada", Self.staff)
      let link = page.text.firstMatch(of: /http:\/\/127.0.0.1:8642\/join\/([0-9a-f]{32})/)
      #expect(await open(host, "/", third).status == 403)
      #expect(await open(host, "/join/\(tokens["ada"] ?? "")", nil).status == 404)
      #expect(await open(host, "/", await signIn(host, link.map { String($0.1) })).status == 200)
    }
  }

  @Test("Students who sign in at the same moment all stay signed in, also after a new start")
  func together() async throws {
    try await withCourse { library, _ in
      let (folder, roster) = (library.root + "/semester", (0..<40).map { Student(id: "s\($0)", name: "S\($0)") })
      var cookies: [String] = []
      do {
        let (host, tokens) = try Self.open(library, folder, Locked(0), roster)
        cookies = await withTaskGroup(of: String.self) { group in
          for token in tokens.values { group.addTask { await signIn(host, token) } }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(cookies).count == 40)
        // One that ends nothing changes nothing, and takes no one else's place.
        async let strange = send(host, "/signout", "", "graphbook-reader-8642=\(Self.secret)")
        async let own = send(host, "/signout", "sure=1", cookies[0])
        #expect(await [strange.status, own.status] == [200, 200])
      }
      let (host, _) = try Self.open(library, folder, Locked(0), roster)
      #expect(await open(host, "/", cookies[0]).status == 403)
      for cookie in cookies.dropFirst() { #expect(await open(host, "/", cookie).status == 200) }
    }
  }

  @Test("Where accounts cannot be written, those who sign in together are refused together, and no one is signed in")
  func unwritten() async throws {
    try await withBook { host, folder, tokens, _ in
      try FileManager.default.removeItem(atPath: folder + "/accounts.json")
      try FileManager.default.createDirectory(atPath: folder + "/accounts.json/x", withIntermediateDirectories: true)
      let statuses = await withTaskGroup(of: Int.self) { group in
        for token in tokens.values { group.addTask { await send(host, "/join/\(token)", "", nil).status } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [503, 503])
      try FileManager.default.removeItem(atPath: folder + "/accounts.json")
      #expect(await open(host, "/", await signIn(host, tokens["ada"])).status == 200)
    }
  }

  @Test("A student has eight browsers; a ninth takes the place of the oldest")
  func browsers() async throws {
    try await withBook { host, _, tokens, time in
      var cookies: [String] = []
      for _ in 0...Accounts.loginsOfStudent {
        cookies.append(await signIn(host, tokens["ada"]))
        time.withLock { $0 += 1 }
      }
      #expect(await open(host, "/", cookies[0]).status == 403)
      for cookie in cookies.dropFirst() { #expect(await open(host, "/", cookie).status == 200) }
    }
  }

  @Test("Guessing links is slow, and then even a right one waits")
  func guessing() async throws {
    try await withBook { host, _, tokens, _ in
      var statuses: [Int] = []
      for _ in 0..<70 { statuses.append(await open(host, "/join/\(Secret.make())", nil).status) }
      #expect(statuses.first == 404)
      #expect(statuses.last == 429)
      #expect(statuses.count { $0 == 404 } == Int(ClassHost.guessRate.burst))
      #expect(await open(host, "/join/\(tokens["ada"] ?? "")", nil).status == 429)
    }
  }

  @Test(
    "The staff's pages need the staff's secret",
    arguments: [
      "/staff", "/staff/student", "/staff/progress.csv",
    ])
  func staffPages(_ path: String) async throws {
    try await withBook { host, _, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      for cookie in [nil, ada, "graphbook-staff-8642=", ada.replacing("reader", with: "staff")] {
        #expect(await open(host, path, cookie, query: ["id": "ada"]).status == 403)
      }
      #expect(await open(host, path, Self.staff, query: ["id": "ada"]).status == 200)
      #expect(await send(host, "/staff/invite", "id=ada", ada).status == 403)
      #expect(await open(host, "/staff", nil, query: ["secret": "guess"]).status == 403)
      let given = await open(host, "/staff", nil, query: ["secret": Self.secret])
      #expect(given.header("Location") == "/staff")
      #expect(given.header("Set-Cookie")?.hasSuffix("HttpOnly; SameSite=Strict") == true)
    }
  }

  @Test("A server without a roster has no staff and no links")
  func noRoster() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      for path in ["/staff", "/staff/student", "/join/\(Self.secret)"] {
        #expect(await open(host, path, "graphbook-staff-0=").status == 404)
      }
    }
  }

  @Test("The staff see where everyone is; names are text, also in a spreadsheet")
  func staffSees() async throws {
    try await withBook { host, _, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      _ = await open(host, "/lesson/teams/1", ada)
      _ = await send(host, "/lesson/teams/1", "do=answer&choices=1&answer=1", ada)
      let page = await open(host, "/staff", Self.staff).text
      #expect(page.contains("Ada &lt;b&gt;Lovelace&lt;/b&gt;"))
      #expect(page.contains("33 %"))
      #expect(page.contains("<td>1.1</td>"))
      let csv = await open(host, "/staff/progress.csv", Self.staff).text
      #expect(csv.contains("ada,Ada <b>Lovelace</b>,1.1,33,0,0,0,,\n"))
      let student = await open(host, "/staff/student", Self.staff, query: ["id": "bo@uni.example"])
      #expect(student.text.contains("None was begun."))
    }
  }

  @Test("An answer that is handed in is where grade --all looks for it")
  func handingIn() async throws {
    try await withBook { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      let path = "/exercise/01-teams/bulls"
      #expect(await open(host, path, ada).text.contains("Hand in"))
      _ = await send(host, path, "do=handin&answer=Team%28name%3A+%22Bulls%22%29%0Asave%0A", ada)
      let file = try String(contentsOfFile: folder + "/answers/ada/bulls.graph", encoding: .utf8)
      #expect(file == "// Answer to 01-teams/bulls\nTeam(name: \"Bulls\")\nsave\n")
      let page = await open(host, path, ada).text
      #expect(page.contains(/Handed in on \d{4}-\d\d-\d\d, \d\d:\d\d UTC\./))
      #expect(page.contains("passed</span> 4 of 4 points"))
      let empty = await send(host, "/exercise/01-teams/bulls-again", "do=handin&answer=", ada)
      #expect(empty.status == 303)
      #expect(!FileManager.default.fileExists(atPath: folder + "/answers/ada/bulls-again.graph"))
    }
  }

  @Test("The staff see what was handed in to an exercise, with the mistakes that it knows")
  func staffAnswers() async throws {
    try await withBook { host, _, tokens, _ in
      let path = "/exercise/01-teams/bulls"
      let (ada, bo) = (await signIn(host, tokens["ada"]), await signIn(host, tokens["bo@uni.example"]))
      _ = await send(host, path, "do=handin&answer=Team%28name%3A+%22Bulls%22%29%0Asave%0A", ada)
      _ = await send(host, path, "do=handin&answer=Team%28name%3A+%22Hawks%22%29%0Asave", bo)
      let page = await open(host, "/staff", Self.staff).text
      #expect(page.contains("/staff/answers?exercise=bulls\">"), "\(page)")
      #expect(page.contains(": 2 answers</li>"))
      let answers = await open(host, "/staff/answers", Self.staff, query: ["exercise": "bulls"]).text
      let counts = "2 of 2 students have handed in an answer: 1 passed, 1 not yet, 0 could not be graded."
      #expect(answers.contains(counts), "\(answers)")
      #expect(answers.contains("4 of 4 points"))
      #expect(await open(host, "/staff/answers", Self.staff, query: ["exercise": "none"]).status == 404)
      #expect(await open(host, "/staff/answers", ada, query: ["exercise": "bulls"]).status == 403)
    }
  }

  @Test("The staff's page starts a class only where its port can be reached")
  func noClass() async throws {
    try await withBook { host, _, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      #expect(await open(host, "/staff", Self.staff).text.contains("In a terminal, <code>graphbook class 9 --folder"))
      #expect(await send(host, "/staff/class", "lesson=teams", Self.staff).status == 404)
      #expect(await send(host, "/staff/class", "lesson=teams", ada).status == 403)
    }
  }

  @Test("The staff remove a student, whose work stays")
  func removing() async throws {
    try await withBook { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      _ = await send(host, "/lesson/teams/1", "do=answer&choices=1&answer=1", ada)
      #expect(await send(host, "/staff/remove", "id=ada", ada).status == 403)
      #expect(await open(host, "/", ada).status == 200)
      #expect(await send(host, "/staff/remove", "id=nobody", Self.staff).status == 404)
      #expect(await send(host, "/staff/remove", "id=ada", Self.staff).status == 303)
      #expect(await open(host, "/", ada).status == 403)
      #expect(await open(host, "/join/\(tokens["ada"] ?? "")", nil).status == 404)
      #expect(!(await open(host, "/staff", Self.staff).text.contains("Lovelace")))
      #expect(FileManager.default.fileExists(atPath: folder + "/students/ada/progress.json"))
    }
  }

  @Test("A second start knows the same links, a roster may change, and two servers cannot share a folder")
  func starts() async throws {
    try await withCourse { library, store in
      let folder = library.root + "/semester"
      let time = Locked(0)
      var tokens: [String: String] = [:]
      var cookie = ""
      do {
        let (host, first) = try Self.open(library, folder, time)
        tokens = first
        cookie = await signIn(host, tokens["ada"])
        #expect(throws: Diagnostic.self) { try SemesterFolder(folder) }
      }
      let (host, again) = try Self.open(
        library, folder, time, [Student(id: "ada", name: "Ada King"), Student(id: "cy", name: "Cy")])
      // The links that were not sent yet stay in the file, and only the new student has a new one.
      #expect(again["ada"] == tokens["ada"])
      #expect(again.keys.sorted() == ["ada", "bo@uni.example", "cy"])
      #expect(await open(host, "/", cookie).text.contains("Ada King"))
      #expect(await open(host, "/join/\(tokens["bo@uni.example"] ?? "")", nil).status == 404)
    }
  }

  @Test("A class in the folder of a served book has its students, who join with their ids")
  func classOfSemester() async throws {
    try await withBook { _, folder, _, _ in
      // The server has the folder meanwhile.
      let students = try #require(try SemesterFolder.students(in: folder))
      #expect(students.map(\.id) == ["ada", "bo@uni.example"])
      var facts = testFacts
      facts.roster = ClassRoster(students)
      let host = ClassHost(
        session: ClassSession(lesson: smallLesson), facts: facts, journal: nil, threads: 2, now: { 0 },
        makeInterpreter: makeTestInterpreter)
      #expect(await Routes.answer(post("/join", "name=BO%40uni.example&code=abc234"), host).status == 303)
      #expect(await Routes.answer(post("/join", "name=cy&code=abc234"), host).status == 403)
      #expect(await host.snapshot.students.values.map(\.name) == ["bo@uni.example Bo"])
    }
    try await withFolder { folder in
      for folder in [folder, folder + "/none"] {
        let none = try SemesterFolder.students(in: folder)
        #expect(none == nil)
      }
    }
    try await withCourse { library, _ in
      let folder = library.root + "/workshop"
      let (host, _) = try Self.open(library, folder, Locked(0), [], code: "graphs26")
      _ = await send(host, "/join", "name=Ana&code=graphs26", nil)
      let none = try SemesterFolder.students(in: folder)
      #expect(none == nil)
    }
  }

  @Test("Accounts that are damaged are not replaced by empty ones")
  func damaged() async throws {
    try await withFolder { folder in
      try "{}".write(toFile: folder + "/accounts.json", atomically: true, encoding: .utf8)
      let semester = try SemesterFolder(folder)
      #expect(throws: Diagnostic.self) { try semester.enrol([Student(id: "ada")], address: "") }
      #expect(throws: Diagnostic.self) { try SemesterFolder.students(in: folder) }
      #expect(try String(contentsOfFile: folder + "/accounts.json", encoding: .utf8) == "{}")
    }
  }

  @Test(
    "An id that cannot name a folder is refused", arguments: ["", "..", ".git", "a/b", "../ada", "a\u{0}b", "a\nb"])
  func ids(_ id: String) async throws {
    try await withFolder { folder in
      let semester = try SemesterFolder(folder)
      #expect(throws: Diagnostic.self) { try semester.enrol([Student(id: id)], address: "") }
    }
  }

  @Test("A student gets as much of a shared server as in a class")
  func budget() async throws {
    try await withBook { host, _, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      let loop = "do=run&text=entity+T+%7B+%7D%0Afor+i+in+1..100000+%7B+T%28%29+%7D"
      _ = await send(host, "/playground", loop, ada)
      #expect(await open(host, "/playground", ada).text.contains("10,000"))
      _ = await open(host, "/lesson/teams/3", ada)
      _ = await send(host, "/lesson/teams/3", "do=run&text=for+i+in+1..100000+%7B+Team%28name%3A+%22a%22%29+%7D", ada)
      #expect(await open(host, "/lesson/teams/3", ada).text.contains("10,000"))
    }
  }

  /// A server behind a proxy at 10.1.1.1 with TLS and a base path.
  static var behindProxy: Front {
    var front = Front()
    front.url = try? PublicAddress("https://graphs.uni.example/book")
    front.names = ["localhost", "graphs.uni.example"]
    front.proxies = ["10.1.1.1"]
    return front
  }

  /// A request as a proxy passes it on.
  func proxied(_ request: WebRequest, from peer: String = "10.1.1.1", _ headers: [String: String] = [:])
    -> WebRequest
  {
    var request = request
    request.peer = peer
    request.headers["host"] = "graphs.uni.example"
    if request.method == "POST" { request.headers["origin"] = "https://graphs.uni.example" }
    request.headers.merge(headers) { $1 }
    return request
  }

  @Test(
    "Behind a proxy, paths have the base path, and cookies are for encrypted connections alone",
    arguments: ["/book", ""])
  func proxy(_ sent: String) async throws {
    try await withBook(Self.behindProxy) { host, folder, tokens, _ in
      let joined = await BookRoutes.answer(proxied(post(sent + "/join/\(tokens["ada"] ?? "")", "")), host)
      #expect(joined.header("Location") == "/book/")
      let cookie = joined.header("Set-Cookie") ?? ""
      #expect(cookie.contains("; Path=/book/; HttpOnly; SameSite=Lax; Secure"))
      let page = await BookRoutes.answer(
        proxied(get(sent + "/lesson/teams/1", cookie: String(cookie.prefix { $0 != ";" }))), host
      ).text
      #expect(page.contains("action=\"/book/lesson/teams/1\""))
      for match in page.matches(of: /(?:href|src|action|data-path)="(\/[^"]*)"/) {
        #expect(match.1.hasPrefix("/book/"), "\(match.1)")
      }
    }
  }

  @Test("The base path alone leads to the contents, and no other path begins with it")
  func basePath() async throws {
    try await withBook(Self.behindProxy) { host, _, _, _ in
      #expect(await BookRoutes.answer(proxied(get("/book")), host).header("Location") == "/book/")
      for path in ["/book%", "/book%25", "/bookish", "/book/../staff", "/book/book/", "/book//"] {
        #expect(await BookRoutes.answer(proxied(get(path)), host).status != 200, "\(path)")
      }
    }
  }

  @Test("Another name of the host is refused, and the health of the server is anyone's")
  func names() async throws {
    try await withBook(Self.behindProxy) { host, _, _, _ in
      #expect(await BookRoutes.answer(proxied(get("/"), ["host": "evil.example"]), host).status == 403)
      #expect(await BookRoutes.answer(proxied(get("/healthz"), ["host": "evil.example"]), host).text == "ok\n")
      let foreign = proxied(post("/book/signout", ""), ["origin": "https://graphs.uni.example.evil.example"])
      #expect(await BookRoutes.answer(foreign, host).status == 403)
    }
  }

  @Test("Guesses behind a proxy count for the browser's address, which only the proxy can name")
  func guessesBehindProxy() async throws {
    try await withBook(Self.behindProxy) { host, _, tokens, _ in
      for number in 0..<70 {
        _ = await BookRoutes.answer(
          proxied(get("/book/join/\(Secret.make())"), ["x-forwarded-for": "9.9.9.\(number), 7.7.7.7"]), host)
      }
      let right = "/book/join/\(tokens["ada"] ?? "")"
      #expect(await BookRoutes.answer(proxied(get(right), ["x-forwarded-for": "7.7.7.7"]), host).status == 429)
      #expect(await BookRoutes.answer(proxied(get(right), ["x-forwarded-for": "6.6.6.6"]), host).status == 200)
      // Not from a proxy: the header says nothing.
      #expect(
        await BookRoutes.answer(proxied(get(right), from: "6.6.6.7", ["x-forwarded-for": "7.7.7.7"]), host).status
          == 200)
    }
  }

  @Test("A header says who is signed in, from the proxy's address alone, and only once")
  func userHeader() async throws {
    var front = Self.behindProxy
    front.userHeader = "x-remote-user"
    try await withBook(front) { host, _, tokens, _ in
      let user = ["x-remote-user": "ada"]
      let page = await BookRoutes.answer(proxied(get("/book/"), user), host)
      #expect(page.status == 200)
      #expect(page.text.contains("You are Ada"))
      #expect(!page.text.contains("Sign out"))
      #expect(await BookRoutes.answer(proxied(get("/book/"), from: "10.1.1.2", user), host).status == 403)
      #expect(await BookRoutes.answer(proxied(get("/book/"), from: "", user), host).status == 403)
      #expect(await BookRoutes.answer(proxied(get("/book/")), host).status == 403)
      #expect(await BookRoutes.answer(proxied(get("/book/"), ["x-remote-user": ""]), host).status == 403)
      #expect(await BookRoutes.answer(proxied(get("/book/"), ["x-remote-user": "mallory"]), host).status == 403)
      var twice = proxied(get("/book/"), user)
      twice.repeated = ["x-remote-user"]
      #expect(await BookRoutes.answer(twice, host).status == 400)
      // A proxy that signs in leaves no second way in.
      #expect(await BookRoutes.answer(proxied(get("/book/join/\(tokens["ada"] ?? "")")), host).status == 403)
      let head = "GET / HTTP/1.1\r\nHost: a\r\nX-Remote-User: bo\r\nX-Remote-User: ada"
      let read = try WebRequest(head: Array(head.utf8)[...])
      #expect(read.repeated == ["x-remote-user"])
    }
  }

  @Test("With a code anyone joins by name, as someone of their own, and stays after a new start")
  func guests() async throws {
    try await withCourse { library, _ in
      let (folder, time) = (library.root + "/workshop", Locked(0))
      var cookies: [String] = []
      do {
        let (host, _) = try Self.open(library, folder, time, [], code: "graphs26")
        #expect(await open(host, "/", nil).text.contains("action=\"/join\""))
        #expect(await open(host, "/join", nil, query: ["code": "<b>"]).text.contains("value=\"&lt;b&gt;\""))
        for body in ["name=Ana&code=graphs27", "name=Ana&code=", "name=&code=graphs26", "name=+&code=graphs26", ""] {
          let page = await send(host, "/join", body, nil)
          #expect([400, 403].contains(page.status), "\(body)")
          #expect(page.header("Set-Cookie") == nil)
        }
        for name in ["Ana", "Ana", "%3Cscript%3E"] {
          let joined = await send(host, "/join", "name=\(name)&code=GRAPHS26&another=1", nil)
          #expect(joined.status == 303)
          cookies.append(String(joined.header("Set-Cookie")?.prefix { $0 != ";" } ?? ""))
        }
        _ = await send(host, "/playground", "do=run&text=entity+Anas+%7B+%7D", cookies[0])
        #expect(!(await open(host, "/playground", cookies[1]).text.contains("Anas")))
        #expect(await open(host, "/", cookies[2]).text.contains("You are &lt;script&gt;."))
        // A guest has no link before the teacher makes one.
        #expect(await open(host, "/join/", nil).status == 404)
      }
      let (host, _) = try Self.open(library, folder, time, [], code: "graphs26")
      #expect(await open(host, "/playground", cookies[0]).text.contains("Anas"))
    }
  }

  @Test("Without a code no one joins by name, and guessing one is slow")
  func codes() async throws {
    try await withBook { host, _, _, _ in
      #expect(await open(host, "/join", nil).status == 403)
      #expect(await send(host, "/join", "name=Ana&code=", nil).status == 403)
    }
    try await withBook(code: "graphs26") { host, _, _, _ in
      for number in 0..<70 { _ = await send(host, "/join", "name=Ana&code=graphs\(number + 30)", nil) }
      #expect(await send(host, "/join", "name=Ana&code=graphs26", nil).status == 429)
    }
  }

  @Test("Only someone who is signed in sends more than a name and a password, and only to the playground a file")
  func bodies() async throws {
    func status(_ host: BookHost, _ path: String, _ length: Int, _ cookie: String?) async -> Int {
      do throws(WebRequest.Problem) {
        try await host.admit(post(path, "", cookie: cookie), bodyOf: length)
        return 200
      } catch { return error.status }
    }
    try await withBook { host, _, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      for cookie in [nil, "graphbook-reader-8642=\(Self.secret)", Self.staff] {
        #expect(await status(host, "/signin", 8_192, cookie) == 200)
        #expect(await status(host, "/signin", 8_193, cookie) == 403)
        #expect(await status(host, "/playground", 8_193, cookie) == 403)
      }
      #expect(await status(host, "/exercise/bulls", 1 << 18, ada) == 200)
      #expect(await status(host, "/exercise/bulls", 1 << 18 + 1, ada) == 413)
      #expect(await status(host, "/playground", 1 << 20, ada) == 200)
      #expect(await status(host, "/playground", 1 << 20 + 1, ada) == 413)
    }
    try await withCourse { library, store in
      #expect(await status(book(library, store), "/playground", 1 << 20, nil) == 200)
    }
  }

  @Test("A student who sends forms without end is slowed down, and the others are not")
  func forms() async throws {
    try await withBook { host, _, tokens, _ in
      let (ada, bo) = (await signIn(host, tokens["ada"]), await signIn(host, tokens["bo@uni.example"]))
      var statuses: Set<Int> = []
      for _ in 0..<40 { statuses.insert(await send(host, "/playground", "do=run&text=1", ada).status) }
      #expect(statuses == [303, 429])
      #expect(await send(host, "/playground", "do=run&text=1", bo).status == 303)
    }
  }
}
