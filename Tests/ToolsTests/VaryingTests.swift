import Courses
import Diagnostics
import Foundation
import Grading
import Shell
import TestSupport
import Testing
import Tools

@Suite("exercise variant")
struct VaryingTests {
  private let check = CourseCheck(library: PrintTests.library, makeInterpreter: Session.World().makeInterpreter)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "The shipped solutions of laptops-on-loan do not fit its variants, which are sound exercises",
    arguments: [1, 2, 3] as [UInt64])
  func laptops(seed: UInt64) throws {
    let out = folder.path("exam")
    let result = check.vary("laptops-on-loan", seed: seed, to: out)
    #expect(result.status == .success, "\(result.lines)")
    #expect(result.lines.count == 2 && result.lines[0].contains("sales → "), "\(result.lines)")
    let library = Library(root: out)
    let variant = try #require(library.exercise("laptops-on-loan").exercise)
    let original = try #require(PrintTests.library.exercise("laptops-on-loan").exercise)
    let grader = Grader(makeInterpreter: Session.World().makeInterpreter)
    let prepared = grader.prepare(variant)
    for answer in [variant.solution] + variant.right {
      #expect(grader.grade(prepared, answer: answer).status == .passed)
    }
    for answer in variant.wrong { #expect(grader.grade(prepared, answer: answer).status == .failed) }
    for answer in [original.solution] + original.right {
      #expect(grader.grade(prepared, answer: answer).status != .passed, "\(answer.name ?? "")")
    }
    #expect(!variant.source.text.contains("vary"))
  }

  @Test("An exercise whose head lists nothing says so")
  func none() {
    let result = check.vary("free-agents", seed: 1, to: folder.path("exam"))
    #expect(
      result.status == .failure && result.lines[0] == "the exercise '09-delete-rules/free-agents' has no variants")
    #expect(result.lines.contains("  this exercise has variants: laptops-on-loan"))
    let unknown = check.vary("laptop", seed: 1, to: folder.path("exam")).lines
    #expect(unknown[0] == "there is no exercise 'laptop'")
    #expect(unknown.contains("  this exercise has variants: laptops-on-loan"))
  }
}
