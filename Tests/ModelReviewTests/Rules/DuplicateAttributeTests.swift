import ModelReview
import Testing

@Suite("Rule: two attributes for one fact")
struct DuplicateAttributeTests {
  @Test("Code and badge")
  func codeAndBadge() throws {
    let found = try places(
      of: DuplicateAttribute.self,
      #"""
      entity Person { code: String?; badge: String? }
      for i in 0...29 { Person(code: "X\(i)", badge: "X\(i)") }
      """#)
    #expect(found == ["Person.badge ← code"])
  }

  @Test("Two facts")
  func twoFacts() throws {
    let found = try places(
      of: DuplicateAttribute.self,
      #"""
      entity Person { code: String?; badge: String? }
      for i in 0...29 { Person(code: "X\(i)", badge: "B\(i)") }
      """#)
    #expect(found == [])
  }
}
