import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import WorkbookLanguage

/// A folder for the files of one test, and interpreters that use it.
private final class Desk {
  private let scratch: TemporaryFolder
  var folder: String { scratch.path }

  init() throws { scratch = try TemporaryFolder() }

  var files: [String] { scratch.names }

  func path(_ name: String) -> String { folder + "/" + name }

  var bytes: Data? { FileManager.default.contents(atPath: path("shop.graphstore")) }

  func interpreter() -> Interpreter {
    let folder = folder
    var environment = Interpreter.Environment(now: { Date(timeIntervalSinceReferenceDate: 0) })
    environment.storePath = { path, _ in folder + "/" + path }
    let interpreter = Interpreter(environment: environment)
    interpreter.context.checksInvariants = true
    return interpreter
  }

  /// Returns the failures of a text, one after another in one session.
  func failures(_ text: String, in interpreter: inout Interpreter) -> [String] {
    interpreter.run(SourceText(text)).filter(\.failed).flatMap { outcome in
      outcome.diagnostics.map { DiagnosticFormatter().format($0, in: outcome.source) }
    }
  }

  func failures(_ text: String) -> [String] {
    var interpreter = interpreter()
    return failures(text, in: &interpreter)
  }
}

@Suite("Stores that are files, as statements")
struct StoreStatementTests {
  static let model = """
    model League
    entity Team { name: String; note: String?, transient; players ->> Player?, inverse team, delete cascade }
    entity Player { lastName: String; age: Integer16?; team -> Team?, inverse players }
    configuration Teams { Team }

    """
  static let shop =
    model + """
      store shop at "shop.graphstore"
      let heat = insert into shop Team(name: "Heat", note: "gone soon")
      let wade = insert into shop Player(lastName: "Wade", team: heat)
      save

      """

  @Test(
    "scripts whose expectations hold, in files and in scratch files",
    arguments: [
      "close shop; expect count Team == 0; reopen shop; expect heat.name == \"Heat\"; expect wade.team == heat; expect heat.note == nil",
      "reopen shop; expect heat.note == nil; expect heat.players.@count == 1",
      "Team(name: \"Suns\"); expect (count Team from main) == 1; expect (count Team from shop) == 1; expect count Team == 2; save; expect (fetch Team from shop).name.@count == 1",
      "expect (fetch Team from shop where name BEGINSWITH \"H\" sort name limit 1 offset 0).@count == 1",
      // Trials leave no trace in a file
      "expect { heat.name = \"X\"; save; close shop; reopen shop; expect heat.name == \"X\" } succeeds; close shop; reopen shop; expect heat.name == \"Heat\"",
      "heat.name = nil; expect save fails 1570; heat.name = \"Y\"; expect save succeeds; rollback; reopen shop",
      "expect { store other at \"other.graphstore\"; insert into other Team(name: \"T\"); save; close other; store second at \"other.graphstore\"; expect (count Team from second) == 1 } succeeds",
      "check \"c\" { delete heat; save; close shop; reopen shop; expect count Player == 0 }; expect count Player == 1",
      // Undo and rollback
      "heat.name = \"X\"; undo; expect heat.name == \"Heat\"; heat.name = \"X\"; save; undo; expect heat.name == \"Heat\"; save; reopen shop; expect heat.name == \"Heat\"",
      "delete heat; save; expect count Player == 0; undo; save; reopen shop; expect count Player == 1; expect (fetch Team).name.@count == 1",
      "heat.name = \"X\"; rollback; expect heat.name == \"Heat\"; save; reopen shop; expect heat.name == \"Heat\"",
      // Two names for one file
      "close shop; store twin at \"shop.graphstore\"; expect heat.name == \"Heat\"; expect (count Team from twin) == 1",
      // Versions
      "version \"League 2\"; add Team.city: String?; heat.city = \"Miami\"; expect save fails 134100 \"Team differs\"; rollback; migrate shop; heat.city = \"Miami\"; save; reopen shop; expect heat.city == \"Miami\"",
      "close shop; version \"League 2\"; rename Player.age to years; migrate shop; expect count Player == 1; wade.years = 3; save",
      "close shop; version \"2\"; add Team.city: String?; store shop at \"shop.graphstore\", migrating; expect heat.city == nil; migrate; migrate shop",
      "version \"2\"; add Team.city: String?; use version \"League\"; heat.name = \"B\"; save; reopen shop; expect heat.name == \"B\"",
      "version \"2\"; heat.name = \"B\"; save; migrate; reopen shop; expect heat.name == \"B\"",
      // Configurations
      "store teams at \"teams.graphstore\", configuration Teams; insert into teams Team(name: \"T\"); save; close teams; reopen teams; expect (count Team from teams) == 1",
      "close main; let suns = Team(name: \"Suns\"); save; reopen shop; expect suns.name == \"Suns\"",
      "let id = context background { Team(name: \"B\"); save; close shop; reopen shop; 1 }; expect id == 1; expect count Team == 2",
    ])
  func scripts(text: String) throws {
    let desk = try Desk()
    #expect(desk.failures(Self.shop + text) == [], "\(text)")
    var scratch = Interpreter(environment: .init(now: { Date(timeIntervalSinceReferenceDate: 0) }))
    scratch.context.checksInvariants = true
    let failures = scratch.run(SourceText(Self.shop + text)).filter(\.failed).flatMap(\.diagnostics).map(\.message)
    #expect(failures == [], "\(text)")
  }

