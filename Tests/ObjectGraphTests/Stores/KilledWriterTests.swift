import ObjectGraph
import Predicates
import RandomOperations
import Testing

import struct Foundation.Data
import class Foundation.FileHandle
import class Foundation.FileManager
import class Foundation.Pipe
import class Foundation.Process
import struct Foundation.URL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that saves without end is killed at any moment; the file must be whole, and no older than the last save that
/// was told.
@Suite("A store survives a kill at any point")
struct KilledWriterTests {
  /// Beside the test bundle, wherever that was built.
  static let program: URL = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let beside = bundle.appendingPathComponent("StoreWriter")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(".build/debug/StoreWriter")
  }()

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
      let process = Process()
      process.executableURL = Self.program
      process.arguments = [file.path]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Some lines, then some thousand turns of a loop: the kill comes at another point of a save each time.
      var lines = Int(random.next() % 4)
      var text: [UInt8] = []
      while lines > 0 {
        let bytes = output.fileHandleForReading.readData(ofLength: 1)
        guard let byte = bytes.first else { break }
        if byte == UInt8(ascii: "\n") {
          if let round = Int64(String(decoding: text, as: UTF8.self)) { told = max(told, round) }
          text = []
          lines -= 1
        } else {
          text.append(byte)
        }
      }
      var sum: UInt64 = 0
      for turn in 0..<(random.next() % 2_000_000) { sum ^= turn &* 31 }
      told = max(told, Int64(sum & 0))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()

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
