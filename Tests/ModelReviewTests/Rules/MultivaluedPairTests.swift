import ModelReview
import Testing

@Suite("Rule: two independent facts")
struct MultivaluedPairTests {
  @Test("Skills and languages")
  func skillsAndLanguages() throws {
    let found = try places(
      of: MultivaluedPair.self,
      #"""
      entity Talent { person: String; skill: String; language: String }
      for p in 0...4 { for s in 0...2 { for l in 0...2 { Talent(person: "P\(p)", skill: "S\((p + s) % 5)", language: "L\((p * 2 + l) % 4)") } } }
      """#)
    #expect(found == ["Talent.skill,language ← person"])
  }

  @Test("One fact of three")
  func oneFactOfThree() throws {
    let found = try places(
      of: MultivaluedPair.self,
      #"""
      entity Talent { person: String; skill: String; language: String }
      for p in 0...4 { for s in 0...5 { Talent(person: "P\(p)", skill: "S\((p + s) % 5)", language: "L\((p * 2 + s * s) % 4)") } }
      """#)
    #expect(found == [])
  }
}
