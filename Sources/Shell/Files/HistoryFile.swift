import Diagnostics
import Platform
import Support

import struct Foundation.Date

/// The file that keeps what was typed at the prompt from one session to the next.
///
/// Sessions append to it under a lock, each input as soon as it is complete, so that simultaneous sessions keep all
/// their inputs. The format is GNU readline's: a line with `#` and the time precedes each input, so that an input may
/// have several lines.
package struct HistoryFile: Sendable {
  private let file: AtomicFile
  private let now: @Sendable () -> Date

  /// How many inputs are kept.
  package static let entryLimit = 1000
  /// How much of the end of the file is read.
  static let byteLimit = 4 << 20

  package init(path: String, now: @escaping @Sendable () -> Date = { Date() }) {
    file = AtomicFile(path: path)
    self.now = now
  }

  /// The inputs that were kept, the oldest first. Where there are more than ``entryLimit``, the file is shortened.
  /// - Throws: a warning where it is no ordinary file or cannot be read; it is then to be left alone.
  package func load() throws(Diagnostic) -> [String] {
    let entries = try read()
    guard entries.count > Self.entryLimit else { return entries }
    shorten()
    return Array(entries.suffix(Self.entryLimit))
  }

  /// Adds inputs at the end.
  /// - Returns: whether they are kept now.
  package func append(_ inputs: [String]) -> Bool {
    guard let target = try? file.target(), let lock = try? file.lock(patience: 2) else { return false }
    return withExtendedLifetime(lock) {
      let descriptor = open(target, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
      let bytes = Array(text(of: inputs).utf8)
      return write(descriptor, bytes, bytes.count) == bytes.count
    }
  }

  /// Leaves only the newest inputs in the file. Nothing happens where that is not possible: a later session tries again.
  private func shorten() {
    guard let lock = try? file.lock(patience: 2), let entries = try? read(), entries.count > Self.entryLimit else {
      return
    }
    guard (try? lock.write(Array(text(of: entries.suffix(Self.entryLimit)).utf8), mode: 0o600)) != nil else { return }
    _ = try? lock.commit()
  }

  private func text(of inputs: some Sequence<String>) -> String {
    let time = Int(now().timeIntervalSince1970)
    return inputs.map { "#\(time)\n\($0)\n" }.joined()
  }

  private func read() throws(Diagnostic) -> [String] {
    do throws(AtomicFile.Failure) {
      return Self.entries(of: try file.read(last: Self.byteLimit).bytes)
    } catch {
      if error.number == ENOENT { return [] }
      throw Diagnostic(
        "history-ignored", "the history '\(DisplayText.visible(file.path))' is ignored: \(error.reason)",
        severity: .warning, hint: "what you type is kept for this session alone")
    }
  }

  /// The inputs in a file: the lines between two times are one. Without times, as in a file that another program wrote, each line
  /// is one.
  static func entries(of bytes: [UInt8]) -> [String] {
    var entries: [String] = []
    var hasTimes = false
    var isFirst = true
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      if line.first == UInt8(ascii: "#"), line.count > 1, line.dropFirst().allSatisfy({ $0 &- 0x30 < 10 }) {
        hasTimes = true
        isFirst = true
      } else if hasTimes, !isFirst, !entries.isEmpty {
        entries[entries.count - 1] += "\n" + String(decoding: line, as: UTF8.self)
      } else {
        entries.append(String(decoding: line, as: UTF8.self))
        isFirst = false
      }
    }
    return entries
  }
}
