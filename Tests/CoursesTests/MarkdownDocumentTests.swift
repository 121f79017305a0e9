import Courses
import Testing

@Suite("Markdown as values")
struct MarkdownDocumentTests {
  @Test func blocksHaveTheirLines() {
    let text = "# Title\n\nSome *words* and `code`.\n\n- a\n- [x] b\n\n3. c\n\n> quote\n\n---\n\n<!-- html -->\n"
    let document = MarkdownDocument(text, firstLine: 10)
    #expect(document.blocks.map(\.line) == [10, 12, 14, 17, 19, 21, 23])
    #expect(document.blocks[0].kind == .heading(level: 1, [.text("Title")]))
    #expect(
      document.blocks[1].kind
        == .paragraph([.text("Some "), .emphasis([.text("words")]), .text(" and "), .code("code"), .text(".")]))
    guard case .list(let list) = document.blocks[2].kind, case .list(let numbered) = document.blocks[3].kind else {
      Issue.record("not two lists: \(document.blocks)")
      return
    }
    #expect(list.items.map(\.isTicked) == [nil, true])
    #expect(!list.isOrdered && list.isTight)
    #expect(numbered.isOrdered && numbered.start == 3)
    #expect(document.blocks[5].kind == .thematicBreak)
    #expect(document.blocks[6].kind == .html("<!-- html -->\n"))
  }

  @Test func fencesKnowWhereTheirTextStands() {
    let document = MarkdownDocument("Text\n\n```graph\nlet a = 1\nlet b = 2\n```\n\n    indented\n")
    guard case .code(let fenced) = document.blocks[1].kind, case .code(let indented) = document.blocks[2].kind else {
      Issue.record("no code: \(document.blocks)")
      return
    }
    #expect(fenced == .init(info: "graph", text: "let a = 1\nlet b = 2\n", firstLine: 4, isClosed: true))
    #expect(indented == .init(info: "", text: "indented\n", firstLine: 8, isClosed: true))
  }

  @Test(arguments: ["```graph\nlet a = 1\n", "```graph\nlet a = 1", "```graph\n", "```graph"])
  func anUnclosedFenceIsSeen(text: String) {
    guard case .code(let code)? = MarkdownDocument(text).blocks.first?.kind else {
      Issue.record("no code")
      return
    }
    #expect(!code.isClosed)
  }

  @Test func tables() {
    let document = MarkdownDocument("| Rule | Others |\n|:--|:-:|\n| deny | *stay* |\n| cascade |\n")
    #expect(
      document.blocks.map(\.kind) == [
        .table(
          .init(
            alignments: [.left, .center], header: [[.text("Rule")], [.text("Others")]],
            rows: [[[.text("deny")], [.emphasis([.text("stay")])]], [[.text("cascade")], []]]))
      ])
  }

  @Test func inlines() {
    let document = MarkdownDocument("**b** ~~s~~ [l](u) ![i](v) https://a.example\nnext  \nlast")
    #expect(
      document.blocks.map(\.kind) == [
        .paragraph([
          .strong([.text("b")]), .text(" "), .strikethrough([.text("s")]), .text(" "),
          .link([.text("l")], destination: "u"), .text(" "), .image([.text("i")], destination: "v"), .text(" "),
          .link([.text("https://a.example")], destination: "https://a.example"), .softBreak, .text("next"), .lineBreak,
          .text("last"),
        ])
      ])
    #expect(document.plainText == "b s l i https://a.example next last")
  }

  @Test(arguments: [
    ("> ", 20_000), ("*a **a ", 5_000), ("[", 20_000), ("- ", 2_000), ("`", 20_000), ("a\u{0}b\u{FFFD}", 1), ("", 1),
  ])
  func noTextExhaustsTheStack(part: String, count: Int) {
    let text = String(repeating: part, count: count) + "deep"
    #expect(MarkdownDocument(text).plainText.utf8.count <= text.utf8.count * 2)
  }

  @Test func manyAtOnce() async {
    let expected = MarkdownDocument("~~a~~ https://a.example").blocks
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 { group.addTask { MarkdownDocument("~~a~~ https://a.example").blocks == expected } }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}
