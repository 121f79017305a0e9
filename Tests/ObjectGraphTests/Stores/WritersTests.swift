import ObjectGraph
import Platform
import Predicates
import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileHandle
import class Foundation.FileManager
import class Foundation.Pipe
import class Foundation.Process
import struct Foundation.URL

/// Several processes write one file.
@Suite("Writers of one store wait for each other")
struct WritersTests {
  /// Starts the program of Tests/StoreWriter.
  static func start(_ arguments: [String], through shell: String? = nil) throws -> (Process, Pipe) {
    let process = Process()
    if let shell {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", shell, BuiltProgram.url(of: "StoreWriter").path] + arguments
    } else {
      process.executableURL = BuiltProgram.url(of: "StoreWriter")
      process.arguments = arguments
    }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, output)
  }

  static func lines(_ pipe: Pipe) -> [String] {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  static func texts(in path: String) throws -> [String] {
    let coordinator = try PersistentStoreCoordinator(model: KilledWriterTests.model)
    try coordinator.add(FileStore(name: "counters", path: path))
    let context = ManagedObjectContext(coordinator: coordinator)
    return try context.fetch(FetchRequest("Counter")).map { id in
      guard case .string(let text) = try context.value(of: id, forKey: "text") else { return "" }
      return text
    }
  }

  @Test func noSaveThatWasReportedIsLost() throws {
    let file = try ScratchFile()
    let writers = try (0..<20).map { try Self.start([file.path, "contend", "w\($0)", "25"]) }
    let told = writers.flatMap { Self.lines($0.1) }
    for (process, _) in writers { process.waitUntilExit() }
    let saved = told.filter { $0.hasPrefix("saved ") }.map { String($0.dropFirst(6)) }
    #expect(told.count == 500)
    // Every other save was refused because another had come first, and nothing failed otherwise.
    let others = told.filter { !$0.hasPrefix("saved ") && !($0.hasPrefix("refused ") && $0.hasSuffix(" 134030")) }
    #expect(others.prefix(3) == [])
    #expect(try Self.texts(in: file.path).sorted() == saved.sorted())
    #expect(saved.count >= 25)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder) == ["shop.graphstore"])
  }

  @Test func aKilledWriterLeavesNothingThatStays() throws {
    let file = try ScratchFile()
    var told = 0
    for round in 0..<12 {
      let (process, output) = try Self.start([file.path])
      for _ in 0..<(round % 3) { _ = output.fileHandleForReading.readData(ofLength: 2) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      told += 1
    }
    #expect(told == 12)
    _ = try Self.texts(in: file.path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder) == ["shop.graphstore"])
  }

  @Test func aFullDiskLeavesTheFileAsItWas() throws {
    let file = try ScratchFile()
    let (first, output) = try Self.start([file.path, "grow", "3"])
    #expect(Self.lines(output) == ["saved"])
    first.waitUntilExit()
    let bytes = file.bytes
    // Eight blocks of 512 bytes (dash) or of 1,024 (bash): the new file is cut off in its midst.
    let (second, refusal) = try Self.start([file.path, "grow", "30"], through: "ulimit -f 8; exec \"$0\" \"$@\"")
    #expect(Self.lines(refusal) == ["134030  the store counters cannot be written: file too large"])
    second.waitUntilExit()
    #expect(file.bytes == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder) == ["shop.graphstore"])
  }
}
