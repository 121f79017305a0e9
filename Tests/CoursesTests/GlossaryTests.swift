import Courses
import Diagnostics
import Testing

@Suite("The glossary")
struct GlossaryTests {
  private func lesson(_ number: Int, _ body: String) throws -> Lesson {
    let text = "---\ntitle: T\n---\n" + body
    return try #require(LessonReader.read(SourceText(text, name: "t.md"), number: number, slug: "t").lesson)
  }

  private func glossary(_ list: String, _ lessons: Lesson...) -> (glossary: Glossary, findings: [String]) {
    let source = SourceText(list, name: "g.yaml")
    let (entries, diagnostics) = GlossaryReader.read(source)
    let glossary = Glossary(entries, lessons: lessons)
    return (glossary, Fixtures.headlines(diagnostics + glossary.findings(in: source)))
  }

  @Test("A term is introduced where it first stands in bold or italics, in the text of a step")
  func places() throws {
    let first = try lesson(
      1,
      """
      An *Entity* is a blueprint, and an attribute a fact.

      ## A
      ```hint
      A **delete rule** in a hint introduces nothing.
      ```
      ## B
      > - The **delete rules** say what happens.
      """)
    let second = try lesson(2, "## C\nAn *attribute*, an *entity* and a *delete rule*.")
    let list = "entity: the blueprint\nattribute: a fact\ndelete rule: what happens\nkey: tells apart\n"
    let (glossary, findings) = glossary(list, first, second)
    func place(_ term: String) -> String? { glossary.entry(term).flatMap(glossary.place)?.words }
    #expect(place("entity") == "lesson 1 step 1")
    #expect(place("Entities") == "lesson 1 step 1")
    #expect(place("delete rule") == "lesson 1 step 2")
    #expect(place("attributes") == "lesson 2 step 1")
    #expect(glossary.entry("rule") == nil)
    #expect(findings == ["g.yaml:4:1: no lesson introduces 'key'"])
  }

  @Test(
    "Each mistake in the list has one message, at its line",
    arguments: [
      ("a: A\nb:\n", "g.yaml:2:1: the term 'b' has no sentence"),
      ("a: [x, y]\n", "g.yaml:1:1: the term 'a' has no sentence"),
      ("words", "g.yaml:1:1: the glossary is not a list of terms"),
      ("a: &x A", "g.yaml:1:1: a glossary has only terms and sentences"),
      ("a: A\na: B", "g.yaml:1:1: 'a' occurs twice in the glossary"),
    ])
  func mistakes(list: String, headline: String) {
    let (_, diagnostics) = GlossaryReader.read(SourceText(list, name: "g.yaml"))
    #expect(Fixtures.headlines(diagnostics) == [headline])
  }
}
