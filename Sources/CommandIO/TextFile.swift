import Diagnostics

import class Foundation.FileManager

/// Reading the files that a person names.
package enum TextFile {
  /// A longer file is refused before it is parsed.
  package static let byteLimit = 64 << 20

  /// The text of a file, under the name by which it was called.
  /// - Throws: a diagnostic where it is missing, unreadable, a folder, too long or no UTF-8.
  package static func read(_ path: String) throws(Diagnostic) -> SourceText {
    let file = try InputFile.opening(path, allowsStandardInput: false)
    return SourceText(try text(of: file, path, shown: "'\(DisplayText.visible(path))'"), name: path)
  }

  /// All of standard input.
  /// - Throws: a diagnostic where it is too long or no UTF-8.
  package static func readStandardInput() throws(Diagnostic) -> SourceText {
    SourceText(try text(of: InputFile.standardInput, "", shown: "standard input"), name: "<stdin>")
  }

  private static func text(
    of file: consuming InputFile, _ path: String, shown: String
  ) throws(Diagnostic) -> String {
    let bytes = try file.bytes(upTo: byteLimit, shown)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      if bytes.starts(with: "bplist".utf8) {
        throw Diagnostic("not-utf8", "\(shown) is a binary property list, and no text")
      }
      if let kind = FileKind(path, beginningWith: bytes.prefix(32)) {
        throw Diagnostic("not-utf8", "\(shown) is \(kind.rawValue)", hint: kind.remedy)
      }
      throw Diagnostic("not-utf8", "\(shown) is not UTF-8 text", hint: "save it as UTF-8")
    }
    return text
  }

  /// Reads the file of a `run`, relative to the folder of the file that contains the statement, or to the working
  /// folder, with plain line feeds.
  package static func read(_ path: String, relativeTo file: String?) throws(Diagnostic) -> SourceText {
    let resolved = resolve(path, relativeTo: file)
    do {
      return try read(resolved).withLineFeeds
    } catch {
      var diagnostic = error
      // A learner types paths relative to that folder.
      let folder = resolved.dropLast(path.count)
      if error.id == Diagnostic.ID.noSuchFile, !folder.isEmpty {
        diagnostic.hint = nearest(to: path, in: String(folder))
      }
      throw diagnostic
    }
  }

  /// A path relative to the folder of a file, or to the working folder.
  package static func resolve(_ path: String, relativeTo file: String?) -> String {
    guard !path.hasPrefix("/"), let file, let slash = file.lastIndex(of: "/") else { return path }
    return String(file[...slash]) + path
  }

  /// A question about the files whose names are near that of a missing one, with its folder; nil when there are none.
  /// - Parameter root: The folder that the path is relative to, with a slash at its end; empty for the working folder.
  static func nearest(to path: String, in root: String = "") -> String? {
    let slash = path.lastIndex(of: "/")
    let folder = root + (slash.map { String(path[...$0]) } ?? (root.isEmpty ? "." : ""))
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let known = names.filter { $0.first != "." }.prefix(1000).map { DisplayText.visible($0) }
    let within = DisplayText.visible(slash.map { path[...$0] } ?? "")
    let near = Suggestions.nearest(to: name, among: known).map { within + $0 }
    if let question = Suggestions.didYouMean(near) { return question }
    // lib.graph for library.graph
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let longer = known.filter { $0.hasPrefix(name[..<dot]) && $0.hasSuffix(name[dot...]) }.sorted()
    return longer.first.map { "did you mean \(within)\($0)?" }
  }
}
