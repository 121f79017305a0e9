import Diagnostics

/// The lines of a file, read piece by piece.
package struct LineFile: ~Copyable {
  private var file: InputFile
  private var buffer: [UInt8] = []
  private var start = 0
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)
  private var isAtEnd = false

  package init(_ path: String) throws(Diagnostic) { file = try InputFile.opening(path, allowsStandardInput: false) }

  /// Returns the next line without its line feed; nil at the end. Text after the last line feed is not a line.
  package mutating func next() throws(Diagnostic) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return buffer[start..<end]
      }
      if isAtEnd { return nil }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      let count = try file.read(into: &chunk)
      if count == 0 { isAtEnd = true }
      buffer += chunk[..<count]
    }
  }
}
