import Diagnostics
import ObjectGraph
import Shell
import Testing

import class Foundation.FileManager
import struct Foundation.URL

@testable import WorkbookLanguage

/// Types every statement that a hint offers, in the situation in which it is offered.
///
/// The situations are those of the other tests: each program of `Programs`, each line of `Mistakes` and each slip of
/// ``MessageTests``, statement by statement.
@Suite("What a hint offers works when it is typed")
struct HintTests {
  @Test("the offers are found")
  func offers() {
    #expect(
      Offers(in: "write change Team.homeGames, inverse away").statements == ["change Team.homeGames, inverse away"])
    #expect(Offers(in: "first: remove Red").statements == ["remove Red"])
    #expect(Offers(in: "undo brings it back").statements == ["undo"])
    #expect(Offers(in: "write add Team.city: String?").statements == ["add Team.city: String?"])
    #expect(Offers(in: "save keeps them; rollback discards them").statements == ["save"])
    #expect(Offers(in: "write delete Player where …").statements == [])
    #expect(Offers(in: "write let x = …").statements == [])
    #expect(Offers(in: "did you mean Player?").statements == [])
  }

  @Test(
    "an offer is parsed without offers of its own",
    arguments: ["fetch A ", "count Player x ", "insert B ", "SELECT x FROM A WHERE ", "UPDATE A SET ", "try a.b "])
  func nested(text: String) {
    let tree = WorkbookParser.parse(SourceText(String(repeating: text, count: 500)))
    #expect(tree.diagnostics.containsError)
  }

  @Test(
    "a long chain is no deep one",
    arguments: [".author", "[0]", ".filter { $0.a }", ".count", " + one", " ?? one", "(1)", "?.x"])
  func chains(link: String) {
    var interpreter = Interpreter()
    let outcomes = interpreter.run(SourceText("one" + String(repeating: link, count: 250) + ".save()"))
    #expect(outcomes.contains { $0.failed })
  }

  @Test("in programs", arguments: ProgramTests.programs)
  func program(name: String) throws {
    let file = ProgramTests.folder.appendingPathComponent(name)
    let program = Program(try String(contentsOf: file, encoding: .utf8))
    var interpreter = Interpreter(environment: ProgramFiles(folder: file.deletingLastPathComponent()).environment)
    for part in program.parts {
      type(SourceText(part.text, name: nil, firstLine: part.firstLine), into: &interpreter, of: name)
    }
  }

  @Test("in lessons", arguments: CourseFiles.lessons)
  func lesson(path: String) throws {
    for step in try CourseFiles.steps(ofLesson: path) {
      var interpreter = Interpreter()
      for block in step.before { _ = interpreter.run(SourceText(block)) }
      type(SourceText(step.block), into: &interpreter, of: path)
    }
  }

  /// Those of every fourth exercise.
  @Test(
    "in answers to exercises",
    arguments: CourseFiles.exercises.enumerated().filter { $0.offset % 4 == 3 }.map(\.element))
  func exercise(folder: String) throws {
    let start = try CourseFiles.text(of: folder + "/start.graph")
    for answer in try CourseFiles.answers(in: folder) {
      var interpreter = Interpreter()
      _ = interpreter.run(SourceText(start))
      type(SourceText(try CourseFiles.text(of: answer)), into: &interpreter, of: answer)
    }
  }

  @Test("after mistakes", arguments: MistakeTests.kinds)
  func mistakes(kind: String) throws {
    let text = try String(contentsOf: MistakeTests.folder.appendingPathComponent(kind + ".txt"), encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("> ") {
      check(String(line.dropFirst(2)).replacing("⏎", with: "\n"))
    }
  }

  @Test("after slips", arguments: MessageTests.slips.map(\.0))
  func slips(slip: String) { check(slip) }

  private func check(_ text: String) {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(MessageTests.model))
    type(SourceText(text), into: &interpreter, of: text)
  }

  /// Runs a text one statement at a time, and types what each message offers into a copy of what was there before it.
  private func type(_ source: SourceText, into interpreter: inout Interpreter, of name: String) {
    let tree = WorkbookParser.parse(source)
    guard tree.diagnostics.isEmpty else {
      // What can't be parsed changes nothing, so the state after it is that in which the message appears.
      for outcome in interpreter.run(tree) {
        type(outcome, in: interpreter, of: name)
        replace(outcome, from: 0, in: source, interpreter, of: name)
      }
      return
    }
    for statement in tree.statements {
      let before = interpreter.trial()
      let outcome = interpreter.execute(statement, in: source)
      replace(outcome, from: statement.range.lowerBound, in: source, before, of: name)
      // A warning's advice is for what came after.
      checkContext(of: outcome, statement, in: name)
      type(outcome, in: outcome.failed ? before : interpreter, of: name)
    }
  }

  /// Checks that what a message inside `context draft { … }` offers acts on that context and not on main.
  private func checkContext(of outcome: Outcome, _ statement: Statement, in name: String) {
    guard case .value(.context(let block)) = statement.kind, block.name.text != "main" else { return }
    let words: Set<StatementWord> = [.save, .rollback, .undo, .redo, .reset, .refresh, .validate, .merge, .show]
    // What comes first may be another context's save.
    let hints = outcome.diagnostics.compactMap(\.hint).filter { !$0.hasPrefix("first: ") }
    for offer in hints.flatMap({ Offers(in: $0).statements }) {
      let word = offer.split(separator: " ").first.flatMap { StatementWord(rawValue: String($0)) }
      #expect(word.map(words.contains) != true, "\(name): inside \(block.name), \(offer) acts on main")
    }
  }

  private func type(_ outcome: Outcome, in before: Interpreter, of name: String) {
    for diagnostic in outcome.diagnostics where diagnostic.severity != .note {
      let hinted = Offers(in: diagnostic.hint ?? "").statements.map { [$0] }
      for lines in hinted + (diagnostic.statements.isEmpty ? [] : [diagnostic.statements]) {
        if let failure = failure(of: lines, in: before, hintsLeft: 3) {
          Issue.record("\(name)\n\(diagnostic.id): \(diagnostic.message)\noffers: \(lines)\nwhich fails: \(failure)")
        }
      }
    }
  }

  /// Puts what a hint or a fix offers in the place that is underlined: the message may not come again.
  private func replace(
    _ outcome: Outcome, from start: Int, in source: SourceText, _ before: Interpreter, of name: String
  ) {
    for diagnostic in outcome.diagnostics where diagnostic.severity != .note && diagnostic.source == nil {
      var fixes = [diagnostic.fix].compactMap { $0 }
      if let range = diagnostic.range, let text = Offers.replacement(in: diagnostic.hint ?? "") {
        fixes.append(Diagnostic.Fix(range, with: text))
      }
      for fix in fixes where fix.range.lowerBound >= start {
        var bytes = Array(source.text.utf8)
        bytes.replaceSubrange(fix.range.lowerBound..<fix.range.upperBound, with: Array(fix.replacement.utf8))
        var copy = before.trial()
        let text = String(decoding: bytes[start...], as: UTF8.self)
        for answer in copy.run(SourceText(text))
        where answer.diagnostics.contains(where: { $0.message == diagnostic.message }) {
          Issue.record("\(name)\n\(diagnostic.message)\nis not mended by: \(text)")
        }
      }
    }
  }

  /// The message of the first line that fails, or nil where all work. A line may fail with a hint that names the statement
  /// to type first.
  private func failure(of lines: [String], in before: Interpreter, hintsLeft: Int) -> String? {
    var copy = before.trial()
    for line in lines {
      for answer in copy.run(SourceText(line)) where answer.failed {
        // There are no files here; that `run` is what to type is all that can be seen.
        if answer.diagnostics.contains(where: { $0.id == "no-files" }) { continue }
        let first = answer.diagnostics.compactMap(\.hint).filter { $0.hasPrefix("first: ") }.flatMap {
          Offers(in: $0).statements
        }
        if hintsLeft > 0, let statement = first.first {
          return failure(of: [statement] + lines, in: before, hintsLeft: hintsLeft - 1)
        }
        return OutcomeRenderer(showsPlaces: false).document(for: answer).lines(.plain).joined(separator: "\n")
      }
    }
    return nil
  }
}

