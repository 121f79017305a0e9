import Courses
import Drills
import Shell
import TestSupport
import Testing

import class Foundation.ProcessInfo

@Suite("Drills at the prompt begin at the beginning, and answer in few lines")
struct WrongAnswerDrillTests {
  /// How many seeds of each kind and level; `DRILL_SEEDS=1000` tries more.
  private static let seeds = ProcessInfo.processInfo.environment["DRILL_SEEDS"].flatMap(Int.init) ?? 12

  @Test(
    "The reply to a wrong answer has at most eight lines, with the right answer and a reason",
    arguments: DrillKind.allCases)
  func reply(kind: DrillKind) throws {
    for level in DrillMaker.levels {
      for seed in 0..<Self.seeds {
        let drill = DrillMaker.drill(kind, seed: UInt64(seed), level: level)
        let world = Session.World(library: nil, progressStore: nil)
        var session = Session(.prompt, world: world)
        session.practise(drill)
        var replies: [String] = []
        session.run(ScriptedReader([Self.wrong(drill)]), opening: { _ in [] }) { replies.append($0) }
        let reply = try #require(replies.first)
        let lines = reply.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        guard lines.count <= 8, lines.first == "✗ not quite", lines.count >= 5,
          lines.allSatisfy({ $0.count <= 80 }), lines.last?.contains("asks another") == true,
          lines.joined(separator: " ").contains("The answer is:")
        else {
          Issue.record("\(kind.rawValue), level \(level), seed \(seed):\n\(reply)")
          return
        }
      }
    }
  }

  /// An answer that is not the right one.
  private static func wrong(_ drill: Drill) -> String {
    let tries = ["none", "0", "1", "1570", "1600", "yes", "no", "1NF", "BCNF", "name == \"?\"", "1, 2"]
    let names = drill.setup.compactMap {
      $0.hasPrefix("let ") ? $0.split(separator: " ").dropFirst().first.map(String.init) : nil
    }
    let attributes = drill.setup.joined().matches(of: #/(\w+): String/#).map { String($0.1) }
    let answers = tries + names + attributes
    return answers.first { if case .wrong = drill.judge($0) { true } else { false } } ?? "none"
  }

  @Test("A new learner is asked about what chapter 1 taught, and others about what they have begun")
  func beginning() throws {
    #expect(
      LearningTests.last(["drill"], world: Session.World(library: WholeLessonTests.library)).hasPrefix(
        "\nfetches · level 1"))
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    let world = Session.World(library: WholeLessonTests.library, progressStore: store)
    func kinds(_ count: Int) -> Set<String> {
      var kinds: Set<String> = []
      var session = Session(.prompt, world: world)
      session.run(ScriptedReader(["drill"] + Array(repeating: "next", count: count)), opening: { _ in [] }) { reply in
        if let kind = reply.split(separator: " ").first { kinds.insert(kind.trimmingCharacters(in: .newlines)) }
      }
      return kinds
    }
    #expect(kinds(4) == ["fetches"])
    try store.update { $0.lessons["league-manager", default: LessonProgress()].steps = 11 }
    #expect(kinds(6).isSubset(of: ["fetches", "inverses", "many-to-many"]))
    try store.update { $0.note(drill: "undo", isRight: true) }
    #expect(DrillKind.undo.chapter == 10)
  }

  @Test("The first level of each kind asks what its chapter teaches", arguments: DrillKind.allCases)
  func levels(kind: DrillKind) throws {
    // Every error code in an answer of the first level is explained in a lesson up to the kind's chapter.
    let lessons = WholeLessonTests.library.lessons().entries.filter { $0.chapterNumber <= kind.chapter }
      .compactMap { WholeLessonTests.library.lesson($0.slug).lesson }
    #expect(lessons.contains { $0.chapterNumber == kind.chapter })
    let text = lessons.map(\.source.text).joined()
    for seed in 0..<UInt64(Self.seeds) {
      let drill = DrillMaker.drill(kind, seed: seed, level: 1)
      var words: Set<String> = []
      if kind == .validation || kind == .deleteRules {
        words = Set(drill.answer.split { !$0.isNumber }.map(String.init))
      }
      // So is every word of the language in it.
      let asked = drill.setup.joined(separator: "\n") + drill.question + drill.trace.joined()
      for word in [
        "@max", "@min", "@sum", "@count", "cascade", "nullify", "deny", ", range ", ", length ", "dependency", "~>",
        "undo",
        "redo", "limit", "sort", "inverse", "BEGINSWITH", "BETWEEN",
      ] where asked.contains(word) { words.insert(word) }
      if kind == .normalForms { words.formUnion(["2NF", "3NF", "BCNF"]) }
      for word in words { #expect(text.contains(word), "\(kind.rawValue) \(seed) asks for \(word)") }
    }
  }
}
