import Courses
import Diagnostics
import Grading
import Predicates
import Testing
import WorkbookLanguage

import class Foundation.Bundle
import class Foundation.FileManager
import struct Foundation.URL

/// Answers that would take all the time or memory there is. Each is a file of `Fixtures/bombs`, which begins with the
/// verdict that it must get; `//* 60` repeats the line after it so often, with its number for `#`.
@Suite("Hostile answers")
struct BombTests {
  struct Bomb: CustomTestStringConvertible {
    var testDescription: String
    var verdict: String
    var answer: SourceText
  }

  static let bombs: [Bomb] = {
    let folder = Bundle.module.bundleURL.appendingPathComponent("Fixtures/bombs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      guard let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return Bomb(
        testDescription: name, verdict: String(lines[0].dropFirst(3)),
        answer: SourceText(repeating(lines.dropFirst()).joined(separator: "\n"), name: name))
    }
  }()

  private static func repeating(_ lines: some Sequence<String>) -> [String] {
    var result: [String] = []
    var count = 0
    for line in lines {
      if line.hasPrefix("//* ") {
        count = Int(line.dropFirst(4)) ?? 0
      } else if count > 0 {
        for number in 1...count { result.append(line.replacing("#", with: String(number))) }
        count = 0
      } else {
        result.append(line)
      }
    }
    return result
  }

  @Test func thereAreMany() { #expect(Self.bombs.count >= 45) }

  /// A fiftieth of what an answer may use is enough to see where each is stopped.
  static let budget = Budget(
    limits: Budget.grading.limits.mapValues { $0 / 50 }, textBytes: 1_000_000, nesting: Budget.grading.nesting)

  @Test("end with a verdict", arguments: bombs)
  func ends(_ bomb: Bomb) throws {
    let exercise = try Fixtures.exercise([
      "check.graph": "check \"one\" { expect 1 == 1 }\ncheck \"save\" { save }"
    ])
    let verdict = Grader(budget: Self.budget, makeInterpreter: Fixtures.make).grade(exercise, answer: bomb.answer)
    #expect(verdict.status != .passed)
    #expect(verdict.diagnostics.last { $0.severity == .error }?.message == bomb.verdict)
  }

  @Test func theSameAnswerIsStoppedAtTheSameCounts() throws {
    let answer = SourceText("model M\nentity A { n: Integer64? }\nfor i in 1...9000 { A(n: i); fetch A where n > i }")
    let exercise = try Fixtures.exercise()
    let grader = Grader(budget: Self.budget, makeInterpreter: Fixtures.make)
    let first = grader.grade(exercise, answer: answer)
    let second = grader.grade(exercise, answer: answer)
    #expect(first.steps == second.steps)
    #expect(first.diagnostics == second.diagnostics)
    #expect(first.steps > 3)
  }

  @Test func aStartHasABudget() throws {
    let exercise = try Fixtures.exercise(["start.graph": "let l = [1]\nfor i in 1...1000000 { let x = l }"])
    let verdict = Fixtures.grader.grade(exercise, answer: SourceText("let two = 2"))
    #expect(verdict.status == .error)
    #expect(
      verdict.diagnostics.map(\.message) == [
        "the start of '01-counting/two' cannot be used", "stopped after 100,000 steps",
      ])
    #expect(verdict.checks.map(\.status) == [.notRun, .notRun])
  }

  @Test func aSetUpHasABudget() throws {
    let exercise = try Fixtures.exercise(["check.graph": "for i in 1...1000000 { let x = 1 }\nexpect 1 == 1"])
    let verdict = Fixtures.grader.grade(exercise, answer: SourceText("let two = 2"))
    #expect(verdict.checks.map(\.feedback) == [["stopped after 20,000 steps (make the loops shorter)"], []])
  }

  /// An answer can make a check costly; the other checks are judged all the same.
  @Test func aCheckIsStoppedAlone() throws {
    let exercise = try Fixtures.exercise([
      "check.graph": "check \"save\" { save }\ncheck \"one\" { expect 1 == 1 }"
    ])
    let answer = """
      model Bomb
      entity A { s: String?, matches "(a+)+b" }
      for i in 1...50 { A(s: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") }
      """
    let verdict = Fixtures.grader.grade(exercise, answer: SourceText(answer))
    #expect(verdict.checks.map(\.status).prefix(2) == [.failed, .passed])
    #expect(
      verdict.checks[0].feedback == [
        "stopped after 200 steps of regular expressions (make the regular expression simpler)"
      ])
  }

  /// Each message shows its line, and here all are on one.
  @Test func manyProblemsAreCounted() throws {
    let claims = (1...150).map { "expect 1 == \($0 + 1)" }.joined(separator: "; ")
    let verdict = try Fixtures.grade(claims + "; nothing.here")
    #expect(verdict.diagnostics.count == 102)
    #expect(verdict.diagnostics.suffix(2).map(\.severity) == [.error, .note])
    #expect(verdict.diagnostics.last?.message == "50 more statements fail")
    #expect(verdict.status == .failed)
  }
}
