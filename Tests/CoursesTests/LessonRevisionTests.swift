import Diagnostics
import Testing

@testable import Courses

@Suite("Rewriting output blocks")
struct LessonRevisionTests {
  /// A lesson of one step with one output block, its last step being `found` by the program.
  static func revised(_ text: String, found: [String]) -> String {
    let plain = SourceText(text).withLineFeeds
    let lesson = LessonReader.read(plain).lesson
    let outputs = (lesson?.steps ?? []).flatMap(\.blocks).compactMap { block -> SourceText? in
      if case .graph(_, let output?) = block { output } else { nil }
    }
    let differences = zip(outputs, found).map { OutputDifference(output: $0, found: $1) }
    return String(
      decoding: LessonRevision.bytes(Array(text.utf8), replacing: differences), as: UTF8.self)
  }

  static func lesson(_ output: String) -> String {
    "---\ntitle: T\n---\n## A\n\n```graph\n1\n```\n\n```output\n\(output)```\n\nEnd.  \n"
  }

  @Test(
    "Lines that are right stay as they are written",
    arguments: [
      ("1\n", "2", "2\n"),
      ("a\nb\nc\n", "a\nx\nc", "a\nx\nc\n"),
      ("a … c\nb\n", "a b c\nx", "a … c\nx\n"),
      ("a\nb\n", "b", "b\n"), ("b\n", "a\nb\nc", "a\nb\nc\n"), ("a  \nb\n", "a\nc", "a  \nc\n"),
      ("\na\n\n", "b", "b\n"), ("a\n", "", ""), ("", "a\nb", "a\nb\n"), ("", " a\n\nb", " a\n\nb\n"),
      ("\n", "a\n\nb", "a\n\nb\n"), ("a\n\nb\n", "a\n\nc", "a\n\nc\n"),
      // A gap keeps its place among the first lines and the last.
      ("a\n…\n3\n", "a\nb\nc\n4", "a\n…\n4\n"), ("…\n3\n", "4", "4\n"), ("…\n3\n", "x\n4", "…\n4\n"),
      ("a\n…\n", "x\ny\nz", "x\n…\n"),
      // Two gaps could be anywhere.
      ("…\n1\n…\n", "a\nb", "a\nb\n"),
      ("x…\n", "y", "y\n"),
    ])
  func lines(old: String, found: String, new: String) {
    #expect(Self.revised(Self.lesson(old), found: [found]) == Self.lesson(new))
    let pattern = OutputPattern(new)
    #expect(pattern.matches(found), "\(new) is not what appears: \(found)")
  }

  @Test("Line ends, indentation and the last line stay")
  func bytes() {
    let windows = Self.lesson("1\n3\n").replacing("\n", with: "\r\n")
    #expect(Self.revised(windows, found: ["1\n2"]) == Self.lesson("1\n2\n").replacing("\n", with: "\r\n"))
    // The file mixes both: the kept line keeps its own end, the new one gets that of the fence.
    #expect(
      Self.revised("---\ntitle: T\n---\n## A\n```graph\r\n1\n```\n```output\r\na\nb\n```\r\n", found: ["a\nc"])
        == "---\ntitle: T\n---\n## A\n```graph\r\n1\n```\n```output\r\na\nc\r\n```\r\n")
    #expect(
      Self.revised("---\ntitle: T\n---\n## A\n```graph\n1\n```\n  ~~~output\n  a\n  b\n  ~~~", found: ["a\n\nc"])
        == "---\ntitle: T\n---\n## A\n```graph\n1\n```\n  ~~~output\n  a\n\n  c\n  ~~~")
    // A line that would end the block leaves it as it was.
    let fenced = Self.lesson("1\n")
    #expect(Self.revised(fenced, found: ["```\n"]) == fenced)
  }

  @Test("Several blocks of a file")
  func several() {
    func lesson(_ first: String, _ second: String) -> String {
      Self.lesson(first) + "\n```graph\n2\n```\n```output\n\(second)```\n"
    }
    #expect(
      Self.revised(lesson("1\n", "2\n3\n"), found: ["a\nb\nc", "3"]) == lesson("a\nb\nc\n", "3\n"))
  }
}
