import Courses
import Foundation
import JSON
import Testing

@testable import Classroom

@Suite("What a newcomer meets on the pages of the book", .serialized)
struct NewcomerTests {
  @Test("A statement that failed is named as such, so that its line stays at hand")
  func failedLines() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      func hasFailed(_ path: String, _ text: String) async -> Bool {
        await host.send(path, [("do", "run"), ("text", text), ("answer", "")]).json?["failed"] == .boolean(true)
      }
      for path in ["/lesson/teams/3", "/exercise/01-teams/bulls"] {
        _ = await host.open(path)
        #expect(await hasFailed(path, "Team(nam: \"Bull\")"), "\(path)")
        #expect(await hasFailed(path, "save; next"), "\(path)")
        // A task that is still open is no failure.
        #expect(await !hasFailed(path, "Team(name: \"Bull\")"), "\(path)")
      }
      #expect(await hasFailed("/playground", "fetch Playr"))
      #expect(await hasFailed("/playground", "run \"x.graph\""))
      #expect(await !hasFailed("/playground", "entity Player { name: String }"))
      _ = await host.open("/lesson/teams/2")
      #expect(await hasFailed("/lesson/teams/2", "three"))
      #expect(await !hasFailed("/lesson/teams/2", "1"))
    }
  }

  @Test("A step that is done says so after the last result, with the way on")
  func finished() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      #expect(await host.open("/lesson/teams/3").text.contains("<div id=\"finished\"></div>"))
      let open = await host.send("/lesson/teams/3", [("do", "run"), ("text", "Team(name: \"Bull\")")])
      #expect(open.json?["regions"]?["finished"]?.text == "")
      let done = await host.send("/lesson/teams/3", [("do", "run"), ("text", "Team(name: \"Bulls\")")])
      let finished = done.json?["regions"]?["finished"]?.text ?? ""
      #expect(finished.contains("✓ Done") && finished.contains("href=\"/exercise/01-teams/bulls\""))
    }
  }

  @Test(
    "A task without an example shows those of an earlier step that is done, of one that changes something if there is one"
  )
  func stepBefore() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let summary = "<summary>The lines of an earlier step, Counting</summary>"
      #expect(await !host.open("/lesson/teams/3").text.contains(summary))
      try store.update {
        var lesson = LessonProgress()
        (lesson.steps, lesson.done) = (3, [1])
        $0.lessons["teams"] = lesson
      }
      let page = await host.open("/lesson/teams/3").text
      #expect(page.contains(summary))
      #expect(page.contains("<code>count Player</code>"))
      #expect(await !host.open("/lesson/teams/1").text.contains("The lines of an earlier step"))
      try store.update { $0.lessons["teams"]?.done = [0, 1] }
      #expect(
        await host.open("/lesson/teams/3").text.contains("<summary>The lines of an earlier step, A team</summary>"))
    }
  }

  @Test("An exercise says which box is the answer, what its buttons do, and when a trial is no part of it")
  func boxes() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let path = "/exercise/01-teams/bulls"
      let page = await host.open(path).text
      #expect(page.contains("This is what is checked") && page.contains("Try something, apart from the answer"))
      #expect(page.contains("“Check” looks at the answer in this box") && !page.contains("“Hand in”"))
      let note = "What you tried in the other box is no part of the answer yet. “Add to the answer” takes a line over."
      func verdict(_ answer: String) async -> String {
        await host.send(path, [("do", "check"), ("answer", answer)]).json?["regions"]?["verdict"]?.text ?? ""
      }
      let untouched = await verdict("")
      #expect(untouched.contains("the answer changes nothing yet") && !untouched.contains(note))
      _ = await host.send(path, [("do", "run"), ("text", "Team(name: \"Bulls\")"), ("answer", "")])
      #expect(await verdict("").contains(note))
      #expect(await !verdict("Team(name: \"Bulls\")\nsave\n").contains(note))
    }
  }

  @Test(
    "What a phone makes of an answer is put back, and no advice takes a capital for a name",
    arguments: [
      ("Let bulls = Team(name: “Bulls”)\nSave\n", "let bulls = Team(name: \"Bulls\")\nsave\n", "passed"),
      ("Let bulls = Team(name: “Bulls”\nSave\n", "let bulls = Team(name: \"Bulls\"\nsave\n", "is not closed"),
      // These are no statements' words, or are names.
      ("Entities are nice", nil, "Entities"), ("entity Group { name: String }\nGroup = 1\n", nil, "Group"),
    ] as [(String, String?, String)])
  func phoneAnswers(_ typed: String, _ kept: String?, _ said: String) async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let reply = await host.send("/exercise/01-teams/bulls", [("do", "check"), ("answer", typed)]).json
      #expect(reply?["answer"]?.text == kept)
      let verdict = reply?["regions"]?["verdict"]?.text ?? ""
      #expect(verdict.contains(said) && !verdict.contains("Let."), "\(verdict)")
      // A trial after it, and several lines at once.
      let tried = await host.send(
        "/playground", [("do", "run"), ("text", "Entity Arena { name: String }\nCount Arena")])
      #expect(tried.json?["entry"]?.text?.contains("<code>entity Arena { name: String }\ncount Arena</code>") == true)
    }
  }

  @Test("An answer to a drill may have a phone's quotation marks, and its page has buttons for what comes next")
  func phoneDrills() async throws {
    try await withCourse { library, store in
      var steps: [String] = []
      for answer in ["\"luna\"", "“luna”"] {
        let host = book(library, nil)
        let page = await host.open("/drill/fetches").text
        let name = try #require(page.firstMatch(of: #/name="question" value="(?<name>[^"]*)"/#)?.name)
        let reply = await host.send(
          "/drill/fetches", [("do", "answer"), ("question", String(name)), ("answer", answer)])
        #expect(reply.json?["go"] != nil || reply.json?["regions"] != nil)
        steps.append(await host.open("/drill/fetches").text)
      }
      #expect(steps[0] == steps[1])
      #expect(!steps[0].contains("asks another") && !steps[0].contains("goes back"))
    }
  }

  @Test("After a lesson come its exercises, and after them the next lesson; a passed exercise leads on")
  func afterLesson() async throws {
    try await withCourse { library, store in
      let two = "---\ntitle: Two\nchapter: 2\n---\n\nMore.\n\n## One\n\nOne step.\n"
      try two.write(toFile: library.root + "/Lessons/02-two.md", atomically: true, encoding: .utf8)
      try store.update {
        var lesson = LessonProgress()
        (lesson.steps, lesson.done) = (3, [0, 1, 2])
        $0.lessons["teams"] = lesson
      }
      let host = book(library, store)
      func main(_ path: String) async -> [String] {
        await host.open(path).text.matches(of: #/class="(?:button )?main"[^>]*>(?<words>[^<]*)</#).map {
          String($0.words)
        }
      }
      for path in ["/", "/progress"] {
        #expect(await main(path) == ["Next exercise: The Bulls"])
        #expect(await host.open(path).text.contains("Start lesson 2"))
      }
      #expect(await main("/exercise/01-teams/bulls") == ["Check", "Run"])
      let right = [("do", "check"), ("answer", "Team(name: \"Bulls\")\nsave\n")]
      _ = await host.send("/exercise/01-teams/bulls", right)
      #expect(await main("/exercise/01-teams/bulls") == ["Next exercise: The Bulls again", "Run"])
      _ = await host.send("/exercise/01-teams/bulls-again", right)
      #expect(await main("/exercise/01-teams/bulls-again") == ["Lesson 2, Two", "Run"])
      #expect(await main("/") == ["Start lesson 2"])
    }
  }

  @Test("Help about the prompt says what is so on a page, and is as wide as the window")
  func helpAboutPrompt() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      var request = get("/help", query: ["word": "prompt"], cookie: "graphbook-columns=38")
      let page = await BookRoutes.answer(request, host).text
      #expect(page.contains("goes into the field;"))
      for words in ["...&gt;", "answer&gt;", "graph&gt;", "quit"] { #expect(!page.contains(words), "\(words)") }
      let lines = try #require(page.firstMatch(of: #/<samp>(?<lines>[^\u0000]*?)</samp>/#)?.lines)
        .replacing(#/<[^>]*>/#, with: "").split(separator: "\n")
      #expect(lines.count > 8 && lines.allSatisfy { $0.count <= 38 })
      let typed = await host.send("/playground", [("do", "run"), ("text", "help prompt")])
      #expect(typed.json?["entry"]?.text?.contains("goes into the field") == true)
      request.query = [:]
      #expect(await !BookRoutes.answer(request, host).text.contains("1570"))
    }
  }
}
