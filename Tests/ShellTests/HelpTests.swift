import Shell
import Testing

@Suite("Help comes from the command table")
struct HelpTests {
  @Test("The overview fits a screen of 24 lines and 80 cells")
  func overview() {
    let lines = Help().overview()
    #expect(lines.count <= 23)
    #expect(lines.allSatisfy { $0.count <= 80 })
    for command in CommandTable.all.commands {
      #expect(lines.contains { $0.split(separator: " ").contains { $0 == command.word } }, "\(command.word)")
    }
  }

  @Test("A word is explained in all its senses, with an example")
  func word() throws {
    #expect(
      try Help().explanation(of: "rename").get() == [
        "rename: gives an entity or a property another name; the data follow",
        "  rename <Entity>.<property> to <name>",
        "  rename <Entity> to <Name>",
        "for example",
        "  rename Player.email to address",
      ])
    let delete = try Help().explanation(of: "delete").get()
    #expect(delete.contains("  change Team.players, delete cascade"))
    #expect(delete.contains("  delete <Entity> where <condition>"))
    #expect(try Help().explanation(of: "beginswith").get().first?.hasPrefix("BEGINSWITH: ") == true)
  }

  @Test("Every page fits a screen")
  func pages() throws {
    for word in CommandTable.all.commands.map(\.word) + Command.Group.allCases.map(\.rawValue) {
      #expect(try Help().explanation(of: word).get().count <= 24, "\(word)")
    }
  }

  @Test("An unknown word gives the nearest")
  func unknown() {
    guard case .failure(let diagnostic) = Help().explanation(of: "delte") else {
      Issue.record("delte is no word")
      return
    }
    #expect(diagnostic.message == "there is no help about 'delte'")
    #expect(diagnostic.hint == "did you mean delete?")
  }

  @Test("Every entry says what it is in one line, without a full stop")
  func summaries() {
    for command in CommandTable.all.commands {
      #expect(!command.summary.contains("\n") && command.summary.last != ".", "\(command.word)")
    }
  }
}
