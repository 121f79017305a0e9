import ModelReview
import Testing

@Suite("Rule: texts that are lists")
struct DelimitedListTests {
  @Test("Tags")
  func tags() throws {
    let found = try places(
      of: DelimitedList.self,
      """
      entity Note { tags: String? }
      for i in 0...9 { Note(tags: "swift, data"); Note(tags: "data, graph"); Note(tags: "graph, swift, data"); Note(tags: "graph") }
      """)
    #expect(found == ["Note.tags"])
  }

  @Test("Last and first name")
  func lastAndFirstName() throws {
    let found = try places(
      of: DelimitedList.self,
      #"""
      entity Person { display: String? }
      for i in 0...29 { Person(display: "Last\(i), First\(i % 5)") }
      """#)
    #expect(found == [])
  }
}
