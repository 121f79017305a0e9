import Diagnostics
import Shell
import Testing

import class Foundation.FileManager
import struct Foundation.URL

@testable import WorkbookLanguage

/// The answers to each kind of mistake: `Mistakes/<kind>.txt` has the input after `>`, and below it the whole answer.
///
/// Each line is typed into a fresh league of one team and one player. `UPDATE_EXPECTATIONS=1` writes the answers anew, and
/// fails.
@Suite("Each kind of mistake has its answer")
struct MistakeTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Mistakes")

  static let kinds = [
    "unknown-names", "arrows", "inverses", "to-many-and-to-one", "equals", "swift", "core-data", "sql", "objective-c",
    "declarations", "changes", "later-changes", "java", "django", "select-and-group", "batch", "conditions", "values",
    "going-on", "words-missing", "app-code",
  ]

  @Test("there is a file for each kind")
  func files() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(found == Self.kinds.map { $0 + ".txt" }.sorted())
  }

  @Test("the answers", arguments: kinds)
  func answers(kind: String) throws {
    let file = Self.folder.appendingPathComponent(kind + ".txt")
    let text = try String(contentsOf: file, encoding: .utf8)
    var recorded = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) where line.hasPrefix("> ") {
      let source = SourceText(String(line.dropFirst(2)).replacing("⏎", with: "\n"))
      var interpreter = Interpreter()
      _ = interpreter.run(SourceText(MessageTests.model))
      let renderer = OutcomeRenderer(showsPlaces: false)
      let outcomes = interpreter.run(source)
      #expect(outcomes.contains { !$0.diagnostics.isEmpty }, "\(line) is no mistake")
      recorded += line + "\n" + renderer.document(for: outcomes).lines(.plain).map { $0 + "\n" }.joined() + "\n"
    }
    guard recorded != text else { return }
    if Terminal.environment("UPDATE_EXPECTATIONS") == "1" {
      try recorded.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(kind): look at the difference and run again")
      return
    }
    let pair = zip(
      recorded.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false))
    let place = pair.enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
      """
      \(kind) differs at line \((place?.offset ?? 0) + 1):
      is:     \(place.map { String($0.element.0) } ?? "(longer or shorter)")
      should: \(place.map { String($0.element.1) } ?? "(longer or shorter)")
      """)
  }
}
