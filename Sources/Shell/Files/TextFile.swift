import Diagnostics

import class Foundation.FileManager

/// Reading the files that a person names.
package enum TextFile {
  /// A longer file is refused before it is parsed.
  package static let byteLimit = 64 << 20

  /// The text of a file, under the name by which it was called.
  /// - Throws: a diagnostic where it is missing, a folder, too long or no UTF-8.
  package static func read(_ path: String) throws(Diagnostic) -> SourceText {
    let shown = DisplayText.visible(path)
    let files = FileManager.default
    guard files.fileExists(atPath: path) else {
      throw Diagnostic("no-such-file", "there is no file '\(shown)'", hint: nearest(to: path))
    }
    guard let bytes = files.contents(atPath: path) else {
      throw Diagnostic("unreadable-file", "'\(shown)' cannot be read as a file")
    }
    guard bytes.count <= byteLimit else {
      throw Diagnostic("file-too-long", "'\(shown)' is longer than \(byteLimit >> 20) MB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic("not-utf8", "'\(shown)' is not UTF-8 text", hint: "save it as UTF-8")
    }
    return SourceText(text, name: path)
  }

  /// Reads the file of a `run`: relative to the folder of the file that the statement stands in, or to the working folder.
  package static func read(_ path: String, relativeTo file: String?) throws(Diagnostic) -> SourceText {
    try read(resolve(path, relativeTo: file))
  }

  static func resolve(_ path: String, relativeTo file: String?) -> String {
    guard !path.hasPrefix("/"), let file, let slash = file.lastIndex(of: "/") else { return path }
    return String(file[...slash]) + path
  }

  private static func nearest(to path: String) -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "/" : folder)) ?? []
    return Suggestions.didYouMean(
      name, among: names.filter { $0.first != "." }.prefix(1000).map { DisplayText.visible($0) })
  }
}
