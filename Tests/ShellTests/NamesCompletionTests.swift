import CommandIO
import Shell
import TestSupport
import Testing
import WorkbookLanguage

import class Foundation.FileManager

@Suite("Completion of files, stores, versions and contexts")
struct NamesCompletionTests {
  static let world = {
    var world = CompletionWorld(
      entities: [.init("Team", [.init("name")]), .init("Player")], names: ["heat": .object("Team")],
      templates: ["GreenTeams"])
    world.stores = [
      .init("main"), .init("shop", path: "shop.graphstore"), .init("old", path: "old.sqlite", isOpen: false),
    ]
    world.contexts = ["main", "background", "draft"]
    world.versions = ["League", "League 2"]
    world.configurations = ["Cloud", "Local"]
    world.files = [
      ".hidden.graph", "Worlds/", "league.graph", "league.svg", "lesson one.graph", "notes.txt", "odd\"name.graph",
      "shop.graphstore", "setup.graph",
    ]
    return world
  }()

  /// `|` is the cursor.
  static let table: [(line: String, expected: [String])] = [
    // Files of statements and models
    ("run \"|", ["Worlds/", "league.graph", "lesson one.graph", "setup.graph"]),
    ("run \"se|", ["setup.graph"]),
    ("save; run \"se|", ["setup.graph"]),
    ("save\nrun \"lesson o|", ["lesson one.graph"]),
    ("run \"Wor|", ["Worlds/"]),
    ("run \"../Tests/se|", ["setup.graph"]),
    ("run \".|", [".hidden.graph"]),
    ("run \"SET|", ["setup.graph"]),
    ("import \"le|", ["league.graph", "lesson one.graph"]),
    ("compare model \"le|", ["league.graph", "lesson one.graph"]),
    ("compare model \"league.graph\" with \"s|", ["setup.graph"]),
    ("expect behaves like \"se|", ["setup.graph"]),
    ("expect { run \"se|", ["setup.graph"]),
    // Files that are written
    ("export \"|", ["Worlds/", "league.graph", "league.svg", "lesson one.graph", "setup.graph"]),
    (
      "export \"team.|",
      ["team.svg", "team.dot", "team.mmd", "team.sql", "team.graph", "team.swift", "team.xcdatamodeld"]
    ),
    ("export \"league.s|", ["league.svg", "league.sql", "league.swift"]),
    ("export \"pictures/team.d|", ["team.dot"]),
    // Files of stores
    ("store shop at \"|", ["Worlds/", "notes.txt", "shop.graphstore"]),
    ("store shop at \"sh|", ["shop.graphstore"]),
    // Text that names no file
    ("let x = \"se|", []),
    ("run \"setup.graph\"|", []),
    ("begin \"se|", []),
    ("heat.name = \"se|", []),
    ("fetch Team where name == \"run \\\"se|", []),
    ("entity Team { run \"se|", ["setup.graph"]),
    // Versions
    ("use version |", ["\"League\"", "\"League 2\""]),
    ("use version \"|", ["League", "League 2"]),
    ("use version \"League |", ["League 2"]),
    ("version \"|", []),
    // Stores
    ("close |", ["main", "shop"]),
    ("reopen |", ["shop", "old"]),
    ("migrate |", ["shop", "old"]),
    ("migrate s|", ["shop"]),
    ("insert into |", ["main", "shop"]),
    ("insert into shop T|", ["Team"]),
    ("fetch Team fr|", ["from"]),
    ("fetch Team from |", ["main", "shop"]),
    ("fetch Team from shop w|", ["where"]),
    ("count Team from sh|", ["shop"]),
    ("store cloud in memory, configuration |", ["Cloud", "Local"]),
    ("store cloud at \"a\", configuration L|", ["Local"]),
    // Contexts
    ("context |", ["main", "background", "draft"]),
    ("context d|", ["draft"]),
    ("context sketch on |", ["main", "background", "draft"]),
    ("context draft { fe|", ["fetch"]),
    // Templates
    ("fetch Gr|", ["GreenTeams"]),
    ("count Gr|", ["GreenTeams"]),
  ]

  @Test("The names that fit", arguments: table)
  func names(_ row: (line: String, expected: [String])) {
    let before = String(row.line.dropLast())
    let found = Completion.candidates(in: before, at: before.utf8.count, of: Self.world)
    #expect(found.candidates == row.expected, "\(row.line)")
  }

  @Test("Any cursor is answered", arguments: table)
  func everyPrefix(_ row: (line: String, expected: [String])) {
    for cursor in -1...(row.line.utf8.count + 1) {
      _ = Completion.candidates(in: row.line, at: cursor, of: Self.world)
    }
  }

