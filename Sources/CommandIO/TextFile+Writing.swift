import Diagnostics
import Platform
import Support

import class Foundation.FileManager

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
    let (named, exists) = try target(path, relativeTo: file, mayReplace: mayReplace)
    do throws(AtomicFile.Failure) {
      try AtomicFile(path: named).replace(with: Array(text.utf8))
    } catch {
      throw unwritable(named, DisplayText.visible(named), error)
    }
    return exists
  }

  /// Writes the files of an `export`, named as for ``write(_:to:relativeTo:mayReplace:)``, and makes the folders that are
  /// not there, outer ones first. When anything goes wrong, all files and folders stay as they were.
  ///
  /// Every file is written next to the one that it replaces, before the first takes its place. As each is open until
  /// then, more than ``groupSize`` are written in groups of that size.
  /// - Returns: whether a file of one of these names was there before.
  /// - Throws: a diagnostic where one cannot be written.
  package static func write(
    _ files: [(path: String, text: String)], makingFolders folders: [String], relativeTo file: String?,
    mayReplace: Bool = true
  ) throws(Diagnostic) -> Bool {
    var made: [String] = []
    var isReplacement = false
    do throws(Diagnostic) {
      for folder in folders where try makeFolder(folder, relativeTo: file) {
        made.append(resolve(folder, relativeTo: file))
      }
      let targets = try files.map { item throws(Diagnostic) in
        try target(item.path, relativeTo: file, mayReplace: mayReplace)
      }
      isReplacement = targets.contains(where: \.exists)
      for start in stride(from: 0, to: files.count, by: groupSize) {
        let group = start..<min(start + groupSize, files.count)
        try replace(group.map { (targets[$0].path, files[$0].text) })
      }
    } catch {
      // The folders are empty unless a group before this one is in them.
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
    return isReplacement
  }

  /// Writes a file, and makes the folders around it that are not there.
  /// - Throws: a diagnostic where a folder or the file cannot be written.
  package static func write(_ text: String, makingFoldersOf path: String, mayReplace: Bool) throws(Diagnostic) {
    if let folder = path.lastIndex(of: "/").map({ String(path[..<$0]) }), !folder.isEmpty {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw Diagnostic("unwritable-folder", "the folder '\(DisplayText.visible(folder))' cannot be made")
      }
    }
    _ = try write(text, to: path, relativeTo: nil, mayReplace: mayReplace)
  }

  /// How many files are open at a time, which systems limit to 256 and more.
  private static let groupSize = 100

  private static func replace(_ files: [(path: String, text: String)]) throws(Diagnostic) {
    var path = ""
    do throws(AtomicFile.Failure) {
      var written: [(path: String, file: LockedFile)] = []
      for file in files {
        path = file.path
        let locked = try AtomicFile(path: path).lock()
        try locked.write(Array(file.text.utf8))
        written.append((path, locked))
      }
      for item in written {
        path = item.path
        try item.file.commit()
      }
    } catch {
      throw unwritable(path, DisplayText.visible(path), error)
    }
  }

  /// The place of a file that is to be written, and whether there is one.
  private static func target(
    _ path: String, relativeTo file: String?, mayReplace: Bool
  ) throws(Diagnostic) -> (path: String, exists: Bool) {
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
    return (named, exists)
  }

  /// Makes a folder for an `export`, named as for ``write(_:to:relativeTo:mayReplace:)``, unless it is there already.
  /// - Returns: whether it was not there.
  /// - Throws: a diagnostic where it cannot be made.
  @discardableResult
  package static func makeFolder(_ path: String, relativeTo file: String?) throws(Diagnostic) -> Bool {
    let named = resolve(path, relativeTo: file)
    if mkdir(named, 0o777) == 0 { return true }
    if errno == EEXIST { return false }
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
