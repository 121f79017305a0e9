import Foundation

/// A folder of inputs with the answers that are expected: real ones beside the project, which most checkouts do not have,
/// or small ones of our own in the same form, which every checkout has.
///
/// ```swift
/// private let corpus = Corpus("predicates")
///
/// @Test(.enabled(if: corpus.isThere, "the corpus is not there")) func real() throws { try check(corpus) }
/// @Test func own() throws { try check(Corpus(samplesBeside: #filePath)) }
/// ```
package struct Corpus: Sendable {
  package let folder: URL

  /// A part of the real inputs, beside the project or beside a folder around it: a working copy may be deeper.
  package init(_ name: String) {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let corpus = folder.appendingPathComponent("shared/corpus/\(name)")
      if FileManager.default.fileExists(atPath: corpus.path) {
        folder = corpus
        break
      }
    }
    self.folder = folder
  }

  /// The folder `Samples` beside a source file.
  package init(samplesBeside file: String) {
    folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Samples")
  }

  package var isThere: Bool { folder.path != "/" }

  /// The text of a file.
  package func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// The lines of a file, without empty ones.
  package func lines(_ name: String) throws -> [String] {
    try text(name).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// A line of JSON as a value each.
  package func values<Line: Decodable>(_ name: String, as type: Line.Type) throws -> [Line] {
    try lines(name).map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
  }

  /// What is in the folder, sorted; nothing where it is not there.
  package var names: [String] {
    isThere ? ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() : []
  }
}
