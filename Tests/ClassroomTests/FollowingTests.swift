import Courses
import Diagnostics
import Foundation
import Grading
import Support
import Testing

@testable import Classroom

@Suite("A course that is followed in the browser", .serialized)
struct FollowingTests {
  private static let plan = """
    ---
    title: Short
    for: you have ten minutes
    ---

    ## First

    - lesson 1, steps 1 to 2
    - exercise bulls

    ## Then

    - lesson 1, step 3
    """

  private func withPlan(_ body: (BookHost, ProgressStore) async throws -> Void) async throws {
    try await withCourse { library, store in
      try Self.plan.write(toFile: library.root + "/Lessons/Courses/short.md", atomically: true, encoding: .utf8)
      try store.update { $0.course = "short" }
      try await body(book(library, store), store)
    }
  }

  private func next(_ host: BookHost, _ path: String) async -> String? {
    await host.send(path, [("do", "run"), ("text", "next")]).json?["go"]?.text
  }

  @Test("At the end of its part of a lesson, the link and next lead to what the course has next")
  func leads() async throws {
    try await withPlan { host, store in
      let bulls = "/exercise/01-teams/bulls"
      _ = await host.open("/lesson/teams/1")
      let first = await host.send("/lesson/teams/1", [("do", "answer"), ("choices", "1"), ("answer", "0")])
      let inside = first.json?["regions"]?["turn"]?.text ?? ""
      #expect(inside.contains("<a class=\"button main\" href=\"/lesson/teams/2\">Next step</a>"))
      #expect(!inside.contains("Short"))
      #expect(await next(host, "/lesson/teams/1") == "/lesson/teams/2")
      _ = await host.open("/lesson/teams/2")
      // A step that is skipped ends the part as well.
      let second = await host.send("/lesson/teams/2", [("do", "skip")])
      let ways = second.json?["regions"]?["turn"]?.text ?? ""
      #expect(ways.contains("<a class=\"button main\" href=\"\(bulls)\">Short: Exercise: The Bulls</a>"))
      #expect(ways.contains("<a class=\"button\" href=\"/lesson/teams/3\">Next step</a>"))
      #expect(await next(host, "/lesson/teams/2") == bulls)
      _ = await host.send(bulls, [("do", "check"), ("answer", "Team(name: \"Bulls\")\nsave\n")])
      #expect(await host.open(bulls).text.contains("href=\"/lesson/teams/3\">Short: Lesson 1, Teams, step 3</a>"))
      #expect(await next(host, bulls) == "/lesson/teams/3")
      #expect(await host.open("/lesson/teams/1").text.contains("<a class=\"button main\" href=\"/lesson/teams/2\""))
      try store.update { $0.course = "" }
      #expect(await next(host, bulls) == "/exercise/01-teams/bulls-again")
      #expect(await next(host, "/lesson/teams/2") == "/lesson/teams/3")
    }
  }

  @Test("A step outside the course goes on in its lesson, and names the course after that")
  func outside() async throws {
    try await withPlan { host, store in
      try store.update {
        var lesson = LessonProgress()
        (lesson.steps, lesson.done) = (3, [2])
        $0.lessons["teams"] = lesson
        $0.course = "hour"
      }
      try "---\ntitle: Other\nfor: x\n---\n\n- exercise bulls\n".write(
        toFile: host.library.root + "/Lessons/Courses/other.md", atomically: true, encoding: .utf8)
      try store.update { $0.course = "other" }
      _ = await host.open("/lesson/teams/1")
      let done = await host.send("/lesson/teams/1", [("do", "skip")])
      let ways = done.json?["regions"]?["turn"]?.text ?? ""
      #expect(ways.contains("<a class=\"button main\" href=\"/lesson/teams/2\">Next step</a>"))
      #expect(ways.contains("<a class=\"button\" href=\"/exercise/01-teams/bulls\">Other: Exercise: The Bulls</a>"))
    }
  }

  @Test("The contents go on with the course, and list it before everything else, with what is done")
  func contents() async throws {
    try await withPlan { host, store in
      let new = await host.open("/").text
      #expect(new.contains("<a class=\"button main\" href=\"/lesson/teams/1\">Go on with Short</a>"))
      #expect(!new.contains("Start lesson 1"))
      let own = try #require(new.range(of: "<h2><a href=\"/course/short\">Short</a></h2>"))
      #expect(own.lowerBound < (try #require(new.range(of: "Ways through the book"))).lowerBound)
      #expect(!new.contains("passed-mark"))
      try store.update { $0.note(exercise: "01-teams/bulls", score: 4, maxScore: 4, passed: true) }
      let later = await host.open("/").text
      #expect(later.contains("done</span></span> <a href=\"/exercise/01-teams/bulls\">Exercise: The Bulls</a>"))
      try store.update { $0.course = "" }
      #expect(await host.open("/").text.contains("Start lesson 1"))
    }
  }

  @Test("The course says until when an exercise is due, until it is passed")
  func due() async throws {
    let (policy, problems) = PolicyReader.read(
      SourceText("exercises:\n  bulls:\n    due: 2099-01-15T12:00:00Z", name: "grading.yml"))
    #expect(problems.isEmpty)
    let people = PeopleTests()
    try await people.withBook(policy: policy) { host, _, tokens, _ in
      let ada = await people.signIn(host, tokens["ada"])
      _ = await people.send(host, "/course/hour", "do=follow", ada)
      for path in ["/", "/course/hour"] {
        let page = await people.open(host, path, ada).text
        #expect(page.contains("The Bulls</a> <strong>· due on 2099-01-15, 12:00 UTC</strong>"), "\(path)")
      }
      _ = await people.send(
        host, "/exercise/01-teams/bulls", "do=handin&answer=Team%28name%3A+%22Bulls%22%29%0Asave", ada)
      #expect(await !people.open(host, "/", ada).text.contains("due on"))
    }
  }
}
