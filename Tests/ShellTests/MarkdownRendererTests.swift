import Courses
import Diagnostics
import Shell
import Testing

@Suite("Markdown reads calmly in a terminal")
struct MarkdownRendererTests {
  static func lines(_ text: String, width: Int = 40) -> [String] {
    MarkdownRenderer.document(MarkdownDocument(text)).lines(TextStyle(width: width))
  }

  @Test("Blocks")
  func blocks() {
    let text = """
      # Delete rules

      A team *has* `players`, and a rule for them that
      goes on **here**.

      - one item that is longer than the line it stands on
      - two
        1. inner
        2. [link](https://example.org)

      > Said once.

      ```graph
      delete heat

        save
      ```

      ---
      """
    #expect(
      Self.lines(text) == [
        "Delete rules",
        "",
        "A team has players, and a rule for them",
        "that goes on here.",
        "",
        "• one item that is longer than the line",
        "  it stands on",
        "• two",
        "  1. inner",
        "  2. link <https://example.org>",
        "",
        "│ Said once.",
        "",
        "    delete heat",
        "",
        "      save",
        "",
        "────────────────────────",
      ])
  }

  @Test("Tables")
  func table() {
    let text = """
      | rule | the others |
      |------|-----------:|
      | deny | `stay`     |
      """
    #expect(
      Self.lines(text) == [
        "rule  the others",
        "────  ──────────",
        "deny        stay",
      ])
  }

  @Test("Loose lists keep their air, boxes are shown, comments are not")
  func details() {
    #expect(Self.lines("1. one\n\n2. two\n") == ["1. one", "", "2. two"])
    #expect(Self.lines("- [x] done\n- [ ] open\n") == ["• [x] done", "• [ ] open"])
    #expect(Self.lines("<!-- for the author -->\n\nText\n") == ["Text"])
    #expect(Self.lines("") == [])
  }

  @Test("Colours mark code and headings")
  func colours() {
    let lines = MarkdownRenderer.document(MarkdownDocument("Type `save` *now*.")).lines(TextStyle(dress: .ansi))
    #expect(lines == ["Type \u{1B}[36msave\u{1B}[0m \u{1B}[3mnow\u{1B}[0m."])
  }

  @Test("Control characters cannot leave the text")
  func controls() {
    #expect(Self.lines("a\u{1B}[31mb `c\u{1B}d`") == ["a␛[31mb c␛d"])
  }
}