  @Test("What a name replaces, and what follows it")
  func place() {
    func found(_ line: String) -> Completions { Completion.candidates(in: line, at: line.utf8.count, of: Self.world) }
    #expect(found("run \"se") == Completions(start: 5, candidates: ["setup.graph"], suffixes: ["\""]))
    #expect(found("run \"../Tests/se") == Completions(start: 14, candidates: ["setup.graph"], suffixes: ["\""]))
    #expect(found("run \"Wo") == Completions(start: 5, candidates: ["Worlds/"], suffixes: [""]))
    #expect(found("use version \"League 2") == Completions(start: 13, candidates: ["League 2"], suffixes: ["\""]))
    #expect(found("migrate sh") == Completions(start: 8, candidates: ["shop"], suffixes: [" "]))
  }

  @Test("Each with what it is")
  func descriptions() {
    func shown(_ line: String) -> [String] {
      let found = Completion.candidates(in: line, at: line.utf8.count, of: Self.world)
      return CompletionList(style: .plain).lines(
        found.candidates, Completion.descriptions(of: found.candidates, in: line, of: Self.world))
    }
    #expect(
      shown("reopen ") == [
        "  shop  a store in the file shop.graphstore", "  old   a store in the file old.sqlite, closed",
      ])
    #expect(shown("insert into ") == ["  main  a store in memory", "  shop  a store in the file shop.graphstore"])
    #expect(
      shown("use version ") == [
        "  \"League\"    a version of the model", "  \"League 2\"  the latest version of the model",
      ])
    #expect(
      shown("context ") == ["  main        the main context", "  background  a context", "  draft       a context"])
    #expect(shown("store shop at \"").first == "  Worlds/          a folder")
  }

  @Test("At the prompt the names are those of the world, and the files those of the folder")
  func session() throws {
    let folder = try TemporaryFolder()
    for name in ["set up.graph", "second.graph"] {
      #expect(FileManager.default.createFile(atPath: folder.path + "/" + name, contents: nil))
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/sets", withIntermediateDirectories: false)
    #expect(FolderListing.names(in: folder.path + "/") == ["second.graph", "set up.graph", "sets/"])
    #expect(FolderListing.names(in: folder.path + "/nowhere/") == [])
    var session = Session(
      .prompt,
      world: .init(
        makeInterpreter: { _ in Interpreter(environment: .init(readFile: { _, _ in throw CancellationError() })) },
        listFolder: FolderListing.names))
    let reader = ScriptedReader([
      "entity Team { name: String }", "version \"Two\"", "store shop at \"shop.graphstore\"", "context draft { 1 }",
    ])
    session.run(reader, opening: { _ in [] }) { _ in }
    func found(_ line: String) -> [String] { session.completions(of: line, at: line.utf8.count).candidates }
    #expect(found("run \"\(folder.path)/set") == ["set up.graph", "sets/"])
    #expect(found("use version ") == ["\"Model\"", "\"Two\""])
    #expect(found("close s") == ["shop"])
    #expect(found("context d") == ["draft"])
  }

  @Test("What a key is comes from the entity before the dot, also where another has a key of that name")
  func ownersOfKeys() {
    let world = CompletionWorld(
      entities: [
        .init(
          "Book",
          [
            .init("loans", .toMany("Loan"), detail: "->> Loan?, inverse book"),
            .init("name", .attribute, detail: "Integer16"),
          ]),
        .init(
          "Member",
          [
            .init("loans", .toMany("Loan"), detail: "->> Loan?, inverse member"),
            .init("name", .attribute, detail: "String"),
          ]),
        .init("Loan", [.init("book", .toOne("Book"), detail: "-> Book?"), .init("name", .attribute, detail: "Date")]),
      ], names: ["anna": .object("Member"), "all": .objects("Loan")])
    for (line, expected) in [
      ("anna.", ["->> Loan?, inverse member", "String"]),
      ("anna.loans.book.", ["->> Loan?, inverse book", "Integer16"]),
      ("fetch Book where SELF IN $anna.", ["->> Loan?, inverse member", "String"]), ("all.", ["-> Book?", "Date"]),
      ("Member#1.", ["->> Loan?, inverse member", "String"]), ("fetch Member where lo", ["->> Loan?, inverse member"]),
    ] {
      let found = Completion.candidates(in: line, at: line.utf8.count, of: world)
      let texts = Completion.descriptions(of: found.candidates, in: line, of: world)
      #expect(texts.prefix(expected.count) == expected[...], "\(line)")
    }
  }
}
