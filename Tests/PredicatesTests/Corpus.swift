import Foundation

/// The real inputs beside the project; absent in most checkouts, and said so.
enum Corpus {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("../shared/corpus/predicates").standardizedFileURL

  /// The lines of a file, or nil, with a line printed, when it is not there.
  static func lines(_ name: String) -> [String]? {
    let file = folder.appendingPathComponent(name)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      print("skipped: \(file.path) is not there")
      return nil
    }
    return text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}
