import Courses
import Foundation
import Shell
import WorkbookLanguage

@testable import Classroom

/// A course of one lesson, two exercises, a way through them and a glossary, in a folder of its own.
func withCourse(_ body: (Library, ProgressStore) async throws -> Void) async throws {
  try await withFolder { folder in
    func write(_ text: String, _ path: String) throws {
      let url = URL(fileURLWithPath: folder + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    try write(smallLesson.source.text, "Lessons/01-teams.md")
    try write("team: some players who play together\n", "Lessons/glossary.yaml")
    try write(
      "---\ntitle: One hour\nfor: you have an hour\n---\n\n- lesson 1\n- exercise bulls\n", "Lessons/Courses/hour.md")
    for (slug, title) in [("bulls", "The Bulls"), ("bulls-again", "The Bulls again")] {
      let path = "Exercises/01-teams/\(slug)/"
      try write(
        """
        ---
        title: \(title)
        points: 4
        ---

        Make a team called *Bulls*, and save.

        ```hint
        `Team(name: …)` makes one.
        ```

        ```hint
        A name is a text.
        ```

        ```hint
        Do not forget `save`.
        ```
        """, path + "task.md")
      try write("entity Team { name: String }\nsave\n", path + "start.graph")
      try write(
        "check \"There is a team called Bulls\", points 4 {\n  expect (count Team where name == \"Bulls\") == 1 else \"No team has that name.\"\n}\n",
        path + "check.graph")
      try write("Team(name: \"Bulls\")\nsave\n", path + "solution.graph")
      try write("// No team has that name.\nTeam(name: \"Bull\")\nsave\n", path + "wrong/name.graph")
      try write("// No team has that name.\nlet x = 1\n", path + "wrong/none.graph")
    }
    try await body(Library(root: folder), ProgressStore(path: folder + "/progress.json"))
  }
}

/// The book as the server has it, without a server.
func book(
  _ library: Library, _ store: ProgressStore?, day: Int = 20_000, now: @escaping @Sendable () -> Double = { 0 }
) -> BookHost {
  BookHost(
    library: library, store: store, today: { day }, threads: 2, now: now, makeInterpreter: makeTestInterpreter)
}

extension BookHost {
  /// Opens a page.
  func open(_ path: String, query: [String: String] = [:]) async -> WebResponse {
    await BookRoutes.answer(get(path, query: query), self)
  }

  /// Sends a form as the script does, or as a browser does without one.
  func send(_ path: String, _ fields: [(String, String)], script: Bool = true) async -> WebResponse {
    let body = fields.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
    var request = post(path, body)
    if script { request.headers["accept"] = "application/json" }
    return await BookRoutes.answer(request, self)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
  }
}
