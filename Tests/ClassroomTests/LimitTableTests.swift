import Diagnostics
import Predicates
import Testing

import struct Foundation.URL

@testable import Classroom

@Suite("The limits that docs/classroom.md promises")
struct LimitTableTests {
  @Test("Each row of the table is what the code allows")
  func table() throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let document = try String(contentsOf: folder.appendingPathComponent("docs/classroom.md"), encoding: .utf8)
    let limits = try #require(document.firstRange(of: "## Limits"))
    let lines = document[limits.upperBound...].split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(lines.dropFirst(2).map { $0.split(separator: "|").map(\.trimmed) } == Self.rows)
  }

  static var rows: [[String]] {
    let web = WebServer.Limits()
    let (statements, joins, guesses) = (ClassHost.statementRate, ClassHost.joinRate, ClassHost.guessRate)
    let steps = DisplayText.grouped(StudentSession.budget[.statements])
    let objects = DisplayText.grouped(StudentSession.budget[.objects])
    return [
      ["students", "\(ClassSession.studentLimit)"],
      ["statements and votes of a student", "\(Int(statements.rate)) a second, one at a time"],
      ["wrong codes from one address", "\(Int(guesses.burst)) at once, then \(Int(guesses.rate)) a second"],
      ["students who join from one address", "\(Int(joins.burst)) at once, then \(Int(joins.rate)) a second"],
      [
        "size of a request",
        "\(kilobytes(WebRequest.headLimit)) of headers, \(kilobytes(WebRequest.bodyLimit)) of content",
      ],
      ["time for a request to arrive", "\(Int(web.request)) seconds"],
      ["silence between two requests", "\(Int(web.idle)) seconds"],
      ["time for a browser to take an event", "\(Int(web.response)) seconds"],
      [
        "connections",
        "\(DisplayText.grouped(web.connections)); \(DisplayText.grouped(web.connectionsOfAddress)) from one address",
      ],
      ["pages that a student has open", "\(ClassHost.pagesOfStudent)"],
      ["pages of the teacher", "\(ClassHost.watcherLimit)"],
      ["boards with the key, boards without it", "\(ClassHost.watcherLimit) each"],
      ["size of a statement", kilobytes(ClassSession.statementLimit)],
      ["size of a typed answer", "\(ClassSession.answerLimit) characters"],
      ["steps, new objects of a statement", steps == objects ? "\(steps) each" : "\(steps), \(objects)"],
      ["memory of what a student types on a screen", "\(StudentSession.share >> 20) MB"],
      ["entities of a student's model that are drawn", "\(StudentSession.diagramLimit)"],
      ["seconds for which an attempt is run again", "\(Int(StudentSession.replaySeconds))"],
      ["statements that are kept of a student, for each screen", kilobytes(ClassSession.typedLimit)],
      [
        "different remarks of the checks that are kept of a student, for each task", "\(ClassSession.advicesLimit)",
      ],
    ]
  }

  private static func kilobytes(_ bytes: Int) -> String { "\(bytes / 1_024) KB" }
}
