import Testing

import class Foundation.FileManager
import struct Foundation.URL

/// The rules of house style for sentences that a program can check. A failing test names the file and the words.
@Suite("The prose")
struct ProseTests {
  typealias File = (path: String, text: String)

  static var sources: [File] { ArchitectureTests.sources }

  /// The text files under some paths of the repository, by their paths there. Anything that is not UTF-8 is left out.
  static func files(_ paths: String...) -> [File] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let names = paths.flatMap { path -> [String] in
      let below = FileManager.default.enumerator(atPath: root.appendingPathComponent(path).path)?
        .compactMap { $0 as? String }
      return below.map { $0.isEmpty ? [path] : $0.sorted().map { "\(path)/\($0)" } } ?? [path]
    }
    return names.compactMap { name in
      (try? String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)).map { (name, $0) }
    }
  }

  // MARK: Comments

  /// The first line of each doc comment, without its slashes.
  static func openings(in text: String) -> [(line: Int, words: String)] {
    let space = UInt8(ascii: " ")
    var isInside = false
    var found: [(Int, String)] = []
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let words = line.drop(while: { $0 == space })
      let isDoc = words.starts(with: "///".utf8)
      if isDoc, !isInside { found.append((index + 1, String(words.dropFirst(3).drop(while: { $0 == space })) ?? "")) }
      isInside = isDoc
    }
    return found
  }

  @Test("A doc comment opens with the thing it describes, or with a verb")
  func openings() {
    #expect(Self.openings(in: "/// What\n/// What not\nlet a = 0\n  /// What").map(\.line) == [1, 4])
    for (path, text) in Self.sources {
      for (line, words) in Self.openings(in: text) where words.hasPrefix("What ") {
        Issue.record("\(path):\(line): \(words)")
      }
    }
  }

  /// The doc comments that open with "Whether", each with the declaration below it.
  static func questions(in text: String) -> [(line: Int, declaration: String)] {
    guard text.contains("/// Whether ") else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    return openings(in: text).filter { $0.words.hasPrefix("Whether ") }.map { line, _ in
      let rest = lines[line...].drop { $0.hasPrefix("///") || $0.hasPrefix("@") }
      return (line, rest.prefix(7).prefix { !$0.isEmpty && !$0.hasPrefix("///") }.joined(separator: " "))
    }
  }

  @Test("Only the comment of a Bool opens with \"Whether\"")
  func booleans() {
    let text = "/// Whether it is.\nvar isOne: Bool { true }\n/// Whether it is.\nstruct Being {}"
    #expect(Self.questions(in: text).map(\.declaration.count) == [24, 15])
    for (path, text) in Self.sources {
      for (line, declaration) in Self.questions(in: text) {
        let isBoolean = ["Bool", "= true", "= false"].contains { declaration.contains($0) }
        #expect(isBoolean, "\(path):\(line): \(declaration)")
      }
    }
  }

  // MARK: Documentation of the libraries

  static let libraries: Set = [
    "Diagnostics", "Predicates", "ObjectGraph", "ModelInterchange", "CoreDataStore", "Normalization",
  ]

  /// The public declarations of the libraries that do something.
  static let declarations = sources.filter { libraries.contains(ArchitectureTests.target(of: $0.path)) }
    .flatMap { PublicDeclaration.all(in: $0.text, of: $0.path) }

  @Test("Every public function of the libraries says what it costs, and so does what works like one")
  func complexity() {
    #expect(Self.declarations.count > 500, "\(Self.declarations.count)")
    for declaration in Self.declarations where declaration.hasWork {
      // `O(n)` in a sentence or, where it takes one of its own, a bullet.
      if declaration.comment.contains("O(") || declaration.comment.contains("- Complexity: ") { continue }
      Issue.record("\(declaration.place): the comment states no complexity: \(declaration.signature)")
    }
  }

  @Test("Every public function of the libraries that throws names its errors")
  func errors() {
    #expect(Self.declarations.count { $0.isThrowing } > 150, "\(Self.declarations.count { $0.isThrowing })")
    for declaration in Self.declarations where declaration.isThrowing && !declaration.comment.contains("- Throws: ") {
      Issue.record("\(declaration.place): the comment names no errors: \(declaration.signature)")
    }
  }

  @Test("The comment of a public function of the libraries opens with a verb")
  func verbs() {
    for declaration in Self.declarations where declaration.kind == .function {
      let word = declaration.comment.drop { $0 == " " }.prefix { $0.isLetter }
      // "Returns", "Deletes", "Finds"; a noun in the plural would be one for a reviewer.
      if word == "Whether" || word.hasSuffix("s") { continue }
      Issue.record("\(declaration.place): '\(word)' is no verb: \(declaration.signature)")
    }
  }

  @Test("Public declarations are read from their lines")
  func readingDeclarations() {
    let text = """
      /// Counts. O(n).
      /// - Throws: ``NoError``.
      @discardableResult
      public static func count(
        _ body: () throws -> Void
      ) rethrows -> Int {
        0
      }
      public func take(_ body: () throws -> Int) -> (() throws -> Int)? { nil }
      public init(_ name: String) { self.name = name }
      public init(_ names: [String]) { for name in names { add(name) } }
      public var count: Int { names.count }
      public var longest: String { names.max { $0.count < $1.count } ?? "" }
      public var name: String
      """
    let found = PublicDeclaration.all(in: text, of: "File")
    #expect(found.map(\.line) == [4, 9, 10, 11, 12, 13])
    #expect(found.map(\.isThrowing) == [true, false, false, false, false, false])
    #expect(found.map(\.hasWork) == [true, true, false, true, false, true])
    #expect(found.map { $0.comment.isEmpty } == [false, true, true, true, true, true])
  }

  // MARK: Messages, lessons and documents

  /// Phrases that were translated word by word, or that belong to another century, in lower case.
  static let unEnglish = [
    "again and again", "anew", "anybody", "as good as", "asks for itself", "behind a comma", "behind the statement",
    "beside it", "beside price", "beside that", "beside the", "carried out", "complained of", "else than", "everybody",
    "forbids to", "hand on", "in front of it", "is not there any more", "is not valid any more", "is told by",
    "knew no",
    "lead in a circle", "nobody", "not any more", "put together again", "shall", "slip of the pen", "somebody",
    "stand behind", "stand with", "stands behind", "stands in where", "stands there", "stands too late", "stands with",
    "thing of their own", "was to be", "were to be", "what was which",
  ]

  @Test("Phrases are found in any case and across lines, and never as a part of another word")
  func searching() {
    let search = PhraseSearch(["shall", "again and again"], skippingComments: true)
    let text = "Shall we?\n  // shall\nlet a = \"again and \\\n  again\"\nshallow, x-shall, f(shall: 1), `shall`"
    #expect(search.places(in: text).map(\.line) == [1, 3, 5])
    #expect(search.places(in: text).map(\.phrase) == ["shall", "again and again", "shall"])
  }

  private func check(_ files: [File], skippingComments: Bool) {
    let search = PhraseSearch(Self.unEnglish, skippingComments: skippingComments)
    for (path, text) in files {
      for place in search.places(in: text) { Issue.record("\(path):\(place.line): '\(place.phrase)'") }
    }
  }

  @Test("No message has a phrase that no English writer would use")
  func messages() { check(Self.sources, skippingComments: true) }

  @Test("Nor has a lesson, an exercise or a document")
  func documents() {
    let files = Self.files(
      "Lessons", "Exercises", "docs", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
    #expect(files.count > 100, "\(files.count)")
    #expect(files.contains { $0.path == "README.md" })
    check(files, skippingComments: false)
  }

  /// The lines of a text whose words offer a statement of the workbook: `"write length …"`, `"add \\(entity).\\(name) -> …"`.
  static func statements(in text: String) -> [Int] {
    let starts = [
      "write ", "first: ", "fetch \\(", "entity \\(", "composite \\(", "change \\(", "add \\(", "use version ",
    ]
    let marks = ["{ …", " = …"]
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      let isOffer = starts.contains { line.contains("\"" + $0) } || marks.contains { line.contains($0) }
      return isOffer && !line.drop { $0 == " " }.hasPrefix("//") ? index + 1 : nil
    }
  }

  @Test("The object graph states facts: statements to type are the workbook's advice")
  func facts() {
    #expect(
      Self.statements(
        in: "hint: \"write \\(key) = …\"\n// entity \\(name) { … }\n?? \"entity \\(name)\"\nhint: \"set it\"")
        == [1, 3])
    for (path, text) in Self.sources where ArchitectureTests.target(of: path) == "ObjectGraph" {
      for line in Self.statements(in: text) { Issue.record("\(path):\(line) offers a statement of the workbook") }
    }
  }
}
