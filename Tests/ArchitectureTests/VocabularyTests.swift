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

  @Test("An attribute that is written for Xcode is known, in its order, and read")
  func xcodeAttributes() throws {
    let folder = ArchitectureTests.sources.filter { $0.path.hasPrefix("ModelInterchange/XcodeModel/") }
    func text(_ name: String) -> String { folder.first { $0.path.hasSuffix("/" + name) }?.text ?? "" }
    let facets = text("XcodeFacets.swift")
    var names: Set<Substring> = []
    for start in ["facets[\"", "text: \"", "interval: \""] {
      for part in facets.split(separator: start).dropFirst() { names.insert(part.prefix { $0 != "\"" }) }
    }
    #expect(names.count > 30, "\(names.count)")
    let readers = folder.filter {
      !["XcodeFacets.swift", "XcodeVocabulary.swift"].contains($0.path.split(separator: "/").last)
    }
    // It repeats the relationship's destination.
    for name in names where name != "inverseEntity" {
      #expect(text("XcodeVocabulary.swift").contains("\"\(name)\""), "Xcode's order lacks \(name)")
      #expect(readers.contains { $0.text.contains("\"\(name)\"") }, "no one reads \(name)")
    }
  }

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
