#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Standard output, written at once. What is many small pieces for a pipe or a file comes by way of ``GatheredOutput``.
package enum StandardOutput {
  /// Writes a text as it is. A reader that has gone (`… | head`) is no error of ours: what is left goes nowhere, and the
  /// exit status still says how the statements ended.
  package static func write(_ text: String) { _ = write(text, to: STDOUT_FILENO) }

  /// Writes a text, and says whether somebody still reads: a filter of an endless stream ends when nobody does.
  package static func writeToReader(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

  /// Writes a line to standard error.
  package static func writeError(_ text: String) { _ = write(text + "\n", to: STDERR_FILENO) }

  /// Makes a closed pipe an error that ``write(_:)`` sees instead of the end of the process.
  package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...]))
        if count > 0 {
          written += count
        } else if count < 0, errno == EINTR || errno == EAGAIN {
          continue
        } else {
          return false
        }
      }
      return true
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
