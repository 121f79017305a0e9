import Testing

/// The words of statements are cases of enumerations, which parser, completion, help and messages read.
@Suite("A word of the language is written in one place")
struct VocabularyTests {
  /// Words, and the only file that may have the word alone as a text; nil for the names of cases.
  static let words: [(word: String, file: String?)] = [
    ("asc", "Predicates/Syntax/SortDirection.swift"), ("desc", "Predicates/Syntax/SortDirection.swift"),
    ("rtree", "ObjectGraph/Model/FetchIndexDescription.swift"), ("isInserted", nil), ("isTemporaryID", nil),
    ("versionChecksum", nil), ("migrating", nil),
    ("minimum length", "ObjectGraph/Versions/ModelDifference.Aspect.swift"),
  ]

  @Test("No file repeats a word of a vocabulary", arguments: words)
  func places(row: (word: String, file: String?)) {
    for (path, text) in ArchitectureTests.sources where path != row.file {
      for line in text.split(separator: "\n") {
        let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        #expect(!code.contains("\"\(row.word)\""), "\(path): \(line)")
      }
    }
  }
}
