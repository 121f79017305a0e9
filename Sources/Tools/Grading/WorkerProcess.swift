import CIsolation
import Diagnostics
import Platform

/// A worker as the grader sees it: a process, the pipes to and from it, and its note. No call waits for its work.
///
/// It is a class because it owns one process, which is ended with the last reference.
final class WorkerProcess {
  /// The tasks that it was given and has not answered, the oldest first.
  var tasks: [WorkerPool.Task] = []
  /// Whether it has read the exercises.
  var isReady = false
  /// The time at which it last replied, or began another answer.
  var lastSign: ContinuousClock.Instant
  var lastNote = WorkerNote()
  /// Whether it was ended because it took too long.
  var isOverdue = false
  private let process: pid_t
  private let input: Int32
  let output: Int32
  private let noteFile: Int32
  private var unsent: [UInt8] = []
  private var sent = 0
  private var reader = Frame.Reader()
  private var hasEnded = false

  /// Starts a worker.
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - folder: the folder in which the file for its note is created, and removed at once.
  init(_ command: [String], notesIn folder: String, now: ContinuousClock.Instant) throws(Diagnostic) {
    noteFile = try Self.makeNote(in: folder)
    guard let (theirInput, ours) = Self.makePipe(), let (output, theirOutput) = Self.makePipe() else {
      throw Self.cannotStart(errno)
    }
    (input, self.output, lastSign) = (ours, output, now)
    for file in [ours, output] { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK) }
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var started = pid_t()
    let error = graphbook_start_worker(command.first ?? "", words, theirInput, theirOutput, noteFile, &started)
    process = started
    close(theirInput)
    close(theirOutput)
    guard error == 0 else {
      hasEnded = true
      throw Self.cannotStart(error)
    }
  }

  deinit {
    end()
    for file in [input, output, noteFile] { close(file) }
  }

  /// Ends the process, unless it has ended by itself, and returns how it ended.
  @discardableResult func end() -> graphbook_end {
    guard !hasEnded else { return graphbook_end() }
    hasEnded = true
    kill(process, SIGKILL)
    return graphbook_await(process)
  }

  /// The place that the process reached last.
  var note: WorkerNote { WorkerNote.read(from: noteFile) }

  // MARK: Frames

  func send(_ frame: Frame) {
    unsent += frame.bytes
    flush()
  }

  /// Whether a part of a frame is waiting for the process to read.
  var hasUnsent: Bool { sent < unsent.count }

  /// The file descriptors and the events for poll to watch.
  var requests: [pollfd] {
    let reading = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return hasUnsent ? [reading, pollfd(fd: input, events: Int16(POLLOUT), revents: 0)] : [reading]
  }

  /// Sends as much as the pipe takes. A process that no longer reads is noticed when its output ends.
  func flush() {
    while sent < unsent.count {
      let count = unsent[sent...].withUnsafeBytes { writeBytes($0, to: input) }
      guard count > 0 else { return }
      sent += count
    }
    unsent.removeAll(keepingCapacity: unsent.capacity < 1 << 20)
    sent = 0
  }

  /// Returns the frames that have arrived. `hasEnded` is true if the process closed its output, or sent something that
  /// is not a frame.
  func receive(into chunk: inout [UInt8]) -> (frames: [Frame], hasEnded: Bool) {
    var frames: [Frame] = []
    while true {
      let count = chunk.withUnsafeMutableBytes { readBytes(from: output, into: $0) }
      if count < 0, errno == EAGAIN { return (frames, false) }
      guard count > 0 else { return (frames, true) }
      reader.add(chunk[..<count])
      do { while let frame = try reader.next() { frames.append(frame) } } catch { return (frames, true) }
    }
  }

  // MARK: Files

  private static func makePipe() -> (reading: Int32, writing: Int32)? {
    var files: [Int32] = [-1, -1]
    guard pipe(&files) == 0 else { return nil }
    for file in files { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    return (files[0], files[1])
  }

  /// Creates an empty file without a name.
  private static func makeNote(in folder: String) throws(Diagnostic) -> Int32 {
    let path = "\(folder)/.note-\(getpid())"
    unlink(path)
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw GradingReport.unwritable(path) }
    unlink(path)
    return file
  }

  private static func cannotStart(_ reason: Int32) -> Diagnostic {
    Diagnostic(
      "no-worker", "no grading process can be started: \(systemReason(reason))",
      hint: "try fewer --jobs")
  }
}
