import ModelReview
import Testing

@Suite("Rule: a relationship that is its own inverse")
struct LinkEntityTests {
  @Test("Friends")
  func friends() throws {
    let found = try messages(
      of: LinkEntity.self,
      """
      entity Person { name: String; friends ->> Person?, inverse friends }
      """)
    #expect(found == ["Person.friends is its own inverse: it always holds both ways"])
  }

  @Test("Two directions")
  func twoDirections() throws {
    let found = try places(
      of: LinkEntity.self,
      """
      entity Person { reports ->> Person?, inverse managers; managers ->> Person?, inverse reports }
      """)
    #expect(found == [])
  }
}
