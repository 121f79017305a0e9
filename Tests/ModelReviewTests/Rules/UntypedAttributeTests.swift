import ModelReview
import Testing

@Suite("Rule: attributes without a type")
struct UntypedAttributeTests {
  @Test("Undefined")
  func undefined() throws {
    let found = try messages(
      of: UntypedAttribute.self,
      """
      entity Player { scratch: Undefined?, transient }
      """)
    #expect(found == ["Player.scratch has no type: nothing checks what it holds, and no store keeps it"])
  }

  @Test("A type")
  func aType() throws {
    let found = try places(
      of: UntypedAttribute.self,
      """
      entity Player { scratch: String?, transient }
      """)
    #expect(found == [])
  }
}
