import Diagnostics
import Grading

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reading what students handed in. Nothing outside the folder is read, and nothing that could wait or never end:
/// symbolic links are not followed, and only regular files are opened.
enum SubmissionFile {
  /// The text of a submission.
  /// - Parameter path: relative to the folder, `ada/whose.graph`; it is also the text's name.
  /// - Throws: a diagnostic that says why there is no text.
  static func read(_ path: String, in folder: String) throws(Diagnostic) -> SourceText {
    let shown = "'\(DisplayText.visible(path))'"
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
      throw Diagnostic("unsafe-path", "\(shown) is not a place inside the folder", hint: "rename the student's folder")
    }
    var place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { throw InputFile.unreadable("'\(DisplayText.visible(folder))'", errno) }
    defer { close(place) }
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      var status = stat()
      guard fstatat(place, part, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw missing(shown, errno) }
      switch (status.st_mode & S_IFMT, isLast) {
      case (S_IFREG, true), (S_IFDIR, false): break
      case (S_IFLNK, _):
        throw Diagnostic("not-a-file", "\(shown) is reached through a symbolic link", hint: "hand in the file itself")
      case (S_IFDIR, true): throw Diagnostic("not-a-file", "\(shown) is a folder", hint: "hand in a file")
      case (S_IFREG, false): throw missing(shown, ENOENT)
      default: throw Diagnostic("not-a-file", "\(shown) is not a file", hint: "hand in a file")
      }
      let kind = isLast ? O_NONBLOCK : O_DIRECTORY
      let next = openat(place, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      guard next >= 0 else { throw missing(shown, errno) }
      close(place)
      place = next
    }
    return SourceText(try text(of: place, shown), name: path)
  }

  private static func text(of file: Int32, _ shown: String) throws(Diagnostic) -> String {
    // A byte more than an answer may have, so that the grader sees that it is too long.
    let limit = Grader.answerByteLimit + 1
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let more = bytes.withUnsafeMutableBytes {
        systemRead(file, UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw InputFile.unreadable(shown, errno) }
      if more == 0 { break }
      count += more
    }
    guard count < limit else { throw .answerTooLong(limit: Grader.answerByteLimit) }
    let found = bytes[..<count]
    if found.starts(with: [0xFF, 0xFE]) || found.starts(with: [0xFE, 0xFF]) {
      throw Diagnostic("not-utf8", "\(shown) is UTF-16 text", hint: "save it as UTF-8")
    }
    guard let text = String(validating: found, as: UTF8.self) else {
      throw Diagnostic("not-utf8", "\(shown) is not UTF-8 text", hint: "save it as UTF-8")
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Diagnostic("empty-answer", "\(shown) is empty", hint: "hand in the statements of the answer")
    }
    return text
  }

  private static func missing(_ shown: String, _ reason: Int32) -> Diagnostic {
    reason == ENOENT || reason == ENOTDIR
      ? Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in: there is no file \(shown)")
      : InputFile.unreadable(shown, reason)
  }
}
