import Testing

import class Foundation.FileManager
import struct Foundation.URL

/// The DocC catalogues of the libraries. `make docs` builds them.
@Suite("The catalogues of the libraries")
struct CatalogueTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Each page with Swift in it, and the file whose test runs its snippets.
  static let pages: [(page: String, test: String)] = [
    ("Sources/Predicates/Predicates.docc/Predicates.md", "Tests/PredicatesTests/CatalogueTests.swift"),
    ("Sources/ObjectGraph/ObjectGraph.docc/GettingStarted.md", "Tests/ObjectGraphTests/ArticleTests.swift"),
    ("Sources/ObjectGraph/ObjectGraph.docc/SettingValues.md", "Tests/ObjectGraphTests/TaskArticleTests.swift"),
    ("Sources/ObjectGraph/ObjectGraph.docc/ObservingChanges.md", "Tests/ObjectGraphTests/TaskArticleTests.swift"),
    ("Sources/ObjectGraph/ObjectGraph.docc/BackgroundWork.md", "Tests/ObjectGraphTests/TaskArticleTests.swift"),
    ("Sources/ObjectGraph/ObjectGraph.docc/Conflicts.md", "Tests/ObjectGraphTests/TaskArticleTests.swift"),
    (
      "Sources/ModelInterchange/ModelInterchange.docc/ModelInterchange.md",
      "Tests/ModelInterchangeTests/CatalogueTests.swift"
    ),
    (
      "Sources/CoreDataStore/CoreDataStore.docc/CoreDataStore.md", "Tests/CoreDataStoreTests/CatalogueTests.swift"
    ),
    ("Sources/Normalization/Normalization.docc/Normalization.md", "Tests/NormalizationTests/CatalogueTests.swift"),
  ]

  static func lines(_ path: String) throws -> [Substring] {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      .split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }

  @Test("Every line of Swift on a page is run by a test, in the same order", arguments: pages)
  func snippets(_ row: (page: String, test: String)) throws {
    var isInside = false
    var snippets: [Substring] = []
    for line in try Self.lines(row.page) {
      if line.hasPrefix("```") { isInside = line == "```swift" } else if isInside { snippets.append(line) }
    }
    #expect(snippets.count > 8, "\(snippets.count)")
    var rest = try Self.lines(row.test)[...]
    for line in snippets {
      guard let place = rest.firstIndex(of: line) else {
        Issue.record("\(row.page) has a line that \(row.test) does not run: \(line)")
        return
      }
      rest = rest[(place + 1)...]
    }
  }

  @Test("The first page of ObjectGraph lists every public type under one topic")
  func topics() throws {
    var listed: [Substring] = []
    for line in try Self.lines("Sources/ObjectGraph/ObjectGraph.docc/ObjectGraph.md") {
      if let match = line.wholeMatch(of: /- ``(\w+)``/) { listed.append(match.1) }
    }
    let declaration = /public (?:final )?(?:class|struct|enum|protocol|actor|typealias) (\w+)/
    let types = ArchitectureTests.sources.filter { $0.path.hasPrefix("ObjectGraph/") }.flatMap { file in
      file.text.split(separator: "\n").compactMap { $0.prefixMatch(of: declaration)?.1 }
    }
    #expect(types.count > 90, "\(types.count)")
    #expect(Set(types).symmetricDifference(listed) == [])
    #expect(listed.count == Set(listed).count)
  }

  @Test("No page is left out")
  func allPages() throws {
    let sources = Self.root.appendingPathComponent("Sources")
    let paths = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.contains(".docc/") && path.hasSuffix(".md") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      let isKnown = Self.pages.contains { $0.page == "Sources/" + path }
      #expect(isKnown == text.contains("```swift"), "\(path)")
    }
  }
}
