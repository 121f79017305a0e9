import ModelReview
import Testing

@Suite("Rule: defaults and limits")
struct DefaultRefusedTests {
  @Test("A default that the limits refuse")
  func refused() throws {
    let found = try messages(
      of: DefaultRefused.self,
      """
      entity Task {
        title: String = "x", length 3...
        priority: Integer16 = 9, range 0...3
        code: String = "ab", matches "[0-9]+"
      }
      """)
    let start = "the default of Task."
    #expect(
      found == [
        start + "title is refused when it is saved: title: \"x\" is too short (1, at least 3)",
        start + "priority is refused when it is saved: priority: 9 is too large (at most 3)",
        start + "code is refused when it is saved: code: \"ab\" does not match \"[0-9]+\"",
      ])
  }

  @Test("A default inside the limits, none at all, and the time of insertion")
  func accepted() throws {
    let found = try places(
      of: DefaultRefused.self,
      """
      entity Task {
        title: String = "xyz", length 3...
        priority: Integer16 = 3, range 0...3
        size: Integer16, range 1...3
        created: Date = now()
      }
      """)
    #expect(found == [])
  }
}
