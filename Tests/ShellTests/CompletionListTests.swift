import Diagnostics
import Shell
import Testing

@Suite("Tab shows what the words are")
struct CompletionListTests {
  static let world = CompletionWorld(
    entities: [
      .init(
        "Team",
        [
          .init("name", detail: "String"), .init("players", .toMany("Player"), detail: "->> Player?, inverse team"),
        ]), .init("Player", [.init("name", detail: "String?"), .init("team", .toOne("Team"))]), .init("Marker"),
    ],
    names: ["heat": .object("Team"), "old": .objects("Player"), "n": .other], templates: ["GreenTeams"])

  func shown(_ line: String) -> [String] {
    let found = Completion.candidates(in: line, at: line.utf8.count, of: Self.world)
    return CompletionList(style: .plain).lines(
      found.candidates, Completion.descriptions(of: found.candidates, in: line, of: Self.world))
  }

  @Test("Properties with their types, entities with their properties, names with what they stand for")
  func world() {
    #expect(shown("show Team.") == ["  name     String", "  players  ->> Player?, inverse team"])
    #expect(
      shown("fetch ") == [
        "  Team        an entity: name, players", "  Player      an entity: name, team", "  Marker      an entity",
        "  only        leaves the objects of sub-entities out", "  GreenTeams  a template",
      ])
    #expect(
      shown("for p in ") == [
        "  heat    your name for a Team", "  n       your name for a value", "  old     your name for a list of Player",
        "  Team    an entity: name, players", "  Player  an entity: name, team", "  Marker  an entity",
        "  fetch   finds the objects of an entity that meet a condition", "  count   gives the number of objects",
      ])
  }

  @Test("Words with the line that help has for them, in the sense of their place")
  func words() {
    #expect(
      shown("change Team.players, delete ") == [
        "  nullify  clears the others' link back", "  cascade  deletes the others too",
        "  deny     refuses the save while there are others", "  none     leaves the others alone, dangling",
      ])
    #expect(
      shown("re").contains("  rename   gives an entity or a property another name; the data follow"))
    #expect(shown("show ").contains("  model     the model as statements"))
    #expect(
      shown("export \"a.swift\", ") == [
        "  model      model only: without the objects", "  swiftdata  classes for SwiftData instead of Core Data",
        "  split      a file for each entity, in a folder",
        "  all        a file for each version; for Swift, also hand-written classes",
      ])
    #expect(
      shown("expect save ") == [
        "  fails     with a code, a text, or both", "  succeeds  nothing goes wrong",
      ])
  }

  @Test("A word inside a statement is not described as the statement of its name")
  func places() {
    #expect(
      shown("heat.players.").suffix(2) == [
        "  add(     adds objects to the relationship", "  remove(  takes objects out of the relationship",
      ])
    #expect(
      shown("merge policy ") == [
        "  error      the save fails and names the objects",
        "  store      the saved value stays, property by property",
        "  object     the value here is saved, property by property",
        "  overwrite  the objects are saved as they are here",
        "  rollback   the changes here of these objects are dropped",
      ])
    #expect(
      shown("expect ").prefix(5) == [
        "  save     a save succeeds or fails", "  behaves  statements do what they do under another model",
        "  normal   an entity is in a normal form", "  review   the review finds nothing of a kind",
        "  count    gives the number of objects",
      ])
    #expect(shown("let n = ").contains("  count   gives the number of objects"))
    #expect(
      shown("batch ") == ["  update  sets values of rows", "  delete  deletes rows", "  insert  inserts rows"])
  }

  @Test(
    "No line of the table about a statement is shown where no statement begins",
    arguments: [
      "merge policy ", "context main, ", "validate heat for ", "batch ", "heat.players.", "refresh heat ",
      "store a in memory, ", "change Team.players, ", "group Player by team: ", "export \"a.graph\", ",
      "heat.players.add(", "migrate ", "use ", "insert ", "rename Team ", "fetch Player ", "fetch Player sort name ",
    ])
  func statements(line: String) {
    let statements = CommandTable.all.commands.filter { $0.group.beginsStatement && $0.group != .asking }
    let found = Completion.candidates(in: line, at: line.utf8.count, of: Self.world).candidates
    for (word, text) in zip(found, Completion.descriptions(of: found, in: line, of: Self.world)) {
      #expect(!statements.contains { $0.summary == text }, "\(line)\(word): \(text)")
    }
  }

  @Test("Many words stand side by side, wide characters included")
  func columns() {
    let words = (1...30).map { "word\($0)" } + ["山"]
    let lines = CompletionList(style: TextStyle(width: 40)).lines(words, words.map { _ in "" })
    #expect(lines.count == 8)
    #expect(lines.first == "  word1   word9   word17  word25")
    #expect(
      CompletionList(style: TextStyle(width: 40)).lines(["山", "a"], ["wide", "narrow"]) == [
        "  山  wide", "  a   narrow",
      ])
  }
}
