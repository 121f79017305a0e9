import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writing the files that a person names.
extension TextFile {
  /// Writes the file of an `export`, relative to the folder of the file that the statement stands in, or to the working
  /// folder. It is there as a whole or not at all: a file of this name stays as it was when anything goes wrong.
  /// - Returns: whether a file of this name was there before.
  /// - Throws: a diagnostic where it cannot be written.
  package static func write(_ text: String, to path: String, relativeTo file: String?, mayReplace: Bool = true)
    throws(Diagnostic) -> Bool
  {
    let named = resolve(path, relativeTo: file)
    let shown = DisplayText.visible(named)
    var status = stat()
    let exists = stat(named, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      throw status.st_mode & S_IFMT == S_IFDIR
        ? Diagnostic("unwritable-file", "'\(shown)' is a folder", hint: "name a file in it")
        : Diagnostic("unwritable-file", "'\(shown)' is not a file", hint: "name another")
    }
    if exists, !mayReplace {
      throw Diagnostic("file-exists", "there is a file '\(shown)' already, which would be lost", hint: "name another")
    }
    // A rename would replace a link; what it leads to is meant.
    let target = exists ? destination(of: named) : named
    let temporary = "\(target).new-\(getpid())"
    let mode = exists ? status.st_mode & 0o777 : 0o644
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw unwritable(named, shown, errno) }
    guard write(Array(text.utf8), to: descriptor), rename(temporary, target) == 0 else {
      let reason = errno
      unlink(temporary)
      throw unwritable(named, shown, reason)
    }
    return exists
  }

  /// Writes everything, and closes the file; false leaves the reason in `errno`.
  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { systemWrite(file, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    let isWhole = written == bytes.count && fsync(file) == 0
    let reason = errno
    guard close(file) == 0 else { return false }
    errno = reason
    return isWhole
  }

  private static func destination(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func unwritable(_ path: String, _ shown: String, _ reason: Int32) -> Diagnostic {
    if reason == ENOENT || reason == ENOTDIR, let slash = path.lastIndex(of: "/") {
      let folder = DisplayText.visible(path[..<slash])
      return Diagnostic("no-such-folder", "there is no folder '\(folder)'", hint: "make it first, or name another")
    }
    return Diagnostic(
      "unwritable-file", "'\(shown)' cannot be written: \(String(cString: strerror(reason)).lowercased())")
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
