import Courses
import Diagnostics
import Pages
import Shell
import Testing
import WorkbookLanguage

import struct Foundation.Date
import struct Foundation.URL

/// The lessons of this repository, and small ones, played out.
enum Scripts {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  static let library = Library(root: root)

  static let make: InterpreterMaker = { now in
    var interpreter = Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) }))
    interpreter.budget = .lesson
    return interpreter
  }

  static func lesson(_ word: String) throws -> LessonScript {
    LessonScript(try #require(library.lesson(word).lesson), makeInterpreter: make)
  }

  /// A lesson with a head.
  static func script(_ body: String) throws -> LessonScript {
    let (lesson, diagnostics) = LessonReader.read(SourceText("---\ntitle: A <b> lesson\n---\n" + body, name: "t.md"))
    #expect(diagnostics.isEmpty)
    return LessonScript(try #require(lesson), makeInterpreter: make)
  }

  static func plain(_ columns: Int, _ rows: Int) -> ScreenRenderer {
    ScreenRenderer(style: TextStyle(width: columns), rows: rows)
  }
}
