import StorePrograms
import Testing

import class Foundation.ProcessInfo

@Suite("What another process reads after a save is what was saved")
struct StoreProgramTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// GRAPHBOOK_PROGRAMS says how many, GRAPHBOOK_SEED with which the first begins.
  @Test("Random programs of statements", arguments: 0..<2)
  func programs(hand: Int) throws {
    let reader = try StoreReader()
    let count = Self.number("GRAPHBOOK_PROGRAMS") ?? 80
    let first = max(0, Self.number("GRAPHBOOK_SEED") ?? 1)
    var checks = 0
    for number in stride(from: hand, to: count, by: 2) {
      let (failure, found) = try StoreProgramWriter.run(seed: UInt64(first + number), reader)
      checks += found
      if let failure {
        Issue.record("\(try failure.shrunk(reader))")
        return
      }
    }
    #expect(checks > 3 * count / 2)
  }
}
