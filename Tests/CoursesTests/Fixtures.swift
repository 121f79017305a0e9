import Courses
import Diagnostics
import WorkbookLanguage

import class Foundation.Bundle
import struct Foundation.Date

enum Fixtures {
  static let folder = (Bundle.module.resourcePath ?? ".") + "/Fixtures"
  static let library = Library(root: folder + "/Library")

  static let make: InterpreterMaker = { now in
    Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) }))
  }

  /// A lesson with a head, for tests of what comes after it. The text starts on line 4.
  static func lesson(_ body: String) -> (lesson: Lesson?, diagnostics: [Diagnostic]) {
    LessonReader.read(SourceText("---\ntitle: T\n---\n" + body, name: "t.md"))
  }

  /// The messages as a learner sees their first line: `t.md:4:1: …`.
  static func headlines(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { String(DiagnosticFormatter().format($0).prefix { $0 != "\n" }) }
  }
}
