import CommandIO
import Diagnostics

/// The lines of a file or of standard input, read piece by piece: a file may be longer than memory.
package struct LineStream: ~Copyable {
  /// A longer line is refused: what holds it all has to fit into memory.
  package static let lineLimit = 256 << 20

  private var file: InputFile
  private let shown: String
  private var buffer: [UInt8] = []
  /// The place in the buffer at which the next line begins, and the one up to which no line break was found.
  private var start = 0
  private var searched = 0
  private var isAtEnd = false
  private var isAtStart = true
  private var chunk = [UInt8](repeating: 0, count: 256 << 10)

  /// Opens a file; `-` is standard input.
  /// - Throws: a diagnostic where there is no such file, or it may not be read.
  package init(path: String) throws(Diagnostic) {
    shown = path == "-" ? "standard input" : "'\(DisplayText.visible(path))'"
    file = try InputFile.opening(path, allowsStandardInput: true)
  }

  /// Hands out the next line, without its line break; false at the end.
  /// - Throws: a diagnostic where reading fails or a line is too long.
  package mutating func next(_ body: (ArraySlice<UInt8>) -> Void) throws(Diagnostic) -> Bool {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        body(buffer[start..<end])
        start = end + 1
        searched = start
        return true
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return false }
        body(buffer[start...])
        start = buffer.count
        return true
      }
      try fill()
    }
  }

  private mutating func fill() throws(Diagnostic) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    guard buffer.count <= Self.lineLimit else {
      throw Diagnostic("line-too-long", "a line of \(shown) is longer than \(Self.lineLimit >> 20) MB")
    }
    while true {
      let count = try file.read(into: &chunk)
      if count == 0 { isAtEnd = true } else { buffer += chunk[..<count] }
      // A mark in front of UTF-8, which some editors write, is no part of the first line.
      if isAtStart, isAtEnd || buffer.count >= 3 {
        isAtStart = false
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.removeFirst(3) }
      }
      if isAtStart { continue }
      return
    }
  }
}
