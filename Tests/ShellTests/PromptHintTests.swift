import Diagnostics
import Shell
import Testing

@testable import WorkbookLanguage

/// Types every command that a hint of the prompt offers, where it is offered: hints of commands, lessons and exercises.
/// Those of statements are typed by `HintTests`.
@Suite("What a hint of the prompt offers works when it is typed")
struct PromptHintTests {
  /// What is typed, and the commands that the hint of its answer offers.
  static let situations: [(lines: [String], offers: [String])] = [
    (["lesson 99"], ["lesson 1", "lesson 2"]),
    (["lesson 1 step 9"], ["lesson 1 step 3"]),
    (["exercise nowhere"], ["exercises"]),
    (["exercise keep-the-player"], ["exercise keep-the-players"]),
    (["exercise"], ["exercises"]),
    (["leave"], ["quit"]),
    (["hint"], ["lesson", "lessons"]),
    (["solution"], ["lesson", "lessons"]),
    (["skip"], ["lesson", "lessons"]),
    (["back"], ["lesson", "lessons"]),
    (["restart"], ["lesson", "lessons"]),
    (["check"], ["lesson", "lessons"]),
    (["help zzz"], ["help"]),
    (["help delet"], ["help delete"]),
    (["lesson 1", "back"], ["restart"]),
    (["lesson 1 step 2", "next"], ["hint", "solution", "skip"]),
    (["lesson 1 step 2", "back", "leave", "leave"], ["quit"]),
    (["exercise keep-the-players", "submit"], ["check"]),
    (["exercise keep-the-players", "back"], ["check", "hint", "solution", "restart", "leave"]),
    (["exercise keep-the-players", "hint", "hint", "hint", "hint", "hint"], ["solution"]),
  ]

  @Test("in every situation", arguments: situations)
  func offers(_ row: (lines: [String], offers: [String])) throws {
    let message = LearningTests.last(row.lines)
    let hint = try #require(Self.hint(in: message), "\(row.lines) is answered with \(message)")
    #expect(Self.commands(in: hint, for: row.lines.last ?? "") == row.offers, "\(message)")
    for offer in row.offers {
      if offer == "quit" {
        #expect(LearningTests.last(row.lines + [offer, "1 + 1"]) == message, "quit ends the session")
        continue
      }
      let answer = LearningTests.last(row.lines + [offer])
      #expect(answer != message && Self.hint(in: answer) == nil, "\(row.lines), then \(offer): \(answer)")
    }
  }

  @Test("A capital at the beginning of an input, as phones make it, is a small letter, unless something has that name")
  func capitals() {
    let small = LearningTests.last(["entity Team { name: String }", "review"])
    #expect(LearningTests.last(["Entity Team { name: String }", "Review"]) == small)
    #expect(LearningTests.last(["Help sheet"]) == LearningTests.last(["help sheet"]))
    #expect(LearningTests.last(["let Count = 41", "Count"]).contains("41"))
    #expect(LearningTests.last(["let Count = 41", "Count + 1"]).contains("42"))
  }

  /// The hint of an answer that is a message and nothing else; nil for any other answer.
  static func hint(in answer: String) -> String? {
    let lines = answer.split(separator: "\n")
    guard let last = lines.last, lines.count == 2 || answer.contains("^"),
      lines.dropFirst().allSatisfy({ $0.hasPrefix("  ") })
    else { return nil }
    // The place that is underlined comes before the hint, if there is one.
    return last.split(separator: "^").last.map(String.init)
  }

  /// The commands in a hint, the longest that its words make: `type quit to end`, `the lessons are 1 and 2`, `did you mean
  /// delete?` of the last word of a line.
  static func commands(in hint: String, for line: String) -> [String] {
    // What comes after `to` is what the command does: `type restart to begin it again`.
    let words = hint.split { " ,;?".contains($0) }.map(String.init).prefix { $0 != "to" }
    if let place = words.firstIndex(of: "mean"), let name = words[(place + 1)...].first {
      return [(line.split(separator: " ").dropLast() + [Substring(name)]).joined(separator: " ")]
    }
    if hint.contains("the lessons are ") { return words.filter { Int($0) != nil }.map { "lesson \($0)" } }
    var found: [String] = []
    var rest = words
    while let word = rest.first {
      let length = StatementWord(rawValue: word) == nil ? nil : (1...rest.count).last { isCommand(rest.prefix($0)) }
      if let length { found.append(rest.prefix(length).joined(separator: " ")) }
      rest = rest.dropFirst(length ?? 1)
    }
    return found
  }

  private static func isCommand(_ words: ArraySlice<String>) -> Bool {
    if words.contains("lists") || words.contains("goes") { return false }
    let tree = WorkbookParser.parse(SourceText(words.joined(separator: " ")))
    guard tree.diagnostics.isEmpty, tree.statements.count == 1, case .shell(let command) = tree.statements[0].kind
    else {
      return false
    }
    // Every word may be the topic of help, and the name of an exercise.
    switch command {
    case .help, .exercise: return words.count == 1
    default: return true
    }
  }
}
