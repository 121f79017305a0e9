import ModelReview
import Testing

@Suite("Rule: texts that stand for relationships")
struct HiddenReferenceTests {
  @Test("A team code")
  func aTeamCode() throws {
    let found = try places(
      of: HiddenReference.self,
      #"""
      entity Team { code: String }
      entity Player { name: String; teamCode: String? }
      for n in 0...11 {
        Team(code: "TM\(n)")
        for i in 1...3 { Player(name: "P\(n) \(i)", teamCode: "TM\(n)") }
      }
      """#)
    #expect(found == ["Player.teamCode ← Team.code"])
  }

  @Test("Codes of nothing")
  func codesOfNothing() throws {
    let found = try places(
      of: HiddenReference.self,
      #"""
      entity Team { code: String }
      entity Player { name: String; teamCode: String? }
      for n in 0...11 {
        Team(code: "TM\(n)")
        for i in 1...3 { Player(name: "P\(n) \(i)", teamCode: "X\(n)") }
      }
      """#)
    #expect(found == [])
  }
}
