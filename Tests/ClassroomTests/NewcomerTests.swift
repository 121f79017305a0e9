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

  @Test("A task without an example shows those of the step before, once that is done")
  func stepBefore() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      let summary = "<summary>The lines of the step before, Counting</summary>"
      #expect(await !host.open("/lesson/teams/3").text.contains(summary))
      try store.update {
        var lesson = LessonProgress()
        (lesson.steps, lesson.done) = (3, [1])
        $0.lessons["teams"] = lesson
      }
      let page = await host.open("/lesson/teams/3").text
      #expect(page.contains(summary))
      #expect(page.contains("<code>count Player</code>"))
      #expect(await !host.open("/lesson/teams/1").text.contains("The lines of the step before"))
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
