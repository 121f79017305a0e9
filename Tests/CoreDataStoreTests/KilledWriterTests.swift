import CoreDataStore
import Foundation
import ObjectGraph
import Platform
import Predicates
import Support
import TestSupport
import Testing

/// A process that saves without end is killed at any moment; the file must be whole, and no older than the last save that
/// was told. `GRAPHBOOK_KILLS=200` asks for more kills.
@Suite("A Core Data store survives a kill at any point") struct KilledWriterTests {
  static let model = ManagedObjectModel("Counting") {
    EntityDescription("Counter") {
      Attribute("round", .integer64)
      Attribute("text", .string)
      ToOne("next", to: "Counter", inverse: "previous")
      ToOne("previous", to: "Counter", inverse: "next")
    }
  }

  static func counters(_ path: String) throws -> (rounds: Set<Value>, count: Int) {
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(SQLiteStore(name: "counters", path: path))
    let context = ManagedObjectContext(coordinator: coordinator)
    let counters = try context.fetch(FetchRequest("Counter"))
    return (Set(try counters.map { try context.value(of: $0, forKey: "round") }), counters.count)
  }

  @Test func kills() throws {
    let scratch = try Scratch()
    let path = scratch.path("counters.sqlite")
    var random = SplitMix(state: 9)
    var told: Int64 = 0
    let kills = ProcessInfo.processInfo.environment["GRAPHBOOK_KILLS"].flatMap { Int($0) } ?? 10
    for round in 0..<kills {
      // Another point of a save each time.
      told = max(
        told,
        try EndlessWriter.killed(
          writing: path, afterLines: 1 + random.below(3), turns: UInt64(random.below(500_000))))
      let (rounds, count) = try Self.counters(path)
      #expect(count == 200 && rounds.count == 1, "kill \(round)")
      if case .integer(let round)? = rounds.first { #expect(round >= told) }
    }
    #expect(told > 0)
    #expect(try StoreCheck(CoreDataFile(path, models: [Self.model])).findings() == [])
  }

  @Test func aFullDiskLeavesTheFileAsItWas() throws {
    let scratch = try Scratch()
    let path = scratch.path("counters.sqlite")
    func lines(_ arguments: [String], through shell: String) throws -> [String] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", shell, BuiltProgram.url(of: "StoreWriter").path] + arguments
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    #expect(try lines([path, "grow", "3"], through: "exec \"$0\" \"$@\"") == ["saved"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // So many blocks of 512 bytes (dash) or of 1,024 (bash): the file is there, and cannot grow by much.
    let limit = bytes.count / 512 + 16
    let refusal = try lines([path, "grow", "300"], through: "ulimit -f \(limit); exec \"$0\" \"$@\"")
    #expect(
      refusal.count == 1 && refusal[0].hasPrefix("134030  the store counters cannot be written: the disk "),
      "\(refusal)")
    #expect(try Self.counters(path).count == 3)
    #expect(scratch.files.filter { !$0.hasSuffix("-journal") } == ["counters.sqlite"])
  }
}
