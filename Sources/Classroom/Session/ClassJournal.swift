import Diagnostics
import Foundation
import JSON
import Platform
import Support
import WorkbookLanguage

/// The append-only file in which a class is kept.
///
/// The first line says which class it is; each of the others is a ``ClassEvent``. A line begins with a checksum. What
/// ``flushed(_:)`` has returned for is on the disk, so that it survives `kill -9` and a crash of the machine. Events that
/// come at the same time are flushed together: 300 votes cost a few flushes, not 300.
///
/// Only its owner can read the file, because it holds the secrets of the browsers.
package final class ClassJournal: Sendable {
  /// The facts of a class that never change.
  package struct Header: Hashable, Sendable {
    package var lesson: String
    /// The lesson's text, as a number: a class cannot continue with another text.
    package var digest: String
    package var secret: String
    package var code: String
    package var boardKey: String
    /// The day, `2026-01-15`.
    package var day: String

    package init(lesson: String, digest: String, secret: String, code: String, boardKey: String, day: String) {
      self.lesson = lesson
      self.digest = digest
      self.secret = secret
      self.code = code
      self.boardKey = boardKey
      self.day = day
    }
  }

  package let path: String

  private struct State {
    var file: Int32
    /// The length of what is whole on the disk.
    var length: Int
    var pending: [UInt8] = []
    /// The number of the last event that was put at the end, and of the last one that is on the disk.
    var last = 0
    var done = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var isFlushing = false
    var failure: AtomicFile.Failure?
  }

  private let state: Locked<State>
  private let queue = DispatchQueue(label: "graphbook.journal")

  init(path: String, file: Int32, length: Int) {
    self.path = path
    state = Locked(State(file: file, length: length))
  }

  deinit { state.withLock { _ = close($0.file) } }

  /// Creates the journal of a new class.
  /// - Throws: a diagnostic where the file exists or cannot be written.
  package static func create(_ path: String, _ header: Header) throws(Diagnostic) -> ClassJournal {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw problem(path, "cannot be created") }
    _ = flock(file, LOCK_EX | LOCK_NB)
    let line = Self.line(header.json)
    guard writeAllBytes(line, to: file), fsync(file) == 0, Self.flushFolder(of: path) else {
      let problem = problem(path, "cannot be written")
      close(file)
      unlink(path)
      throw problem
    }
    return ClassJournal(path: path, file: file, length: line.count)
  }

  /// Puts the name of a new file on the disk: without that, a crash of the machine can take the whole file.
  private static func flushFolder(of path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let file = open(folder, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    // Some file systems cannot do that for a folder.
    return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP
  }

  /// Whether a file begins like a journal. One that does not was made just before a crash. What cannot be read counts as
  /// one, so that ``resume(_:)`` can say why.
  static func begins(_ path: String) -> Bool {
    guard let bytes = try? AtomicFile(path: path).read(limit: 16_384).bytes else { return true }
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return json(ofLine: bytes[..<end]).flatMap(Header.init) != nil
  }

  /// Opens the journal of a class that was interrupted. A last line that is not whole was never acknowledged, and is
  /// dropped.
  /// - Throws: a diagnostic where the file cannot be read, is damaged, or belongs to a class that is running.
  package static func resume(
    _ path: String
  ) throws(Diagnostic) -> (header: Header, events: [ClassEvent], journal: ClassJournal) {
    let file = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw problem(path, "cannot be opened") }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(file)
      throw Diagnostic(
        "class-running", "the class of '\(DisplayText.visible(path))' is running",
        hint: "end it before you continue it")
    }
    do throws(Diagnostic) {
      let (header, events, length) = try read(path)
      guard ftruncate(file, off_t(length)) == 0 else { throw problem(path, "cannot be written") }
      return (header, events, ClassJournal(path: path, file: file, length: length))
    } catch {
      close(file)
      throw error
    }
  }

  /// Reads a journal, and the length of its whole lines.
  package static func read(_ path: String) throws(Diagnostic) -> (header: Header, events: [ClassEvent], length: Int) {
    let bytes: [UInt8]
    do throws(AtomicFile.Failure) { bytes = try AtomicFile(path: path).read().bytes } catch {
      throw Diagnostic("journal", "'\(DisplayText.visible(path))' cannot be read: \(error.reason)")
    }
    var header: Header?
    var events: [ClassEvent] = []
    var length = 0
    var number = 0
    while let end = bytes[length...].firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      let isLast = end == bytes.count - 1
      guard let json = json(ofLine: bytes[length..<end]) else {
        // The last line may be one that was being written.
        if isLast { break }
        throw damaged(path, number)
      }
      if number == 1 {
        header = Header(json)
      } else if let event = ClassEvent(json) {
        events.append(event)
      } else {
        throw damaged(path, number)
      }
      length = end + 1
    }
    guard let header else {
      throw Diagnostic("journal", "'\(DisplayText.visible(path))' is not the journal of a class")
    }
    return (header, events, length)
  }

  private static func damaged(_ path: String, _ line: Int) -> Diagnostic {
    Diagnostic(
      "journal", "line \(line) of '\(DisplayText.visible(path))' is damaged",
      hint: "everything before that line is whole: delete it and what follows, and resume")
  }

  private static func problem(_ path: String, _ what: String) -> Diagnostic {
    Diagnostic(
      "journal", "'\(DisplayText.visible(path))' \(what): \(systemReason())")
  }

  /// Puts an event at the end of the file, after everything that was put there before.
  /// - Returns: its number, for ``flushed(_:)``.
  @discardableResult
  package func append(_ event: ClassEvent) -> Int {
    let line = Self.line(event.json)
    let (number, begins) = state.withLock { state in
      state.pending += line
      state.last += 1
      defer { state.isFlushing = true }
      return (state.last, !state.isFlushing)
    }
    if begins { queue.async { self.flush() } }
    return number
  }

  /// Waits until an event is on the disk.
  /// - Throws: ``AtomicFile/Failure`` where the disk refuses. Nothing is written after that, so that the file never lacks
  ///   something in its middle.
  package func flushed(_ number: Int) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let result: Result<Void, AtomicFile.Failure>? = state.withLock { state in
        if number <= state.done { return .success(()) }
        if let failure = state.failure { return .failure(failure) }
        state.waiting.append((number, continuation))
        return nil
      }
      switch result {
      case .success: continuation.resume()
      case .failure(let failure): continuation.resume(throwing: failure)
      case nil: break
      }
    }
  }

  /// Writes what is pending until nothing is, with one flush for all that has come meanwhile.
  private func flush() {
    while true {
      let (bytes, last, file, length, failure) = state.withLock { state in
        let taken = (state.pending, state.last, state.file, state.length, state.failure)
        state.pending = []
        if taken.0.isEmpty { state.isFlushing = false }
        return taken
      }
      if bytes.isEmpty { return }
      var problem = failure
      if problem == nil, !writeAllBytes(bytes, to: file) || fsync(file) != 0 {
        problem = .last
        // Half a line is no line.
        _ = ftruncate(file, off_t(length))
      }
      let failed = problem
      let waiting = state.withLock { state in
        if let failed {
          state.failure = failed
        } else {
          state.length += bytes.count
          state.done = last
        }
        let ready = state.waiting.filter { $0.number <= last }
        state.waiting.removeAll { $0.number <= last }
        return ready
      }
      for (_, continuation) in waiting {
        if let failed { continuation.resume(throwing: failed) } else { continuation.resume() }
      }
    }
  }

  private static func line(_ json: JSONValue) -> [UInt8] {
    var text: [UInt8] = []
    json.write(to: &text)
    return Array(checksum(of: text[...]).utf8) + [UInt8(ascii: " ")] + text + [UInt8(ascii: "\n")]
  }

  private static func json(ofLine line: ArraySlice<UInt8>) -> JSONValue? {
    guard let blank = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let text = line[(blank + 1)...]
    guard line[..<blank].elementsEqual(checksum(of: text).utf8) else { return nil }
    return text.withUnsafeBufferPointer { try? JSONValue($0) }
  }

  private static func checksum(of bytes: ArraySlice<UInt8>) -> String {
    StableHash.text(StableHash.of(String(decoding: bytes, as: UTF8.self)))
  }
}

extension ClassJournal.Header {
  fileprivate var json: JSONValue {
    JSONValue([
      ("graphbook-class", .integer(1)), ("lesson", .string(lesson)), ("digest", .string(digest)),
      ("secret", .string(secret)), ("code", .string(code)), ("board", .string(boardKey)), ("day", .string(day)),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard json["graphbook-class"]?.whole == 1, let lesson = json["lesson"]?.text, let digest = json["digest"]?.text,
      let secret = json["secret"]?.text, let code = json["code"]?.text, let board = json["board"]?.text,
      let day = json["day"]?.text
    else { return nil }
    self.init(lesson: lesson, digest: digest, secret: secret, code: code, boardKey: board, day: day)
  }
}
