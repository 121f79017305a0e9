import Foundation

/// The real inputs beside the project; absent in most checkouts, and said so.
enum Corpus {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("../shared/corpus/normalization").standardizedFileURL

  /// The text of a file, or nil, with a line printed, when it is not there.
  static func text(_ name: String) -> String? {
    let file = folder.appendingPathComponent(name)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      print("skipped: \(file.path) is not there")
      return nil
    }
    return text
  }

  /// The lines of a file of JSON lines.
  static func cases<Case: Decodable>(_ name: String, as type: Case.Type) throws -> [Case] {
    guard let text = text(name) else { return [] }
    return try text.split(separator: "\n").map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
  }
}

/// `[[left], [right]]` in the corpus.
typealias Sides = [[String]]
