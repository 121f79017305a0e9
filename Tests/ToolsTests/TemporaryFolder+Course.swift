import Courses
import Foundation
import TestSupport
import Tools
import WorkbookLanguage

extension TemporaryFolder {
  /// The folder as a course.
  var library: Library { Library(root: path) }

  var check: CourseCheck {
    CourseCheck(
      library: library,
      makeInterpreter: { now in Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) })) })
  }
}
