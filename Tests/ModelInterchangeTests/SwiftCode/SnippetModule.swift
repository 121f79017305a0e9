import Foundation

/// The Swift snippets of the lessons as one file that can be type-checked.
///
/// Each lesson becomes an enumeration with the declarations that its text takes for granted, and each snippet another one
/// inside it, with its types as members and its statements as the body of a function. A snippet sees the declarations of
/// its lesson, and those of the lesson's earlier snippets where it continues them.
struct SnippetModule {
  struct Snippet: Hashable {
    /// `09-delete-rules.md:1215`
    var place: String
    var text: String

    /// The declarations at the top of the text, without attributes of Objective-C, and the other lines.
    var parts: (declarations: String, statements: String) {
      var declarations = ""
      var statements = ""
      var isInside = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        if !isInside, line.hasPrefix("@objc(") { continue }
        let isHead = Self.heads.contains { line.hasPrefix($0) }
        if isHead { isInside = true }
        if isInside { declarations += Self.withoutObjectiveC(line) + "\n" } else { statements += line + "\n" }
        // A declaration ends where its brace is closed at the left margin, or on its own line.
        if isInside, line == "}" || isHead && line.hasSuffix("}") { isInside = false }
      }
      return (declarations, statements)
    }

    private static let heads = [
      "final class ", "class ", "enum ", "struct ", "func ", "extension ", "@MainActor", "actor ", "@Model",
    ]

    private static func withoutObjectiveC(_ line: String) -> String {
      guard let managed = line.range(of: "@NSManaged var ") else {
        return line.replacingOccurrences(of: "@objc ", with: "")
      }
      let rest = line[managed.upperBound...]
      let comment = rest.range(of: "//")?.lowerBound ?? rest.endIndex
      return line[..<managed.lowerBound] + "var " + rest[..<comment].trimmingCharacters(in: .whitespaces)
        + " { get { fatalError() } set {} }"
    }
  }

  /// The snippets in fences with `swift` after them.
  static func snippets(in text: String, of file: String) -> [Snippet] {
    var found: [Snippet] = []
    var open: Snippet?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "```swift" {
        open = Snippet(place: "\(file):\(number + 2)", text: "")
      } else if line.hasPrefix("```") {
        if let snippet = open { found.append(snippet) }
        open = nil
      } else {
        open?.text += line + "\n"
      }
    }
    return found
  }

  /// One source file of the snippets of some lessons, in the order of their names. `given` has the declarations that a
  /// lesson's text takes for granted. Errors are reported at the snippet's own lines.
  static func text(of lessons: [(name: String, snippets: [Snippet])], given: [String: String]) -> String {
    var module = "import Foundation\n"
    for (number, lesson) in lessons.enumerated() {
      module += "enum Lesson\(number + 1) {\n\(given[lesson.name] ?? "")\n"
      for (place, snippet) in lesson.snippets.enumerated() {
        let (declarations, statements) = snippet.parts
        let location = snippet.place.split(separator: ":")
        let isMain = statements.contains("viewContext") || statements.contains("On the main queue")
        module += """
          enum Snippet\(place + 1) {
          #sourceLocation(file: "\(location[0])", line: \(location[1]))
          \(declarations)
          \(isMain ? "@MainActor " : "")static func run() async throws {
          #sourceLocation(file: "\(location[0])", line: \(location[1]))
          \(statements)
          }
          #sourceLocation()
          }

          """
      }
      module += "}\n"
    }
    return module
  }
}
