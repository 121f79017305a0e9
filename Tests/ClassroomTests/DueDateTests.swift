import CommandIO
import Courses
import Diagnostics
import Foundation
import Grading
import Shell
import Support
import TestSupport
import Testing

@testable import Classroom

extension PeopleTests {
  private static let policy = PolicyReader.read(
    SourceText(
      """
      due: 2099-01-01T00:00:00Z
      exercises:
        bulls:
          due: 2026-11-20T23:59:00Z
          late: 10%
          most: 50%
          points: 8
          excused: [cy]
      """)
  ).policy

  /// Hands an answer in, as if at a time.
  private func handIn(_ exercise: String, _ time: String, _ host: BookHost, _ folder: String, _ cookie: String)
    async throws
  {
    let path = "/exercise/01-teams/\(exercise)"
    _ = await send(host, path, "do=handin&answer=Team%28name%3A+%22Bulls%22%29%0Asave%0A", cookie)
    let date = try Date(time, strategy: .iso8601)
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: "\(folder)/answers/ada/\(exercise).graph")
  }

  @Test("Students see when an answer is due, when it was handed in, and what lateness costs")
  func dueForStudents() async throws {
    try await withBook(policy: Self.policy) { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      let path = "/exercise/01-teams/bulls"
      #expect(await open(host, path, ada).text.contains("<p class=\"small\">Due on 2026-11-20, 23:59 UTC.</p>"))
      try await handIn("bulls", "2026-11-20T12:00:00Z", host, folder, ada)
      #expect(
        await open(host, path, ada).text.contains(
          "Handed in on 2026-11-20, 12:00 UTC. Due on 2026-11-20, 23:59 UTC. It was on time."))
      try await handIn("bulls", "2026-11-22T01:59:00Z", host, folder, ada)
      #expect(
        await open(host, path, ada).text.contains(
          "Due on 2026-11-20, 23:59 UTC. It was 1 day and 2 hours late, which counts as 2 days, because each day begun counts. "
            + "Each day costs 10 % of the 8 points, but no more than 50 % in all: 20 %.</p>"))
      #expect(await open(host, "/exercise/01-teams/bulls-again", ada).text.contains("Due on 2099-01-01, 00:00 UTC."))
    }
  }

  @Test("A student who has longer reads both due times, and is late only after the second")
  func longer() async throws {
    let policy = PolicyReader.read(
      SourceText("due: 2026-11-20T23:59:00Z\nlate: 10%\nextensions:\n  ada: 3 days\n")
    ).policy
    try await withBook(policy: policy) { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      try await handIn("bulls", "2026-11-22T12:00:00Z", host, folder, ada)
      #expect(
        await open(host, "/exercise/01-teams/bulls", ada).text.contains(
          "Due on 2026-11-20, 23:59 UTC. For you it is due on 2026-11-23, 23:59 UTC. It was on time."))
    }
  }

  @Test("A due time with an offset is shown in it, and so are the times of answers")
  func dueWithOffset() async throws {
    let policy = PolicyReader.read(
      SourceText("due: 2026-11-20T23:59:00+01:00\ngrace: 10 minutes\nlate: 10%\n")
    ).policy
    try await withBook(policy: policy) { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      let path = "/exercise/01-teams/bulls"
      #expect(await open(host, path, ada).text.contains("Due on 2026-11-20, 23:59 (+01:00).</p>"))
      for (time, words) in [
        (
          "2026-11-20T22:59:00Z",
          "Handed in on 2026-11-20, 23:59 (+01:00). Due on 2026-11-20, 23:59 (+01:00). It was on time."
        ),
        (
          "2026-11-20T23:05:00Z",
          "Handed in on 2026-11-21, 00:05 (+01:00). Due on 2026-11-20, 23:59 (+01:00). It was 6 minutes late, which is within"
        ),
        ("2026-11-20T23:30:00Z", "It was 31 minutes late, which counts as 1 day"),
      ] {
        try await handIn("bulls", time, host, folder, ada)
        #expect(await open(host, path, ada).text.contains(words), "\(time)")
      }
    }
  }

  @Test("A file is no folder for the students' work")
  func fileInPlaceOfFolder() throws {
    let folder = try TemporaryFolder(["u": "text"])
    let problem = Diagnostic(
      "folder", "'\(folder.path("u"))' is a file, and no folder", hint: "--folder names a folder")
    #expect(throws: problem) { _ = try SemesterFolder(folder.path("u")) }
    #expect(throws: problem) { _ = try SemesterFolder.students(in: folder.path("u")) }
    #expect(try SemesterFolder.students(in: folder.path("nowhere")) == nil)
  }

  @Test("The staff see what is due, how many answers are there, and which are late; who is excused does not count")
  func dueForStaff() async throws {
    try await withCourse { library, _ in
      let roster = ["ada", "bo", "cy"].map { Student(id: $0, name: $0.capitalized) }
      let folder = library.root + "/semester"
      let (host, tokens) = try Self.open(library, folder, Locked(0), roster, policy: Self.policy)
      let ada = await signIn(host, tokens["ada"])
      func row(_ title: String) async -> String? {
        await open(host, "/staff", Self.staff).text.split(separator: "\n").first {
          $0.hasPrefix("<tr><th scope=\"row\">\(title)<")
        }
        .map { String($0).replacing(/<[^>]*>/, with: "|").replacing(/\|+/, with: "|") }
      }
      #expect(await row("The Bulls") == "|The Bulls|2026-11-20, 23:59 UTC|0 of 2|0|")
      #expect(await row("The Bulls again") == nil)
      try await handIn("bulls", "2026-11-22T01:59:00Z", host, folder, ada)
      try await handIn("bulls-again", "2026-11-22T01:59:00Z", host, folder, ada)
      #expect(await row("The Bulls") == "|The Bulls|2026-11-20, 23:59 UTC|1 of 2|1|")
      #expect(await row("The Bulls again") == "|The Bulls again|2099-01-01, 00:00 UTC|1 of 3|0|")
      #expect(await open(host, "/staff", Self.staff).text.contains("Other exercises are due on 2099-01-01, 00:00 UTC."))
      let page = await open(host, "/staff/student", Self.staff, query: ["id": "ada"]).text
      #expect(page.contains("The Bulls: 4 of 4 points, 1 attempt"))
      #expect(page.contains("It was 1 day and 2 hours late"))
      #expect(
        await open(host, "/staff/student", Self.staff, query: ["id": "bo"]).text.contains(
          "The Bulls: not tried<br><span class=\"soft\">Due on 2026-11-20, 23:59 UTC.</span>"))
      #expect(!(await open(host, "/staff/student", Self.staff, query: ["id": "cy"]).text.contains("Due on")))
    }
  }

  @Test("A policy whose file changes is read again: pages, and solutions in sittings that are open")
  func changedPolicy() async throws {
    let lines = Locked<[String]>([])
    let log = BookLog(clock: { 0 }) { line in lines.withLock { $0.append(line) } }
    try await withBook(log: log, policy: GradingPolicy()) { host, folder, tokens, _ in
      let (path, file) = ("/exercise/01-teams/bulls", folder + "/grading.yml")
      func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }
      try write("")
      await host.follow(
        PolicyFile(path: file) { () throws(Diagnostic) in
          let (policy, problems) = PolicyReader.read(try TextFile.read(file))
          if let problem = problems.first { throw problem }
          return policy
        })
      let ada = await signIn(host, tokens["ada"])
      func shows(_ text: String) async -> Bool { await open(host, path, ada).text.contains(text) }
      func count() -> Int { lines.withLock { $0.count } }
      #expect(await !shows("value=\"solution\""))
      _ = await send(host, path, "do=run&text=let+kept+%3D+1", ada)
      try write("due: 2026-11-20T23:59:00Z\nsolutions: offered\n")
      // An editor may still be writing: only a file that stays as it is counts.
      await host.beat()
      #expect(await !shows("Due on"))
      await host.beat()
      #expect(await shows("Due on 2026-11-20, 23:59 UTC."))
      #expect(await shows("value=\"solution\""))
      #expect(lines.withLock { $0 } == ["1970-01-01T00:00:00Z policy read again"])
      // A mistake is reported once, and the policy stays.
      try write("due: soon\n")
      for _ in 0..<3 { await host.beat() }
      #expect(count() == 2 && lines.withLock { $0.last?.contains(" error The policy stays as it was: ") } == true)
      #expect(await shows("Due on 2026-11-20, 23:59 UTC."))
      try FileManager.default.removeItem(atPath: file)
      for _ in 0..<3 { await host.beat() }
      #expect(await shows("Due on 2026-11-20, 23:59 UTC."))
      try write("solutions: withheld\n")
      for _ in 0..<3 { await host.beat() }
      #expect(await !shows("Due on"))
      #expect(await !shows("value=\"solution\""))
      #expect(count() == 3)
    }
  }

  @Test("Without a policy nothing is due")
  func nothingDue() async throws {
    try await withBook { host, _, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      #expect(!(await open(host, "/exercise/01-teams/bulls", ada).text.contains("Due on")))
      #expect(!(await open(host, "/staff", Self.staff).text.contains("<h2>Due</h2>")))
    }
  }

  @Test("An answer with the quotation marks and dashes of a phone is kept and handed in with the plain ones")
  func typography() async throws {
    try await withBook { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      let path = "/exercise/01-teams/bulls"
      func post(_ action: String, _ answer: String) async -> WebResponse {
        let escaped = answer.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var request = ClassroomTests.post(path, "do=\(action)&text=count+Team&answer=\(escaped)", cookie: ada)
        request.headers["accept"] = "application/json"
        return await BookRoutes.answer(request, host)
      }
      let typed = "// “so”\nTeam(name: “Bulls”)\nlet x = 1 – 1\nsave\n"
      let plain = "// “so”\nTeam(name: \"Bulls\")\nlet x = 1 - 1\nsave\n"
      for action in ["save", "run", "check", "handin"] {
        _ = await post("save", "save\n")
        let reply = await post(action, typed)
        #expect(reply.json?["answer"]?.text == plain, "\(action)")
        let file = await open(host, path + "/answer.graph", ada).text
        #expect(file == "// Answer to 01-teams/bulls\n\(plain)", "\(action)")
        #expect(!reply.text.contains("typographic"))
        if action != "save", action != "run" { #expect(reply.text.contains("4 of 4 points")) }
        if action == "run" { #expect(reply.json?["entry"]?.text?.contains("1") == true) }
      }
      let answer = try String(contentsOfFile: "\(folder)/answers/ada/bulls.graph", encoding: .utf8)
      #expect(answer == "// Answer to 01-teams/bulls\n\(plain)")
      #expect(await post("check", plain).json?["answer"] == nil)
    }
  }

  @Test("A page says that the answer has changed since it was handed in, as soon as it is kept")
  func changedSince() async throws {
    try await withBook { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      let path = "/exercise/01-teams/bulls"
      let words = "Your answer has changed since then. “Hand in again” hands in this one."
      func says() async -> Bool { await open(host, path, ada).text.contains(words) }
      _ = await send(host, path, "do=save&answer=save%0A", ada)
      #expect(await !says())
      try await handIn("bulls", "2026-11-20T12:00:00Z", host, folder, ada)
      #expect(await !says())
      var request = post(path, "do=save&answer=save%0A", cookie: ada)
      request.headers["accept"] = "application/json"
      let kept = await BookRoutes.answer(request, host)
      let handover = kept.json?["regions"]?["handover"]?.text
      #expect(handover?.contains("Handed in on 2026-11-20, 12:00 UTC. \(words)") == true)
      #expect(await says())
      try await handIn("bulls", "2026-11-20T12:00:00Z", host, folder, ada)
      #expect(await !says())
    }
  }

  @Test("Students read times in the server's zone, where the policy gives none")
  func zoneOfStudents() async throws {
    try await withCourse { library, _ in
      let folder = library.root + "/semester"
      let (host, tokens) = try Self.open(library, folder, Locked(0), localOffset: { _ in 3600 })
      let ada = await signIn(host, tokens["ada"])
      try await handIn("bulls", "2026-11-20T12:00:00Z", host, folder, ada)
      #expect(
        await open(host, "/exercise/01-teams/bulls", ada).text.contains("Handed in on 2026-11-20, 13:00 (+01:00)."))
    }
  }
}
