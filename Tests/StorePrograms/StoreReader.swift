import struct Foundation.Data
import class Foundation.FileHandle
import class Foundation.FileManager
import class Foundation.Pipe
import class Foundation.Process
import struct Foundation.URL

/// A process of its own that reads stores' files: Tests/StoreReader.
package final class StoreReader {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts the program, which is built beside the tests.
  package init() throws {
    let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("StoreReader")
    let built = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".build/debug/StoreReader")
    process.executableURL = FileManager.default.isExecutableFile(atPath: program.path) ? program : built
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Reads a file under a model, given as source, and returns its objects as ``StoreDump/text``; or the message, where it
  /// cannot be read.
  package func read(_ path: String, configuration: String?, model: String) -> String {
    let request = "\(path)\n\(configuration ?? "")\n\(model.utf8.count)\n\(model)"
    input.fileHandleForWriting.write(Data(request.utf8))
    let length = Int(String(decoding: bytes(until: UInt8(ascii: "\n")), as: UTF8.self)) ?? 0
    return String(decoding: bytes(count: length), as: UTF8.self)
  }

  private func bytes(until end: UInt8) -> [UInt8] {
    var found: [UInt8] = []
    while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != end { found.append(byte) }
    return found
  }

  private func bytes(count: Int) -> [UInt8] {
    var found: [UInt8] = []
    while found.count < count {
      let more = output.fileHandleForReading.readData(ofLength: count - found.count)
      if more.isEmpty { break }
      found += more
    }
    return found
  }
}
