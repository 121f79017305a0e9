import Courses
import Foundation
import JSON
import Shell
import Support
import Testing

@testable import Classroom

@Suite("The book in the browser", .serialized)
struct BookTests {
  @Test(
    "A page of the book is named by its path, and by no other",
    arguments: [
      ("/", BookPlace.contents), ("/lesson/teams", .lesson("teams", step: nil)),
      ("/lesson/teams/3", .lesson("teams", step: 2)),
      ("/exercise/01-teams/bulls", .exercise("01-teams/bulls")), ("/drill", .drills), ("/drill/keys", .drill("keys")),
      ("/course/hour", .course("hour")), ("/practice", .practice), ("/glossary", .glossary),
      ("/lesson/l%C3%B6schregeln-kurz/2", .lesson("löschregeln-kurz", step: 1)),
      ("/exercise/09-l%C3%B6schen/%C3%BCben", .exercise("09-löschen/üben")), ("/course/a%25b", .course("a%b")),
    ])
  func paths(_ path: String, _ place: BookPlace) {
    #expect(BookPlace(path: path) == place)
    #expect(place.path == path)
  }

  @Test(
    "Any other path is no page",
    arguments: [
      "", "//", "/lesson", "/lesson/", "/lesson/teams/0", "/lesson/teams/01", "/lesson/teams/-1", "/lesson/teams/1/2",
      "/lesson/teams/9999999999999999999999", "/../etc/passwd", "/exercise/../../progress.json", "/book.html",
      "/class.css/",
      "/practice/", "/playground/playground.exe", "/exercise/a/b/c/answer.graph", "/%2e%2e/progress.json",
      "/exercise/..%2f..%2fprogress.json", "/exercise/%2e%2e/bulls", "/lesson/..%5cteams", "/lesson/teams%00",
      "/lesson/teams%2f1", "/exercise/01-teams%2fbulls", "/lesson/%ff", "/lesson/%", "/lesson/%zz", "/lesson/teams%0a",
      "/lesson/%252e%252e", "/course/%00", "/exercise/01-teams/bulls%00/answer.graph",
    ])
  func noPaths(_ path: String) async throws {
    try await withCourse { library, store in
      #expect(await book(library, store).open(path).status == 404)
    }
  }

