import Foundation
import Testing

/// The Swift of the lessons is what a learner types into an app tomorrow.
@Suite("The Swift snippets of lessons type-check")
struct SnippetTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func lessons() throws -> [(name: String, snippets: [SnippetModule.Snippet])] {
    let folder = root.appendingPathComponent("Lessons")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".md") && $0.first?.isNumber == true
    }.sorted()
    return try files.map { file in
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      return (String(file.prefix(2)), SnippetModule.snippets(in: text, of: file))
    }
  }

  @Test(
    "all snippets of all lessons", .enabled(if: SwiftTypeCheck.isPossible, "swiftc is not there, or this is no Linux"))
  func everyLesson() throws {
    let lessons = try Self.lessons()
    // Every chapter shows how it is done in Swift.
    #expect(lessons.filter { $0.snippets.isEmpty }.map(\.name) == [])
    let module = SnippetModule.text(of: lessons, given: SnippetModule.given)
    #expect(
      try SwiftTypeCheck.errors(
        inModuleOf: [
          ("CoreData.swift", SnippetStub.coreData), ("SwiftData.swift", SnippetStub.swiftData),
          ("Lessons.swift", module),
        ], withMacros: true) == [])
  }

  @Test(
    "the manifest of docs/installing.md",
    .enabled(if: SwiftTypeCheck.isPossible, "swiftc is not there, or this is no Linux"))
  func manifest() throws {
    let file = Self.root.appendingPathComponent("docs/installing.md")
    let snippets = SnippetModule.snippets(in: try String(contentsOf: file, encoding: .utf8), of: "installing.md")
    #expect(snippets.count == 1)
    for snippet in snippets {
      let package =
        "import PackageDescription\nfunc manifest() -> Package { Package(name: \"Scratch\",\n\(snippet.text)) }"
      #expect(
        try SwiftTypeCheck.errors(
          inModuleOf: [("Package.swift", package)],
          options: ["-package-description-version", "6.1", "-I", SwiftTypeCheck.manifestInterface]) == [])
    }
  }

  @Test(
    "a wrong snippet is found, at its own line",
    .enabled(if: SwiftTypeCheck.isPossible, "swiftc is not there, or this is no Linux"))
  func wrong() throws {
    let text = """
      Text

      ```swift
      let request = NSFetchRequest<Event>(entityName: "Event")
      request.limit = 3
      ```
      """
    let snippets = SnippetModule.snippets(in: text, of: "lesson.md")
    let module = SnippetModule.text(
      of: [("x", snippets)], given: ["x": "final class Event: NSManagedObject {}"])
    let errors = try SwiftTypeCheck.errors(
      inModuleOf: [("CoreData.swift", SnippetStub.coreData), ("Lessons.swift", module)])
    #expect(errors.count == 1, "\(errors)")
    #expect(
      errors.first?.hasSuffix(
        "lesson.md:5:9: error: value of type 'NSFetchRequest<Lesson1.Event>' has no member 'limit'")
        == true)
  }
}
