import Diagnostics
import Support

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writing the files that a person names.
extension TextFile {
  /// Makes a file that may not grow any further (`ulimit -f`) an error of the write instead of the end of the process.
  package static func ignoreSizeLimits() { signal(SIGXFSZ, SIG_IGN) }

  /// Writes the file of an `export`, relative to the folder of the file that contains the statement, or to the working
  /// folder. The file is written as a whole or not at all: an existing one stays as it was when anything goes wrong.
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
      throw Diagnostic(
        Diagnostic.ID.fileExists, "there is a file '\(shown)' already, which would be lost", hint: "name another")
    }
    do throws(AtomicFile.Failure) {
      try AtomicFile(path: named).replace(with: Array(text.utf8))
    } catch {
      throw unwritable(named, shown, error)
    }
    return exists
  }

  /// Makes a folder for an `export`, named as for ``write(_:to:relativeTo:mayReplace:)``, unless it is there already.
  /// - Throws: a diagnostic where it cannot be made.
  package static func makeFolder(_ path: String, relativeTo file: String?) throws(Diagnostic) {
    let named = resolve(path, relativeTo: file)
    guard mkdir(named, 0o777) != 0, errno != EEXIST else { return }
    throw unwritable(named, DisplayText.visible(named), AtomicFile.Failure.last)
  }

  private static func unwritable(_ path: String, _ shown: String, _ failure: AtomicFile.Failure) -> Diagnostic {
    if failure.number == ENOENT || failure.number == ENOTDIR, let slash = path.lastIndex(of: "/") {
      let folder = DisplayText.visible(path[..<slash])
      return Diagnostic("no-such-folder", "there is no folder '\(folder)'", hint: "make it first, or name another")
    }
    return Diagnostic("unwritable-file", "'\(shown)' cannot be written: \(failure.reason)")
  }
}
