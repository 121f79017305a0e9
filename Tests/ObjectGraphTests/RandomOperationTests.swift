import RandomOperations
import Testing

import class Foundation.ProcessInfo

/// The programs, models and the reference graph are in Tests/RandomOperations; `make soak` runs more of them.
@Suite("The graph agrees with a slow and obvious one")
struct RandomOperationTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// GRAPHBOOK_OPERATIONS says how many, GRAPHBOOK_SEED which.
  @Test("Random programs", arguments: 0..<2)
  func programs(hand: Int) {
    var soak = Soak(
      seed: UInt64(max(0, Self.number("GRAPHBOOK_SEED") ?? 1)),
      operations: Self.number("GRAPHBOOK_OPERATIONS") ?? 100_000)
    soak.hand = hand
    soak.hands = 2
    let (tally, failures) = soak.run()
    for failure in failures { Issue.record("\(failure)") }
    // The programs do reach what they are for.
    #expect(tally.operations >= soak.operations / 2 || !failures.isEmpty)
    if soak.operations >= 50_000 {
      #expect(tally.saves > 100 && tally.undone > 100 && tally.refused > 100)
      #expect(Set(tally.faults.keys).isSuperset(of: [1550, 1551, 1570, 1580, 1600, 1610, 1620]))
    }
  }

  @Test func everyModelOfTheTableIsSoundAndUsed() {
    #expect(ModelTable.all.count == 1_368)
    #expect(Set(ModelTable.all.map(\.name)).count == ModelTable.all.count)
    let soak = Soak(seed: 1, operations: 0)
    var unused = Set(ModelTable.all.map(\.name))
    for number in 0..<(ModelTable.all.count * 5 / 4 + 5) { unused.remove(soak.model(number).model.name) }
    #expect(unused == [])
    for named in ModelTable.all { #expect(named.model.problems() == [], "\(named.name)") }
  }
}
