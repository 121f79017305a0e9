import Mutations
import Testing

@testable import Diagnostics

@Suite("Places in a text")
struct SourceTextTests {
  @Test("line and column at every offset are those of counting by hand")
  func positions() {
    let text = "ab\ncé\r\n\n🏀x"
    let source = SourceText(text, firstLine: 10)
    for offset in 0...text.utf8.count {
      let position = source.position(at: offset)
      let before = text.utf8.prefix(offset)
      #expect(position.line == 10 + before.filter { $0 == UInt8(ascii: "\n") }.count)
      #expect(position.column >= 1)
    }
    #expect(source.position(at: 3) == .init(line: 11, column: 1))
    #expect(source.position(at: text.utf8.count) == .init(line: 13, column: 3))
  }

  @Test(
    "the lines of a text, joined by line feeds, are the text",
    arguments: [
      ("", [""]), ("ab", ["ab"]), ("ab\n", ["ab", ""]), ("\n\n", ["", "", ""]), ("a\r\nb", ["a\r", "b"]),
      ("🏀\n\u{301}é", ["🏀", "\u{301}é"]),
    ])
  func lines(_ text: String, lines: [String]) {
    #expect(SourceText(text).lines.map(String.init) == lines)
  }

  @Test("an offset inside a scalar is its start, and a range between any two offsets is whole scalars")
  func insideScalars() {
    let text = "%\u{200D}\u{200D}\u{200D}\"" + OddCharacters.pieces.joined()
    let source = SourceText(text)
    var starts = text.unicodeScalars.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
    starts.append(text.utf8.count)
    func start(_ offset: Int) -> Int { starts.last { $0 <= offset } ?? 0 }
    for lower in 0...text.utf8.count {
      for upper in lower...text.utf8.count {
        let range = start(lower)..<start(upper)
        #expect(source[SourceRange(lower, upper)].utf8.elementsEqual(Array(text.utf8)[range]))
      }
    }
  }

  @Test("offsets outside the text are those of its ends")
  func outside() {
    let source = SourceText("ab\ncd")
    #expect(source.position(at: -5) == .init(line: 1, column: 1))
    #expect(source.position(at: 500) == .init(line: 2, column: 3))
    #expect(source[SourceRange(-3, 500)] == "ab\ncd")
    #expect(source.line(containing: 500).text == "cd")
    #expect(source.line(containing: 1).text == "ab")
    #expect(SourceText("").line(containing: 0).text == "")
    #expect(SourceText("a\r\nb").line(containing: 0).text == "a")
  }

  @Test(
    "digits in groups",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
  func groups(number: Int, text: String) { #expect(DisplayText.grouped(number) == text) }

  @Test(
    "cells of a terminal",
    arguments: [("abc", 3), ("名前", 4), ("é", 1), ("e\u{301}", 1), ("🏀", 2), ("\u{1B}", 0), ("", 0)])
  func width(text: String, cells: Int) { #expect(DisplayText.width(text) == cells) }
}
