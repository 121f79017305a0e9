import Platform

import class Foundation.NSLock

/// Standard output, written at once. Many small pieces for a pipe or a file go through ``GatheredOutput``.
///
/// A failed write is remembered: the end of the process checks ``failure``, so that no result is lost without a word.
package enum StandardOutput {
  /// Writes a text as it is. A closed pipe (`… | head`) is no failure: the rest of the text is dropped, and the exit status
  /// still says how the statements ended.
  package static func write(_ text: String) { _ = writeToReader(text) }

  /// Writes a text, and returns whether there is still a reader: a filter of an endless stream ends when there is none.
  package static func writeToReader(_ text: String) -> Bool {
    guard let number = write(text, to: STDOUT_FILENO) else { return true }
    state.note(number)
    return false
  }

  /// Writes a line to standard error. If this fails, there is no one left to inform.
  package static func writeError(_ text: String) { _ = write(text + "\n", to: STDERR_FILENO) }

  /// Whether writing has failed, because the reader of a pipe has gone or for another reason.
  package static var hasEnded: Bool { state.number != nil }

  /// The reason why a part of the output is missing; nil when all of it was written, or its reader has closed the pipe.
  package static var failure: String? {
    guard let number = state.number, number != EPIPE else { return nil }
    if number == EBADF { return "standard output is closed" }
    return "standard output could not be written: \(systemReason(number))"
  }

  /// Prepares the standard streams of the process, before any other file is opened.
  ///
  /// A closed pipe becomes an error that ``write(_:)`` sees instead of the end of the process. A stream that is closed is
  /// opened so that reading or writing it fails: otherwise the next file to be opened, a store perhaps, would take its
  /// number and get the output.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      let opened = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
  }

  private static let state = State()

  /// The first error of standard output. `@unchecked Sendable`: the number is read and written under the lock alone.
  private final class State: @unchecked Sendable {
    private let lock = NSLock()
    private var first: Int32?

    var number: Int32? { lock.withLock { first } }

    func note(_ number: Int32) { lock.withLock { first = first ?? number } }
  }

  /// Writes all of a text; returns the system's error number when that is not possible.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = writeBytes(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...]), to: descriptor)
        if count > 0 {
          written += count
        } else if count < 0, errno == EAGAIN {
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
        } else {
          return count == 0 ? EIO : errno
        }
      }
      return nil
    }
  }
}
