import Testing

/// The folders of ObjectGraph, as ARCHITECTURE.md lists them, read from the names of types in their files.
@Suite("The folders of ObjectGraph use only what lies below")
struct FolderTests {
  /// From the bottom up. Files in no folder are below all others.
  static let order = [
    "", "Requests", "Model", "Versions", "Graph", "Fetching", "Derivation", "Validation", "Merging", "Deletion",
    "Migration", "Drafting", "Stores", "Context", "Batch",
  ]

  /// The names that a folder may use although they are declared above it.
  static let exceptions: [String: Set<String>] = [
    // A misfit says what would fit in the words of the error that it becomes.
    "Model": ["ObjectGraphError"],
    // A graph carries its indexes from copy to copy, and never looks inside.
    "Graph": ["IndexCache"],
  ]

  struct File {
    var path: String
    var folder: String
    /// Without comments.
    var lines: [Substring]
  }

  static let files: [File] = ArchitectureTests.sources.compactMap { path, text in
    let parts = path.split(separator: "/").map(String.init)
    guard parts[0] == "ObjectGraph" else { return nil }
    let lines = text.split(separator: "\n").compactMap { line -> Substring? in
      guard let comment = line.firstRange(of: "//") else { return line }
      return line[..<comment.lowerBound]
    }
    return File(path: path, folder: parts.count > 2 ? parts[1] : "", lines: lines)
  }

  /// The folder of each type that only one folder declares, nested types included.
  static let homes: [Substring: String] = {
    let declaration = /\b(?:struct|class|enum|protocol|typealias)\s+([A-Z]\w*)/
    var folders: [Substring: Set<String>] = [:]
    for file in files {
      for line in file.lines {
        if let found = line.firstMatch(of: declaration) { folders[found.1, default: []].insert(file.folder) }
      }
    }
    return folders.compactMapValues { $0.count == 1 ? $0.first : nil }
  }()

  @Test("No folder uses a type of a folder above it, but for what is listed")
  func order() throws {
    var unused = Self.exceptions
    for file in Self.files {
      let place = try #require(Self.order.firstIndex(of: file.folder), "\(file.folder) has no place in the order")
      for line in file.lines {
        for word in line.matches(of: /\b[A-Z]\w+/).map(\.output) {
          guard let home = Self.homes[word], let above = Self.order.firstIndex(of: home), above > place else {
            continue
          }
          if Self.exceptions[file.folder]?.contains(String(word)) == true {
            unused[file.folder]?.remove(String(word))
          } else {
            Issue.record("\(file.path) uses \(word), which \(home) declares: \(line)")
          }
        }
      }
    }
    #expect(unused.allSatisfy { $0.value.isEmpty }, "exceptions that nothing needs: \(unused)")
  }
}
