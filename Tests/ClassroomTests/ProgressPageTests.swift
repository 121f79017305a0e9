import Courses
import Foundation
import Testing

@testable import Classroom

@Suite("The page of progress, and the work as a file")
struct ProgressPageTests {
  @Test("Progress begins with what is next and what is due, and folds the lessons")
  func progressPage() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      _ = await host.open("/lesson/teams/1")
      _ = await host.send("/lesson/teams/1", [("do", "answer"), ("choices", "1"), ("answer", "1")])
      let page = await book(library, store, day: 20_001).open("/progress").text
      let parts = [
        "Go on with lesson 1", "1 thing is due", "<details><summary>Progress by lesson", "Steps done: 1 of 3",
      ]
      let places = parts.map { page.range(of: $0)?.lowerBound }
      #expect(!places.contains(nil), "\(page)")
      #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
      #expect(page.contains("href=\"/progress/graphbook-work.zip\" download>Download my work</a>"))
    }
  }

  private let people = PeopleTests()
  private let path = "/progress/graphbook-work.zip"

  /// The names and the texts of a zip file's entries, which are stored as they are.
  private func entries(_ bytes: [UInt8]) -> [String: String] {
    func number(_ place: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    var found: [String: String] = [:]
    var place = 0
    while bytes[place...].starts(with: [0x50, 0x4B, 3, 4]) {
      let (size, nameSize) = (number(place + 18, 4), number(place + 26, 2))
      let start = place + 30 + nameSize
      found[String(decoding: bytes[place + 30..<start], as: UTF8.self)] = String(
        decoding: bytes[start..<start + size], as: UTF8.self)
      place = start + size
    }
    return found
  }

  @Test("A student takes away all that is theirs, and nothing that is another's")
  func ofStudents() async throws {
    try await people.withBook { host, folder, tokens, _ in
      #expect(await people.open(host, path, nil).status == 403)
      let (ada, bo) = (await people.signIn(host, tokens["ada"]), await people.signIn(host, tokens["bo@uni.example"]))
      let exercise = "/exercise/01-teams/bulls"
      _ = await people.send(host, exercise, "do=handin&answer=Team%28name%3A+%22Bull%22%29%0Asave%0A", ada)
      _ = await people.send(host, exercise, "do=save&answer=Team%28name%3A+%22Bulls%22%29%0A", ada)
      _ = await people.open(host, "/lesson/teams/3", ada)
      _ = await people.send(host, "/lesson/teams/3", "do=run&text=Team%28name%3A+%22Suns%22%29", ada)
      _ = await people.open(host, "/playground", ada)
      _ = await people.send(host, "/playground", "do=run&text=entity+Arena+%7B+name%3A+String+%7D", ada)
      let response = await people.open(host, path, ada)
      #expect(response.status == 200)
      #expect(response.header("Content-Disposition") == "attachment; filename=\"graphbook-work.zip\"")
      let work = entries(response.body)
      #expect(
        work.keys.sorted() == [
          "answers/01-teams/bulls.graph", "handed-in/bulls.graph", "lessons/teams/step-3.graph", "playground.graph",
          "progress.json",
        ])
      #expect(work["answers/01-teams/bulls.graph"] == "Team(name: \"Bulls\")\n")
      #expect(work["handed-in/bulls.graph"]?.hasSuffix("Team(name: \"Bull\")\nsave\n") == true)
      #expect(work["lessons/teams/step-3.graph"] == "Team(name: \"Suns\")\n")
      #expect(work["playground.graph"]?.contains("entity Arena") == true)
      let record = try String(contentsOfFile: folder + "/students/ada/progress.json", encoding: .utf8)
      #expect(work["progress.json"] == record)
      let other = entries(await people.open(host, path, bo).body)
      #expect(other.keys.allSatisfy { $0 == "progress.json" })
    }
  }
}
