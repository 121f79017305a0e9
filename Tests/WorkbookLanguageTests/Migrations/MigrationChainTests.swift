import Foundation
import Testing

/// Random chains of changes over versions of random models, with objects in a file: a migration keeps what was shown and
/// saved, or its report names it.
@Suite("Random chains of migrations")
struct MigrationChainTests {
  /// GRAPHBOOK_CHAINS says how many, GRAPHBOOK_SEED which; each of two tasks ends at its fifth failure.
  @Test func chains() async {
    let count = Self.number("GRAPHBOOK_CHAINS") ?? 300
    let first = UInt64(Self.number("GRAPHBOOK_SEED") ?? 1)
    let hands = 2
    let failures = await withTaskGroup(of: [String].self) { group in
      for hand in 0..<hands {
        group.addTask {
          var failures: [String] = []
          for number in stride(from: hand, to: count, by: hands) where failures.count < 5 {
            var program = MigrationProgram(seed: first &* 1_000_003 &+ UInt64(number))
            let lines = program.make()
            if MigrationChain.problems(lines).isEmpty { continue }
            let short = MigrationChain.shrunk(lines)
            failures.append(
              (["chain \(number)"] + short.map(\.description) + MigrationChain.problems(short)).joined(separator: "\n"))
          }
          return failures
        }
      }
      return await group.reduce([], +)
    }
    for failure in failures { Issue.record("\(failure)") }
  }

  /// Most programs reach a migration that is carried out, and some lose something: otherwise nothing would be shown.
  @Test func programsReachMigrations() {
    var migrated = 0
    for seed in 0..<40 as Range<UInt64> {
      var program = MigrationProgram(seed: seed)
      if MigrationChain.migrations(program.make()) > 0 { migrated += 1 }
    }
    #expect(migrated > 25)
  }

  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }
}
