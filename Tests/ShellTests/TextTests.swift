import Diagnostics
import Shell
import Testing

@Suite("Text is laid out by the cells it takes")
struct TextTests {
  @Test("Words are wrapped, with a hanging indent")
  func wrap() {
    #expect(
      TextWrap(width: 20, first: "- ", rest: "  ").lines("a list item that goes on")
        == ["- a list item that", "  goes on"])
    #expect(TextWrap(width: 8).lines("one two") == ["one two"])
    #expect(TextWrap(width: 6).lines("one two") == ["one", "two"])
    #expect(TextWrap(width: 6).lines("山田太郎 二") == ["山田太郎", "二"])
    #expect(TextWrap(width: 6).lines("a-very-long-word b") == ["a-very-long-word", "b"])
    #expect(TextWrap(width: 20).lines("one\ntwo") == ["one", "two"])
    #expect(TextWrap(width: 20, first: "> ").lines("") == ["> "])
  }

  @Test("No line ends inside a colour")
  func wrappedColours() {
    let text = StyledText("type ") + StyledText("show Team", .code) + StyledText(".")
    let lines = TextWrap(width: 9).lines(text).map { $0.painted(TextStyle(dress: .ansi)) }
    #expect(lines == ["type \u{1B}[36mshow\u{1B}[0m", "\u{1B}[36mTeam\u{1B}[0m."])
  }

  @Test("A table is aligned by display width")
  func table() {
    let table = TextTable(columns: ["name", .trailing("age")], rows: [["Wade", "44"], ["山田", "9"], ["Neal"]])
    #expect(
      table.document().lines(.plain) == [
        "name  age",
        "────  ───",
        "Wade   44",
        "山田    9",
        "Neal",
      ])
  }

  @Test("A table too wide is cut where it is widest")
  func cutTable() {
    let table = TextTable(
      columns: ["id", "title", "note"],
      rows: [["1", String(repeating: "x", count: 60), String(repeating: "y", count: 40)]])
    let rule = String(repeating: "─", count: 27)
    #expect(
      table.document().lines(TextStyle(width: 60)) == [
        "id  title" + String(repeating: " ", count: 24) + "note",
        "──  \(rule)  \(rule)",
        "1   \(String(repeating: "x", count: 26))…  \(String(repeating: "y", count: 26))…",
      ])
  }

  @Test("On a narrow screen, a table that does not fit is a list in which nothing is cut")
  func narrowTable() {
    let table = TextTable(
      columns: ["rule", "goes", "save"], rows: [["nullify", "Team#1", "succeeds"], ["deny", "", "refuses"]])
    #expect(table.document(indent: 2).lines(TextStyle(width: 27)).first == "  rule     goes    save")
    #expect(
      table.document(indent: 2).lines(TextStyle(width: 24)) == [
        "  rule nullify · goes", "    Team#1 · save", "    succeeds", "  rule deny · save", "    refuses",
      ])
    // Without titles there is nothing to say of a value, and the columns give way.
    let plain = TextTable(columns: ["", ""], rows: [["a name that is long", "a text that is longer"]])
    #expect(plain.document().lines(TextStyle(width: 24)) == ["a name …     a text …"])
  }

  @Test("What somebody named cannot move the cursor")
  func hiddenCharacters() {
    let table = TextTable(columns: ["name"], rows: [["a\u{1B}[31mb\nc"]])
    #expect(table.document().lines(.plain).last == "a␛[31mb␊c")
  }

  @Test("Colours are for terminals that want them")
  func colours() {
    func dress(_ terminal: Terminal) -> TextStyle.Dress { terminal.style.dress }
    // readline divides by the room that the prompt leaves.
    #expect(Terminal(isInputTerminal: true, isOutputTerminal: true, width: 10).canEditLines)
    #expect(!Terminal(isInputTerminal: true, isOutputTerminal: true, width: 9).canEditLines)
    #expect(!Terminal(isInputTerminal: true, isOutputTerminal: true, isDumb: true).canEditLines)
    #expect(dress(Terminal(isInputTerminal: true, isOutputTerminal: true)) == .ansi)
    #expect(dress(Terminal(isInputTerminal: true, isOutputTerminal: false)) == .plain)
    #expect(dress(Terminal(isInputTerminal: true, isOutputTerminal: true, refusesColor: true)) == .plain)
    #expect(dress(Terminal(isInputTerminal: true, isOutputTerminal: true, isDumb: true)) == .plain)
    #expect(TextStyle.plain.paint("x", .failure) == "x")
    #expect(TextStyle(dress: .ansi).paint("x", .failure) == "\u{1B}[31mx\u{1B}[0m")
  }
}
