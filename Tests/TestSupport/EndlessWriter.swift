import Foundation
import Platform

/// The program `StoreWriter`, which saves without end and writes the number of each save that is done.
package enum EndlessWriter {
  /// Starts it on a file, reads some lines, and kills it somewhat later. Returns the highest number that it wrote.
  /// - Parameters:
  ///   - lines: after how many lines.
  ///   - turns: how many turns of a loop later; some hundred thousand take as long as a save.
  package static func killed(writing path: String, afterLines lines: Int, turns: UInt64) throws -> Int64 {
    let process = Process()
    process.executableURL = BuiltProgram.url(of: "StoreWriter")
    process.arguments = [path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var (told, left): (Int64, Int) = (0, lines)
    var text: [UInt8] = []
    while left > 0, let byte = output.fileHandleForReading.readData(ofLength: 1).first {
      if byte == UInt8(ascii: "\n") {
        if let round = Int64(String(decoding: text, as: UTF8.self)) { told = max(told, round) }
        text = []
        left -= 1
      } else {
        text.append(byte)
      }
    }
    var sum: UInt64 = 0
    for turn in 0..<turns { sum ^= turn &* 31 }
    // The loop has a use, so that it is not left out.
    told = max(told, Int64(sum & 0))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return told
  }
}
