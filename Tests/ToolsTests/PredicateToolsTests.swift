import CommandIO
import Diagnostics
import Foundation
import Shell
import Testing

@testable import Tools

@Suite("filter, over files of all kinds")
struct PredicateToolsTests {
  /// The output and the status.
  private final class Result {
    var output = ""
    var errors = ""
  }

  private static func filter(
    _ format: String, _ bytes: [UInt8], bindings: [String] = [], output: PredicateTools.FilterOutput = .lines
  ) throws -> (status: ProgramStatus, output: String, errors: String) {
    let path = NSTemporaryDirectory() + "filter-\(UUID().uuidString).jsonl"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = Result()
    let tools = PredicateTools(
      style: .plain, now: Date(timeIntervalSinceReferenceDate: 0), random: { 0 },
      write: { text in
        result.output += text
        return true
      },
      writeError: { result.errors += $0 + "\n" })
    let status = tools.filter(format, path: path, bindings: bindings, output: output)
    return (status, result.output, result.errors)
  }

  @Test("A mark in front, line ends of Windows, blank lines, and no line end at the end")
  func lineEnds() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("{\"age\": 31}\r\n\r\n{\"age\": 3}\r\n{\"age\": 99}".utf8)
    let found = try Self.filter("age > 30", bytes)
    #expect(found.status == .success)
    #expect(found.output == "{\"age\": 31}\r\n{\"age\": 99}\n")
    #expect(found.errors == "")
    let marked = try Self.filter("age > 30", [0xEF, 0xBB, 0xBF])
    #expect(marked.status == .success && marked.output == "")
  }

  @Test(
    "The same lines are blank for the filter, its explanation and the line protocols",
    arguments: [
      ("", true), (" \t ", true), ("\r", true), ("\u{1}", false), ("\u{B}", false), ("\u{A0}", false),
      ("\u{2028}", false),
    ])
  func blankLines(_ row: (line: String, isBlank: Bool)) throws {
    let bytes = Array((row.line + "\n{\"age\": 31}\n").utf8)
    for output in [PredicateTools.FilterOutput.lines, .explanation] {
      let found = try Self.filter("age > 30", bytes, output: output)
      #expect(found.errors.contains("line 1 is not JSON") != row.isBlank, "\(output): \(found.errors)")
      #expect(found.status == (row.isBlank ? .success : .failure))
    }
    #expect((NormalizationExchange().answer(row.line) == nil) == row.isBlank)
    #expect((ReviewExchange().answer(row.line) == nil) == row.isBlank)
  }

  @Test("What is no text is named with its line, and the other lines are answered")
  func bytes() throws {
    let found = try Self.filter(
      "age > 30", Array("{\"age\": 31}\n{\"name\": \"a".utf8) + [0xFF, 0x22, 0x7D, 0x0A, 0, 0x0A])
    #expect(found.status == .failure)
    #expect(found.output == "{\"age\": 31}\n")
    #expect(
      found.errors == """
        line 2 is not JSON: this is not UTF-8 at byte 12
        line 3 is not JSON: expected a value at byte 1

        """)
  }

  @Test("A variable without a value is told once, before anything is read")
  func variables() throws {
    let found = try Self.filter("age > $limit", Array("{\"age\": 31}\n{\"age\": 3}\n".utf8))
    #expect(found.status == .failure)
    #expect(
      found.errors == """
        nothing is named $limit
          age > $limit
                ^^^^^^ give it a value: --let limit=…

        """)
    let bound = try Self.filter("age > $limit", Array("{\"age\": 31}".utf8), bindings: ["limit=30"])
    #expect(bound.output == "{\"age\": 31}\n")
    let own = try Self.filter("($n := age) > 30 AND $n < 40", Array("{\"age\": 31}".utf8), output: .count)
    #expect(own.output == "1\n")
  }

  @Test("When nobody reads any more, an endless file is left")
  func closedPipe() {
    let questions = String(repeating: "{\"format\": \"a == 1\"}\n", count: 10)
    let path = NSTemporaryDirectory() + "questions-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect((try? Data(questions.utf8).write(to: URL(fileURLWithPath: path))) != nil)
    var answers = 0
    let tools = PredicateTools(
      style: .plain, now: Date(timeIntervalSinceReferenceDate: 0), random: { 0 },
      write: { _ in
        answers += 1
        return answers < 3
      }, writeError: { _ in })
    #expect(tools.answer(path: path, datasets: nil) == .success)
    #expect(answers == 3)
  }
}
