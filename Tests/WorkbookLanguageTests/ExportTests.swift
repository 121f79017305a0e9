import Diagnostics
import Testing
import WorkbookLanguage

import class Foundation.NSLock

@Suite("export writes the model in the form that the ending names")
struct ExportTests {
  /// The files that were written, by their names. A lock guards them, so the class may be called Sendable.
  final class Folder: @unchecked Sendable {
    private let lock = NSLock()
    private var contents: [String: String] = [:]

    var files: [String: String] { lock.withLock { contents } }

    var environment: Interpreter.Environment {
      Interpreter.Environment(writeFile: { text, path, _, mayReplace in
        if !mayReplace, self.files[path] != nil { throw Diagnostic("file-exists", "there is a file '\(path)'") }
        if path == "locked.svg" { throw Diagnostic("unwritable-file", "'locked.svg' cannot be written: read-only") }
        return self.lock.withLock { self.contents.updateValue(text, forKey: path) != nil }
      })
    }
  }

  static let league = """
    model League
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { name: String; team -> Team, inverse players; scouts ~> Team }
    entity Captain: Player { mentor -> Player? }

    """

  static func written(_ name: String) -> String? {
    let folder = Folder()
    var interpreter = Interpreter(environment: folder.environment)
    let outcomes = interpreter.run(SourceText(league + "export \"\(name)\""))
    #expect(outcomes.allSatisfy { !$0.failed })
    return folder.files[name]
  }

  /// The warnings and notes of an export of a model with what Xcode refuses and what Core Data does not document.
  private static func warnings(_ name: String) -> [String] {
    var interpreter = Interpreter(
      environment: .init(
        writeFile: { _, _, _, _ in false }, writeFiles: { _, _, _, _ in false }, listFolder: { _, _ in nil },
        makeFolder: { _, _ in }))
    let model = """
      entity User { name: String; roles ->> Role?, inverse user; unique name }
      entity Role { label: String; user -> User, inverse roles; unique user, label }

      """
    let outcomes = interpreter.run(SourceText(model + "export \(name)"))
    #expect(outcomes.allSatisfy { !$0.failed }, "\(outcomes.flatMap { $0.diagnostics })")
    return outcomes.last?.diagnostics.map { "\($0.severity): \($0.message)" } ?? []
  }

  private static let refusal =
    "warning: Role.user is required and leads to User, which is unique by name: Xcode does not compile this"
  private static let undocumented =
    "note: Role: user is a relationship; Core Data documents only attributes in a uniqueness constraint"

  @Test("An export for Xcode says what Xcode refuses")
  func refusedByXcode() {
    #expect(Self.warnings("\"League.xcdatamodeld\"") == [Self.refusal, Self.undocumented])
  }