  @Test("Every page opens, and has one heading and a title")
  func pages() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      for path in [
        "/", "/course/hour", "/lesson/teams/1", "/exercise/01-teams/bulls", "/playground", "/drill", "/drill/keys",
        "/practice", "/progress", "/glossary", "/help",
      ] {
        let page = await host.open(path)
        #expect(page.status == 200, "\(path)")
        #expect(page.text.components(separatedBy: "<h1").count == 2, "\(path)")
        #expect(page.text.contains("· Graphbook</title>"), "\(path)")
      }
    }
  }

  @Test("Lessons and exercises whose files have umlauts open, by the links that the contents have")
  func umlauts() async throws {
    try await withCourse { library, store in
      let folder = library.root + "/"
      try FileManager.default.moveItem(
        atPath: folder + "Lessons/01-teams.md", toPath: folder + "Lessons/01-löschregeln-kurz.md")
      try FileManager.default.moveItem(
        atPath: folder + "Exercises/01-teams/bulls", toPath: folder + "Exercises/01-teams/löschen-üben")
      let host = book(library, store)
      #expect(await host.open("/lesson/l%C3%B6schregeln-kurz/1").status == 200)
      let exercise = await host.open("/exercise/01-teams/l%C3%B6schen-%C3%BCben")
      #expect(exercise.status == 200)
      #expect(exercise.text.contains("action=\"/exercise/01-teams/l%C3%B6schen-%C3%BCben\""))
      #expect(await host.open("/").text.contains("href=\"/exercise/01-teams/l%C3%B6schen-%C3%BCben\""))
      #expect(await host.open("/exercise/01-teams/l%C3%B6schen-%C3%BCben/answer.graph").status == 200)
    }
  }

  @Test("The contents say where to go on, how long things take, and what is done")
  func contents() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let new = await host.open("/").text
      #expect(new.contains("Start lesson 1"))
      #expect(new.contains("if you have an hour"))
      #expect(new.contains("2 exercises"))
      try store.update { record in
        var lesson = LessonProgress()
        (lesson.steps, lesson.done, lesson.place) = (3, [0], 1)
        record.lessons["teams"] = lesson
        record.place = Progress.Place(lesson: "teams", step: 1)
        record.note(exercise: "01-teams/bulls", score: 4, maxScore: 4, passed: true)
      }
      let later = await host.open("/").text
      #expect(later.contains("Go on with lesson 1"))
      #expect(later.contains("step 2 of 3"))
      #expect(later.contains("1 of 3 steps"))
      #expect(later.contains("✓ passed"))
    }
  }

  @Test("A step is answered, tried and done, and the record is the one of the prompt")
  func lesson() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      #expect(await host.open("/lesson/teams").header("Location") == "/lesson/teams/1")
      let first = await host.open("/lesson/teams/1").text
      #expect(first.contains("What happens to Wade when the team is deleted?"))
      // What the answer decides has not run.
      #expect(!first.contains("marked"))
      let answered = await host.send("/lesson/teams/1", [("do", "answer"), ("choices", "1"), ("answer", "0")])
      let step = answered.json?["regions"]?["step"]?.text ?? ""
      #expect(step.contains("✓ Right."))
      #expect(step.contains("that would be cascade"))
      #expect(step.contains("marked"))
      #expect(answered.json?["regions"]?["turn"]?.text?.contains("/lesson/teams/2") == true)
      #expect(store.load().progress.lessons["teams"]?.done == [0])
      _ = await host.open("/lesson/teams/2")
      let nothing = await host.send("/lesson/teams/2", [("do", "answer"), ("answer", " ")])
      #expect(nothing.json?["regions"]?["turn"]?.text?.contains("Type a value first, or skip the question.") == true)
      let wrong = await host.send("/lesson/teams/2", [("do", "answer"), ("answer", "7")])
      #expect(wrong.json?["regions"]?["step"]?.text?.contains("You said: <code>7</code>") == true)
      #expect(wrong.json?["regions"]?["step"]?.text?.contains("✗ Not so.") == true)
      // It is asked again another day, here and at the prompt.
      #expect(store.load().progress.duePractice(on: 20_001).count == 1)
      let task = await host.open("/lesson/teams/3").text
      #expect(task.contains("Make a team called Bulls."))
      let almost = await host.send("/lesson/teams/3", [("do", "run"), ("text", "Team(name: \"Bull\")")])
      #expect(almost.json?["entry"]?.text?.contains("There is no team called Bulls yet.") == true)
      // What was typed is in the record at once.
      #expect(store.load().progress.lessons["teams"]?.draft(of: 2)?.statements == ["Team(name: \"Bull\")"])
      let done = await host.send("/lesson/teams/3", [("do", "run"), ("text", "let bulls = Team(name: \"Bulls\")")])
      #expect(done.json?["regions"]?["step"]?.text?.contains("Well done.") == true)
      #expect(store.load().progress.lessons["teams"]?.isDone == true)
    }
  }

  @Test(
    "An answer and a request for help at the prompt get their replies there, and only a task that holds is called done")
  func repliesAtPrompt() async throws {
    try await withCourse { library, store in
      let two = """
        ---
        title: Two
        chapter: 2
        ---

        ## One and two

        ```predict
        What is one and one?
        = 1 + 1
        ```

        ```graph
        1 + 1
        ```

        ```predict
        And two and two?
        = 2 + 2
        ```

        ```graph
        2 + 2
        ```

        """
      try two.write(toFile: library.root + "/Lessons/02-two.md", atomically: true, encoding: .utf8)
      let host = book(library, store)
      func run(_ text: String, _ path: String) async -> JSONValue? {
        await host.send(path, [("do", "run"), ("text", text)]).json
      }
      _ = await host.open("/lesson/two/1")
      #expect(await run("hint", "/lesson/two/1")?["entry"]?.text?.contains("class=\"hint\"") == true)
      let first = await run("3", "/lesson/two/1")?["entry"]?.text ?? ""
      #expect(first.contains("✗ Not so.") && first.contains("<code>2</code>") && !first.contains("class=\"output\""))
      #expect(first.contains("<a href=\"#after-q-1\">Read on in the step</a>"))
      let looked = await run("1 + 1", "/lesson/two/1")?["entry"]?.text ?? ""
      #expect(looked.contains("✗ Not so."))
      let page = await host.open("/lesson/two/1").text
      #expect(page.contains(first) && page.contains(looked))
      let last = await run("4", "/lesson/two/1")
      #expect(last?["problem"] != nil || last?["entry"]?.text?.contains("Read on") == false)
      let finished = last?["regions"]?["finished"]?.text ?? ""
      #expect(finished.contains("class=\"buttons\"") && !finished.contains("Done"))

      _ = await host.open("/lesson/teams/3")
      #expect(await run("solution", "/lesson/teams/3")?["entry"]?.text?.contains("class=\"solution\"") == true)
      let done = await run("let bulls = Team(name: \"Bulls\")", "/lesson/teams/3")
      #expect(done?["entry"]?.text?.contains("verdict") == false)
      #expect(done?["regions"]?["finished"]?.text?.contains("✓ Done") == true)
    }
  }

  @Test("A task that was left at the prompt goes on in the browser, and the other way round")
  func shared() async throws {
    try await withCourse { library, store in
      var prompt = Session(
        .prompt, world: Session.World(makeInterpreter: makeTestInterpreter, library: library, progressStore: store))
      _ = prompt.learn("1", step: 3)
      prompt.run(ScriptedReader(["let bull = Team(name: \"Bull\")", "leave"])) { _ in }
      let host = book(library, store)
      let page = await host.open("/lesson/teams/3").text
      #expect(page.contains("You left this step"))
      #expect(page.contains("let bull = Team(name: &quot;Bull&quot;)"))
      _ = await host.send("/lesson/teams/3", [("do", "run"), ("text", "bull.name = \"Bul\"")])
      var later = Session(
        .prompt, world: Session.World(makeInterpreter: makeTestInterpreter, library: library, progressStore: store))
      #expect(later.learn("1").lines(.plain).joined(separator: "\n").contains("bull.name = \"Bul\""))
    }
  }

  @Test("A sitting that is dropped is the same when it is used again, and nothing is recorded twice")
  func dropped() async throws {
    try await withCourse { library, store in
      let time = Locked(0.0)
      let host = book(library, store, now: { time.withLock { $0 } })
      _ = await host.open("/lesson/teams/2")
      _ = await host.send("/lesson/teams/2", [("do", "answer"), ("answer", "7")])
      _ = await host.open("/lesson/teams/3")
      _ = await host.send("/lesson/teams/3", [("do", "run"), ("text", "let a = Team(name: \"A\")")])
      _ = await host.send("/lesson/teams/3", [("do", "hint")])
      _ = await host.send("/lesson/teams/3", [("do", "run"), ("text", "fetch Team")])
      let before = await host.open("/lesson/teams/3").text
      let record = store.load().progress
      time.withLock { $0 = BookHost.idleLimit + 1 }
      await host.beat()
      #expect(await host.deskCount == 0)
      #expect(await host.open("/lesson/teams/3").text == before)
      #expect(store.load().progress == record)
      #expect(record.lessons["teams"]?.hints == 1)
    }
  }

  @Test("Requests for one sitting take turns, and none is lost")
  func turns() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      _ = await host.open("/playground")
      _ = await host.send("/playground", [("do", "run"), ("text", "entity Team { name: String? }")])
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<12 {
          group.addTask { await host.send("/playground", [("do", "run"), ("text", "Team()")]).status }
        }
        for await status in group { #expect(status == 200) }
      }
      let count = await host.send("/playground", [("do", "run"), ("text", "count Team")])
      #expect(count.json?["entry"]?.text?.contains("12") == true)
    }
  }

  @Test("Of too many requests for one sitting, the last are refused")
  func tooMany() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      _ = await host.open("/playground")
      let statuses = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<60 {
          group.addTask { await host.send("/playground", [("do", "run"), ("text", "1 + 1")]).status }
        }
        return await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(statuses == [200, 429])
    }
  }

  @Test("An answer is kept, tried, checked and downloaded")
  func exercise() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let path = "/exercise/01-teams/bulls"
      #expect(await host.open("/exercise/bulls").header("Location") == path)
      _ = await host.open(path)
      let answer = "// my answer\nTeam(name: \"Bull\")\nsave"
      #expect(await host.send(path, [("do", "save"), ("answer", answer)]).status == 200)
      #expect(
        store.load().progress.exercises["01-teams/bulls"]?.draft == ["// my answer\nTeam(name: \"Bull\")", "save"])
      let tried = await host.send(path, [("do", "run"), ("text", "fetch Team"), ("answer", answer)])
      #expect(tried.json?["entry"]?.text?.contains("Bull") == true)
      #expect(tried.json?["addition"] == nil)
      let added = await host.send(path, [("do", "run"), ("text", "Team(name: \"Bulls\")"), ("answer", answer)])
      #expect(added.json?["addition"]?.text == "Team(name: \"Bulls\")")
      let failed = await host.send(path, [("do", "check"), ("answer", answer)])
      let verdict = failed.json?["regions"]?["verdict"]?.text ?? ""
      #expect(verdict.contains("not yet</span> 0 of 4 points"))
      #expect(verdict.contains("No team has that name."))
      #expect(failed.json?["focus"]?.text == "verdict")
      let hint = await host.send(path, [("do", "hint"), ("answer", answer)])
      #expect(hint.json?["regions"]?["help"]?.text?.contains("Hint 1 of 3") == true)
      let passed = await host.send(path, [("do", "check"), ("answer", answer.replacing("Bull", with: "Bulls"))])
      #expect(passed.json?["regions"]?["verdict"]?.text?.contains("passed</span> 4 of 4 points") == true)
      #expect(passed.json?["regions"]?["verdict"]?.text?.contains("Next exercise: The Bulls again") == true)
      #expect(store.load().progress.exercises["01-teams/bulls"]?.isDone == true)
      let file = await host.open(path + "/answer.graph")
      #expect(file.header("Content-Disposition") == "attachment; filename=\"bulls.graph\"")
      #expect(file.text == "// Answer to 01-teams/bulls\n// my answer\nTeam(name: \"Bulls\")\nsave\n")
    }
  }

  @Test(
    "An answer in parts is the same text again",
    arguments: [
      "", "save", "save\n", "// only a comment", "a = 1; b = 2\nsave", "Team(name: \"x\") // why\n\n\n// then\nsave\n",
      "for t in Team {\n  delete t\n}\nsave", "this is no statement\nsave", "\n\nsave\n",
    ])
  func parts(_ text: String) {
    let joined = AnswerParts.parts(of: text).joined(separator: "\n")
    #expect(joined == text || text.allSatisfy(\.isWhitespace))
  }

  @Test("Everything that people type is text on the pages")
  func escaping() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let attack = "\"</textarea><script>alert(1)</script><img src=x onerror=alert(1)>"
      func isSafe(_ text: String) -> Bool {
        !text.contains("<script>") && !text.contains("<img") && !text.contains("</textarea><")
      }
      _ = await host.open("/lesson/teams/2")
      for path in ["/lesson/teams/2", "/playground", "/exercise/01-teams/bulls", "/drill/keys", "/practice"] {
        for action in ["run", "answer", "open", "save", "check"] {
          let reply = await host.send(path, [("do", action), ("text", attack), ("answer", attack), ("name", attack)])
          for id in ["step", "turn", "verdict", "help"] {
            #expect(isSafe(reply.json?["regions"]?[id]?.text ?? ""), "\(path) \(action)")
          }
          #expect(isSafe(reply.json?["entry"]?.text ?? ""), "\(path) \(action)")
        }
        #expect(isSafe(await host.open(path).text), "\(path)")
      }
      #expect(isSafe(await host.open("/help", query: ["word": attack]).text))
      #expect(isSafe(await host.open("/lesson/\(attack)").text))
      #expect(isSafe(await host.open("/exercise/\(attack)").text))
      _ = await host.send(
        "/playground", [("do", "run"), ("text", "entity Team { name: String? }\nTeam(name: \"<script>\")")])
      #expect(isSafe(await host.open("/playground").text))
    }
  }

  @Test("Another page's forms, another host's name and what no page sends are refused")
  func refusals() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      var foreign = post("/playground", "do=clear")
      foreign.headers["origin"] = "http://evil.example"
      #expect(await BookRoutes.answer(foreign, host).status == 403)
      foreign.headers["origin"] = nil
      #expect(await BookRoutes.answer(foreign, host).status == 403)
      var renamed = get("/")
      renamed.headers["host"] = "evil.example"
      #expect(await BookRoutes.answer(renamed, host).status == 403)
      #expect(await BookRoutes.answer(WebRequest("PUT", "/"), host).status == 403)
      for (path, fields, status) in [
        ("/playground", [("do", "fly")], 400), ("/playground", [], 400), ("/", [("do", "run")], 405),
        ("/lesson/none/1", [("do", "run"), ("text", "1")], 404), ("/lesson/teams/9", [("do", "hint")], 404),
        ("/exercise/none", [("do", "check")], 404), ("/drill/none", [("do", "next")], 404),
        ("/course/none", [("do", "follow")], 404),
        ("/playground", [("do", "open"), ("text", String(repeating: "x", count: 300_000))], 413),
        ("/playground", [("do", "run"), ("text", String(repeating: "x", count: 70_000))], 413),
        ("/playground", [("do", "complete"), ("text", "a"), ("cursor", "x")], 400),
        ("/glossary", [("do", "complete"), ("text", "a"), ("cursor", "1")], 400),
      ] as [(String, [(String, String)], Int)] {
        let reply = await host.send(path, fields)
        #expect(reply.status == status, "\(path) \(fields)")
        #expect(reply.json?["problem"]?.text?.isEmpty == false, "\(path) \(fields)")
      }
    }
  }

  @Test(
    "A cursor outside the text completes nothing, and breaks nothing", arguments: ["-1", "9", "9223372036854775807"])
  func cursors(_ cursor: String) async throws {
    try await withCourse { library, store in
      let reply = await book(library, store).send(
        "/playground", [("do", "complete"), ("text", "fet"), ("cursor", cursor)])
      #expect(reply.json?["candidates"]?.elements?.isEmpty == true)
    }
  }

  @Test("Statements cannot reach files")
  func files() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      for text in [
        "run \"/etc/passwd\"", "export \"out.graph\"", "store x at \"/tmp/x.sqlite\"", "import \"/etc/passwd\"",
      ] {
        let reply = await host.send("/playground", [("do", "run"), ("text", text)])
        #expect(reply.json?["entry"]?.text?.contains("annot") == true, "\(text): \(reply.text)")
      }
    }
  }

  @Test("A command of the prompt that belongs to another page leads there")
  func commands() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      for (text, path) in [
        ("lessons", "/"), ("lesson 1", "/lesson/teams"), ("lesson 1 step 2", "/lesson/teams/2"),
        ("exercise bulls", "/exercise/01-teams/bulls"), ("drill keys", "/drill/keys"), ("practice", "/practice"),
        ("progress", "/progress"), ("courses hour", "/course/hour"), ("quit", "/"), ("help", "/help"),
      ] {
        let reply = await host.send("/playground", [("do", "run"), ("text", text)])
        #expect(reply.json?["go"]?.text == path, "\(text)")
      }
      for text in ["lesson 9", "exercise bull", "drill none", "courses evening"] {
        let reply = await host.send("/playground", [("do", "run"), ("text", text)])
        #expect(reply.json?["entry"]?.text?.contains("there is no") == true, "\(text): \(reply.text)")
      }
      let help = await host.send("/playground", [("do", "run"), ("text", "help delete")])
      #expect(help.json?["entry"]?.text?.contains("delete") == true)
    }
  }

  @Test("Practice asks again what was wrong, and the answer counts once")
  func practice() async throws {
    try await withCourse { library, store in
      let first = book(library, store)
      _ = await first.open("/lesson/teams/2")
      _ = await first.send("/lesson/teams/2", [("do", "answer"), ("answer", "7")])
      let later = book(library, store, day: 20_002)
      #expect(await later.open("/").text.contains("1 thing is due"))
      #expect(await later.open("/practice").text.contains("How many players are there now?"))
      _ = await later.send("/practice", [("do", "answer"), ("answer", "1")])
      let page = await later.open("/practice").text
      #expect(page.contains("✓ Right."))
      #expect(page.contains("This comes back"))
      #expect(store.load().progress.duePractice(on: 20_002).isEmpty)
      _ = await later.send("/practice", [("do", "answer"), ("answer", "1")])
      #expect(store.load().progress.duePractice(on: 20_004).isEmpty)
      // The text before the question is folded: it was read.
      _ = await later.open("/lesson/teams/1")
      _ = await later.send("/lesson/teams/1", [("do", "answer"), ("choices", "1"), ("answer", "1")])
      let text = await book(library, store, day: 20_003).open("/practice").text
      let folded = try #require(
        text.firstMatch(of: #/<details><summary>The step</summary>(?<text>[^\u0000]*?)</details>/#))
      #expect(folded.text.contains("There is one team.") && !folded.text.contains("What happens to Wade"))
    }
  }

  @Test("A drill is answered, explained and followed by another")
  func drill() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let asked = await host.open("/drill/delete-rules").text
      #expect(asked.contains("name=\"answer\""))
      // The graph would give the answer away.
      #expect(!asked.contains("id=\"prompt\""))
      _ = await host.send("/drill/delete-rules", [("do", "answer"), ("answer", "nobody at all, ever")])
      #expect(store.load().progress.drills["delete-rules"] == nil)
      _ = await host.send("/drill/delete-rules", [("do", "solution")])
      let shown = await host.open("/drill/delete-rules").text
      #expect(shown.contains("The answer is:"))
      #expect(shown.contains("id=\"prompt\""))
      #expect(store.load().progress.drills["delete-rules"]?.attempts == 1)
      _ = await host.send("/drill/delete-rules", [("do", "next")])
      #expect(await host.open("/drill/delete-rules").text != asked)
    }
  }

  @Test("The verdict of a drill goes with its question, at the prompt and in another window, too")
  func verdictOfDrill() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let path = "/drill/delete-rules"
      _ = await host.open(path)
      _ = await host.send(path, [("do", "solution")])
      // Another window, in which the question is open, changes nothing.
      let shown = await host.open(path).text
      _ = await host.send(path, [("do", "answer"), ("answer", "nobody")])
      #expect(await host.open(path).text == shown)
      #expect(await host.send(path, [("do", "run"), ("text", "next")]).json?["go"]?.text == path)
      let next = await host.open(path).text
      #expect(!next.contains("The answer is:") && next.contains("name=\"answer\""))
      // Another window still has the prompt of the question before.
      #expect(await host.send(path, [("do", "run"), ("text", "solution")]).json?["go"]?.text == path)
      let page = await host.open(path).text
      #expect(page.components(separatedBy: "The answer is:").count == 2)
    }
  }

  @Test("An answer at the prompt of practice is judged there, and next goes on")
  func practiceAtPrompt() async throws {
    try await withCourse { library, store in
      let first = book(library, store)
      _ = await first.open("/lesson/teams/2")
      _ = await first.send("/lesson/teams/2", [("do", "answer"), ("answer", "7")])
      let host = book(library, store, day: 20_002)
      _ = await host.open("/practice")
      func run(_ text: String) async -> WebResponse { await host.send("/practice", [("do", "run"), ("text", text)]) }
      let entry = await run("1").json?["entry"]?.text ?? ""
      #expect(entry.contains("✓ Right."))
      let way = "next goes on with the practice"
      #expect(entry.contains(way))
      #expect(await run("1").json?["entry"]?.text?.contains(way) == true)
      #expect(await run("next").json?["go"]?.text == "/practice")
      #expect(await host.open("/practice").text.contains("Done: 1 of 1 right."))
    }
  }

  @Test("Without a script a form brings the page again")
  func withoutScript() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      _ = await host.open("/lesson/teams/1")
      let reply = await host.send(
        "/lesson/teams/1", [("do", "answer"), ("choices", "1"), ("answer", "1")], script: false)
      #expect(reply.status == 303)
      #expect(reply.header("Location") == "/lesson/teams/1")
      #expect(await host.open("/lesson/teams/1").text.contains("✗ Not so."))
      let run = await host.send("/lesson/teams/1", [("do", "run"), ("text", "count Team")], script: false)
      #expect(run.status == 303)
      #expect(await host.open("/lesson/teams/1").text.contains("count Team"))
    }
  }

  @Test("A file is opened in the playground, and what is there is downloaded in several forms")
  func playground() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      #expect(await host.open("/playground/playground.svg").status == 409)
      let text = "entity Team { name: String }\nlet heat = Team(name: \"Heat\")\nsave\n"
      let opened = await host.send("/playground", [("do", "open"), ("text", text), ("name", "league.graph")])
      #expect(opened.json?["clears"] == .boolean(true))
      #expect(opened.json?["diagram"]?.text?.contains("Team") == true)
      let file = await host.open("/playground/playground.graph")
      #expect(file.text.contains("Heat"))
      for ending in ["svg", "sql", "mmd", "dot", "swift"] {
        #expect(await host.open("/playground/playground.\(ending)").status == 200, "\(ending)")
      }
      let cleared = await host.send("/playground", [("do", "clear")])
      #expect(cleared.json?["diagram"]?.text == "")
    }
  }

  @Test("A step that is done is read with its answers, and begun again when asked for")
  func readingAgain() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      _ = await host.open("/lesson/teams/1")
      _ = await host.send("/lesson/teams/1", [("do", "answer"), ("choices", "1"), ("answer", "0")])
      _ = await host.open("/lesson/teams/2")
      let read = await host.open("/lesson/teams/1").text
      #expect(read.contains("You have done this step."))
      #expect(read.contains("that would be cascade"))
      #expect(await host.send("/lesson/teams/1", [("do", "restart")]).json?["go"]?.text == "/lesson/teams/1")
      #expect(!(await host.open("/lesson/teams/1").text.contains("that would be cascade")))
    }
  }
}