/// The statements in a hint: the longest stretches of whole words that parse as one. One with `…` is a pattern to fill in,
/// which no one can type as it is, and a single word is a statement only where a statement is announced.
struct Offers {
  private(set) var statements: [String] = []

  init(in hint: String) {
    // What is said to fail is named, and not offered.
    if hint.contains(" would fail: ") { return }
    let words = hint.split(separator: " ").map(String.init)
    var first = 0
    while first < words.count {
      let isAnnounced = first == 0 || words[first - 1] == "write" || words[first - 1].hasSuffix(":")
      guard StatementWord(rawValue: words[first].trimmingPunctuation) != nil,
        let count = Self.longest(words[first...], atLeast: isAnnounced ? 1 : 2)
      else {
        first += 1
        continue
      }
      let text = words[first..<first + count].joined(separator: " ").trimmingPunctuation
      if !text.contains("…") { statements.append(text) }
      first += count
    }
  }

  /// What a hint says to write in the place that is underlined, where it is not a statement: `write "30"`, `did you mean
  /// age?`.
  static func replacement(in hint: String) -> String? {
    if hint.hasPrefix("did you mean "), hint.hasSuffix("?") {
      let names = hint.dropFirst(13).dropLast()
      return String(names.prefix { $0 != "," }.split(separator: " ").first ?? "")
    }
    guard hint.hasPrefix("write "), Offers(in: hint).statements.isEmpty, !hint.contains("…") else { return nil }
    let text = String(hint.dropFirst(6).split(separator: ",")[0])
    // Words of a sentence: what to do, not what to write.
    let words = text.split(separator: " ")
    let isSentence = words.contains {
      ["it", "the", "a", "or", "and", "[", "for", "without", "alone", "where", "first"].contains($0)
    }
    return isSentence || text.hasPrefix(".") ? nil : text
  }

  /// How many words the longest statement has, or the longest pattern.
  private static func longest(_ words: ArraySlice<String>, atLeast least: Int) -> Int? {
    guard least <= words.count else { return nil }
    return (least...words.count).reversed().first { count in
      let text = words.prefix(count).joined(separator: " ").trimmingPunctuation
      let tree = WorkbookParser.parse(SourceText(text.replacing("…", with: "x")))
      guard tree.diagnostics.isEmpty, tree.statements.count == 1 else { return false }
      switch tree.statements[0].kind {
      case .shell, .expect: return false
      default: return true
      }
    }
  }
}

extension String {
  /// Without the commas and full stops of the sentence around it.
  fileprivate var trimmingPunctuation: String {
    var text = self[...]
    while let last = text.last, ",.;:".contains(last) { text.removeLast() }
    return String(text)
  }
}
