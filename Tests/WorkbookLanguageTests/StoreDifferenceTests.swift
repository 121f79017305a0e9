import Diagnostics
import Predicates
import TestSupport
import Testing
import WorkbookLanguage

import class Foundation.FileManager
import struct Foundation.URL

/// The table of what a SQLite store answers otherwise: each row has a note, and docs/core-data.md has each row.
@Suite("Where a SQLite store answers otherwise")
struct StoreDifferenceTests {
  private static let world = """
    entity Place { name: String?; n: Integer64?; hair: Transformable?, transformer "HexColor"; note: String?, transient; tracks ->> Track?, inverse place; near ~> Track where n == 1 }
    entity Track { title: String?; n: Integer64?; hair: Transformable?, transformer "HexColor"; place -> Place?, inverse tracks; events ->> Event?, inverse track }
    entity Event { name: String; track -> Track?, inverse events }
    let p = Place()
    let t = Track(place: p)
    save
    """

  private static func notes(_ statement: String) -> [String] {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(world))
    return interpreter.run(SourceText(statement)).flatMap(\.diagnostics).filter { $0.severity == .note }.map(\.message)
  }

  @Test("Each row of the table has a note, also in explain fetch", arguments: StoreDifference.allCases)
  func noted(_ difference: StoreDifference) {
    let example = difference.row.example
    #expect(Self.notes("fetch Place where \(example)").count == 1, "\(example)")
    #expect(Self.notes("explain fetch Place where \(example)").count == 1, "\(example)")
  }

  @Test(
    "Similar conditions have none",
    arguments: [
      "n BETWEEN {2, 5}", "n BETWEEN {-2, 5}", "n >= 2 AND n <= 5 - 1", "n - 1 BETWEEN {2, 5}", "n IN {5 - 1}",
      "TERNARY(name == nil, \"\", name) == \"Wade\"", "name IN {\"Wade\"}", "tracks.@count > 0",
      "SUBQUERY(tracks, $x, $x.events.@count > 0).@count > 0", "hair == nil", "hair != nil", "ANY tracks.n > 3",
      "name.length > 3",
    ])
  func silent(_ condition: String) {
    #expect(Self.notes("fetch Place where \(condition)") == [], "\(condition)")
  }

  @Test("The documentation has the table")
  func documented() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/core-data.md").standardizedFileURL
    let data = try #require(FileManager.default.contents(atPath: file.path))
    let text = String(decoding: data, as: UTF8.self)
    let table = StoreDifference.markdown.joined(separator: "\n")
    #expect(text.contains(table), "docs/core-data.md should have:\n\(table)")
  }
}
