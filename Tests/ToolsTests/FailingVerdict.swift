import Courses
import Diagnostics
import Grading
import Testing
import WorkbookLanguage

import struct Foundation.Date

/// Returns the verdict on an answer to an exercise of the course, which must fail.
func failingVerdict(_ exercise: String, _ answer: String) throws -> Verdict {
  let grader = Grader { now in Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) })) }
  let found = try #require(PrintTests.library.exercise(exercise).exercise)
  let verdict = grader.grade(found, answer: SourceText(answer, name: "answer.graph"))
  #expect(verdict.status == .failed)
  return verdict
}