  @Test("An export for SwiftData says what is known of SwiftData")
  func refusedBySwiftData() {
    #expect(
      Self.warnings("\"League.swift\", swiftdata") == [
        Self.refusal + " as a Core Data model; whether SwiftData takes it is not known",
        Self.undocumented + "; SwiftData documents to-one relationships as well",
      ])
  }

  @Test("Classes for Core Data need a model in Xcode", arguments: ["\"League.swift\"", "\"League\", split"])
  func classes(_ file: String) {
    #expect(Self.warnings(file) == [Self.refusal])
  }

  @Test("Pictures and statements are no model for Xcode", arguments: ["\"League.svg\"", "\"League.graph\""])
  func notRefused(_ file: String) {
    #expect(Self.warnings(file) == [])
  }

  @Test func mermaid() {
    #expect(
      Self.written("league.mmd") == """
        ---
        title: "League"
        ---
        classDiagram
          direction LR
          class c0["Team"] {
            +name: String
            +players?
          }
          class c1["Player"] {
            +name: String
            +scouts: fetched Team
            +team
          }
          class c2["Captain"] {
            +mentor?
          }
          c0 "1" <--> "*" c1 : players / team
          c1 <|-- c2
          c2 --> "0..1" c1 : mentor

        """)
  }

  @Test func graphviz() {
    #expect(
      Self.written("league.DOT") == """
        digraph "League" {
          rankdir=LR
          node [shape=plain, fontname="Helvetica"]
          edge [fontname="Helvetica"]
          box0 [label=<
            <table border="0" cellborder="1" cellspacing="0" cellpadding="4">
              <tr><td port="box" align="left"><b>Team</b></td></tr>
              <tr><td port="row0" align="left">name: String</td></tr>
              <tr><td port="row1" align="left">players?</td></tr>
            </table>>]
          box1 [label=<
            <table border="0" cellborder="1" cellspacing="0" cellpadding="4">
              <tr><td port="box" align="left"><b>Player</b></td></tr>
              <tr><td port="row0" align="left">name: String</td></tr>
              <tr><td port="row1" align="left">scouts ~&gt; Team</td></tr>
              <tr><td port="row2" align="left">team</td></tr>
            </table>>]
          box2 [label=<
            <table border="0" cellborder="1" cellspacing="0" cellpadding="4">
              <tr><td port="box" align="left"><b>Captain</b></td></tr>
              <tr><td port="row0" align="left">: Player</td></tr>
              <tr><td port="row1" align="left">mentor?</td></tr>
            </table>>]
          box0:row1 -> box1:row2 [dir=both, arrowhead=normalnormal, arrowtail=normal]
          box2:row0 -> box1:box [style=dashed, dir=forward, arrowhead=empty]
          box2:row1 -> box1:box [dir=forward, arrowhead=normal]
        }

        """)
  }

  @Test func tablesAndPicture() {
    let sql = Self.written("league.sql")
    #expect(sql?.hasPrefix("CREATE TABLE ZPLAYER ( Z_PK INTEGER PRIMARY KEY, ") == true)
    #expect(sql?.split(separator: "\n").allSatisfy { $0.hasSuffix(";") } == true)
    let svg = Self.written("league.svg")
    #expect(svg?.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\"") == true)
    #expect(svg?.contains("prefers-color-scheme: dark") == true)
    #expect(svg?.contains("Team.players leads to many of Player, Player.team to one of Team.") == true)
    #expect(svg?.contains("Captain inherits from Player.") == true)
    #expect(svg?.contains("Captain.mentor leads to one of Player, one way.") == true)
  }

  @Test("The model as statements is read back as the same model, and replaces nothing")
  func source() throws {
    let folder = Folder()
    var interpreter = Interpreter(environment: folder.environment)
    let outcomes = interpreter.run(SourceText(Self.league + "export \"a.graph\"; export \"a.graph\""))
    #expect(outcomes.map(\.failed).suffix(2) == [false, true])
    var reader = Interpreter()
    #expect(reader.run(SourceText(try #require(folder.files["a.graph"]))).allSatisfy { !$0.failed })
    #expect(reader.context.model == interpreter.context.model)
  }

  @Test(
    "What cannot be exported says why",
    arguments: [
      (
        "export \"league.png\"",
        """
        there is no way to write a model as .png
          export "league.png"
                 ^^^^^^^^^^^^ the endings are .svg, .dot, .mmd, .sql, .graph, .swift, .xcdatamodeld
        """
      ),
      (
        "export \"league.svgg\"",
        """
        there is no way to write a model as .svgg
          export "league.svgg"
                 ^^^^^^^^^^^^^ did you mean .svg?
        """
      ),
      (
        "export \"league\"",
        """
        the ending of a file says what to write, and 'league' has none
          export "league"
                 ^^^^^^^^ the endings are .svg, .dot, .mmd, .sql, .graph, .swift, .xcdatamodeld
        """
      ),
      (
        "export \"locked.svg\"",
        """
        'locked.svg' cannot be written: read-only
          export "locked.svg"
                 ^^^^^^^^^^^^
        """
      ),
      (
        "remove Captain; remove Player; remove Team; export \"league.svg\"",
        """
        the model has no entities yet
          remove Captain; remove Player; remove Team; export "league.svg"
                                                             ^^^^^^^^^^^^ entity Team { name: String }
        """
      ),
    ])
  func refused(text: String, message: String) {
    let folder = Folder()
    var interpreter = Interpreter(environment: folder.environment)
    _ = interpreter.run(SourceText(Self.league))
    let failures = interpreter.run(SourceText(text)).filter(\.failed).flatMap { outcome in
      outcome.diagnostics.map { DiagnosticFormatter().format($0, in: outcome.source) }
    }
    #expect(failures.first == message)
    #expect(folder.files.isEmpty)
  }

  @Test("Expectations, checks and places without files write nothing")
  func sealed() {
    let folder = Folder()
    var interpreter = Interpreter(environment: folder.environment)
    let outcomes = interpreter.run(
      SourceText(Self.league + "expect { export \"a.svg\" } succeeds; check \"x\" { export \"b.svg\" }"))
    #expect(outcomes.suffix(2).allSatisfy { $0.failed })
    #expect(folder.files.isEmpty)
    var closed = Interpreter()
    let refused = closed.run(SourceText(Self.league + "export \"a.svg\"")).last?.diagnostics.first
    #expect(refused?.message == "files can't be written here")
    #expect(refused?.hint == "show diagram and show tables show it instead")
  }
}
