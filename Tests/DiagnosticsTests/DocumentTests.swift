import Diagnostics
import Testing

@Suite("A document has the lines of its medium")
struct DocumentTests {
  @Test("Prose fills lines, a line stays as it is, and an item begins with its mark")
  func prose() {
    let item = Document("four words of it") + ["", "a line that is longer than that"]
    let document: Document = ["head"] + Document([.nested(item, first: "• ", rest: "  ")])
    #expect(
      document.lines(width: 14).map(\.text) == [
        "head", "• four words", "  of it", "", "  a line that is longer than that",
      ])
  }

  @Test("A statement breaks so that it can be typed, with room for the prompt")
  func source() {
    let document = Document([.source("Team(name: \"Heat\", city: \"Miami\")", .code, first: "> ", rest: ". ")])
    #expect(document.lines(width: 24).map(\.text) == ["> Team(name: \"Heat\",", ".     city: \"Miami\")"])
  }

  @Test("A line is cut on a wide screen, and broken on a narrow one")
  func cut() {
    let document = Document([.cut(StyledText(String(repeating: "word ", count: 20) + "end"), first: "1  ")])
    let wide = document.lines(width: 60)
    #expect(wide.count == 1 && wide[0].width <= 60 && wide[0].text.hasSuffix("…"))
    let narrow = document.lines(width: 40)
    #expect(narrow.count > 1 && narrow.last?.text.hasSuffix("end") == true)
  }

  @Test("A table that is too wide cuts its cells, is split, or gives way to another form")
  func tables() {
    let row = [String(repeating: "x", count: 40), String(repeating: "y", count: 40)]
    func lines(_ overflow: TextTable.Overflow) -> [String] {
      TextTable(columns: ["a", "b"], rows: [row], overflow: overflow).document().lines(width: 60).map(\.text)
    }
    #expect(lines(.cutsCells).count == 3 && lines(.cutsCells)[2].contains("…"))
    #expect(lines(.splits).contains { $0.hasPrefix("a") && $0.hasSuffix("b") || $0 == "a" })
    #expect(lines(.replaces(["short"])) == ["short"])
    #expect(lines(.replacesWhenUnreadable(["short"])).count == 3)
  }

  @Test("A message has its place under its line")
  func message() {
    let source = SourceText("fetch Playr")
    let diagnostic = Diagnostic("unknown-entity", "there is no entity 'Playr'", at: SourceRange(6, 11))
    #expect(
      Document(diagnostic, in: source).lines(.plain) == [
        "there is no entity 'Playr'", "  fetch Playr", "        ^^^^^",
      ])
  }

  @Test("Pieces keep their roles in a text, and blanks at its end go")
  func roles() {
    let text: StyledText = "made \(StyledText("Team#1", .name))  "
    #expect(text.trimmingEnd.runs.map(\.role) == [.body, .name])
    #expect(text.trimmingEnd.text == "made Team#1")
    #expect(StyledText("   ").trimmingEnd.isEmpty)
  }
}