  static let kit =
    """
    model Kit
    entity Shirt { club: String; colour: String; size: Integer16 }
    dependency Shirt: club -> colour
    store shop at "shop.graphstore"
    for i in 1...6 { insert into shop Shirt(club: "Club \\(i % 2)", colour: "Colour \\(i % 2)", size: i) }
    save
    normalize Shirt

    """

  @Test(
    "a proposal is carried out in a file too, under a new version of the model",
    arguments: [
      "apply 1; expect count Club == 2; close shop; reopen shop; expect count Club == 2; expect (fetch Shirt where club.colour == \"Colour 1\").size.@count == 3",
      "apply 1; expect (count Club from shop) == 2; undo; expect count Club == 2",
      "apply 1; let c = fetch Club limit 1; for s in c.shirts { s.size = 9 }; save; undo; save; reopen shop; expect count Shirt == 6",
      "apply 1; delete Shirt where #size > 0; delete Club where club != nil; save; use version \"Kit\"; expect Shirt.colour.isOptional == false",
      "apply 1; add Club.city: String?",
      "version \"Kit 2\"; add Shirt.note: String?; normalize Shirt; apply 1; reopen shop; expect count Club == 2",
      "expect { apply 1; expect count Club == 2; reopen shop; expect count Club == 2 } succeeds; expect count Shirt == 6; close shop; reopen shop; expect Shirt.colour.isOptional == false",
      "store other in memory; apply 1; reopen shop; expect count Club == 2",
    ])
  func proposals(text: String) throws {
    let desk = try Desk()
    let fails = text.hasSuffix("add Club.city: String?")
    #expect(desk.failures(Self.kit + text).count == (fails ? 1 : 0), "\(text): \(desk.failures(Self.kit + text))")
    var scratch = Interpreter(environment: .init(now: { Date(timeIntervalSinceReferenceDate: 0) }))
    scratch.context.checksInvariants = true
    let failures = scratch.run(SourceText(Self.kit + text)).filter(\.failed).flatMap(\.diagnostics).map(\.message)
    #expect(failures.count == (fails ? 1 : 0), "\(text): \(failures)")
  }

  @Test func aTrialWritesNoFile() throws {
    let desk = try Desk()
    var interpreter = desk.interpreter()
    #expect(desk.failures(Self.shop, in: &interpreter) == [])
    let before = desk.bytes
    let text = """
      expect { delete heat; save } succeeds
      expect save succeeds
      check "new" { Team(name: "T"); save; store other at "other.graphstore"; save }
      expect { version "2"; add Team.city: String?; migrate shop; heat.city = "M"; save } succeeds
      """
    #expect(desk.failures(text, in: &interpreter) == [])
    #expect(desk.bytes == before)
    #expect(desk.files == ["shop.graphstore"])
  }

