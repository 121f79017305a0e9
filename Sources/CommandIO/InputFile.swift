import Diagnostics
import Platform

/// A file that a person named, opened to be read from its start; closed when the value ends.
///
/// Opening never waits: a named pipe that no one writes to is refused instead.
package struct InputFile: ~Copyable {
  private let descriptor: Int32
  private let shown: String
  /// The byte that was read to find out whether a pipe has a writer.
  private var first: [UInt8] = []

  /// Opens a file; `-` is standard input, where `allowsStandardInput`.
  /// - Throws: a diagnostic where there is no such file, or it may not be read.
  package static func opening(_ path: String, allowsStandardInput: Bool) throws(Diagnostic) -> InputFile {
    if allowsStandardInput, path == "-" { return standardInput }
    let shown = "'\(DisplayText.visible(path))'"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let reason = errno
      throw reason == ENOENT || reason == ENOTDIR
        ? Diagnostic(Diagnostic.ID.noSuchFile, "there is no file \(shown)", hint: TextFile.nearest(to: path))
        : Self.unreadable(shown, reason)
    }
    var file = InputFile(descriptor: descriptor, shown: shown)
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { try file.readFirst() }
    // From here on, wait for a writer that has not written yet.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return file
  }

  /// Standard input.
  package static var standardInput: InputFile { InputFile(descriptor: STDIN_FILENO, shown: "standard input") }

  private init(descriptor: Int32, shown: String) {
    self.descriptor = descriptor
    self.shown = shown
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Reads what is there, at most as much as the buffer holds.
  /// - Returns: how much it was; 0 at the end.
  package mutating func read(into chunk: inout [UInt8]) throws(Diagnostic) -> Int {
    if let byte = first.popLast() {
      chunk[0] = byte
      return 1
    }
    while true {
      let count = chunk.withUnsafeMutableBytes { readBytes(from: descriptor, into: $0) }
      if count >= 0 { return count }
      guard errno == EAGAIN else { throw Self.unreadable(shown, errno) }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, -1)
    }
  }

  /// Reads to the end: a pipe and a device have no length that could be asked for.
  /// - Throws: a diagnostic for a file that cannot be read, or that is longer than the limit.
  package consuming func bytes(upTo limit: Int, _ shown: String) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = try read(into: &chunk)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw Diagnostic("file-too-long", "\(shown) is longer than \(limit >> 20) MB")
      }
    }
  }

  private mutating func readFirst() throws(Diagnostic) {
    var byte = [UInt8](repeating: 0, count: 1)
    let count = byte.withUnsafeMutableBytes { readBytes(from: descriptor, into: $0) }
    if count == 0 {
      throw Diagnostic("unreadable-file", "nothing is written to the pipe \(shown)", hint: "name a file")
    }
    if count > 0 { first = byte }
  }

  /// The message for a file that the system refuses to read.
  package static func unreadable(_ shown: String, _ reason: Int32) -> Diagnostic {
    if reason == EISDIR { return Diagnostic("unreadable-file", "\(shown) is a folder", hint: "name a file in it") }
    if reason == EBADF { return Diagnostic("unreadable-file", "\(shown) is closed") }
    return Diagnostic("unreadable-file", "\(shown) cannot be read: \(systemReason(reason))")
  }
}
