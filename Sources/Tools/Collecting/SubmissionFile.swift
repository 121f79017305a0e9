import CommandIO
import Diagnostics
import Foundation
import Grading
import Platform

/// The files that students handed in. Nothing outside the folder is read, and nothing that could block or never end:
/// symbolic links are not followed, and only regular files are opened.
enum SubmissionFile {
  /// Returns the text of a submission.
  /// - Parameters:
  ///   - path: relative to the folder, `ada/whose.graph`.
  ///   - name: the path as messages show it.
  /// - Throws: a diagnostic that says why there is no text.
  static func read(_ path: String, in folder: String, shownAs name: String) throws(Diagnostic) -> String {
    let shown = "'\(DisplayText.visible(name))'"
    return try text(of: try bytes(path, in: folder, shownAs: name, limit: Grader.answerByteLimit), name, shown)
  }

  /// Returns the bytes of a file in a folder.
  /// - Throws: a diagnostic that says why there are none, one for a file with more bytes than the limit as well.
  static func bytes(
    _ path: String, in folder: String, shownAs name: String = "", limit: Int
  ) throws(Diagnostic) -> [UInt8] {
    let shown = "'\(DisplayText.visible(name))'"
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy(\.isSafePathPart) else {
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
      case (S_IFLNK, _): throw isLink(shown)
      case (S_IFDIR, true): throw isFolder(shown)
      case (S_IFREG, false): throw missing(shown, ENOENT)
      default: throw Diagnostic("not-a-file", "\(shown) is not a file", hint: "hand in a file")
      }
      let kind = isLast ? O_NONBLOCK : O_DIRECTORY
      let next = openat(place, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      guard next >= 0 else { throw missing(shown, errno) }
      close(place)
      place = next
    }
    return try bytes(of: place, shown, limit: limit)
  }

  /// Returns the text of a submission in a zip file.
  static func read(
    _ entry: ZipArchive.Entry, shownAs name: String, in archive: ZipArchive
  ) throws(Diagnostic) -> String {
    let shown = "'\(DisplayText.visible(name))'"
    if entry.isFolder { throw isFolder(shown) }
    if entry.isLink { throw isLink(shown) }
    let bytes: [UInt8]
    do {
      bytes = try archive.read(entry, limit: Grader.answerByteLimit)
    } catch {
      switch error {
      case .tooLong: throw .answerTooLong(limit: Grader.answerByteLimit)
      case .encrypted:
        throw Diagnostic("encrypted-file", "\(shown) is encrypted", hint: "hand it in without a password")
      case .damaged: throw damaged(shown)
      case .unknownCompression:
        throw Diagnostic("damaged-file", "\(shown) is compressed in an unknown way", hint: "zip it again")
      }
    }
    return try text(of: bytes, name, shown)
  }

  private static func bytes(of file: Int32, _ shown: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    // More bytes than the limit show that the answer is too long.
    while bytes.count <= limit {
      let more = chunk.withUnsafeMutableBytes { readBytes(from: file, into: $0) }
      guard more >= 0 else { throw InputFile.unreadable(shown, errno) }
      if more == 0 { break }
      bytes += chunk[..<more]
    }
    guard bytes.count <= limit else { throw .answerTooLong(limit: limit) }
    return bytes
  }

  private static func text(of bytes: [UInt8], _ name: String, _ shown: String) throws(Diagnostic) -> String {
    let text = try decoded(bytes, name, shown)
    guard text.contains(where: { !$0.isWhitespace }) else { throw .emptyAnswer(shown) }
    return text
  }

  /// Returns the text of bytes in UTF-8, UTF-16 or Windows-1252.
  /// - Throws: a diagnostic for bytes that are no text, which names their kind.
  static func decoded(_ bytes: [UInt8], _ name: String, _ shown: String) throws(Diagnostic) -> String {
    if let kind = FileKind(name, beginningWith: bytes.prefix(32)) {
      throw Diagnostic(
        "not-text", "\(shown) is \(kind.rawValue)",
        hint: "hand in the statements as plain text, in a file with the ending .graph")
    }
    // The byte 0 is in no text: the bytes are those of another encoding, or of no text at all.
    guard let text = utf16(bytes) ?? String(validating: bytes, as: UTF8.self) ?? windows1252(bytes),
      !text.unicodeScalars.contains("\0")
    else {
      throw Diagnostic("not-utf8", "\(shown) is not UTF-8 text", hint: "save it as UTF-8")
    }
    return text
  }

  /// Returns the text of UTF-16 with a byte order mark, as editors on Windows write it; nil for any other bytes.
  private static func utf16(_ bytes: [UInt8]) -> String? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]), bytes.count % 2 == 0 else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self)
  }

  /// Returns the text of Windows-1252, as editors in western Europe still write it; nil for bytes that it does not have, that
  /// no text has, or that look like damaged UTF-8 or UTF-16.
  private static func windows1252(_ bytes: [UInt8]) -> String? {
    let isText = bytes.allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    let isDamaged = zip(bytes, bytes.dropFirst()).contains { $0 >= 0xC0 && (0x80..<0xC0).contains($1) }
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    guard isText, !isDamaged, !isWide else { return nil }
    return String(bytes: bytes, encoding: .windowsCP1252)
  }

  static func damaged(_ shown: String) -> Diagnostic {
    Diagnostic("damaged-file", "\(shown) is damaged in the zip file", hint: "download it again")
  }

  private static func isLink(_ shown: String) -> Diagnostic {
    Diagnostic("not-a-file", "\(shown) is reached through a symbolic link", hint: "hand in the file itself")
  }

  private static func isFolder(_ shown: String) -> Diagnostic {
    Diagnostic("not-a-file", "\(shown) is a folder", hint: "hand in a file")
  }

  private static func missing(_ shown: String, _ reason: Int32) -> Diagnostic {
    reason == ENOENT || reason == ENOTDIR
      ? Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in: there is no file \(shown)")
      : InputFile.unreadable(shown, reason)
  }
}

extension StringProtocol {
  /// Whether a part of a path names something in its folder, and leads nowhere else.
  var isSafePathPart: Bool { !isEmpty && self != "." && self != ".." && !utf8.contains(0) }
}
