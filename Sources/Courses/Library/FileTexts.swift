import Diagnostics
import Support

import class Foundation.FileManager

/// Reading the texts of a folder.
enum FileTexts {
  /// No file of a course is longer; a longer one is refused before it is read.
  static let byteLimit = 4 << 20

  /// The text of a file with plain line feeds, under the name by which messages call it.
  /// - Throws: a diagnostic where it is missing, too long or not UTF-8.
  static func text(at path: String, name: String) throws(Diagnostic) -> SourceText {
    let bytes: [UInt8]
    do throws(AtomicFile.Failure) { bytes = try AtomicFile(path: path).read(limit: byteLimit + 1).bytes } catch {
      throw Diagnostic("unreadable-file", "'\(DisplayText.visible(name))' cannot be read: \(error.reason)")
    }
    guard bytes.count <= byteLimit else {
      throw Diagnostic("file-too-long", "'\(DisplayText.visible(name))' is longer than \(byteLimit >> 20) MB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic("not-utf8", "'\(DisplayText.visible(name))' is not UTF-8 text")
    }
    return SourceText(text, name: name).withLineFeeds
  }

  /// The start of a file, enough for its head; nil where it cannot be read.
  static func start(at path: String, name: String) -> SourceText? {
    guard let (bytes, _) = try? AtomicFile(path: path).read(limit: Head.byteLimit + 64) else { return nil }
    return SourceText(String(decoding: bytes, as: UTF8.self), name: name).withLineFeeds
  }

  /// The names in a folder, sorted; none where there is no such folder.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.first != "." }.sorted()
  }
}
