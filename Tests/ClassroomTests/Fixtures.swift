import Courses
import Diagnostics
import JSON
import WorkbookLanguage

import class Foundation.FileManager
import struct Foundation.UUID

@testable import Classroom

/// A lesson with two questions, one task, and a note.
let smallLesson: Lesson = {
  let text = """
    ---
    title: Teams
    chapter: 1
    ---

    About teams.

    ## A team

    There is one team.

    ```graph
    entity Team { name: String; players ->> Player?, delete nullify }
    entity Player { name: String; team -> Team?, inverse players }
    let heat = Team(name: "Heat")
    let wade = Player(name: "Wade", team: heat)
    save
    ```

    ```predict
    What happens to Wade when the team is deleted?
    - [x] `wade.team == nil`: the rule is nullify
    - [ ] He goes, too: that would be cascade
    - [ ] Nothing: the link would lead nowhere
    ```

    ```graph
    delete heat
    ```

    ```note
    Seven minutes. Ask who *this* is.
    ```

    ## Counting

    ```predict
    How many players are there now?
    = count Player
    ```

    ```graph
    count Player
    ```

    ```note
    3 minutes, with the vote.
    ```

    ## Your turn

    ```task
    Make a team called Bulls.
    ```

    ```check
    expect (count Team where name == "Bulls") == 1 else "There is no team called Bulls yet."
    ```

    ```hint
    Team(name: …)
    ```

    ```solution
    let bulls = Team(name: "Bulls")
    ```

    Well done.
    """
  let (lesson, diagnostics) = LessonReader.read(
    SourceText(text, name: "Lessons/01-teams.md"), number: 1, slug: "teams")
  precondition(diagnostics.isEmpty, "\(diagnostics)")
  return lesson ?? Lesson.missing
}()

extension Lesson {
  fileprivate static var missing: Lesson { preconditionFailure("the lesson of the tests cannot be read") }
}

let firstQuestion = QuestionPlace(step: 0, number: 0)
let secondQuestion = QuestionPlace(step: 1, number: 0)

/// A class of the small lesson in which some students are.
func session(_ names: String...) throws -> ClassSession {
  var session = ClassSession(lesson: smallLesson)
  for (index, name) in names.enumerated() {
    try session.apply(.joined(student: index + 1, name: name, token: "token-\(index + 1)"))
  }
  return session
}

/// Calls a function with a folder that is deleted afterwards.
func withFolder(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("class-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try await body(folder)
}

let makeTestInterpreter: InterpreterMaker = { now in
  var interpreter = now.map { date in Interpreter(environment: .init(now: { date })) } ?? Interpreter()
  interpreter.budget = .lesson
  return interpreter
}

let testFacts = ClassFacts(
  secret: "0123456789abcdef0123456789abcdef", code: "abc234", boardKey: "0011223344556677",
  address: "http://127.0.0.1:8642", port: 8642, day: "2026-01-15", start: "start")

/// A class as the server has it, without a server.
func host(_ session: ClassSession? = nil, journal: ClassJournal? = nil, now: @escaping @Sendable () -> Double = { 0 })
  -> ClassHost
{
  ClassHost(
    session: session ?? ClassSession(lesson: smallLesson), facts: testFacts, journal: journal, threads: 2, now: now,
    makeInterpreter: makeTestInterpreter)
}

/// A request as a page of the class would send it.
func post(_ path: String, _ body: String, cookie: String? = nil) -> WebRequest {
  var request = WebRequest("POST", path)
  request.headers = ["host": "127.0.0.1:8642", "origin": "http://127.0.0.1:8642"]
  if let cookie { request.headers["cookie"] = cookie }
  request.body = Array(body.utf8)
  request.peer = "127.0.0.1"
  return request
}

func get(_ path: String, query: [String: String] = [:], cookie: String? = nil) -> WebRequest {
  var request = WebRequest("GET", path)
  request.headers = ["host": "127.0.0.1:8642"]
  if let cookie { request.headers["cookie"] = cookie }
  request.query = query
  return request
}

extension WebResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONValue? { body.withUnsafeBufferPointer { try? JSONValue($0) } }
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
