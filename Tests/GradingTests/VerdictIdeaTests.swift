import Courses
import Diagnostics
import Grading
import TestSupport
import Testing

import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

@Suite("A verdict names the ideas")
struct VerdictIdeaTests {
  static let library = Library(
    root: BuiltProgram.root.path)

  static func verdict(on answer: String) throws -> Verdict {
    let exercise = try #require(library.exercise("the-mark-stays").exercise)
    var verdict = Grader(makeInterpreter: Fixtures.make).grade(exercise, answer: SourceText(answer))
    verdict.recallIdeas(of: exercise, in: library)
    return verdict
  }

  static let sentence = "A refused save writes nothing, and the object stays marked until undo or rollback"

  @Test(
    "an answer that does not pass is told what the exercise is about, once and last, with the step that explains it")
  func failed() throws {
    let verdict = try Self.verdict(on: "save")
    #expect(verdict.checks.count { $0.status == .failed } > 1)
    let marks = "A delete only marks an object until a save goes through: lesson 9 step 3"
    #expect(verdict.ideas.map(\.words) == [Self.sentence + ": lesson 9 step 4", marks])
    let text = TextFormat(width: 200).text(for: [verdict])
    #expect(text.hasSuffix("\n\n  \(Self.sentence): lesson 9 step 4\n  \(marks)\n"))
    #expect(
      TextFormat(width: 90).text(for: [verdict]).hasSuffix(
        "\n\n  \(Self.sentence):\n    lesson 9 step 4\n  \(marks)\n"))
    #expect(
      JSONFormat().text(for: [verdict]).contains(
        #""ideas": [{"id": "mark-stays", "sentence": "\#(Self.sentence)", "lesson": 9, "step": 4}, {"#))
  }

  @Test("an answer that passes, or that could not be run, is told nothing")
  func others() throws {
    #expect(try Self.verdict(on: "undo\nsave").status == .passed)
    #expect(try Self.verdict(on: "undo\nsave").ideas.isEmpty)
    let endless = "for i in 1...99999 { for j in 1...99999 { count Employee } }"
    #expect(try Self.verdict(on: endless).status == .error)
    #expect(try Self.verdict(on: endless).ideas.isEmpty)
  }

  @Test("an idea that no step explains yet has no place")
  func withoutPlace() throws {
    let exercise = try #require(Self.library.exercise("home-and-away").exercise)
    var verdict = Grader(makeInterpreter: Fixtures.make).grade(exercise, answer: SourceText("count Team"))
    // The ideas without the lessons.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lessons = folder.appendingPathComponent("Lessons")
    try FileManager.default.createDirectory(at: lessons, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: Self.library.root).appendingPathComponent("Lessons/ideas.yaml"),
      to: lessons.appendingPathComponent("ideas.yaml"))
    verdict.recallIdeas(of: exercise, in: Library(root: folder.path))
    #expect(verdict.ideas.last?.words == "Two relationships to the same entity cannot share one inverse")
    #expect(JSONFormat().text(for: [verdict]).contains(#""lesson": null, "step": null}"#))
  }
}
