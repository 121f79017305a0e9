import ObjectGraph
import Platform
import Predicates
import RandomOperations
import TestSupport
import Testing

import class Foundation.FileManager

/// A process that saves without end is killed at any moment; the file must be whole, and no older than the last save that
/// was told.
@Suite("A store survives a kill at any point")
struct KilledWriterTests {
  static let model = ManagedObjectModel("Counting") {
    EntityDescription("Counter") {
      Attribute("round", .integer64)
      Attribute("text", .string)
      ToOne("next", to: "Counter", inverse: "previous")
      ToOne("previous", to: "Counter", inverse: "next")
    }
  }

  @Test func kills() throws {
    let file = try ScratchFile()
    var random = SplitMix(9)
    var told: Int64 = 0
    for _ in 0..<20 {
      // Another point of a save each time.
      told = max(
        told,
        try EndlessWriter.killed(
          writing: file.path, afterLines: Int(random.next() % 4), turns: random.next() % 2_000_000))

      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let coordinator = try PersistentStoreCoordinator(model: Self.model)
      try coordinator.add(FileStore(name: "counters", path: file.path))
      let context = ManagedObjectContext(coordinator: coordinator)
      let counters = try context.fetch(FetchRequest("Counter"))
      #expect(counters.isEmpty && told == 0 || counters.count == 200)
      let rounds = Set(try counters.map { try context.value(of: $0, forKey: "round") })
      #expect(rounds.count <= 1)
      if case .integer(let round)? = rounds.first { #expect(round >= told) }
    }
    #expect(told > 0)
  }
}
