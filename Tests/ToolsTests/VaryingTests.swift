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

  /// The exercises with variants, but for the one of the test above.
  private static let names = PrintTests.library.openExercises().filter { !$0.varies.isEmpty }.map(\.slug)
    .filter { $0 != "laptops-on-loan" }

  @Test(
    "A shipped solution gets no point in a variant of its exercise, and the variant's own gets all", arguments: names)
  func shipped(name: String) throws {
    let original = try #require(PrintTests.library.exercise(name).exercise)
    let grader = Grader(makeInterpreter: Session.World().makeInterpreter)
    for seed in 1...3 as ClosedRange<UInt64> {
      let out = folder.path("\(name)-\(seed)")
      let result = check.vary(name, seed: seed, to: out)
      #expect(result.status == .success && result.lines.count == 2, "\(result.lines)")
      let variant = try #require(Library(root: out).exercise(name).exercise)
      let prepared = grader.prepare(variant)
      for answer in [variant.solution] + variant.right {
        let verdict = grader.grade(prepared, answer: answer)
        #expect(verdict.status == .passed && verdict.score == Double(variant.points), "\(seed), \(answer.stem)")
      }
      for answer in variant.wrong {
        #expect(grader.grade(prepared, answer: answer).status == .failed, "\(answer.stem)")
      }
      #expect(grader.grade(prepared, answer: original.solution).score == 0, "\(seed)")
      for answer in original.right {
        #expect(grader.grade(prepared, answer: answer).status == .failed, "\(answer.stem)")
      }
    }
  }

  @Test("A course made of a variant passes its check, and keeps the ideas of its own that it has")
  func course() throws {
    #expect(Self.names.count >= 6)
    let out = folder.path("exam")
    #expect(check.vary("moving-day", seed: 1, to: out).status == .success)
    let made = CourseCheck(library: Library(root: out), makeInterpreter: Session.World().makeInterpreter)
    let lines = made.exercises([]).lines
    #expect(lines.last?.hasPrefix("all is well: 1 exercise") == true, "\(lines)")
    try folder.write("1:\n  own: An idea of the course's own.\n", to: "exam/Lessons/ideas.yaml")
    #expect(check.vary("two-of-a-name", seed: 1, to: out).status == .success)
    let ideas = try String(contentsOfFile: out + "/Lessons/ideas.yaml", encoding: .utf8)
    #expect(ideas.contains("course's own"))
  }

  @Test("An exercise whose head lists nothing says so")
  func none() {
    let result = check.vary("free-agents", seed: 1, to: folder.path("exam"))
    #expect(
      result.status == .failure && result.lines[0] == "the exercise '09-delete-rules/free-agents' has no variants")
    let known = "  these exercises have variants: two-of-a-name, "
    #expect(result.lines.contains { $0.hasPrefix(known) })
    let unknown = check.vary("laptop", seed: 1, to: folder.path("exam")).lines
    #expect(unknown[0] == "there is no exercise 'laptop'")
    #expect(unknown.contains { $0.hasPrefix(known) })
  }
}