  @Test("Where files may not be written, a store is one in memory, and sees no file", arguments: [true, false])
  func scratch(inTrial: Bool) throws {
    let desk = try Desk()
    _ = desk.failures(Self.shop)
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(Self.model))
    if inTrial { interpreter = interpreter.rehearsal() }
    let text = "store shop at \"\(desk.path("shop.graphstore"))\"; expect count Team == 0"
    #expect(interpreter.run(SourceText(text)).filter(\.failed).count == 0)
    #expect(interpreter.run(SourceText("store s at \"/proc/self/environ\"; save")).filter(\.failed).count == 0)
    #expect(desk.files == ["shop.graphstore"])
  }

  @Test func whatIsReadCountsAgainstTheBudget() throws {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(Self.shop))
    interpreter.budget[.objects] = 7
    let found = interpreter.run(SourceText("for i in 1...100 { reopen shop }"))
    #expect(found.last?.diagnostics.map(\.message) == ["stopped after 7 objects"])
  }

  @Test func twoSessionsOverOneFile() throws {
    let desk = try Desk()
    var first = desk.interpreter()
    #expect(desk.failures(Self.shop, in: &first) == [])
    var second = desk.interpreter()
    #expect(
      desk.failures(Self.model + "store shop at \"shop.graphstore\"; Team#1.name = \"B\"; save", in: &second) == [])
    #expect(
      desk.failures("heat.name = \"A\"; save", in: &first) == [
        """
        134030  another program has written the file of the store shop since it was opened
          heat.name = "A"; save
                           ^^^^ roll back, and reopen shop: what was changed here meanwhile has to be done again
        """
      ])
    #expect(
      desk.failures("rollback; reopen shop; expect heat.name == \"B\"; heat.name = \"A\"; save", in: &first) == [])
  }

  @Test(
    "what is said",
    arguments: [
      (
        "store other at \"shop.sqlite\", configuration Teams",
        """
        a Core Data store takes no configuration here
          store other at "shop.sqlite", configuration Teams
                                                      ^^^^^ store other at "shop.sqlite"
        """
      ),
      (
        "store other at \"shop\", lazy",
        """
        only a Core Data store takes 'lazy'
          store other at "shop", lazy
                         ^^^^^^ store other at "shop"
        """
      ),
      (
        "store other at \"league.svg\"",
        """
        a file that ends in .svg holds no store
          store other at "league.svg"
                         ^^^^^^^^^^^^ write "league.graphstore"
        """
      ),
      (
        "store other at \"league.graph\"",
        """
        a file that ends in .graph holds no store
          store other at "league.graph"
                         ^^^^^^^^^^^^^^ write "league.graphstore"
        """
      ),
      (
        "store other at \"\"",
        """
        the file of a store needs a name
          store other at ""
                         ^^ store other at "other.graphstore"
        """
      ),
      (
        "store other at \"no/such.graphstore\"",
        """
        134080  the store other cannot be opened: no such file or directory
          store other at "no/such.graphstore"
                         ^^^^^^^^^^^^^^^^^^^^
        """
      ),
      (
        "store other at \"shop.graphstore\"",
        """
        134080  the store other cannot be opened: shop has its file open already
          store other at "shop.graphstore"
                         ^^^^^^^^^^^^^^^^^
        """
      ),
      (
        "store shop at \"other.graphstore\"",
        """
        there is a store 'shop' already
          store shop at "other.graphstore"
                ^^^^ choose another name, or close shop
        """
      ),
      (
        "store other at \"other.graphstore\", configuration Taems",
        """
        the model has no configuration 'Taems'
          store other at "other.graphstore", configuration Taems
                                                           ^^^^^ did you mean Teams?
        """
      ),
      (
        "add Team.city: String?",
        """
        the store shop is a file, and keeps the model that it was written under
          add Team.city: String?
          ^^^^^^^^^^^^^^^^^^^^^^ make a new one first with: version "…"; when it is done: migrate shop
        """
      ),
      (
        "close shop; add Team.city: String?; reopen shop",
        """
        134100  the store shop was written under another model: Team differs
          close shop; add Team.city: String?; reopen shop
                                                     ^^^^ no version of the model is the one that it was written under; bring that model back in a new session, or begin a new file: store shop at "shop-2.graphstore"
          here Team has city, and in the file it has not
        """
      ),
      (
        "close shop; add Team.city: String?; store s at \"shop.graphstore\"",
        """
        134100  the store s was written under another model: Team differs
          close shop; add Team.city: String?; store s at "shop.graphstore"
                                                         ^^^^^^^^^^^^^^^^^ undo goes back to the model that it was written under
        """
      ),
      (
        "close shop; add Team.city: String?; migrate shop",
        """
        134130  the store shop cannot be migrated: no version of the model is the one that it was written under: Team differs
          close shop; add Team.city: String?; migrate shop
                                                      ^^^^ undo goes back to the model that it was written under
        """
      ),
      (
        "fetch Team from shpo",
        """
        there is no store 'shpo'
          fetch Team from shpo
                          ^^^^ did you mean shop?
        """
      ),
      (
        "migrate shpo",
        """
        there is no store 'shpo'
          migrate shpo
                  ^^^^ did you mean shop?
        """
      ),
    ])
  func messages(text: String, expected: String) throws {
    let desk = try Desk()
    let found = desk.failures(Self.shop + text)
    #expect(found == [expected], "\(found.joined(separator: "\n"))")
  }

  @Test(
    "a file that is read for its model changes no store",
    arguments: [
      "import \"cup.graph\"; let cup = Cup(height: 2); expect cup.height == 2",
      "compare model \"cup.graph\" with \"cup.graph\"",
      "entity Cup { height: Int16 }; expect behaves like \"cup.graph\"",
    ], ["shop.graphstore", "shop.sqlite"])
  func modelFiles(text: String, store: String) throws {
    let desk = try Desk()
    let cup = "entity Cup { height: Int16 }; store shop at \"\(store)\"; close main; Cup(height: 1); save"
    var interpreter = desk.interpreter()
    interpreter.environment.readFile = { path, _ in SourceText(cup, name: path) }
    var other = desk.interpreter()
    other.environment.readFile = interpreter.environment.readFile
    #expect(desk.failures(text, in: &interpreter) == [])
    #expect(desk.files == [])
    _ = desk.failures(cup)
    let bytes = FileManager.default.contents(atPath: desk.path(store))
    let files = desk.files
    #expect(desk.failures(text, in: &other) == [])
    #expect(desk.files == files && FileManager.default.contents(atPath: desk.path(store)) == bytes)
  }

  @Test func theModelOfACoreDataStoreIsReadThroughAFile() throws {
    let desk = try Desk()
    _ = desk.failures("entity Cup { height: Int16 }; store shop at \"shop.sqlite\"")
    for ending in ["", ", lazy"] {
      var interpreter = desk.interpreter()
      interpreter.environment.readFile = { path, _ in SourceText("store shop at \"shop.sqlite\"" + ending, name: path) }
      #expect(desk.failures("import \"cup.graph\"", in: &interpreter) == [])
      #expect(interpreter.context.model.entityNames == ["Cup"])
    }
  }

  @Test func aDamagedFileIsToldWithItsLine() throws {
    let desk = try Desk()
    _ = desk.failures(Self.shop)
    var bytes = try #require(desk.bytes)
    let place = try #require(bytes.lastRange(of: Data("Wade".utf8))).lowerBound
    bytes[place] = UInt8(ascii: "J")
    try bytes.write(to: URL(fileURLWithPath: desk.path("shop.graphstore")))
    #expect(
      desk.failures(Self.model + "store shop at \"shop.graphstore\"") == [
        """
        134080  the store shop is damaged at line 3: the line is not what was written: its checksum differs
          store shop at "shop.graphstore"
                        ^^^^^^^^^^^^^^^^^
        """
      ])
    #expect(desk.bytes == bytes)
  }
}
