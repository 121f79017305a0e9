import Platform
import TestSupport

import struct Foundation.Date
import class Foundation.FileHandle
import class Foundation.Process
import struct Foundation.URL

/// The built program at a terminal of 24 rows and 80 columns, at which a test types and reads.
///
/// ```swift
/// let terminal = try PseudoTerminal(in: folder.path)
/// try terminal.wait(for: "graph> ")
/// try terminal.type("quit\n")
/// #expect(try terminal.end().status == 0)
/// ```
final class PseudoTerminal {
  enum Failure: Error {
    case notOpened
    /// The text did not come within ``patience``.
    case missing(String, after: String)
    /// The pager did not begin to read keys.
    case notReading
    /// The program has not ended.
    case notEnded(after: String)
  }

  /// How long a text may take to come, in seconds: the machine may be busy with other tests.
  static let patience = 60.0

  /// Whether pseudo-terminals can be opened here: a container may have none.
  static let isAvailable: Bool = {
    guard let (master, slave) = try? open() else { return false }
    close(master)
    close(slave)
    return true
  }()

  private let master: Int32
  private let process = Process()
  /// What was written after the text that was last waited for.
  private var unread: [UInt8] = []
  private var hasEnded = false

  /// Starts the program in a folder, which is its home folder and the place of the lessons, too.
  /// - Parameter arguments: what comes after the program's name.
  init(in folder: String, courses: String? = nil, _ arguments: [String] = []) throws {
    let slave: Int32
    (master, slave) = try Self.open()
    let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    process.executableURL = BuiltProgram.url
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder, "GRAPHBOOK_COURSES": courses ?? folder, "TERM": "xterm", "NO_COLOR": "1",
      "INPUTRC": "/dev/null",
    ]
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    // So that reading ends when the program does.
    try handle.close()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(master)
  }

  /// Neither end is left open in another program that the tests start.
  private static func open() throws -> (master: Int32, slave: Int32) {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Failure.notOpened }
    for file in [master, slave] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    return (master, slave)
  }

  // MARK: Typing

  /// Types text, with a line feed for Enter.
  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(master, bytes, bytes.count) == bytes.count else { throw Failure.notEnded(after: self.text) }
  }

  /// Types keys at the pager. It reads them a moment after its question, and until then the terminal itself would take
  /// Ctrl-C and Ctrl-D.
  func press(_ keys: String) throws {
    let deadline = Date().addingTimeInterval(Self.patience)
    var settings = termios()
    while tcgetattr(master, &settings) == 0, settings.c_lflag & tcflag_t(ICANON) != 0 {
      guard Date() < deadline else { throw Failure.notReading }
      poll(nil, 0, 1)
    }
    try type(keys)
  }

  /// Gives the window another size.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    send(SIGWINCH)
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  // MARK: Reading

  /// Whether lines are edited and echoed by the terminal itself, as before a program changes that.
  var isCooked: Bool {
    var settings = termios()
    guard tcgetattr(master, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
  }

  /// What was written since the last text that was waited for, as it is.
  var rawText: String { String(decoding: unread, as: UTF8.self) }

  /// Waits until a text is written, and returns what was written up to its end since the last text that was waited for.
  @discardableResult
  func wait(for wanted: String) throws -> String {
    let deadline = Date().addingTimeInterval(Self.patience)
    while true {
      let text = text
      if let range = text.firstRange(of: wanted) {
        unread = Array(text[range.upperBound...].utf8)
        return String(text[..<range.upperBound])
      }
      guard !hasEnded, read(until: deadline) else { throw Failure.missing(wanted, after: text) }
    }
  }

  /// Waits for the end of the program, and returns what it wrote since the last text that was waited for.
  func end() throws -> (text: String, status: Int32) {
    let deadline = Date().addingTimeInterval(Self.patience)
    while !hasEnded {
      guard read(until: deadline) else { throw Failure.notEnded(after: text) }
    }
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  /// Reads what there is, or notes that nothing will come any more.
  /// - Returns: false if nothing came in time.
  private func read(until deadline: Date) -> Bool {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(max(0, deadline.timeIntervalSinceNow * 1000))
    guard poll(&request, 1, milliseconds) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = readBytes(master, &chunk, chunk.count)
    // Linux answers with an error, macOS with nothing.
    if count <= 0 { hasEnded = true } else { unread += chunk[..<count] }
    return true
  }

  /// The text without what moves the cursor and erases: lines stay that the pager takes away.
  private var text: String {
    String(decoding: unread, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing(#/\r|\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "")
  }
}

// Inside the class the name is a method's.
private func readBytes(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, bytes, count)
}
