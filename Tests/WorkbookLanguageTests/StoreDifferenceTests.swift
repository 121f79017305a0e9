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
    entity Land { places ->> Place?, inverse land }
    entity Place { name: String?; n: Integer64?; hair: Transformable?, transformer "HexColor"; note: String?, transient; land -> Land?, inverse places; tracks ->> Track?, inverse place; near ~> Track where n == 1 }
    entity Track { title: String?; n: Integer64?; hair: Transformable?, transformer "HexColor"; place -> Place?, inverse tracks; events ->> Event?, inverse track }
    entity Event { name: String; track -> Track?, inverse events }
    let p = Place(land: Land())
    let t = Track(place: p)
    let e = Event(name: "e")
    Place(n: 7)
    save
    """

  private static func interpreter(_ setup: String = "") -> Interpreter {
    var interpreter = Interpreter()
    for text in [world, setup] where !text.isEmpty {
      let failed = interpreter.run(SourceText(text)).first { $0.failed }
      #expect(failed == nil, "\(failed?.diagnostics.map(\.message) ?? [])")
    }
    return interpreter
  }

  /// The notes about stores.
  private static func notes(_ outcomes: [Outcome]) -> [Diagnostic] {
    let ids = ["store-refuses", "store-differs", "no-column", "fetched-in-condition"]
    return outcomes.flatMap(\.diagnostics).filter { ids.contains($0.id) }
  }

  private static func notes(_ statement: String, after setup: String = "") -> [String] {
    var interpreter = interpreter(setup)
    let outcomes = interpreter.run(SourceText(statement))
    let errors = outcomes.flatMap(\.diagnostics).filter { $0.severity == .error && $0.id != "expectation-failed" }
    #expect(errors.isEmpty, "\(statement): \(errors.map(\.message))")
    return notes(outcomes).map(\.message)
  }

  /// The example of a row for the objects of a SUBQUERY.
  private static func inSubquery(_ example: String) -> String {
    example.replacing(/(^|[^."A-Za-z])(name|tracks|n|hair|note|near)(?![A-Za-z])/) { "\($0.1)$x.\($0.2)" }
  }

  @Test("Each row of the table has a note wherever a condition is put to a store", arguments: StoreDifference.allCases)
  func noted(_ difference: StoreDifference) {
    let example = difference.row.example
    let asked = "Place where \(example)"
    for statement in [
      "fetch \(asked)", "count \(asked)", "explain fetch \(asked)", "group \(asked) by n: count",
      "let q = fetch \(asked)", "(count \(asked)) + 1", "explain p in fetch \(asked)",
      "explain delete \(asked) OR n == 7",
      "compare delete \(asked) OR n == 7", "delete \(asked)", "batch delete \(asked)",
      "batch update \(asked) set n = 3",
      "for x in (fetch \(asked)) { x.n }", "expect (count \(asked)) == 1", "expect { delete \(asked) } succeeds",
      "e.track = Track(place: (fetch \(asked) limit 1)[FIRST])", "fetch Track where place IN (fetch \(asked))",
      "fetch Place where TERNARY(\(example), 1, 0) == 1",
      "fetch Land where SUBQUERY(places, $x, \(Self.inSubquery(example))).@count == 1",
    ] {
      #expect(Self.notes(statement).count == 1, "\(statement)")
    }
    // Where nil makes the difference, there must be objects to compare.
    let atDeclaration = difference == .nilCompared ? 0 : 1
    for (declaration, uses) in [
      (
        "template Odd = fetch \(asked)",
        ["fetch Odd", "count Odd", "explain fetch Odd", "for x in (fetch Odd) { x.n }"]
      ),
      (
        "add Event.odd ~> \(asked)",
        ["e.odd", "Event#1.odd.@count", "explain e.odd", "show e.odd", "expect e.odd.@count == 1"]
      ),
    ] {
      #expect(Self.notes(declaration).count == atDeclaration, "\(declaration)")
      for use in uses { #expect(Self.notes(use, after: declaration).count == 1, "\(declaration); \(use)") }
    }
  }

  @Test("Similar paths are noted as a row's example is")
  func similar() {
    for (condition, subject) in [
      ("count(tracks.events) > 0", StoreDifference.countOverTwoSteps), ("tracks.events.@sum.track.n > 0", .twoSteps),
      ("tracks.events.name CONTAINS \"x\"", .twoSteps), ("ALL tracks.events.name == \"x\"", .twoSteps),
      ("SUBQUERY(tracks.events, $t, $t.name == \"x\").@count > 0", .twoSteps),
      ("ANY land.places.tracks.n > 3", .anyOverTwoSteps),
      ("SUBQUERY(tracks, $t, $t.hair == color \"#98002e\").@count > 0", .transformable),
      ("SUBQUERY(tracks, $t, FUNCTION($t.title, \"length\") > 3).@count > 0", .function),
      ("name != nil AND 1 + FUNCTION(name, \"length\") > 3", .function),
    ] {
      #expect(
        Self.notes("count Place where \(condition)") == ["a SQLite store does not translate \(subject.row.subject)"],
        "\(condition)")
    }
  }

  @Test("nil inside a SUBQUERY makes a store find more or fewer")
  func nilInside() {
    #expect(
      Self.notes("count Land where SUBQUERY(places, $x, $x.name != \"Wade\").@count == 1")
        == ["by SQL's rules a SQLite store leaves out Land#1: a value asked for here is nil"])
    #expect(
      Self.notes("count Land where SUBQUERY(places, $x, $x.name != \"Wade\").@count == 0")
        == ["by SQL's rules a SQLite store finds Land#1: a value asked for here is nil"])
  }

  @Test("The checks of a file print no notes about stores")
  func checked() throws {
    var interpreter = Self.interpreter()
    let outcome = try #require(
      interpreter.run(SourceText("check \"none\" { expect (count Place where note == \"x\") == 1 }")).first)
    guard case .checked(_, _, let holds, let outcomes)? = outcome.result else {
      Issue.record("not checked")
      return
    }
    #expect(!holds)
    #expect(Self.notes([outcome] + outcomes) == [])
  }

  /// Conditions in three parts, of which a hint replaces the second.
  static let rewritten: [(before: String, condition: String, after: String)] = [
    ("", "n BETWEEN {2, 5 - 1}", ""), ("NOT ", "n BETWEEN {2, 5 - 1}", ""), ("NOT (", "n BETWEEN {2, 5 - 1}", ")"),
    ("name == nil AND ", "n BETWEEN {2, 5 - 1}", ""), ("NOT (name == nil AND ", "n BETWEEN {2, 5 - 1}", ")"),
    ("name != nil OR ", "n BETWEEN {2, 5 - 1}", " AND n != 3"), ("n != nil AND ", "n - 1 BETWEEN {2 - 1, n}", ""),
    ("", "ANY tracks.n BETWEEN {2, 5 - 1}", ""), ("NOT ", "ANY tracks.n BETWEEN {2, 5 - 1}", ""),
    ("", "NONE tracks.n BETWEEN {2, 5 - 1}", ""), ("n != nil AND ", "ANY land.places.n BETWEEN {n, n + 1}", ""),
    ("", "ANY tracks.place.n BETWEEN {2, 5 - 1}", ""), ("TERNARY(", "n BETWEEN {2, 5 - 1}", ", 1, 0) == 1"),
    ("SUBQUERY(tracks, $x, ", "$x.n BETWEEN {2, 5 - 1}", ").@count > 1"),
    ("SUBQUERY(tracks, $x, NOT ", "$x.n BETWEEN {2, 5 - 1}", ").@count > 0"),
    ("SUBQUERY(land.places, $x, ", "ANY $x.tracks.n BETWEEN {2, 5 - 1}", ").@count > 0"),
    ("", "ANY tracks.events.name == \"x\"", ""), ("NOT ", "ANY tracks.events.name BEGINSWITH[c] \"X\"", ""),
    ("", "ANY tracks.events.name == name", ""), ("", "NONE tracks.events.name == \"x\"", ""),
    ("SUBQUERY(land.places, $x, ", "ANY $x.tracks.events.name == \"x\"", ").@count > 0"),
    ("", "tracks.n.@max", " == 4"), ("SUBQUERY(land.places, $x, ", "$x.tracks.n.@min", " == 3).@count == 1"),
  ]

  @Test("A hint that writes the condition otherwise means the same, and is not noted", arguments: rewritten)
  func hints(_ row: (before: String, condition: String, after: String)) throws {
    let interpreter = Self.interpreter(
      """
      let l = Land()
      for i in 1...6 {
        let q = Place(land: l, n: i)
        for k in 1...i { let u = Track(place: q, n: k + 2) }
      }
      Event(name: "x", track: (fetch Track where n == 4)[FIRST])
      let z = Place(land: l, name: "x")
      Track(place: z)
      Event(name: "x", track: Track(place: z, n: 9))
      Event(name: "y", track: Track(place: z, n: 1))
      save
      """)
    func found(_ condition: String) -> (text: [String], notes: [Diagnostic]) {
      var trial = interpreter.trial()
      let outcomes = trial.run(SourceText("fetch Place where \(row.before)\(condition)\(row.after)"))
      #expect(!outcomes.contains { $0.failed }, "\(condition): \(outcomes.flatMap(\.diagnostics).map(\.message))")
      var names: [String] = []
      if case .objects(let table)? = outcomes.last?.result { names = table.rows.map { "\($0.object)" } }
      return (names, Self.notes(outcomes).filter { $0.id == "store-refuses" })
    }
    let (before, notes) = found(row.condition)
    let hint = try #require(notes.first?.hint)
    #expect(hint.hasPrefix("write "))
    let (after, left) = found(String(hint.dropFirst("write ".count)))
    #expect(before == after, "\(row.condition): \(hint)")
    #expect(left.isEmpty, "\(hint): \(left.map(\.message))")
  }

  @Test(
    "Similar conditions have none",
    arguments: [
      "n BETWEEN {2, 5}", "n BETWEEN {-2, 5}", "n >= 2 AND n <= 5 - 1", "n != nil AND n - 1 BETWEEN {2, 5}",
      "n IN {5 - 1}",
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
