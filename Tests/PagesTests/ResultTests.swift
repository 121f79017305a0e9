import Courses
import Diagnostics
import Pages
import Shell
import Testing
import WorkbookLanguage

@Suite("Results as HTML")
struct ResultTests {
  private func html(_ document: Document) -> String {
    var count = 0
    return HTML(document, columns: 72, pictureWidth: 60) {
      count += 1
      return "picture-\(count)"
    }.text
  }

  private func result(_ statements: String) -> String {
    var interpreter = Interpreter()
    return html(OutcomeRenderer().document(for: interpreter.run(SourceText(statements)).suffix(1).map { $0 }))
  }

  @Test("A table is a table, whose numbers stand to the right")
  func table() {
    let fetched = result(
      """
      entity Player { name: String; age: Integer16 }
      Player(name: "Wade <3", age: 44)
      save
      group Player by name: avg age
      """)
    #expect(fetched.contains("<th scope=\"col\">name</th><th scope=\"col\" class=\"number\">"), "\(fetched)")
    #expect(fetched.contains("<td data-title=\"name\">Wade &lt;3</td><td class=\"number\""), "\(fetched)")
    #expect(fetched.contains("<pre class=\"output\"><samp><span class=\"t-faint\">1 group</span></samp></pre>"))
    #expect(!fetched.contains("───"))
  }

  @Test("A table that is wider than a phone can be a list there, and no cell is cut anywhere")
  func wideTable() {
    let words = String(repeating: "w", count: 60)
    let wide = html(TextTable(columns: ["a", "b"], rows: [[words, words]]).document())
    #expect(wide.contains("<table class=\"result list\">") && wide.contains("tabindex=\"0\""))
    #expect(wide.contains(">\(words)</td>") && !wide.contains("…"))
    #expect(html(TextTable(columns: ["a"], rows: [["b"]]).document()).contains("<table class=\"result\">"))
  }

  @Test("A table without titles has no head")
  func untitled() {
    let table = html(TextTable(columns: ["", ""], rows: [["<a>", "b"]]).document())
    #expect(table.contains("<td>&lt;a&gt;</td><td>b</td>") && !table.contains("<thead>"))
  }

  @Test("A diagram is an SVG, each with ids of its own")
  func diagram() {
    let drawn = result("entity Team { name: String }\nshow diagram")
    #expect(drawn.hasPrefix("<div class=\"picture\"><svg") && drawn.contains("id=\"picture-1"))
  }

  @Test("Objects that would not be drawn clearly are tables")
  func manyObjects() {
    let statements = "entity Team { name: String }\nfor i in 1...20 { Team(name: \"Team \\(i)\") }\nshow graph"
    #expect(result(statements).contains("<table"))
  }

  @Test("Lines keep their roles, and what people wrote is text")
  func lines() {
    let document: Document = ["made \(StyledText("Team#1", .name)) <b>", ""] + Document(StyledText("faint", .faint))
    #expect(
      html(document) == """
        <pre class="output"><samp>made <span class="t-strong">Team#1</span> &lt;b&gt;

        <span class="t-faint">faint</span></samp></pre>

        """)
    #expect(html(["", ""]) == "")
  }
}
