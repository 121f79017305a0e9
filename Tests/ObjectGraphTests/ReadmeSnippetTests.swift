import Foundation
import ObjectGraph
import Predicates
import Testing

/// The library's snippet in README.md, compiled and run; a test compares its text with the README's.
@Suite("The README's snippet runs")
struct ReadmeSnippetTests {
  @Test("It prints what its comments say")
  func snippet() throws {
    var printed: [String] = []
    func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

    let league = ManagedObjectModel("League") {
      EntityDescription("Team") {
        Attribute("name", .string)
        ToMany("players", to: "Player", inverse: "team", deleteRule: .deny)
      }
      EntityDescription("Player") {
        Attribute("lastName", .string)
        ToOne("team", to: "Team", inverse: "players")
      }
    }

    let context = try ManagedObjectContext(model: league)
    let heat = try context.insert("Team")
    try context.setValue("Miami Heat", of: heat, forKey: "name")
    let wade = try context.insert("Player")
    try context.setValue("Wade", of: wade, forKey: "lastName")
    try context.setValue(heat.value, of: wade, forKey: "team")
    try context.save()

    // Foundation has a Predicate too; without `import Foundation`, Predicate.parse(…) will do.
    let (predicate, problems) = Predicates.Predicate.parse("lastName BEGINSWITH[c] 'w' AND team.players.@count == 1")
    for problem in problems { print(problem) }  // a parser reports everything that is wrong
    print(try context.fetch(FetchRequest("Player", predicate: predicate)) == [wade])  // true

    let snapshot = context.graph  // the whole graph as a value; O(1)
    try context.delete(heat)
    do {
      try context.save()
    } catch {
      print(error.code, error.errors.map(\.objectName))  // 1600 ["Team#1"]
    }
    context.undo()
    print(context.hasChanges, snapshot.checkInvariants())  // false []

    #expect(printed == ["true", "1600 [\"Team#1\"]", "false []"])
  }

  /// Every line of the README's first Swift block is in this file, in the same order.
  @Test("The README says the same")
  func readme() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    let block = try #require(text.split(separator: "```swift\n").dropFirst().first)
    let snippet = lines(try #require(block.split(separator: "```").first))
    #expect(snippet.count > 25)
    var rest = lines(try String(contentsOf: here, encoding: .utf8))[...]
    for line in snippet {
      let place = try #require(rest.firstIndex(of: line), "no test runs this line of the README: \(line)")
      rest = rest[(place + 1)...]
    }
  }
}
