import ModelReview
import Testing

@Suite("Rule: yes and no in words")
struct BooleanAsStringTests {
  @Test("Away")
  func away() throws {
    let found = try places(
      of: BooleanAsString.self,
      #"""
      entity Kit { code: String; away: String? }
      for i in 0...29 { Kit(code: "a\(i)", away: "yes"); Kit(code: "b\(i)", away: "no") }
      """#)
    #expect(found == ["Kit.away"])
  }

  @Test("Two other words")
  func twoOtherWords() throws {
    let found = try places(
      of: BooleanAsString.self,
      #"""
      entity Kit { code: String; away: String? }
      for i in 0...29 { Kit(code: "a\(i)", away: "home"); Kit(code: "b\(i)", away: "road") }
      """#)
    #expect(found == [])
  }
}
