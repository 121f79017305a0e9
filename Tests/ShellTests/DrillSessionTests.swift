import Courses
import Drills
import Shell
import TestSupport
import Testing
import WorkbookLanguage

@Suite("Drills at the prompt")
struct DrillSessionTests {
  /// What is shown after each of these lines.
  static func replies(_ lines: [String], progressPath: String? = nil) -> [String] {
    var replies: [String] = []
    var session = Session(.prompt, world: TranscriptTests.world(progressPath: progressPath))
    session.run(ScriptedReader(lines), opening: { _ in [] }) { replies.append($0) }
    return replies
  }

  /// The drill that a learner gets first.
  static func first(_ kind: DrillKind) -> Drill { DrillMaker.drill(kind, seed: 0, level: 1) }

  @Test("A right answer, another question, and the learner's own graph again")
  func right() {
    let replies = Self.replies([
      "let mine = 1", "drill delete-rules", Self.first(.deleteRules).answer, "next", "leave", "mine",
    ])
    #expect(replies[1].contains("delete-rules · level 1 · seed 0"))
    #expect(replies[1].contains("entity "))
    #expect(replies[2] == "✓ right\n\nnext asks another; leave goes back to your own graph.\n")
    #expect(replies[3].contains("delete-rules · level 1 · seed 1"))
    #expect(replies[4] == "left the drill; drill delete-rules asks another. The graph is your own again.\n")
    #expect(replies[5] == "1\n")
  }

  @Test("A wrong answer gets the right one and the trace, and counts", arguments: DrillKind.allCases)
  func wrong(_ kind: DrillKind) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let replies = Self.replies(["drill \(kind.rawValue)", "solution", "progress"], progressPath: path)
    let answer = Self.first(kind).answer
    #expect(replies[1].split(separator: "\n").joined(separator: " ").contains("The answer is: "))
    #expect(replies[1].contains(answer.prefix(10)))
    #expect(replies[2].contains("0 of 1 right"))
    // Another session goes on with the next seed.
    #expect(Self.replies(["drill \(kind.rawValue)"], progressPath: path)[0].contains("seed 1"))
  }

  @Test("A line that is no answer does not count, show looks around, and next leaves the question")
  func noAnswer() {
    let replies = Self.replies(["drill delete-rules", "nobody", "show model", "next", "progress"])
    #expect(replies[1].contains("There is no object 'nobody' to choose."))
    #expect(replies[1].contains("This does not count"))
    #expect(replies[2].contains("entity "))
    #expect(replies[3].contains("delete-rules · level 1 · seed 1"))
    #expect(replies[4].contains("nothing yet"))
  }

  @Test("A chapter's kinds, and words that name none")
  func choices() {
    #expect(Self.replies(["drill 9"])[0].contains("delete-rules · level 1"))
    #expect(Self.replies(["drill"])[0].contains("fetches · level 1"))
    #expect(Self.replies(["drill 2"])[0].hasPrefix("chapter 2 has no drills\n  these chapters have: 1, 3, "))
    #expect(Self.replies(["drill inverse"])[0].hasPrefix("there is no drill 'inverse'\n  did you mean"))
    #expect(Self.replies(["drill 4", "solution", "next"])[2].contains("normal-forms · level 1"))
  }

  @Test("Three right answers make the next question harder")
  func levels() {
    var lines = ["drill inverses"]
    for seed in 0..<3 {
      lines += [DrillMaker.drill(.inverses, seed: UInt64(seed), level: 1).answer, "next"]
    }
    #expect(Self.replies(lines).last?.contains("inverses · level 2 · seed 3") == true)
  }

  @Test("Worksheets have their key after the questions")
  func worksheet() {
    let sheet = Worksheet(.keys, seed: 5, count: 2, level: 2)
    let first = DrillMaker.drill(.keys, seed: 5, level: 2)
    let text = sheet.text(as: .md)
    #expect(text.hasPrefix("# Drill: keys\n\n## 1\n\n```graph\nentity "))
    #expect(text.contains("## Key\n\n1. \(first.answer) (seed 5)\n2. "))
    #expect(sheet.text(as: .text).contains("\nKey\n\n1. \(first.answer) (seed 5)\n"))
    #expect(
      sheet.text(as: .json).hasPrefix("{\"kind\": \"keys\"") || sheet.text(as: .json).hasPrefix("{\"kind\":\"keys\""))
    #expect(sheet.text(as: .text) == Worksheet(.keys, seed: 5, count: 2, level: 2).text(as: .text))
  }
}
