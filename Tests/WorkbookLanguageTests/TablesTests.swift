import Diagnostics
import ModelInterchange
import Testing

@testable import WorkbookLanguage

@Suite("show tables")
struct TablesTests {
  /// Returns the view that the last statement shows, as values.
  static func view(_ text: String) throws -> TablesView {
    var interpreter = Interpreter()
    let outcomes = interpreter.run(SourceText(text + "\nshow tables"))
    #expect(outcomes.allSatisfy { !$0.failed })
    guard case .tables(let view)? = outcomes.last?.result else {
      throw ExpectedTables(found: String(describing: outcomes.last))
    }
    return view
  }

  struct ExpectedTables: Error { var found: String }

  static let league = """
    entity Player { name: String; teams ->> Team?, inverse players }
    entity Team { name: String; players ->> Player?, inverse teams }
    let wade = Player(name: "Wade")
    let heat = Team(name: "Heat", players: [wade])
    let usa = Team(name: "USA", players: [wade])

    """

  @Test func theJoinTableIsThereAndItsRows() throws {
    let view = try Self.view(Self.league + "save")
    #expect(
      view.tables.map(\.table.name) == [
        "ZPLAYER", "Z_1TEAMS", "ZTEAM", "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE",
      ])
    #expect(view.tables[1].rows == [[.integer(1), .integer(1)], [.integer(1), .integer(2)]])
    #expect(view.tables.map(\.count) == [1, 2, 2, 2, 0, 0])
    #expect(view.unsavedCount == 0)
    #expect(view.contestedCount == 0)
  }

  @Test func whatIsNotSavedIsCounted() throws {
    #expect(try Self.view(Self.league).unsavedCount == 3)
    let unsaved = try Self.view(Self.league)
    #expect(unsaved.tables.prefix(3).map(\.count) == [0, 0, 0])
    #expect(
      try Self.view(Self.league + "save; heat.name = \"Suns\"; delete usa; Team(name: \"New\")").unsavedCount == 4)
    #expect(try Self.view(Self.league + "save; heat.name = \"Suns\"; undo").unsavedCount == 0)
  }

  @Test func ofManyRowsTheFirstAreKeptAndAllCounted() throws {
    let view = try Self.view(
      Self.league + "for i in 1...60 { Player(name: \"P\", teams: [heat]) }; save")
    #expect(view.tables.map(\.count) == [61, 62, 2, 2, 0, 0])
    #expect(view.tables.map(\.rows.count) == [50, 50, 2, 2, 0, 0])
  }

  @Test func aModelWithoutEntities() throws {
    #expect(try Self.view("").tables.map(\.table.name) == ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
  }

  @Test func aMemberOfTwoOwnersWithoutInverseIsTold() throws {
    let view = try Self.view(
      """
      entity Fan { idols ->> Player? }
      entity Player { name: String }
      let wade = Player(name: "Wade")
      Fan(idols: [wade])
      Fan(idols: [wade])
      save
      """)
    #expect(view.contested.map(\.relationship) == ["Fan.idols"])
    #expect(view.contested.map(\.object.description) == ["Player#1 Wade"])
    #expect(view.contested.map { $0.owners.map(\.description) } == [["Fan#1", "Fan#2"]])
  }

  @Test func itLeavesNoTrace() throws {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText(Self.league + "show tables"))
    let outcomes = interpreter.run(SourceText("undo"))
    // The statement before it is what is undone.
    guard case .historyMoved(let move)? = outcomes.last?.result else { throw ExpectedTables(found: "\(outcomes)") }
    #expect(move.statement == "let usa = Team(name: \"USA\", players: [wade])")
  }
}
