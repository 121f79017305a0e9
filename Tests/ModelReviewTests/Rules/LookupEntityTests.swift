import ModelReview
import Testing

@Suite("Rule: few values again and again")
struct LookupEntityTests {
  @Test("Colours")
  func colours() throws {
    let found = try places(
      of: LookupEntity.self,
      #"""
      entity Kit { code: String; colour: String? }
      for i in 0...14 { Kit(code: "a\(i)", colour: "red"); Kit(code: "b\(i)", colour: "blue"); Kit(code: "c\(i)", colour: "green"); Kit(code: "d\(i)", colour: "gold") }
      """#)
    #expect(found == ["Kit.colour"])
  }

  @Test("Too few objects")
  func tooFewObjects() throws {
    let found = try places(
      of: LookupEntity.self,
      #"""
      entity Kit { code: String; colour: String? }
      for i in 0...9 { Kit(code: "a\(i)", colour: "red"); Kit(code: "b\(i)", colour: "blue") }
      """#)
    #expect(found == [])
  }
}
